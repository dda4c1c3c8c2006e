r"""Text as GitHub-flavoured Markdown: nothing in it is taken for markup.

Every ASCII punctuation mark may be written with a backslash before it (CommonMark 0.31, 2.4), so
what could begin markup gets one; a reader of the source is spared the rest.
"""

import re
from collections.abc import Sequence

from reports.document.visible import visible

# Markup anywhere; "$" begins mathematics in repositories, "#" ends headings. Then entities
# (&amp;), and what is made a link without being asked: https://, www.
_MARKUP = re.compile(r"[\\`*_\[\]<>~$#]|&(?=[#A-Za-z])|:(?=//)|(?<=www)\.", re.IGNORECASE)
# An address becomes a link even with a backslash in it; a comment divides it.
_ADDRESS = re.compile(r"(?<=[\w.+-])@(?=\w)")
_LIST_OR_RULE = re.compile(r"^([-+=])(?=[-+=\s]|$)")
_NUMBERED = re.compile(r"^(\d{1,9})([.)])(?=\s|$)")
_SPACE = "&#32;"


def escape(text: str) -> str:
    r"""Return ``text`` so that Markdown shows it as it is.

    A pipe is markup only in a table, and gets its backslash there.

    >>> print(escape("a_b *c* <d> https://x"))
    a\_b \*c\* \<d\> https\://x
    """
    return _ADDRESS.sub("<!-- -->@", _MARKUP.sub(r"\\\g<0>", visible(text)))


def code_span(text: str) -> str:
    r"""Return ``text`` as code, between more backticks than it has in a row.

    >>> print(code_span("a`b"), code_span("`"), code_span("x | y"))
    ``a`b`` `` ` `` `x | y`
    """
    shown = visible(text)
    if not shown:
        return ""
    ticks = "`" * (longest_run(shown, "`") + 1)
    # One space at each end is taken away again; needed beside a backtick or a space (6.1).
    pad = " " if shown[0] in "` " or shown[-1] in "` " else ""
    return f"{ticks}{pad}{shown}{pad}{ticks}" if shown.strip(" ") else f"{ticks}{shown}{ticks}"


def fence(lines: Sequence[str]) -> str:
    r"""Return lines as a block of code, its fence longer than any run of backticks inside.

    >>> print(fence(["ptcert check a.json"]))
    ```sh
    ptcert check a.json
    ```
    """
    shown = [visible(line) for line in lines]
    ticks = "`" * max(3, longest_run("\n".join(shown), "`") + 1)
    return "\n".join([f"{ticks}sh", *shown, ticks])


def longest_run(text: str, character: str) -> int:
    """Return how often ``character`` stands in a row, at most."""
    return max(map(len, re.findall(f"{re.escape(character)}+", text)), default=0)


def line(markdown: str) -> str:
    r"""Return Markdown as one line of text that begins no list, no rule and no block of code.

    >>> print(line("- a"), line("1. b"), line("-0.5"), line(" c"))
    \- a 1\. b -0.5 &#32;c
    """
    begun = _NUMBERED.sub(r"\1\\\2", _LIST_OR_RULE.sub(r"\\\1", markdown))
    return _kept_spaces(begun)


def pipe_table(titles: Sequence[str], right: Sequence[bool], rows: Sequence[Sequence[str]]) -> str:
    r"""Return Markdown cells as a table; those of columns marked ``right`` are set flush right.

    A table is divided into cells before anything else: a pipe needs a backslash even in code, and
    exactly one is taken away again (GFM 0.29, 4.10).

    >>> print(pipe_table(["a", "b"], [False, True], [["`x|y`", "1"]]))
    | a | b |
    | --- | ---: |
    | `x\|y` | 1 |
    """
    rule = ["---:" if flush else "---" for flush in right]
    cells = [[_cell(cell) for cell in row] for row in (titles, *rows)]
    lines = [cells[0], rule, *cells[1:]]
    return "\n".join("| " + " | ".join(row) + " |" for row in lines)


def _cell(markdown: str) -> str:
    return _kept_spaces(markdown.replace("|", "\\|"))


def _kept_spaces(markdown: str) -> str:
    """Return Markdown with the spaces at its ends, which would be dropped, written by number."""
    inside = markdown.strip(" ")
    before = len(markdown) - len(markdown.lstrip(" "))
    after = len(markdown) - before - len(inside)
    return _SPACE * before + inside + _SPACE * after
