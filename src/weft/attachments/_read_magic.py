"""The first bytes of formats, and what suffixes of texts mean. Data, and the few formats that take more than a look."""

from __future__ import annotations

# offset, bytes, kind, suffix; the first that fits counts
MAGIC: tuple[tuple[int, bytes, str, str], ...] = (
    (0, b"\x89PNG\r\n\x1a\n", "image", "png"),
    (0, b"\xff\xd8\xff", "image", "jpg"),
    (0, b"GIF87a", "image", "gif"),
    (0, b"GIF89a", "image", "gif"),
    (0, b"II*\0", "image", "tif"),
    (0, b"MM\0*", "image", "tif"),
    (0, b"8BPS", "image", "psd"),
    (0, b"gimp xcf", "image", "xcf"),
    (0, b"\0\0\1\0", "image", "ico"),
    (0, b"\0\0\0\x0cjP  ", "image", "jp2"),
    (0, b"\0\0\0\x0cJXL ", "image", "jxl"),
    (0, b"\xff\x0a", "image", "jxl"),
    (0, b"\xd7\xcd\xc6\x9a", "image", "wmf"),
    (40, b" EMF", "image", "emf"),
    (0, b"\x1f\x8b\x08", "archive", "gz"),
    (0, b"BZh", "archive", "bz2"),
    (0, b"\xfd7zXZ\0", "archive", "xz"),
    (0, b"\x28\xb5\x2f\xfd", "archive", "zst"),
    (0, b"7z\xbc\xaf\x27\x1c", "archive", "7z"),
    (0, b"Rar!\x1a\x07", "archive", "rar"),
    (257, b"ustar", "archive", "tar"),
    (0, b"\x1f\x9d", "archive", "z"),
    (0, b"LZIP", "archive", "lz"),
    (2, b"-lh", "archive", "lzh"),
    (0, b"\x60\xea", "archive", "arj"),
    (0, b"MSCF", "archive", "cab"),
    (0, b"!<arch>\ndebian", "archive", "deb"),
    (0, b"\xed\xab\xee\xdb", "archive", "rpm"),
    (0, b"xar!", "archive", "xar"),
    (0, b"\x04\x22\x4d\x18", "archive", "lz4"),
    (0, b"ID3", "audio", "mp3"),
    (0, b"fLaC", "audio", "flac"),
    (0, b"MThd", "audio", "mid"),
    (0, b"#!AMR", "audio", "amr"),
    (0, b"MAC ", "audio", "ape"),
    (0, b".snd", "audio", "au"),
    (0, b"wvpk", "audio", "wv"),
    (0, b"FLV\1", "video", "flv"),
    (0, b"\0\0\1\xba", "video", "mpg"),
    (0, b"\0\0\1\xb3", "video", "mpg"),
    (0, b".RMF", "video", "rm"),
    (0, b"\xffWPC", "document", "wpd"),
    (0, b"AT&TFORM", "document", "djvu"),
    (0, b"ITSF", "document", "chm"),
    (60, b"BOOKMOBI", "document", "mobi"),
    (0, b"MZ", "other", "exe"),
    (0, b"\x7fELF", "other", "elf"),
    (0, b"\xca\xfe\xba\xbe", "other", "class"),
    (0, b"\xcf\xfa\xed\xfe", "other", "macho"),
    (0, b"SQLite format 3\0", "other", "sqlite"),
    (0, b"OTTO\0", "other", "otf"),
    (0, b"\0\1\0\0\0", "other", "ttf"),
    (0, b"wOFF", "other", "woff"),
    (0, b"wOF2", "other", "woff2"),
    (0, b"FWS", "other", "swf"),
    (0, b"CWS", "other", "swf"),
    (0, b"\0asm", "other", "wasm"),
    (0, b"d8:announce", "other", "torrent"),
    (0, b"AC10", "other", "dwg"),
    (0, b"-----BEGIN PGP", "text", "asc"),
)

