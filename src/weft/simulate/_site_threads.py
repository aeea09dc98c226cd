"""Pages of posts: threads and their print views."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from weft.simulate._chance import Salt, mix, share
from weft.simulate._files import File, FileKind, files_of
from weft.simulate._kinds import Kind, Trait
from weft.simulate._model import ForumModel, Post
from weft.simulate._places import Place, Spot
from weft.simulate._site_canvas import ADS_EVERY, Canvas
from weft.simulate._site_lists import tags_of
from weft.simulate._views import AdRow, Anchor, Block, BlockKind, FileLink, PostView, PrintView, ThreadView

EDIT_SHARE = 0.05
SIGNATURE_SHARE = 0.3
OUTSIDE_SHARE, INSIDE_SHARE = 0.04, 0.03  # of posts that link elsewhere, and to another thread
RELATED_THREADS = 4


def show_thread(canvas: Canvas, place: Place) -> ThreadView:
    """Build a page of a thread."""
    thread = canvas.model.thread(place.id)
    pages = canvas.director.thread_pages(place.id)
    return ThreadView(
        canvas.frame(thread.title, canvas.crumbs(thread.board), place, pages),
        thread.title,
        posts=_posts(canvas, place),
        pager=canvas.pager(place, pages),
        previous_thread=_step(canvas, place.id, "previous_thread"),
        next_thread=_step(canvas, place.id, "next_thread"),
        tools=_tools(canvas, place.id),
        tags=tags_of(canvas, place.id),
        related=_related(canvas, place.id),
        locked=thread.locked,
        layout=place.id % 2 if canvas.has(Trait.TWO_LAYOUTS) else 0,
    )


def show_print(canvas: Canvas, place: Place) -> PrintView:
    """Build the bare page of a whole thread."""
    thread = canvas.model.thread(place.id)
    posts = tuple(
        _post(canvas, place.id, index, number) for number, index in enumerate(canvas.snapshot.order(place.id), 1)
    )
    return PrintView(canvas.frame(thread.title), thread.title, posts)


def page_posts(canvas: Canvas, place: Place) -> tuple[Post, ...]:
    """Give the posts a thread page shows, in its order."""
    size = canvas.plot.sizes.posts
    shown = canvas.snapshot.order(place.id)[(place.page - 1) * size : place.page * size]
    return tuple(canvas.model.post(place.id, index) for index in shown)


def compose_body(
    model: ForumModel, post: Post, href: Callable[[Place], str], *, edited: bool = False
) -> tuple[Block, ...]:
    """Give a post's body: what it quotes, what was written, what was added when it was edited, a link now and then."""
    blocks = _quote(model, post) + model.prose.body(post.id)
    if edited:
        blocks += (Block(BlockKind.PARAGRAPH, (model.prose.sentence(Salt.EDIT, post.id),)),)
    draw = share(model.seed, Salt.QUOTE, post.id)
    if draw < OUTSIDE_SHARE:
        link = Anchor(f"site{post.id % 97}.example", f"https://site{post.id % 97}.example/pages/{post.id}")
    elif draw < OUTSIDE_SHARE + INSIDE_SHARE and post.thread > 1:
        other = 1 + mix(model.seed, Salt.QUOTE, post.id) % (post.thread - 1)
        link = Anchor(model.thread(other).title, href(Place(Spot.THREAD, other)))
    else:
        return blocks
    last = blocks[-1]
    return (
        (*blocks[:-1], Block(last.kind, last.lines, last.author, link)) if last.kind is BlockKind.PARAGRAPH else blocks
    )


def _quote(model: ForumModel, post: Post) -> tuple[Block, ...]:
    """Forums and lists quote what they answer; nested kinds show it by place."""
    parent = model.parent_index(post.thread, post.index) if model.kind in {Kind.FORUM, Kind.MAILING_LIST} else None
    if parent is None:
        return ()
    quoted = model.post(post.thread, parent)
    lines = model.prose.body(quoted.id)[0].lines[:2]
    return (Block(BlockKind.QUOTE, lines, author=model.prose.user_name(quoted.author)),)


def _posts(canvas: Canvas, place: Place) -> tuple[PostView | AdRow, ...]:
    size = canvas.plot.sizes.posts
    begin = (place.page - 1) * size
    shown: list[PostView | AdRow] = []
    for number, index in enumerate(canvas.snapshot.order(place.id)[begin : begin + size], 1):
        shown.append(_post(canvas, place.id, index, begin + number))
        if canvas.has(Trait.ADS) and number % ADS_EVERY == 1 and size > 1:
            shown.append(canvas.advert(place.id * 1000 + number))
    return tuple(shown)


