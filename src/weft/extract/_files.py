"""Files and pictures that a post carries: links to files, offered by name, and pictures shown in the text."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any
from urllib.parse import unquote

import re2
from selectolax.lexbor import LexborNode

from weft.extract._addresses import image_address
from weft.extract._body_fragment import Attributes, Fragment, flatten
from weft.extract._body_text import is_face
from weft.extract._names import first_inside
from weft.page import Attachment
from weft.urls import FILMS, PICTURES, resolve

# Kinds of files by the end of their names. Not among them: what is a page, and what is also the end of a host's name.
_OTHER_KINDS = (
    "pdf djvu epub mobi azw3 fb2 ps eps doc docx docm dot dotx odt rtf txt md tex log nfo csv tsv xls xlsx xlsm ods "
    "ppt pptx pps ppsx odp vsd key pages numbers zip rar 7z gz tgz tar bz2 xz zst lzma cab arj iso img dmg exe msi apk "
    "ipa jar war deb rpm bin rom hex mp3 wav ogg oga flac m4a aac wma mid midi opus srt sub ass torrent xml json yaml "
    "yml sql db sqlite ini cfg conf reg bat ps1 patch diff stl dwg dxf step stp obj gpx kml kmz ics vcf eml msg ttf "
    "otf woff dll sav pcap swf gcode blend skp 3mf ino"
)
_PAGE_KINDS = "html htm xhtml shtml php php3 php5 asp aspx jsp jspx cgi do pl cfm action"
_KINDS = (PICTURES | FILMS).union(_OTHER_KINDS.split())
_PAGES = frozenset(_PAGE_KINDS.split())
_NAME = re.compile(r"([^\s/\\<>|\"?*:][^/\\<>|\"?*:\n]{0,180}?\.([A-Za-z0-9]{1,6}))(?=$|[\s(\[,;–-]|\xa0)")
_SIZE = re.compile(r"\d(?:[.,]\d+)?\s?(?:[kmg]i?b|bytes|ko|mo|go|кб|мб|байт|octets|字节)\b", re.IGNORECASE)
_MAX_NAME_CHARS = 200
_SMALL_PIXELS = 48  # a picture not larger than this is a face or a mark
# What pictures that belong to the page rather than to the post are called in addresses, in several languages.
_DULL = re.compile(
    r"smil|emot|emoji|smaj|avatar|/icons?[/_-]|icon_|spacer|clear\.gif|blank\.gif|pixel\.gif", re.IGNORECASE
)
_CALLED = re.compile(r":[^\s:]{1,30}:")  # a face that is called by its name
_MAY_NAME = re.compile(r"\.[A-Za-z0-9]{1,6}(?:$|[?&#;/])")
_MAX_END_CHARS = 6
_VALUES = re.compile(r"=([^&;]+)")
_CARRIERS = frozenset({"a", "img", "video", "audio", "embed"})
_MANY_POSTS = 2  # that show one picture of their own
_DULL_SHARE = 0.3  # of the pictures in a folder that several posts show
_PIECES_AFTER, _CHARS_AFTER = 6, 60  # how far behind a link its file's size may stand
_PIECES_BESIDE, _CHARS_BESIDE = 16, 240  # and its name and size, where the link itself has no words
_NO_QUOTES: Mapping[int, int] = MappingProxyType({})


def read_files(nodes: Sequence[LexborNode], base: str, skip: Collection[int] = ()) -> tuple[Attachment, ...]:
    """Give the files that a box outside a post's text offers, each once. Never raises."""
    return find_files(flatten(nodes, skip, has_forms=True), base)


def may_offer(links: Iterable[tuple[LexborNode, Attributes]]) -> bool:
    """Tell at a glance whether one of the links may offer a file: it says so, or a name in it ends like a file's."""
    pieces: list[str] = []
    boxes: set[int] = set()  # around links without words or pictures: a file's name may stand beside them
    for link, attributes in links:
        if "download" in attributes:
            return True
        pieces.append(attributes.get("href") or "")
        text = link.text()
        box = link.parent if not text.strip() and first_inside(link, "img") is None else None
        if box is not None and box.mem_id not in boxes:
            boxes.add(box.mem_id)
            text = box.text(separator=" ").strip()
        if "." in text:
            pieces.append(text[:_MAX_NAME_CHARS])
    return _ends().Match(" ".join(pieces).encode("utf-8", "replace")) is not None


