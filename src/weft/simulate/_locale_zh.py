"""Chinese."""

from __future__ import annotations

from weft.simulate._locale_base import Calendar, Locale, compose_names, list_words, read_words

_WORDS = read_words("""
home: 首页; search: 搜索; members: 会员; calendar: 日历; help: 帮助; login: 登录; register: 注册; logout: 退出
mark_read: 全部标记为已读; reply: 回复; quote: 引用; report: 举报; vote_up: 顶; vote_down: 踩; delete: 删除
edit: 编辑; print: 打印; email: 推荐给朋友; watch: 收藏; new_thread: 发表新帖; next: 下一页; previous: 上一页
first: 首页; last: 末页; next_thread: 下一主题; previous_thread: 上一主题; last_post: 最后发表; permalink: 链接
sort_replies: 回复最多; sort_views: 查看最多; sort_date: 最新; sort_author: 按作者; filter_day: 一天内
filter_week: 一周内; all: 全部; tags: 标签; feed: 订阅; archive: 归档; profile: 个人资料; page: 页; error: 错误
not_found: 未找到; login_needed: 您需要登录后才能查看。; no_such_page: 您访问的页面不存在。; moved: 已移动
announcement: 公告; sticky: 置顶; ads: 广告; online: 在线会员; stats_posts: 帖子总数; stats_threads: 主题总数
stats_users: 会员总数; related: 相关主题; older: 较早; newer: 较新; by: 作者; replies: 回复; views: 查看
posts: 帖子; threads: 主题; joined: 注册时间; location: 来自; edited: 最后编辑于; attached: 附件; downloads: 次下载
wrote: 发表于; in_reply_to: 回复; answer: 回答; answers: 个回答; accepted: 最佳答案; comment: 评论; comments: 条评论
votes: 票; asked: 提问于; author: 作者; date: 日期; subject: 标题; board: 版块; boards: 版块; moderators: 版主
subboards: 子版块; locked: 已关闭; unread: 新帖; solved: 已解决; load_more: 加载更多; menu: 菜单; skip: 跳到内容
top: 返回顶部; sort: 排序; go_to_page: 跳至; of: 共; size: 大小; rank_new: 新手上路; rank_member: 注册会员
rank_senior: 元老; submit: 提交; share: 分享; from: 来自; month_index: 按月查看; thread_index: 按主题查看
recent: 最新帖子; code: 代码; statistics: 统计; started: 发表; read_more: 阅读全文; settings: 显示设置
cookies: 本站使用缓存保存您的登录状态。; footer: 帖子版权归作者所有。; message: 消息; action: 操作
no_replies: 暂无回复; today: 今天; yesterday: 昨天; just_now: 刚刚; minute_ago: 1 分钟前; minutes_ago: {n} 分钟前
hour_ago: 1 小时前; hours_ago: {n} 小时前; day_ago: 1 天前; days_ago: {n} 天前
""")

_VOCABULARY = list_words("""
我们 你们 他们 大家 自己 这个 那个 这里 那里 什么 怎么 为什么 哪里 多少 时候 今天 明天 昨天 现在 以前 以后 早上 晚上
中午 下午 星期 月份 去年 今年 明年 朋友 同学 老师 学生 孩子 父母 家人 先生 女士 邻居 客人 医生 司机 老板 同事 公司
学校 医院 商店 市场 银行 车站 机场 公园 图书馆 餐厅 厨房 房间 客厅 窗户 大门 桌子 椅子 电脑 手机 屏幕 键盘 鼠标 软件
硬件 系统 版本 更新 文件 目录 密码 帐号 网站 网络 路由器 信号 电池 充电 电线 开关 电源 灯光 相机 镜头 照片 视频 音乐
吉他 电影 小说 文章 句子 词语 语言 中文 英文 问题 答案 方法 原因 结果 经验 建议 意见 想法 计划 项目 工作 任务 时间
地方 方向 距离 价格 质量 数量 大小 颜色 形状 味道 声音 温度 天气 下雨 下雪 刮风 晴天 春天 夏天 秋天 冬天 山上 河边
海边 森林 草地 花园 树木 水果 苹果 香蕉 西瓜 蔬菜 米饭 面条 饺子 牛肉 鸡蛋 豆腐 茶叶 咖啡 牛奶 面包 汽车 火车 飞机
自行车 地铁 公交 马路 高速 发动机 轮胎 刹车 汽油 机油 滤芯 修理 安装 设置 调整 检查 测试 测量 比较 选择 购买 出售
交换 使用 打开 关闭 开始 结束 继续 停止 知道 认为 觉得 希望 喜欢 讨厌 需要 可以 应该 可能 必须 愿意 学习 研究 讨论
解释 说明 介绍 推荐 分享 感谢 帮助 支持 反对 同意 回答 提问 注意 小心 忘记 记得 发现 找到 丢失 得到 给予 带来 离开
到达 回来 出去 进入 等待 休息 睡觉 起床 吃饭 喝水 跑步 游泳 爬山 旅游 拍照 唱歌 跳舞 画画 写字 读书 看书 上网 聊天
很好 不错 一般 非常 特别 比较 有点 完全 几乎 大概 也许 一定 当然 其实 但是 因为 所以 如果 虽然 而且 或者 还是 然后
最后 首先 已经 正在 刚才 马上 经常 偶尔 有时 从来 一直 一起 简单 复杂 困难 容易 便宜 昂贵 新的 旧的 高兴 难过 漂亮
干净 安静 热闹 重要 普通 安全 危险 方便 麻烦 清楚 奇怪 有趣 无聊
""")

_NAMES = compose_names(
    "清风 老王 小李 山水 夜雨 江南 北方 浪子 阿明 豆豆 飞鸟 石头 大海 流星 墨香 竹林 白云 孤舟 晓月 青山",
    ("", "2008", "先生", "_88", "居士", "儿", "飘飘"),
    """
    我爱吃鱼
    隔壁小张
    上海老顾
    lucky猫
    路人甲
    """,
)

CHINESE = Locale(
    code="zh",
    rtl=False,
    words=_WORDS,
    vocabulary=_VOCABULARY,
    joiner="",
    stop="。",
    names=_NAMES,
    calendar=Calendar(
        months=tuple(f"{month}月" for month in range(1, 13)),
        worded="{y}年{m}月{d}日 {hour:02}:{minute:02}",
        numeric="{y}-{m}-{d} {hour:02}:{minute:02}",
    ),
)
