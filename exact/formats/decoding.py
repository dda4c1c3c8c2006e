"""Bytes into text: gzip, byte order mark, character set, line ends; nothing grows without bound."""

import zlib

from exact.errors import InputError

MAX_TEXT = 64 << 20
MAX_LINES = 5_000_000
_GZIP = b"\x1f\x8b"
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
    room, rest = MAX_TEXT + 1, content
    while rest:
        if not rest.startswith(_GZIP):
            # RFC 1952 knows no other bytes between members; zeros at the end are padding of tar.
            if rest.strip(b"\0"):
                raise InputError("file", "gzip", "has other bytes after the end", "compress again")
            break
        part, rest = _member(rest, room)
        parts.append(part)
        room -= len(part)
        if room <= 0:
            raise InputError("file", "gzip", "expands to more than 64 MiB", "give a ptable")
    return b"".join(parts)


def _member(content: bytes, room: int) -> tuple[bytes, bytes]:
    """Return at most ``room`` bytes of one gzip member, and what follows it."""
    member = zlib.decompressobj(wbits=31)
    try:
        plain = member.decompress(content, room)
    except zlib.error as error:
        raise InputError("file", "gzip", f"is damaged ({error})", "compress it again") from None
    if not member.eof and len(plain) < room:
        raise InputError("file", "gzip", "ends too early", "compress it again")
    return plain, member.unused_data