@cache
def _ends() -> Any:
    """Give what tells whether some names end like files': one look at all links of a page, which have many dots."""
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1  # in which no other signs are taken for small letters of names
    kinds = "|".join(sorted(kind for kind in _KINDS if len(kind) <= _MAX_END_CHARS))
    found = re2.Set.SearchSet(options)
    found.Add(f"(?i)\\.(?:{kinds})(?:[^a-z0-9]|$)")
    found.Compile()
    return found


def may_be_given(picture: LexborNode) -> bool:
    """Tell at a glance whether a picture outside a post's text may be a file given to the forum: it is called so."""
    alt = picture.attributes.get("alt") or ""
    return "." in alt and bool(kind_of(alt.strip()))


def is_given(file: Attachment, words: str) -> bool:
    """Tell whether a picture outside a post's text is a file given to the forum.

    Its name is not that of its address, and is written beside it.
    """
    return file.image and bool(file.name) and file.name not in unquote(file.url) and file.name in words


def find_files(fragment: Fragment, base: str, quotes: Mapping[int, int] = _NO_QUOTES) -> tuple[Attachment, ...]:
    """Give the files and pictures of a fragment, each once; those inside quotes are of other posts.

    `quotes` maps the first piece of a quote to the end of its last one.
    """
    if _CARRIERS.isdisjoint(fragment.kinds):
        return ()
    found: dict[str, Attachment] = {}
    skipped = 0  # pieces before this number are done
    for at, tag in enumerate(fragment.tags):
        if at < skipped:
            continue
        if at in quotes:
            skipped = quotes[at]
        elif tag in _CARRIERS:
            file = _read_carrier(fragment, at, base)
            if file is not None:
                found.setdefault(file.url, file)
                skipped = fragment.ends[at]
    return tuple(found.values())


def learn_decorations(posts: Iterable[Sequence[Attachment]]) -> frozenset[str]:
    """Give the addresses, and the folders, of pictures that belong to the site: several posts show the same one.

    Of a folder in which many are such, all are: faces and marks. Those addresses end with "/".
    """
    counts = Counter(file.url for files in posts for file in set(files) if file.image)
    folders: dict[str, list[bool]] = defaultdict(list)
    for url, count in counts.items():
        folders[_folder(url)].append(count >= _MANY_POSTS)
    dull = {folder for folder, repeats in folders.items() if sum(repeats) >= _DULL_SHARE * len(repeats)}
    return frozenset({url for url, count in counts.items() if count >= _MANY_POSTS} | dull)


def is_decoration(file: Attachment, known: Container[str]) -> bool:
    """Tell whether a picture is among those learned."""
    return file.image and (file.url in known or _folder(file.url) in known)


def kind_of(name: str) -> str:
    """Give the kind that a file's name suggests: what follows its last dot, if that is a kind of file."""
    ending = name.rpartition(".")[2].lower() if "." in name else ""
    return ending if ending in _KINDS else ""


def _folder(url: str) -> str:
    return url.partition("?")[0].rpartition("/")[0] + "/"


def _read_carrier(fragment: Fragment, at: int, base: str) -> Attachment | None:
    tag, attributes = fragment.tags[at], fragment.attributes[at]
    if tag == "a":
        return _read_link(fragment, at, base)
    if tag == "img":
        return _read_picture(attributes, base)
    url = resolve(attributes.get("src") or attributes.get("data-src") or "", base)
    name = _last_step(url or "")
    return Attachment(url, name, kind_of(name), image=False) if url and kind_of(name) else None


