"""What people and programs call acting, by kind and in many languages: data for `_actions`, no logic.

Two sorts of words. URL words are compared with whole path parts, query keys and query values, written without
separators (`mark_read`, `mark-read` and `MarkRead` are `markread`). Phrases are compared with whole anchor texts.
"""

from __future__ import annotations

from enum import StrEnum


class Act(StrEnum):
    """What a request would do; the value is what reports show."""

    LOGOUT = "log out"
    DELETE = "delete"
    VOTE = "vote"
    REPORT = "report"
    MARK_READ = "mark read"
    REPLY = "reply"
    POST = "post"
    QUOTE = "quote"
    EDIT = "edit"
    SUBSCRIBE = "subscribe"
    LIKE = "like"
    BUY = "buy"
    REGISTER = "register"
    MESSAGE = "send message"
    MODERATE = "moderate"


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _phrases(text: str) -> frozenset[str]:
    return frozenset(" ".join(phrase.split()) for phrase in text.split(","))


# Mean an action wherever they are a whole part of a URL.
CLEAR_WORDS: dict[Act, frozenset[str]] = {
    Act.LOGOUT: _words(
        """
        logout logoff signout signoff logmeout userlogout dologout abmelden ausloggen deconnexion déconnexion
        sedeconnecter cerrarsesion desconectar salir sair terminarsessao logoutuser esci disconnetti vyhod vyjti
        выход выйти wyloguj wylogowanie uitloggen afmelden cikis cikisyap çıkış tuichu zhuxiao 退出 注销 登出 ログアウト
        loggaut logud loggut odhlasit kijelentkezes تسجيلالخروج خروج
        """
    ),
    Act.DELETE: _words(
        """
        delete deletepost deletethread deletetopic deletecomment deletemessage removepost dodelete undelete loeschen
        löschen beitragloeschen supprimer elimina eliminar borrar excluir apagar cancella udalit удалить usun usuń
        verwijderen shanchu 删除 削除 حذف
        """
    ),
    Act.VOTE: _words(
        """
        vote upvote downvote voteup votedown unvote dovote castvote addvote ratepost ratethread pollvote abstimmen
        voter vota votar golosovat голосовать glosuj stemmen oyver toupiao 投票 投票する تصويت
        """
    ),
    Act.REPORT: _words(
        """
        melden reportpost reportthread reportcomment reportabuse reportspam flagpost complain beitragmelden signaler
        denunciar reportar segnala pozhalovatsya пожаловаться zglos zgłoś rapporteren sikayet jubao 举报 通報 تبليغ
        """
    ),
    Act.MARK_READ: _words(
        """
        markread markallread markasread markforumread markforums markforumsread markboardread markallasread
        markunread marktopic marktopics marktopicsread markthreadread allesgelesen alsgelesenmarkieren marquerlu
        marcarleido marcarcomoleido marcarlido segnaletto
        """
    ),
    Act.REPLY: _words(
        """
        newreply postreply doreply addreply sendreply quickreply replypost replyto replytopic replythread
        addcomment newcomment postcomment submitcomment postanswer addanswer repondre répondre responder
        rispondi otvetit ответить odpowiedz beantwoorden cevapla huifu huitie 回复 回帖 返信 返信する رد
        """
    ),
    Act.POST: _words(
        """
        newthread newtopic newpost newpoll postthread posttopic postmessage createtopic createthread createpost
        addtopic addthread addpost starttopic startthread starttopics opentopic submitpost submittopic askquestion
        dopost compose neuesthema neuerbeitrag nouveausujet nuevotema nuevohilo novotopico nuovadiscussione
        novayatema новаятема nowytemat nieuwonderwerp yenikonu fatie fabiao 发帖 发表 新規投稿
        """
    ),
    Act.QUOTE: _words(
        """
        quotepost quotereply replywithquote quoteandreply multiquote addquote zitieren citer citar procitirovat
        цитировать cytuj citeren alinti yinyong 引用
        """
    ),
    Act.EDIT: _words(
        """
        edit editpost editthread edittopic editcomment editmessage edittitle doedit bearbeiten modifier editer editar
        modifica redaktirovat редактировать edytuj bewerken duzenle düzenle bianji 编辑 編集 編集する تعديل
        """
    ),
    Act.SUBSCRIBE: _words(
        """
        subscribe unsubscribe subscribetopic subscribethread watchtopic watchthread watchforum unwatch unwatchtopic
        followtopic followthread unfollow notifyme addwatch addfavorite addfavourite addtofavorites addtofavourites
        addbookmark bookmarktopic removebookmark abonnieren sabonner suscribir suscribirse subscrever inscrever
        iscriviti podpisatsya подписаться subskrybuj abonneren aboneol dingyue shoucang 订阅 收藏 購読
        """
    ),
    Act.LIKE: _words(
        """
        addrep likepost unlike dislike likeit thankpost thankyou saythanks addthanks givethanks addreaction kudos
        givekudos givereputation addreputation gefaelltmir jaime megusta curtir mipiace nravitsya нравится спасибо
        lubieto vindikleuk begen beğen dianzan 点赞 いいね
        """
    ),
    Act.BUY: _words(
        """
        addtocart addtobasket checkout buynow purchase donatenow kaufen bestellen acheter ajouteraupanier comprar
        acquista kupit купить kopen satinal goumai 购买 購入 شراء
        """
    ),
    Act.REGISTER: _words(
        """
        register تسجيل signup signmeup createaccount newaccount joinnow registrieren registrierung inscription
        sinscrire registrarse registro cadastrar cadastrese cadastro registrati registrazione registratsiya
        регистрация zarejestruj rejestracja registreren kayitol kayıtol zhuce 注册 注冊 新規登録 会員登録
        """
    ),
    Act.MESSAGE: _words(
        """
        sendpm newpm sendmessage newmessage sendprivatemessage composepm sendmail sendemail emailuser emailmember
        tellafriend sendtofriend sendtopic invitefriend
        """
    ),
    Act.MODERATE: _words(
        """
        banuser unban locktopic lockthread closetopic closethread movetopic movethread mergetopics splittopic
        sticktopic pinthread approvepost ignoreuser addbuddy addfriend addignore removefriend addfoe warnuser
        acceptanswer markasspam markassolution blockuser
        """
    ),
}

