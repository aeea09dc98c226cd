"""PHPWind 8 in Chinese: boards in a hidden menu of every page, addresses that say which page of a list led to them."""

from __future__ import annotations

from html import escape

from forums.site import Site
from forums.talk import Board, Person, Said, Talk, Thread, portions

HOST = "http://wind.example"
ROWS, POSTS = 15, 8
WORDS = (
    "今天 我们 这个 问题 怎么 解决 大家 帮忙 看看 电脑 软件 安装 下载 手机 照片 天气 旅游 朋友 工作 学习 时间 地方 东西 "
    "喜欢 觉得 可以 没有 知道 已经 还是 因为 所以 但是 如果 非常 比较 分享 经验 推荐 求助 讨论 感谢 楼主 支持 版本 更新 "
    "设置 网络 价格 质量 使用 方法 简单 复杂 开始 最后 明天 昨天 以前 以后 一起 自己 别人"
).split()
NAMES = "小明 风清扬 luckystar 老王 晴天 海边的猫 tom2008 阿杰 木子 星空 hello_kitty 江南雨 路人甲 飞鱼 蓝天 zhao_yun 月光 大海".split()


def make(seed: int) -> Site:
    """Write the forum."""
    site = Site(HOST, Talk(seed, words=WORDS, names=NAMES, glue=""))
    _write_front(site)
    for board in site.talk.boards:
        _write_board(site, board)
    for thread in site.talk.threads:
        _write_thread(site, thread)
    for person in site.talk.people:
        _write_person(site, person)
    for name in (
        "searcher.php?sch_time=newatc",
        "searcher.php?digest=1",
        "searcher.php",
        "register.php",
        "login.php",
        "sendpwd.php",
        "faq.php",
        "job.php?action=sign",
    ):
        site.other(
            f"/{name}", _frame(site, "提示信息", "<div class='t'><p>您没有登录或者您没有权限访问此页面</p></div>")
        )
    rows = "".join(
        f"<tr class='tr3'><td><a href='u.php?uid={one.id}'>{one.name}</a></td></tr>" for one in site.talk.people
    )
    site.other("/member.php", _frame(site, "会员列表", f"<table>{rows}</table>"))
    for category in _categories(site):
        rows = "".join(_board_row(board) for board in site.talk.tops if board.category == category)
        at = _categories(site).index(category) + 1
        html = _frame(site, category, f"<div class='t'><table>{rows}</table></div>", category)
        site.other(f"/index.php?cateid={at}", html)
        site.other(f"/index.php?m=bbs&cateid={at}", html)
    return site


def _categories(site: Site) -> list[str]:
    return list(dict.fromkeys(board.category for board in site.talk.tops))


def _menu(site: Site) -> str:
    lists = ""
    for number, category in enumerate(_categories(site), 1):
        boards = "".join(
            f"<a href='thread.php?fid={board.id}' onclick='return pwForumList(true,gIsPost,{board.id});'><span>"
            f"{'|- ' if board.parent else ''}{escape(board.title)}</span></a>"
            for board in site.talk.boards
            if board.category == category
        )
        lists += f"<dl class='cc'><dt><a href='index.php?cateid={number}'>{escape(category)}</a></dt><dd class='cc'>{boards}</dd></dl>"
    return (
        "<div id='menu_forumlist' style='display:none;'><div class='sbar-box-a'><div class='sbar-title'><span class='adel'>隐藏"
        f"</span><span id='title_forumlist' class='b'>快速浏览</span></div><div class='forum-list-popout'>{lists}</div></div></div>"
    )