def _post(canvas: Canvas, thread: int, index: int, number: int) -> PostView:
    model, post = canvas.model, canvas.model.post(thread, index)
    voted = model.kind in {Kind.QA, Kind.COMMENTS}
    return PostView(
        post.id,
        number,
        canvas.user(post.author),
        model.joined(post.author),
        canvas.snapshot.posts_by(post.author),
        post.time,
        compose_body(model, post, canvas.href, edited=is_edited(canvas, post)),
        _permalink(canvas, post, number),
        location=model.prose.tag(post.author) if post.author % 3 else "",
        signature=_signature(model, post.author),
        files=tuple(_file(canvas, file) for file in files_of(model, post.id)) if canvas.has(Trait.ATTACHMENTS) else (),
        actions=_actions(canvas, post),
        edited=_edited(canvas, post),
        depth=canvas.snapshot.depth(thread, index),
        reply_to=_reply_to(canvas, post),
        votes=canvas.snapshot.votes(post) if voted else None,
        accepted=model.kind is Kind.QA and index > 0 and _accepted(canvas, thread) == index,
    )


def _permalink(canvas: Canvas, post: Post, number: int) -> Anchor | None:
    if not canvas.has(Trait.PERMALINKS):
        return None
    return Anchor(f"#{number}", canvas.href(Place(Spot.POST, post.id), f"p{post.id}"), title=canvas.words["permalink"])


def _signature(model: ForumModel, user: int) -> str:
    has_one = share(model.seed, Salt.USER, user, 1) < SIGNATURE_SHARE and model.kind is not Kind.COMMENTS
    return model.prose.sentence(Salt.USER, user) if has_one else ""


def _file(canvas: Canvas, file: File) -> FileLink:
    # the second address: on such sites every other file is linked by it
    spot = Spot.FILE_TWIN if canvas.has(Trait.FILE_TWINS) and file.id % 2 else Spot.FILE
    href = canvas.href(Place(spot, file.id))
    return FileLink(file.name, href, len(file.content), file.kind is FileKind.PNG, mix(file.id) % 300)


def _actions(canvas: Canvas, post: Post) -> tuple[Anchor, ...]:
    votes = ("vote_up", "vote_down") if canvas.model.kind in {Kind.QA, Kind.COMMENTS} else ()
    deletes = ("delete",) if post.id % 10 == 0 else ()
    return canvas.walls(("reply", "quote"), post.id) + canvas.acts((*votes, "report", *deletes), post.id)


def is_edited(canvas: Canvas, post: Post) -> bool:
    """Tell whether a post's text is another one by now."""
    moment = canvas.plot.fates.edit_time(canvas.model, post)
    return moment is not None and moment <= canvas.now


def _edited(canvas: Canvas, post: Post) -> datetime | None:
    draw = share(canvas.model.seed, Salt.EDIT, post.id)
    edited = post.time + timedelta(minutes=1 + int(draw / EDIT_SHARE * 600))
    return edited if draw < EDIT_SHARE and edited <= canvas.now else None


def _reply_to(canvas: Canvas, post: Post) -> Anchor | None:
    parent = canvas.model.parent_index(post.thread, post.index)
    if parent is None or canvas.model.kind is Kind.FORUM:
        return None
    answered = canvas.model.post(post.thread, parent)
    name = canvas.model.prose.user_name(answered.author)
    if canvas.has(Trait.PERMALINKS):
        return Anchor(name, canvas.href(Place(Spot.POST, answered.id), f"p{answered.id}"))
    page = canvas.director.page_of(post.thread, parent)
    return Anchor(name, canvas.href(Place(Spot.THREAD, post.thread, page), f"p{answered.id}"))


def _accepted(canvas: Canvas, thread: int) -> int:
    """Give the index of the answer with most votes; 0 where there is none."""
    answers = [index for index, parent in enumerate(canvas.snapshot.parents(thread)) if parent == 0]
    return max(answers, key=lambda index: canvas.snapshot.votes(canvas.model.post(thread, index)), default=0)


def _step(canvas: Canvas, thread: int, word: str) -> Anchor | None:
    return canvas.link(word, Place(Spot.STEP, thread, word=word)) if canvas.has(Trait.THREAD_STEPS) else None


def _tools(canvas: Canvas, thread: int) -> tuple[Anchor, ...]:
    bare = (canvas.link("print", Place(Spot.PRINT, thread), shy=True),) if canvas.has(Trait.PRINT_VIEWS) else ()
    return bare + canvas.walls(("email", "watch", "reply"), thread)


def _related(canvas: Canvas, thread: int) -> tuple[Anchor, ...]:
    if not canvas.has(Trait.RELATED):
        return ()
    draws = (mix(canvas.model.seed, Salt.TAGS, thread, place) for place in range(RELATED_THREADS))
    others = dict.fromkeys(draw % canvas.snapshot.threads + 1 for draw in draws)
    return tuple(
        Anchor(canvas.model.thread(t).title, canvas.href(Place(Spot.THREAD, t))) for t in others if t != thread
    )
