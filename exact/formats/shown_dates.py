"""Which styles of an Excel workbook show a number as a date or a time (ECMA-376 18.8.30, 18.8.31).

A workbook stores a date as a number; that it is one, only the format of its style says. A style is
an ``xf`` in ``cellXfs`` that names a format by its number: built-in, or a code in ``numFmts``.
"""

import re
from itertools import chain
from xml.parsers.expat import ParserCreate

from exact.errors import InputError

# Built-in dates and times: of every language, of East Asian and of Thai ones.
_BUILT_IN = frozenset(
    chain(range(14, 23), range(27, 37), range(45, 48), range(50, 59), range(71, 82))
)
# What is no token of a date: quoted, escaped, blank as wide as a character, repeated, in brackets
# that do not count hours, minutes or seconds, the general format, an exponent.
_NO_TOKEN = re.compile(
    r'"[^"]*"?|[\\_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]?|general|e[+-]', re.DOTALL | re.IGNORECASE
)
# Day, month or minute, year, hour, second; the years and eras of Thailand and Japan.
_TOKEN = re.compile("[dmyhsbeg]", re.IGNORECASE)
# Excel itself keeps no more than 65,490.
_MAX_STYLES = 1 << 16


def shows_date(code: str) -> bool:
    r"""Return whether a number format shows a date or a time in any of its sections.

    >>> [shows_date(code) for code in ("yyyy-mm-dd", "[h]:mm", "mmm", '0;"no";[Red]d')]
    [True, True, True, True]
    >>> [shows_date(code) for code in ("General", "0.00E+00", "0%", "@", '0 "days"', r"_d0\h")]
    [False, False, False, False, False, False]
    """
    return _TOKEN.search(_NO_TOKEN.sub("", code)) is not None


def styles_of_dates(content: bytes) -> list[bool]:
    """Return for each style of a ``styles.xml`` whether it shows a date or a time.

    Requires that the XML defines no entities; nothing of it is kept but the numbers of formats.

    >>> styles_of_dates(b'<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>'
    ...                 b'</styleSheet>')
    [False, True]
    """
    styles: list[int] = []
    dates, path = set(_BUILT_IN), list[str]()
    written: set[int] = set()

    def start(name: str, attributes: dict[str, str]) -> None:
        path.append(name.rpartition(" ")[2])
        if path[1:] == ["cellXfs", "xf"]:
            styles.append(int(attributes.get("numFmtId", "0")))
            _check_number(styles)
        elif path[1:] == ["numFmts", "numFmt"]:
            _take(int(attributes["numFmtId"]), attributes["formatCode"], dates, written)

    parser = ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: path.pop()
    parser.Parse(content, True)
    return [number in dates for number in styles]


def _take(number: int, code: str, dates: set[int], written: set[int]) -> None:
    """Take a written format in place of a built-in one; of two with one number a date counts."""
    if number not in written:
        dates.discard(number)
    written.add(number)
    if shows_date(code):
        dates.add(number)


def _check_number(styles: list[int]) -> None:
    """Refuse more styles than a workbook may have."""
    if len(styles) > _MAX_STYLES:
        rule, remedy = f"has more than {_MAX_STYLES} styles", "save it with Excel, or use CSV"
        raise InputError("file", "workbook", rule, remedy)