def _frame(site: Site, title: str, inside: str, crumbs: str = "", *, menu: bool = True) -> str:
    top = (
        "<div class='header_top'>您尚未 <a href='login.php'>登录</a> <a href='register.php'>注册</a> | <a href='member.php'>会员</a>"
        " | <a href='searcher.php'>搜索</a> | <a href='faq.php'>帮助</a> <a href='sendpwd.php'>找回密码</a></div><div id='nav'>"
        "<ul class='nav-list'><li class='current'><a href='index.php'>首页</a></li><li><a href='index.php?m=bbs'>论坛</a></li>"
        "</ul></div>"
    )
    guide = (
        "<div id='breadCrumb' class='cc'><ul class='fr'><li><a href='javascript:shiftStyle();' class='s2'>[切换到宽版]</a></li><li>"
        "<a href='searcher.php?sch_time=newatc'>最新帖子</a></li><li><a href='searcher.php?digest=1'>精华区</a></li></ul><span"
        f" class='crumbs'><a href='index.php' id='td_cate' title='快速跳转至其他版块'>清风论坛</a> &raquo; {crumbs}</span></div>"
    )
    return (
        f"<!doctype html><html><head><meta charset='utf-8'><title>{escape(title)} - 清风论坛</title></head><body>{top}"
        f"{_menu(site) if menu else ''}{guide if crumbs else ''}<div id='pw_content'>{inside}</div><div class='c'></div><div"
        " id='footer'>Powered by nobody, Total 0.03(s) query 5, Time now is:08-01 10:10 <a href='simple/'>简单版</a> <a"
        " href='index.php'>清风论坛</a></div></body></html>"
    )


def _crumbs(board: Board) -> str:
    above = f"{_crumbs(board.parent)} &raquo; " if board.parent else ""
    return f"{above}<a href='thread.php?fid={board.id}'>{escape(board.title)}</a>"


def _board_row(board: Board) -> str:
    last = max(board.threads, key=lambda thread: thread.last.time) if board.threads else None
    newest = ""
    if last is not None:
        newest = (
            f"<p><a href='read.php?tid={last.id}&page=e#a' class='s4'>{escape(last.title[:14])}</a></p><p><a"
            f" href='u.php?username={escape(last.last.who.name)}' class='s6'>{escape(last.last.who.name)}</a></p><p class='s6'>"
            f"{last.last.time.strftime('%m-%d %H:%M')}</p>"
        )
    below = "".join(f" <a href='thread.php?fid={sub.id}'>{escape(sub.title)}</a>" for sub in board.below)
    return (
        f"<tr class='tr3' id='fid_{board.id}'><th class='new'><h2><a href='thread.php?fid={board.id}' id='fn_{board.id}'"
        f" class='mr10'>{escape(board.title)}</a></h2><span class='s2 mr10'>(今日<span class='f10'>3</span>)</span><p"
        f" id='desc_{board.id}'>{escape(board.about)}</p>{f'<p>子版:<span>&nbsp;{below}</span></p>' if below else ''}<p"
        " class='adminlist'><span>版主:</span> <a href='u.php?username=%E8%80%81%E7%8E%8B'>老王</a></p></th><td class='num tac'>"
        f"<em>{len(board.threads)}</em>{board.size}</td><td class='re'>{newest}</td></tr>"
    )


def _write_front(site: Site) -> None:
    site.other("/u.php?username=%E8%80%81%E7%8E%8B", _frame(site, "老王", "<p>老王的个人空间</p>"))
    inside = (
        "<div id='infobox'><ul class='pw_ulC cc'><li>今日<em><a href='searcher.php?sch_time=newatc' class='s2 b'>12</a></em></li>"
        f"<li>昨日<em>30</em></li><li>主题<em>{len(site.talk.threads)}</em></li><li>会员<em><a href='member.php'>"
        f"{len(site.talk.people)}</a></em></li><li class='none'>新会员<em><a href='u.php?username={site.talk.people[-1].name}'>"
        f"{site.talk.people[-1].name}</a></em></li></ul></div>"
    )
    for number, category in enumerate(_categories(site), 1):
        rows = "".join(_board_row(board) for board in site.talk.tops if board.category == category)
        inside += (
            f"<div class='t z' id='t_{number}'><div class='h'><a class='closeicon fr cp'><img alt='展开收起' src='c.gif'></a><h3><a"
            f" href='index.php?m=bbs&cateid={number}'><span class='mr5'>&raquo;</span>{escape(category)}</a></h3></div><table"
            " width='100%'><tbody><tr class='tr2'><th class='tac'>版块</th><td class='tac'>主题 / 帖子</td><td>最后发表</td></tr>"
            f"</tbody><tbody id='cate_{number}'>{rows}</tbody></table></div>"
        )
    site.show("/index.php", "entry", _frame(site, "首页", inside, menu=False))
    site.copy("/", "/index.php")
    site.copy("/index.php?m=bbs", "/index.php")


