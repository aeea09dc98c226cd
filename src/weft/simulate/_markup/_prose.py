"""What users wrote inside posts, in the ways forums mark it up."""

from __future__ import annotations

from dataclasses import dataclass

from weft.simulate._markup._text import Pen, escape, link
from weft.simulate._views import Block, BlockKind, PostView

_FACES = (":)", ";-)", ":D", ":(", "8-)", ":?:")
_TINTS = ("#8b0000", "#00507a", "darkgreen", "#7a3e00")


@dataclass(frozen=True, slots=True)
class Prose:
    """One markup's templates for pieces of a post; the default is plain modern HTML."""

    paragraph: str = "<p>{text}</p>\n"
    quote: str = "<blockquote><p>{author} {wrote}:</p>{text}</blockquote>\n"
    code: str = "<pre><code>{text}</code></pre>\n"
    heading: str = "<h4>{text}</h4>\n"
    face: str = ' <img src="/images/faces/{n}.gif" alt="{alt}" width="15" height="15">'
    image: str = '<p><img src="{src}" alt="{alt}"></p>\n'
    is_plain: bool = False  # text as mail has it: no elements in what users wrote

    def write(self, post: PostView, pen: Pen) -> str:
        """Write the body of a post; the same post always gets the same user-made markup."""
        return "".join([self._block(block, post.id + index, pen) for index, block in enumerate(post.body)])

    def _block(self, block: Block, seed: int, pen: Pen) -> str:
        match block.kind:
            case BlockKind.QUOTE:
                return self._quote(block, seed, pen)
            case BlockKind.CODE:
                return self.code.format(text=escape("\n".join(block.lines)), title=pen.word("code"))
            case BlockKind.LIST:
                return _write_plain_list(block) if self.is_plain else _write_list(block, seed)
            case BlockKind.IMAGE:
                return self._image(block)
        return self._paragraph(block, seed)

    def _paragraph(self, block: Block, seed: int) -> str:
        lines = [escape(line) for line in block.lines]
        if block.link is not None:
            lines.append(link(block.link))
        head = ""
        if seed % 13 == 5 and len(lines) > 2:
            head = self.heading.format(text=lines.pop(0))
        elif seed % 5 == 2 and lines and not self.is_plain:
            lines[0] = _emphasise(lines[0], seed)
        text = " ".join(lines)
        if seed % 3 == 0:
            text += self.face.format(n=seed % 23, alt=_FACES[seed % len(_FACES)])
        return head + self.paragraph.format(text=text)

    def _quote(self, block: Block, seed: int, pen: Pen) -> str:
        lines = [escape(line) for line in block.lines]
        if self.is_plain:
            return self.quote.format(author=escape(block.author), wrote=pen.word("wrote"), text="\n&gt; ".join(lines))
        if seed % 4 == 1 and len(lines) > 1:  # an older quote inside the quote
            lines[0] = f"<blockquote>{lines[0]}</blockquote>"
        text = " ".join(lines)
        if block.link is not None:
            text += link(block.link, inner="&uarr;")
        return self.quote.format(author=escape(block.author), wrote=pen.word("wrote"), text=text)

    def _image(self, block: Block) -> str:
        alt = escape(" ".join(block.lines))
        if block.link is None:
            return self.paragraph.format(text=f"[{alt}]")
        return self.image.format(src=escape(block.link.href), alt=alt or escape(block.link.text))


def _emphasise(text: str, seed: int) -> str:
    if seed % 2:
        return f"<b>{text}</b>"
    return f'<span style="color:{_TINTS[seed % len(_TINTS)]};font-size:120%">{text}</span>'


def _write_plain_list(block: Block) -> str:
    items = "".join([f"  * {escape(line)}\n" for line in block.lines])
    return items + (f"  * {link(block.link)}\n\n" if block.link is not None else "\n")


def _write_list(block: Block, seed: int) -> str:
    items = [escape(line) for line in block.lines]
    if block.link is not None:
        items.append(link(block.link))
    if seed % 3 == 2:
        rows = "".join([f'<tr><td><img src="/images/dot.gif" alt=""></td><td>{item}</td></tr>' for item in items])
        return f'<table border="1" class="own">{rows}</table>\n'
    tag = "ol" if seed % 3 else "ul"
    return f"<{tag}>{''.join([f'<li>{item}</li>' for item in items])}</{tag}>\n"