# Nouns as much as verbs: content by themselves (`/report/`, `reply=17`), an action as the value of a key that asks for
# a function (`mode=reply`) or as the last part behind something with a number (`/posts/55/reply`).
UNCLEAR_WORDS: dict[Act, frozenset[str]] = {
    Act.DELETE: _words("del remove"),
    Act.VOTE: _words("rate"),
    Act.REPORT: _words("report abuse flag complaint"),
    Act.MARK_READ: _words("mark"),
    Act.REPLY: _words("reply comment answer respond"),
    Act.POST: _words("post add submit create posting publish write preview upload"),
    Act.QUOTE: _words("quote cite"),
    Act.SUBSCRIBE: _words("watch follow notify fav favorite favourite bookmark subscription"),
    Act.LIKE: _words("like thank thanks react reaction reputation heart applaud"),
    Act.BUY: _words("buy cart donate"),
    Act.MESSAGE: _words("pm mail email invite share"),
    Act.MODERATE: _words("split move lock close merge stick approve ignore warn unlock hide unhide"),
}
# Of these, what a program by that name does to the post that its query names: `report.php?postid=5`. Replies and posts
# are left out: a program called so may as well show one.
TO_A_POST = frozenset({Act.REPORT, Act.DELETE, Act.VOTE})
PROGRAMS = _words("php php3 php4 php5 phtml cgi pl py asp aspx ashx jsp do cfm fcgi")
POST_KEYS = _words("post postid msg msgid message messageid comment commentid reply replyid")
SHORT_KEYS = _words("p pid mid cid")  # of posts, or of pages, people, members, categories
# Keys that ask a program for a function, and the words an action's value may be put together from besides the verbs.
FUNCTION_KEYS = _words(
    """
    mode mod do act action op oper operation cmd command task func function method event todo aktion accion
    acao azione
    """
)
OBJECT_WORDS = _words(
    """
    a all the to as for new quick post posts topic topics thread threads forum forums board boards comment
    comments message messages reply replies answer question poll read unread seen spam abuse up down item user
    member attachment attachments draft done
    """
)
# Verbs that act as a key by themselves: `?delete=5`, `?logout`. Registering and buying as keys are parameters of
# something else.
KEY_WORDS: dict[str, Act] = {
    **{word: act for act in Act for word in CLEAR_WORDS[act] if act not in {Act.REGISTER, Act.BUY}},
    **dict.fromkeys(("like", "thank"), Act.LIKE),
    "follow": Act.SUBSCRIBE,
}
OFF_VALUES = frozenset({"0", "false", "no", "off"})
# Keys whose value is free text, and path parts whose child is a name: what stands there is content.
TEXT_KEYS = _words(
    """
    q query s search searchterm keyword keywords k term text title subject name tag tags user username author
    forum board category label topic thread slug word words
    """
)
NAMING_PARTS = _words("tag tags tagged label labels keyword keywords wiki search threads topics discussions")