def _pager(url: str, page: int, pages: int) -> str:
    if pages == 1:
        return ""
    links = f"<a href='{url}&page=1'>&laquo;</a>" if page > 1 else ""
    for number in range(max(1, page - 3), min(pages, page + 4) + 1):
        links += f"<b>{number}</b>" if number == page else f"<a href='{url}&page={number}'>{number}</a>"
    if page < pages:
        links += f"<a href='{url}&page={pages}'>&raquo;</a>"
    return (
        f"<div class='pages'>{links}<span class='pagesone'><span>Pages: {page}/{pages}</span><input type='text' size='3'><button>"
        "Go</button></span></div>"
    )


def _thread_row(thread: Thread, page: int) -> str:
    first, last = thread.posts[0], thread.last
    more = f"&fpage={page}" if page > 1 else ""
    at, count = f"read.php?tid={thread.id}{more}", portions(thread.posts, POSTS)
    jumps = "".join(f" <a href='{at}&page={number}'>{number}</a>" for number in range(2, min(count, 6) + 1))
    return (
        f"<tr class='tr3'><td class='icon tar' width='30'><a title='新窗口打开' href='{at}' target='_blank'><img"
        f" src='topicnew.gif' align='absmiddle'></a></td><td class='subject' id='td_{thread.id}'>"
        f"{'<img src=headtopic_3.gif title=置顶帖标志> ' if thread.is_sticky else ''}<a href='{at}' name='readlink'"
        f" id='a_ajax_{thread.id}' class='subject_t f14'>{escape(thread.title)}</a>"
        f"{f'&nbsp;<span class=tpage>{jumps}</span>' if count > 1 else ''}</td><td class='author'><a"
        f" href='u.php?uid={first.who.id}' class='_cardshow'>{escape(first.who.name)}</a><p>{first.time.strftime('%Y-%m-%d')}</p>"
        f"</td><td class='num'><em>{len(thread.posts) - 1}</em>/{thread.views}</td><td class='author'><a"
        f" href='u.php?username={escape(last.who.name)}'>{escape(last.who.name)}</a><p><a href='{at}&page=e#a'"
        f" title='{last.time.strftime('%Y-%m-%d %H:%M')}'>{last.time.strftime('%m-%d %H:%M')}</a></p></td></tr>"
    )


def _write_board(site: Site, board: Board) -> None:
    pages, url = portions(board.threads, ROWS), f"thread.php?fid={board.id}"
    tree = "".join(
        f"<dl class='f_treedl'><dt>{escape(category)}</dt>"
        + "".join(
            f"<dd><a href='thread.php?fid={one.id}'>{escape(one.title)}</a></dd>"
            for one in site.talk.tops
            if one.category == category
        )
        + "</dl>"
        for category in _categories(site)
    )
    below = f"<div class='t'><table>{''.join(map(_board_row, board.below))}</table></div>" if board.below else ""
    orders = "".join(
        f"<li><a href='{url}&{more}'>{word}</a></li>"
        for more, word in (
            ("search=86400", "一天内"),
            ("search=604800", "一周内"),
            ("orderway=postdate&asc=DESC", "发布时间"),
            ("orderway=lastpost&asc=DESC", "最后回复"),
            ("orderway=replies&asc=DESC", "回复数"),
            ("search=digest", "精华"),
        )
    )
    for page in range(1, pages + 1):
        rows = "".join(_thread_row(thread, page) for thread in board.threads[(page - 1) * ROWS : page * ROWS])
        pager = _pager(url, page, pages)
        inside = (
            f"<div id='sidebar' class='f_tree cc'><div class='content_left'>{tree}</div><div class='content_thread cc'><div"
            f" class='hB mb10'><span class='fr'><a href='rss.php?fid={board.id}' class='rss mr10'>订阅</a></span><h2"
            f" class='mr20 fl f14'>{escape(board.title)}</h2></div><div class='threadInfo mb10'><p class='mb5'>今日: 3 , 主题:"
            f" {len(board.threads)} , 帖数: {board.size}</p><p class='s6'>{escape(board.about)}</p></div>{below}<div class='mb10 cc'>"
            f"<span class='fr'><a href='post.php?fid={board.id}'><img alt='发表新帖' src='post.png'></a></span>{pager}</div><div"
            f" class='tabA'><ul class='cc'><li class='current'><a href='{url}#tabA'>全 部</a></li><li><a"
            f" href='{url}&special=1#tabA'>投票</a></li></ul></div><div id='ajaxtable'><div class='pw_ulA'><ul>{orders}</ul></div>"
            f"<div class='z threadCommon'><table width='100%'><tbody id='threadlist'>{rows}</tbody></table></div></div><div"
            f" class='mb10 cc'>{pager}</div></div></div>"
        )
        html = _frame(site, board.title, inside, _crumbs(board))
        path = f"/{url}" + (f"&page={page}" if page > 1 else "")
        site.show(path, "index", html)
        site.copy(f"/{url}&page={page}", path)
        if page == 1:
            for more in ("orderway=lastpost&asc=DESC", "orderway=replies&asc=DESC", "orderway=postdate&asc=DESC"):
                site.other(f"/{url}&{more}", html)
    for more in ("search=86400", "search=604800", "search=digest", "special=1"):
        site.other(f"/{url}&{more}", _frame(site, board.title, "<p>没有主题</p>", _crumbs(board)))


