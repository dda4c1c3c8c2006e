"""A document as plain text, for a terminal and for a pipe: the answer first, nothing around it.

Headings, captions and the glossary, which help to find one's way in a long document, are left out.
Every text is shown on its own line by what the document is made of, never by what stands in it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from reports.document.blocks import (
    ABOUT,
    AT_LEAST,
    AT_MOST,
    BETWEEN,
    EXACTLY,
    Blank,
    Block,
    Code,
    Columns,
    Commands,
    Document,
    Facts,
    Finding,
    Fold,
    Grid,
    Items,
    Number,
    Paragraph,
    Picture,
    Section,
    Sign,
    SignOff,
    Status,
    Term,
    Text,
    Verdict,
    as_text,
)
from reports.document.spelling import spelled
from reports.document.text_columns import columns, folded
from reports.document.visible import visible

# Prose is folded here, however wide the terminal is: longer lines are hard to read.
PROSE = 90
_INDENT = "  "
_BLANK = "_" * 20
# Of a folded grid, and of findings in a row, so many are shown.
_SHOWN = 20
# A longer exact form, and bounds, are left to the other settings and to JSON.
_LONGEST_EXACT = 60
_E = "·e^("
# A decimal by itself is correctly rounded; a bound says so.
_WORDS = {EXACTLY: "", AT_MOST: "at most ", AT_LEAST: "at least ", ABOUT: ""}
_JOINTS = {EXACTLY: " = ", AT_MOST: ", at most ", AT_LEAST: ", at least ", ABOUT: ", about "}


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the text is for: ``width`` of a line (None: whole lines), and its encoding."""

    width: int | None = None
    encoding: str = "utf-8"

    def shown(self, text: str) -> str:
        """Return a text with what hides or is lacking written out."""
        return spelled(visible(text), self.encoding)


WHOLE_LINES = Sheet()


def to_text(document: Document, sheet: Sheet = WHOLE_LINES) -> str:
    """Return the document as text, without a newline at its end."""
    return blocks_text((*document.summary, *document.sections), sheet)


def blocks_text(several: Iterable[Block], sheet: Sheet = WHOLE_LINES) -> str:
    """Return blocks as text, a blank line between them; findings in a row make one block.

    >>> print(blocks_text([Paragraph(("a",)), Items((("b",), ("c",)))]))
    a
    <BLANKLINE>
    b
    c
    """
    return "\n\n".join("\n".join(lines) for lines in _parts(several, sheet) if lines)


def _parts(several: Iterable[Block], sheet: Sheet) -> Iterator[list[str]]:
    for are_findings, group in groupby(several, lambda block: isinstance(block, Finding)):
        if are_findings:
            yield _findings(group, sheet)
        else:
            for block in group:
                if isinstance(block, (Section, Fold)):
                    yield from _parts(block.blocks, sheet)
                elif isinstance(block, Columns):
                    yield from _parts((*block.left, *block.right), sheet)
                else:
                    yield _block(block, sheet)


def _block(block: Block, sheet: Sheet) -> list[str]:  # noqa: PLR0911 -- one for each kind of block
    match block:
        case Paragraph(text):
            narrow = PROSE if sheet.width is None else min(PROSE, sheet.width)
            return folded(_text(text, sheet), narrow)
        case Items(entries):
            return [line for entry in entries for line in _hanging(_text(entry, sheet), sheet)]
        case Facts(_, entries):
            rows = [(_text(name, sheet), _text(value, sheet)) for name, value in entries]
            return columns(rows, width=sheet.width) if rows else []
        case Grid():
            return _grid(block, sheet)
        case Commands(lines):
            return [sheet.shown(line) for line in lines]  # whole: they are typed as they stand
        case Picture():
            return _block(Paragraph((block.alternative,)), sheet)
        case Verdict():
            said = [
                sheet.shown(block.words or block.headline),
                *(_text(text, sheet) for text in block.promises),
            ]
            return [line for each in said for line in _hanging(each, sheet)]
        case SignOff():
            signed = [f"{sheet.shown(a)}: {sheet.shown(b) or _BLANK}" for a, b in block.lines]
            return [line for each in signed for line in _hanging(each, sheet)]
    raise AssertionError(block)


def _findings(several: Iterable[Block], sheet: Sheet) -> list[str]:
    """Return findings, one to a line."""
    found = [block for block in several if isinstance(block, Finding)]
    lines = [line for each in found[:_SHOWN] for line in _hanging(_finding(each, sheet), sheet)]
    hidden = len(found) - _SHOWN
    return lines + _hanging(f"... and {hidden} more (see --json)", sheet) * (hidden > 0)


def _finding(finding: Finding, sheet: Sheet) -> str:
    said, advice = (
        _text(as_text(words), sheet, _exact) for words in (finding.message, finding.remedy)
    )
    head = sheet.shown(f"{finding.severity.upper()} {finding.code}")
    return f"{head}: {said}; {advice}."


def _grid(grid: Grid, sheet: Sheet) -> list[str]:
    """Return the cells in columns; of a folded grid the first rows, and how many there are more."""
    most = _SHOWN if grid.folded else len(grid.rows)
    rows = [[_text(cell, sheet, _brief) for cell in row] for row in grid.rows[:most]]
    titles = [sheet.shown(column.word or column.title) for column in grid.columns]
    lines = columns(rows, titles, sheet.width)
    hidden = len(grid.rows) - most
    if hidden > 0:
        lines += ["", *_hanging(f"... and {hidden} rows more; --json shows them all.", sheet)]
    return lines


def _hanging(line: str, sheet: Sheet) -> list[str]:
    return folded(line, sheet.width, _INDENT)


def _text(text: Text, sheet: Sheet, form: Callable[[Number], str] | None = None) -> str:
    """Return a text on one line; ``form`` says how a number is shown, else in both forms."""
    parts = []
    for part in text:
        match part:
            case Number():
                parts.append((form or _number)(part))
            case Sign():
                parts.append(part.word)
            case Blank():
                parts.append(_BLANK)
            case Code(words) | Term(words) | Status(words):
                parts.append(words)
            case str():
                parts.append(part)
    return sheet.shown("".join(parts))


def _exact(number: Number) -> str:
    """Return a number in a sentence: exact, but for a long one or one that is known by bounds.

    A difference of two numbers says little to people: its decimal stands beside it.
    """
    return _number(number) if _is_long(number) or _E in number.exact else number.exact


def _brief(number: Number) -> str:
    return _WORDS[number.relation] + number.decimal


def _number(number: Number) -> str:
    """Return both forms of a number where the exact one is short.

    >>> _number(Number("0.334", "1/3", AT_MOST)), _number(Number("0.25", "1/4"))
    ('1/3, at most 0.334', '1/4 = 0.25')
    >>> _number(Number("0.5", "between 0.499 and 0.501", ABOUT))
    '0.5'
    """
    if _is_long(number) or number.exact == number.decimal:
        return _brief(number)
    return number.exact + _JOINTS[number.relation] + number.decimal


def _is_long(number: Number) -> bool:
    return len(number.exact) > _LONGEST_EXACT or number.exact.startswith(BETWEEN)
