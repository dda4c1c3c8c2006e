"""A small reader of the Markdown that reports write: what a renderer would show of it.

It follows the specification (CommonMark 0.31, GFM 0.29), not the writer: a backslash before any
ASCII punctuation, spans of code by runs of backticks, links, bold, numbered characters, comments.
"""

import re
from string import punctuation

_SKIPPED = re.compile(r"<!-- -->|</?sup>|<a id=\"[a-z0-9-]+\"></a>|\*\*")
_LINK = re.compile(r"\]\([^()\s]*\)")
_NUMBERED = re.compile(r"&#(\d+);")


def shown(markdown: str) -> str:
    """Return the text that inline Markdown shows."""
    text, place = "", 0
    while place < len(markdown):
        piece, place = _next(markdown, place)
        text += piece
    return text


def _next(markdown: str, place: int) -> tuple[str, int]:
    here = markdown[place]
    if here == "\\" and markdown[place + 1 : place + 2] in tuple(punctuation):
        return markdown[place + 1], place + 2
    if here == "`":
        return _code(markdown, place)
    if here == "[":
        return "", place + 1
    for pattern in (_SKIPPED, _LINK):
        if found := pattern.match(markdown, place):
            return "", found.end()
    if found := _NUMBERED.match(markdown, place):
        return chr(int(found[1])), found.end()
    return here, place + 1


def _code(markdown: str, place: int) -> tuple[str, int]:
    """Return the span that begins at ``place`` (6.1): it ends at the next run of equal length."""
    opening = re.compile("`+").match(markdown, place)
    assert opening is not None
    closing = re.compile(f"(?<!`){opening[0]}(?!`)").search(markdown, opening.end())
    assert closing is not None, f"a span of code without end: {markdown!r}"
    inside = markdown[opening.end() : closing.start()]
    if inside[:1] == inside[-1:] == " " and inside.strip(" "):
        inside = inside[1:-1]
    return inside, closing.end()


def outside_code(markdown: str) -> str:
    """Return Markdown without its blocks and spans of code, and without what a backslash guards."""
    blocks_gone = re.sub(r"(?ms)^(`{3,})sh\n.*?^\1$", "", markdown)
    kept, place = "", 0
    while place < len(blocks_gone):
        if blocks_gone[place] in "\\`":
            _, place = _next(blocks_gone, place)
        else:
            kept += blocks_gone[place]
            place += 1
    return kept


def cells(row: str) -> list[str]:
    """Return the cells of a row of a table, as Markdown (GFM 4.10)."""
    assert row.startswith("| ")
    assert row.endswith(" |")
    parts = re.split(r"(?<!\\)\|", row)[1:-1]
    return [part.strip(" ").replace("\\|", "|") for part in parts]


def tables(markdown: str) -> list[list[list[str]]]:
    """Return the shown cells of every table, its header first and without the line of dashes."""
    found: list[list[list[str]]] = []
    for lines in re.findall(r"(?:^\|.*\n)+", markdown, re.MULTILINE):
        rows = [cells(row) for row in lines.splitlines()]
        assert all(re.fullmatch(r"---:?", cell) for cell in rows[1])
        assert len({len(row) for row in rows}) == 1
        found.append([[shown(cell) for cell in row] for row in (rows[0], *rows[2:])])
    return found
