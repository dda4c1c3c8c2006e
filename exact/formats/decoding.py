"""Bytes into text: gzip, byte order mark, character set, line ends; nothing grows without bound."""

import zlib

from exact.errors import InputError

MAX_TEXT = 64 << 20
MAX_LINES = 5_000_000
_GZIP = b"\x1f\x8b"
# A gzip member has at least 20 bytes; a piece of this size leaves little over.
_PIECE = 64
# A program that compresses in blocks makes one in some 64 kB: a thousand for the largest file.
_MAX_MEMBERS = 10_000
_UTF8_MARK = b"\xef\xbb\xbf"


def decode(content: bytes) -> str:
    r"""Return the text of a file with LF line ends, refusing more than 64 MiB or 5 million lines.

    UTF-8 where the bytes are that, Latin-1 elsewhere (every byte is a Latin-1 character).

    >>> decode(b"\xef\xbb\xbfa\r\nb\xe9\r\n")
    'a\nbé\n'
    """
    plain = _expanded(content) if content.startswith(_GZIP) else content
    if len(plain) > MAX_TEXT:
        raise InputError("file", f"{len(plain)} bytes", "is larger than 64 MiB", "give a ptable")
    text = _characters(plain.removeprefix(_UTF8_MARK))
    if "\0" in text:
        raise InputError("file", "a NUL character", "is not text in UTF-8", "save it as UTF-8")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.count("\n") + 1
    if lines > MAX_LINES:
        raise InputError("file", f"{lines} lines", "has more than 5 million lines", "split it")
    return text


def _characters(plain: bytes) -> str:
    try:
        return plain.decode("utf-8")
    except UnicodeDecodeError:
        return plain.decode("latin-1")


def _expanded(content: bytes) -> bytes:
    """Expand gzip, member after member, stopping where the limit is passed: a bomb stays small."""
    parts: list[bytes] = []
    room, position = MAX_TEXT + 1, 0
    while position < len(content):
        if not content.startswith(_GZIP, position):
            # RFC 1952 knows no other bytes between members; zeros at the end are padding of tar.
            if content[position:].strip(b"\0"):
                raise InputError("file", "gzip", "has other bytes after the end", "compress again")
            break
        if len(parts) == _MAX_MEMBERS:
            rule = f"has more than {_MAX_MEMBERS} members"
            raise InputError("file", "gzip", rule, "compress the whole again")
        part, position = _member(content, position, room)
        parts.append(part)
        room -= len(part)
        if room <= 0:
            raise InputError("file", "gzip", "expands to more than 64 MiB", "give a ptable")
    return b"".join(parts)


def _member(content: bytes, position: int, room: int) -> tuple[bytes, int]:
    """Return at most ``room`` bytes of the gzip member that begins at a position, and its end.

    The content is given out in pieces that grow by half of what was given: what is left of the
    last one is no longer than the member (or 64 bytes), so many members cost no more than one.
    """
    member, start = zlib.decompressobj(wbits=31), position
    parts: list[bytes] = []
    try:
        while not member.eof and room > 0 and position < len(content):
            end = position + max(_PIECE, (position - start) // 2)
            parts.append(member.decompress(content[position:end], room))
            room -= len(parts[-1])
            position = min(end, len(content))
    except zlib.error as error:
        raise InputError("file", "gzip", f"is damaged ({error})", "compress it again") from None
    if not member.eof and room > 0:
        raise InputError("file", "gzip", "ends too early", "compress it again")
    return b"".join(parts), position - len(member.unused_data)