_TEXTS = (
    "txt text md markdown rst log nfo diz json xml yaml yml toml ini cfg conf properties env srt sub vtt tex bib "
    "org adoc asciidoc po pot ics vcf rss atom opml kml gpx geojson ldif mbox reg inf plist url desktop m3u m3u8 "
    "pls cue"
)
_CODES = (
    "c h cc cpp cxx hpp hh cs java kt kts scala groovy go rs swift m mm d zig nim py pyw pyx ipynb rb pl pm t php "
    "phtml phps asp aspx jsp js mjs cjs jsx ts tsx vue css scss less sass sh bash zsh fish csh ksh bat cmd ps1 "
    "psm1 vbs vb bas cls frm sql r jl lua tcl awk sed hs lhs ml mli fs fsx clj cljs lisp lsp el scm rkt erl ex exs "
    "pas pp dpr f f77 f90 f95 for ada adb ads asm s v vhd vhdl sv cob cbl pro dart coffee elm cr nix tf proto "
    "thrift graphql cmake mk make gradle diff patch ino pde au3 ahk nsi gd glsl hlsl frag vert cu"
)
# What a suffix means when the bytes are text.
TEXT_KINDS: dict[str, str] = {
    **dict.fromkeys(_TEXTS.split(), "text"),
    **dict.fromkeys(_CODES.split(), "code"),
    **dict.fromkeys(("csv", "tsv", "tab"), "spreadsheet"),
}

# Formats whose first bytes say nothing for sure: their names are believed unless the bytes are text or known.
VAGUE_KINDS: dict[str, str] = {
    **dict.fromkeys(("mp3", "aac", "mp2", "ac3", "dts", "mod", "xm", "s3m", "raw"), "audio"),
    **dict.fromkeys(("mpg", "mpeg", "ts", "m2ts", "vob"), "video"),
    **dict.fromkeys(("tga", "pcx", "dds", "cr2", "nef", "arw", "dng", "xbm"), "image"),
    **dict.fromkeys(("lzma", "ace", "iso", "img", "dmg", "zoo", "sit", "hqx", "pak"), "archive"),
}

_RIFF = {b"WAVE": ("audio", "wav"), b"AVI ": ("video", "avi"), b"WEBP": ("image", "webp"), b"RMID": ("audio", "mid")}
_BRANDS = (  # ISO base media files: the first letters of their brand
    (b"heic", "image", "heic"),
    (b"heix", "image", "heic"),
    (b"mif1", "image", "heic"),
    (b"avif", "image", "avif"),
    (b"M4A", "audio", "m4a"),
    (b"M4B", "audio", "m4a"),
    (b"qt", "video", "mov"),
    (b"3gp", "video", "3gp"),
    (b"", "video", "mp4"),
)
_BMP_HEADERS = {12, 40, 52, 56, 64, 108, 124}
_ASF = bytes.fromhex("3026b2758e66cf11a6d900aa0062ce6c")


def find_media(head: bytes) -> tuple[str, str] | None:
    """Give kind and suffix of media whose first bytes need more than comparing, or of an old tar; None if none fits."""
    if head[:4] == b"RIFF" and head[8:12] in _RIFF:
        return _RIFF[head[8:12]]
    if head[4:8] == b"ftyp":
        brand = head[8:12]
        return next((kind, suffix) for start, kind, suffix in _BRANDS if brand.startswith(start))
    if head[:4] == b"\x1a\x45\xdf\xa3":
        return ("video", "webm") if b"webm" in head[:64] else ("video", "mkv")
    if head[:4] == b"OggS":
        return ("video", "ogv") if b"theora" in head[:512] else ("audio", "ogg")
    if head[:4] == b"FORM" and head[8:12] in (b"AIFF", b"AIFC"):
        return "audio", "aiff"
    if head.startswith(_ASF):
        return "video", "wmv"
    if head[:2] == b"BM" and int.from_bytes(head[14:18], "little") in _BMP_HEADERS:
        return "image", "bmp"
    if len(head) > 376 and head[0] == head[188] == head[376] == 0x47:
        return "video", "ts"
    if len(head) > 4 and head[0] == 0xFF and _is_mpeg_audio(head):
        return "audio", "aac" if head[1] & 0xF6 == 0xF0 else "mp3"
    return ("archive", "tar") if _is_old_tar(head) else None


def _is_mpeg_audio(head: bytes) -> bool:
    """A frame of MPEG audio: sync, and a version, layer, rate and frequency that exist."""
    if head[1] & 0xF6 == 0xF0:  # ADTS
        return head[2] >> 2 & 0xF < 13
    version, layer, rate, frequency = head[1] >> 3 & 3, head[1] >> 1 & 3, head[2] >> 4, head[2] >> 2 & 3
    return head[1] >= 0xE0 and version != 1 and layer != 0 and 0 < rate < 15 and frequency != 3


def _is_old_tar(head: bytes) -> bool:
    """Tar before it had a magic: the checksum of the first header."""
    if len(head) < 512 or not head[:1].strip(b"\0"):
        return False
    try:
        declared = int(head[148:156].strip(b"\0 ") or b"-1", 8)
    except ValueError:
        return False
    return declared == sum(head[:148]) + 8 * 0x20 + sum(head[156:512])