def _post(thread: Thread, post: Said, floor: int) -> str:
    who, name, board = post.who, escape(post.who.name), thread.board
    key = "tpc" if floor == 0 else str(post.id)
    quote = ""
    if post.quotes:
        quote = (
            f"<blockquote class='blockquote'>引用{thread.posts.index(post.quotes)}楼{escape(post.quotes.who.name)}于"
            f"{post.quotes.time.strftime('%Y-%m-%d %H:%M')}发表的&nbsp;:<br>{escape(post.quotes.paragraphs[0])}</blockquote><br>"
        )
    text = quote + "<br><br>".join(map(escape, post.paragraphs))
    sign = f"<div class='signature'>{escape(who.signature)}</div>" if who.signature else ""
    names = ("楼主", "沙发", "板凳", "地板")
    order = (
        f"<a href='read.php?tid={thread.id}&ordertype=desc' title='倒序阅读' class='mr10'>倒序阅读</a>&nbsp;&nbsp;<a"
        " href='javascript:;' title='只看楼主的所有帖子'>只看楼主</a>"
        if floor == 0
        else "<a href='javascript:;' title='只看该作者的所有回复'>只看该作者</a>"
    )
    more = (
        "<a href='javascript:;' id='td_More' class='iconDroplink'>更多操作</a><div id='menu_More' class='pw_menu'"
        f" style='display:none;'><ul class='menuList'><li><a href='{HOST}/simple/?t{thread.id}.html'>打印</a></li><li><a"
        f" href='rss.php?tid={thread.id}'>RSS订阅</a></li></ul></div>"
        if floor == 0
        else ""
    )
    head = (
        f"<h1 id='subject_tpc' class='read_h1'>{escape(thread.title)}</h1>"
        if floor == 0
        else f"<div class='read_h1' style='margin-bottom:10px;' id='subject_{key}'></div>"
    )
    return (
        f"<div class='read_t' id='readfloor_{key}'><table width='100%' class='floot'><tbody><tr class='vt'><td rowspan='2'"
        f" class='floot_left'><div class='floot_leftdiv'><div class='r_name cc mb5'><a href='u.php?uid={who.id}' class='b fl'"
        f" target='_blank'>{name}</a><span class='card-offline' title='离线'>离线</span></div><div class='user-pic mb5'><table>"
        f"<tbody><tr class='vt'><td width='1'><a href='u.php?uid={who.id}' target='_blank' id='card_sf_{key}_{who.id}'"
        " class='userCard face_img'><img class='pic' src='none.gif'></a></td></tr></tbody></table></div><p>级别: 新手上路</p><span"
        f" class='user-info2'><ul class='user-infoWrap2 cc'><li><em>UID</em>{who.id}</li><li><em>精华</em>0</li><li><em>发帖</em>"
        f"{who.id * 5}</li><li><em>注册时间</em>{who.joined.strftime('%Y-%m-%d')}</li><li><em>最后登录</em>2020-03-01</li></ul></span>"
        f"</div></td><td class='floot_right' id='td_{key}'><a name='post_{key}'></a><div style='padding:8px 15px 15px;'><div"
        f" class='tipTop'><span class='fr'>{order}&nbsp;&nbsp;<a class='cp'>小</a><a class='cp'>中</a><a class='cp'>大</a></span><a"
        f" class='s2 b cp' title='复制此楼地址'>{names[floor] if floor < 4 else f'{floor}楼'}</a>&nbsp;&nbsp;<span"
        f" title='{post.time.strftime('%Y-%m-%d %H:%M')}'>发表于: {post.time.strftime('%Y-%m-%d')}</span><span></span></div><span"
        f" class='fr'>{more}</span>{head}<div class='tpc_content'><div id='p_{key}' class='c'></div><div class='f14 mb10'"
        f" id='read_{key}'>{text}</div></div></div></td></tr><tr><td class='vb floot_bottom'>{sign}<div class='tipad'><span"
        f" class='fr'><a href='javascript:;'>举报</a> <a href='javascript:scroll(0,0)'>顶端</a></span><a"
        f" href='post.php?action=reply&fid={board.id}&tid={thread.id}&pid={key}&article={floor}'>回复</a> <a"
        f" href='post.php?action=quote&fid={board.id}&tid={thread.id}&pid={key}&article={floor}'>引用</a></div></td></tr></tbody>"
        "</table></div>"
    )