PHRASES: dict[Act, frozenset[str]] = {
    Act.LOGOUT: _phrases(
        """
        log out, logout, logoff, signout, abmelden, ausloggen, deconnexion, desconectar, salir, sair, esci,
        disconnetti, выход, выйти, wyloguj, uitloggen, afmelden, çıkış, 退出, 注销, 登出, ログアウト, خروج, log off,
        sign out, sign off, log me out, logout durchführen, déconnexion, se déconnecter, cerrar sesión,
        cerrar sesion, desconectarse, finalizar sesión, terminar sessão, encerrar sessão, disconnettiti, 退出登录,
        wyloguj się, çıkış yap, oturumu kapat, تسجيل الخروج, logga ut, log ud, odhlásit, 로그아웃
        """
    ),
    Act.DELETE: _phrases(
        """
        delete, remove, löschen, supprimer, elimina, eliminar, borrar, excluir, apagar, cancella, удалить, usuń,
        verwijder, verwijderen, sil, 删除, 削除, حذف, delete post, delete this post, delete thread, delete topic,
        delete comment, beitrag löschen, thema löschen, entfernen, effacer, 刪除, 削除する, skasuj, mesajı sil,
        ta bort, 삭제
        """
    ),
    Act.VOTE: _phrases(
        """
        vote, rate, vote up, upvote, vote down, downvote, abstimmen, voter, vota, votar, голосовать, stem, stemmen,
        投票, 投票する, تصويت, vote now, cast vote, rate this thread, bewerten, thema bewerten, проголосовать,
        顶一下, 踩一下, głosuj, zagłosuj, oy ver, صوت, 추천
        """
    ),
    Act.REPORT: _phrases(
        """
        report, melden, flag, signaler, denunciar, reportar, segnala, пожаловаться, zgłoś, rapporteren, 举报, 通報,
        تبليغ, report post, report this post, report abuse, report spam, flag post, beitrag melden, signaler un abus,
        reportar mensaje, segnala messaggio, жалоба, сообщить модератору, 檢舉, 通報する, zgłoś post,
        melden aan moderator, rapporteer, şikayet et, bildir, إبلاغ, rapportera, 신고
        """
    ),
    Act.MARK_READ: _phrases(
        """
        mark read, mark as read, mark all read, mark all as read, mark forum read, mark forums read,
        mark all forums read, mark topics read, mark this forum read, mark board read,
        alle foren als gelesen markieren, foren als gelesen markieren, als gelesen markieren,
        themen als gelesen markieren, marquer comme lu, tout marquer comme lu, marquer tout comme lu,
        marquer tous les forums comme lus, marcar como leído, marcar todo como leído, marcar como lido,
        marcar tudo como lido, segna come letto, segna tutti come letti, отметить прочитанным,
        отметить все как прочитанные, отметить все форумы как прочитанные, 标记为已读, 全部标为已读, 既読にする,
        すべて既読にする, oznacz jako przeczytane, oznacz wszystkie jako przeczytane, markeer als gelezen,
        alles als gelezen markeren, markeer alles als gelezen, okundu say, okundu olarak işaretle,
        tümünü okundu işaretle, تعليم كمقروء, اعتبار كل المنتديات مقروءة
        """
    ),
    Act.REPLY: _phrases(
        """
        reply, post reply, antworten, répondre, responder, rispondi, ответить, odpowiedz, beantwoorden, antwoorden,
        cevapla, 回复, 回帖, 返信, 返信する, رد, post a reply, add reply, quick reply, reply to this topic,
        reply to thread, reply to this post, reply to topic, add comment, add a comment, leave a comment,
        leave a reply, post comment, post a comment, your answer, answer this question, antwort schreiben,
        antwort erstellen, auf thema antworten, kommentieren, poster une réponse, commenter, responder al tema,
        publicar respuesta, comentar, responder ao tópico, commenta, ответить в тему, комментировать, 回覆, 发表回复,
        コメントする, skomentuj, reageren, reageer, cevap yaz, yanıtla, yorum yap, أضف ردا, إضافة رد, svara, 답글
        """
    ),
    Act.POST: _phrases(
        """
        发帖, 新規投稿, new thread, new topic, new post, new poll, post new thread, post new topic, start new topic,
        start a new thread, start a discussion, create topic, create new topic, new discussion, ask a question,
        ask question, neues thema, neues thema erstellen, thema erstellen, neuer beitrag, frage stellen,
        nouveau sujet, nouvelle discussion, poser une question, nuevo tema, crear tema, nuevo hilo,
        hacer una pregunta, novo tópico, criar tópico, nova mensagem, nuovo argomento, nuova discussione,
        apri discussione, новая тема, создать тему, задать вопрос, 发表新帖, 发新帖, 發表新帖, 新規トピック,
        スレッドを立てる, 質問する, nowy temat, utwórz temat, zadaj pytanie, nieuw onderwerp, nieuw topic,
        nieuwe discussie, yeni konu, konu aç, yeni mesaj, موضوع جديد, إضافة موضوع جديد, nytt ämne, 글쓰기
        """
    ),
    Act.QUOTE: _phrases(
        """
        quote, multiquote, zitieren, citer, cita, citar, цитировать, cytuj, citeren, 引用, reply with quote,
        quote this post, multi-quote, quote reply, mit zitat antworten, zitat, antwort mit zitat, répondre en citant,
        responder citando, responder con cita, quota, rispondi quotando, цитата, ответить с цитированием, 引用回复,
        引用返信, 引用する, odpowiedz z cytatem, citeer, alıntı, alıntıla, alıntı yap, اقتباس, رد مع اقتباس, citera,
        인용
        """
    ),
    Act.EDIT: _phrases(
        """
        edit, bearbeiten, modifier, editar, modifica, редактировать, edytuj, bewerken, düzenle, 编辑, 編集, 編集する,
        تعديل, edit post, edit this post, edit message, edit topic, ändern, editieren, beitrag bearbeiten, éditer,
        editar mensaje, modificar, изменить, правка, 編輯, wijzigen, mesajı düzenle, تحرير, redigera, 수정
        """
    ),
    Act.SUBSCRIBE: _phrases(
        """
        subscribe, unsubscribe, watch, unwatch, follow, unfollow, bookmark, abonnieren, suscribirse, subscrever,
        подписаться, subskrybuj, abonneren, 订阅, 收藏, 購読, subscribe topic, subscribe to this topic,
        subscribe to this thread, watch this topic, watch thread, watch topic, watch this thread, follow this topic,
        notify me of replies, bookmark this topic, add to favorites, add to favourites, thema abonnieren, beobachten,
        thema beobachten, forum abonnieren, lesezeichen setzen, s'abonner, suivre, suivre ce sujet,
        suscribirse al tema, segui, seguir, inscrever-se, acompanhar, iscriviti alla discussione,
        подписаться на тему, отписаться, следить за темой, в закладки, 关注, 訂閱, 購読する, フォロー, フォローする,
        obserwuj, śledź temat, volgen, volg dit onderwerp, abone ol, takip et, konuyu takip et, اشتراك, متابعة,
        الاشتراك في الموضوع
        """
    ),
    Act.LIKE: _phrases(
        """
        like, unlike, dislike, thank, thanks, kudos, curtir, нравится, спасибо, leuk, beğen, 点赞, 赞, いいね,
        like this post, thank you, say thanks, thank post, give kudos, gefällt mir, danke, danke sagen, bedanken,
        j'aime, merci, me gusta, gracias, dar las gracias, gosto, agradecer, mi piace, grazie, сказать спасибо, 感谢,
        讚, いいね！, lubię to, podziękuj, vind ik leuk, bedankt, teşekkür, teşekkür et, أعجبني, شكر, شكرا
        """
    ),
    Act.BUY: _phrases(
        """
        buy, checkout, donate, kaufen, acheter, comprar, acquista, купить, kopen, 购买, 購入, شراء, buy now,
        add to cart, add to basket, check out, order now, jetzt kaufen, in den warenkorb, zur kasse, spenden,
        ajouter au panier, faire un don, añadir al carrito, donar, adicionar ao carrinho, doar, aggiungi al carrello,
        в корзину, 立即购买, 加入购物车, 購入する, カートに入れる, kup teraz, do koszyka, in winkelwagen, doneren,
        satın al, sepete ekle, اشتر الآن
        """
    ),
    Act.REGISTER: _phrases(
        """
        register, تسجيل, iscriviti, signup, join, registrieren, inscription, registrar, registrarse, cadastrar,
        registrati, регистрация, zarejestruj, rejestracja, registreren, 注册, 新規登録, 会員登録, sign up, join now,
        create account, create an account, register now, jetzt registrieren, konto erstellen, s'inscrire,
        m'enregistrer, s'enregistrer, créer un compte, regístrate, crear cuenta, crear una cuenta, registrar-se,
        registre-se, cadastre-se, criar conta, crea account, зарегистрироваться, 立即注册, 註冊, zarejestruj się,
        account aanmaken, kayıt ol, kaydol, üye ol, التسجيل, إنشاء حساب, registrera, 회원가입
        """
    ),
    Act.MESSAGE: _phrases(
        """
        mp, send message, pm, share, send private message, private message, send pm, send a private message,
        email this topic, send email, email to friend, tell a friend, nachricht senden, pn senden,
        private nachricht senden, e-mail senden, envoyer un message, envoyer un message privé, enviar mensaje,
        enviar mensaje privado, enviar mensagem, enviar mensagem privada, invia messaggio, отправить сообщение,
        личное сообщение, 发消息, 发送消息, 发送私信, メッセージを送る, wyślij wiadomość, stuur bericht,
        privébericht sturen, özel mesaj gönder, mesaj gönder, إرسال رسالة, إرسال رسالة خاصة
        """
    ),
    Act.MODERATE: _phrases(
        """
        hide, unhide, hide post, hide this post, hide thread, hide topic, ausblenden, masquer, ocultar, nascondi,
        скрыть, ukryj, verbergen, gizle, 隐藏, 隱藏, 非表示
        """
    ),
}