def _read_link(fragment: Fragment, at: int, base: str) -> Attachment | None:
    """Read a link as an offer of a file: by the name it shows, by the name it saves as, by where it leads."""
    attributes = fragment.attributes[at]
    href, end = attributes.get("href") or "", fragment.ends[at]
    if not href or href[0] == "#":
        return None
    text = fragment.words(at, end)
    preview = next((inner for inner in range(at, end) if fragment.tags[inner] == "img"), None)
    is_bare = not text and preview is None
    shown_name = _name_beside(fragment, at) if is_bare else _shown_name(text, _text_after(fragment, end))
    name = shown_name or (attributes.get("download") or "").strip()
    if not name and preview is not None:
        shown = fragment.attributes[preview]
        name = _shown_name(shown.get("alt") or "", "") or _shown_name(shown.get("title") or "", "")
    if not name and "download" not in attributes and not _MAY_NAME.search(href):
        return None
    url = resolve(href, base)
    if url is None:
        return None
    name = name or _named_in(url)
    if not name and "download" not in attributes:
        return None
    kind = kind_of(name) or kind_of(_named_in(url))
    return Attachment(url, name, kind, image=preview is not None and kind in PICTURES and not shown_name)


def _name_beside(fragment: Fragment, at: int) -> str:
    """Give the file's name, its size behind it, that follows a link without words in their box: the link is its sign.

    Nothing else may be linked there.
    """
    end, box = fragment.ends[at], fragment.parents[at]
    last = min(fragment.ends[box] if box >= 0 else len(fragment), end + _PIECES_BESIDE)
    if any(fragment.tags[other] == "a" and "href" in fragment.attributes[other] for other in range(end, last)):
        return ""
    text = fragment.words(end, last)[:_CHARS_BESIDE]
    match = _NAME.match(text)
    return match.group(1) if match and kind_of(match.group(1)) and _SIZE.search(text, match.end()) else ""


def _text_after(fragment: Fragment, end: int) -> str:
    """Give the little text that follows a link."""
    return fragment.words(end, end + _PIECES_AFTER)[:_CHARS_AFTER]


def _shown_name(text: str, following: str) -> str:
    """Give the file's name that a text is, but for a size; of a kind not known only with its size behind it."""
    if not text or len(text) > _MAX_NAME_CHARS:
        return ""
    match = _NAME.match(text)
    if match is None:
        return ""
    name, ending, rest = match.group(1), match.group(2).lower(), text[match.end() :]
    if _SIZE.search(rest) or (not rest.strip(" ()[]*") and _SIZE.search(following)):
        return name if ending not in _PAGES else ""
    return name if ending in _KINDS and not rest.strip(" .()[]*") else ""


def _named_in(url: str) -> str:
    """Give the name of a file at the end of an address, in its path or in a parameter."""
    path, _, query = url.partition("?")
    name = _last_step(path)
    if kind_of(name):
        return name
    for value in _VALUES.findall(query):
        step = unquote(value).rpartition("/")[2][:_MAX_NAME_CHARS]
        if kind_of(step):
            return step
    return ""


def _last_step(url: str) -> str:
    """Give the last step of a path, readable; "" for the host alone."""
    path = url.partition("?")[0].partition("://")[2] or url
    return unquote(path.rpartition("/")[2])[:_MAX_NAME_CHARS] if "/" in path else ""


def _read_picture(attributes: Attributes, base: str) -> Attachment | None:
    """Read a picture shown in the text, unless it is a face or a mark: small, or called like one."""
    if any(_is_small(attributes.get(side)) for side in ("width", "height")):
        return None
    alt = (attributes.get("alt") or "").strip()
    if is_face(alt) or _CALLED.fullmatch(alt):
        return None
    url = image_address(attributes, base)
    if not url or _DULL.search(url):
        return None
    name = _named_in(url) or (alt if kind_of(alt) else "")
    return Attachment(url, name, kind_of(name), image=True)


def _is_small(pixels: str | None) -> bool:
    digits = (pixels or "").strip().removesuffix("px")
    return digits.isdecimal() and len(digits) < 6 and int(digits) <= _SMALL_PIXELS