def _write_thread(site: Site, thread: Thread) -> None:
    pages, board = portions(thread.posts, POSTS), thread.board
    base = f"/read.php?tid={thread.id}"
    for page in range(1, pages + 1):
        start = (page - 1) * POSTS
        pager = _pager(f"read.php?tid={thread.id}&ds=1", page, pages)
        posts = "".join(_post(thread, post, start + at) for at, post in enumerate(thread.posts[start : start + POSTS]))
        ways = "".join(
            f"<a href='link.php?action=previous&fid={board.id}&tid={thread.id}&fpage=0&goto={goto}' class='w'>{word}</a>"
            for goto, word in (("previous", "上一主题"), ("next", "下一主题"))
        )
        top = (
            f"<div class='readTop'><table width='100%'><tr><td width='161'><ul class='pw_ulC cc'><li><span class='b'>{thread.views}"
            f"</span><em>阅读</em></li><li><span class='b'>{len(thread.posts) - 1}</span><em>回复</em></li></ul></td><td><div><span"
            f" class='fr'><a href='post.php?fid={board.id}' title='发表新帖'><img src='post.png'></a></span><span class='fr mr5'><a"
            f" href='post.php?action=reply&fid={board.id}&tid={thread.id}'><img src='reply.png'></a></span><span class='fl'>{pager}"
            f"</span><span class='pages'>{ways}</span></div></td></tr></table></div>"
        )
        crumbs = f"{_crumbs(board)} &raquo; <a href='read.php?tid={thread.id}'>{escape(thread.title)}</a>"
        inside = f"<div>{top}<form name='delatc' method='post'>{posts}</form><div class='readbot'>{pager}</div></div>"
        html = _frame(site, f"{thread.title} - {board.title}", inside, crumbs)
        path = base if page == 1 else f"{base}&ds=1&page={page}"
        site.show(path, "thread", html)
        ends = [f"&page={page}", f"&ds=1&page={page}"] + (["&page=e"] if page == pages else [])
        for more in ("", *(f"&fpage={number}" for number in range(1, portions(board.threads, ROWS) + 1))):
            for end in ends + ([""] if page == 1 else []):
                site.copy(f"{base}{more}{end}", path)
    backwards = "".join(_post(thread, post, at) for at, post in list(enumerate(thread.posts))[::-1][:POSTS])
    site.other(f"{base}&ordertype=desc", _frame(site, thread.title, f"<form>{backwards}</form>", _crumbs(board)))
    plain = "<br>".join(escape(post.text) for post in thread.posts)
    site.other(f"/simple/?t{thread.id}.html", f"<html><title>{escape(thread.title)}</title><body>{plain}</body></html>")
    newest = board.threads
    for goto, step in (("previous", -1), ("next", 1)):
        other = newest[(newest.index(thread) + step) % len(newest)]
        site.send(
            f"/link.php?action=previous&fid={board.id}&tid={thread.id}&fpage=0&goto={goto}", f"/read.php?tid={other.id}"
        )


def _write_person(site: Site, person: Person) -> None:
    html = _frame(
        site,
        f"{person.name}的个人空间",
        f"<div class='space'><h1>{escape(person.name)}</h1><ul><li>UID: {person.id}</li><li>注册时间:"
        f" {person.joined.strftime('%Y-%m-%d')}</li></ul></div>",
    )
    site.other(f"/u.php?uid={person.id}", html)
