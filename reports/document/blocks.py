"""A document as a value: what is said to people, apart from how it is set.

HTML, PDF and Markdown are three settings of this one value, so they cannot say different things.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from reports.plots.drawing import Drawing

EXACTLY, AT_MOST, AT_LEAST, ABOUT = "=", "≤", "≥", "≈"
# Begins the exact form of a number that is known by two bounds.
BETWEEN = "between"


@dataclass(frozen=True, slots=True)
class Number:
    """One number in two forms: a decimal for people, and its exact form.

    ``relation`` says what the decimal is to the number: the number is at most the decimal
    (rounded up), at least it (rounded down), about it (correctly rounded to nearest), or equal.
    """

    decimal: str
    exact: str
    relation: str = EXACTLY


@dataclass(frozen=True, slots=True)
class Code:
    """A command, a file name, a hash: set in a fixed-width face, never broken into words."""

    text: str


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the trade, with the name of its entry in the glossary."""

    text: str
    entry: str


@dataclass(frozen=True, slots=True)
class Status:
    """A verdict in one word: holds, fails, undecided, not claimed; error, warning, note."""

    word: str


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign of the trade, such as δ; plain text has the word for it."""

    sign: str
    word: str


@dataclass(frozen=True, slots=True)
class Blank:
    """A place that is filled in by hand."""


Inline = str | Number | Code | Term | Status | Sign | Blank
Text = tuple[Inline, ...]
# A text of which most are plain.
Words = str | Text


def as_text(words: Words) -> Text:
    """Return words as a text.

    >>> as_text("plain")
    ('plain',)
    """
    return (words,) if isinstance(words, str) else words


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph."""

    text: Text


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    entries: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """Names with their values, such as the parameters of a table."""

    caption: str
    entries: tuple[tuple[Text, Text], ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a grid; numeric columns are set flush right and sorted by value.

    ``word`` is the title in plain text, where it has signs.
    """

    title: str
    numeric: bool = False
    word: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of cells. ``name`` is unique in a document.

    A folded grid opens on demand, and is not printed where it is long. ``sortable`` says that rows
    of other orders make sense: not where each column is a thing and each row another measure.
    """

    name: str
    caption: str
    columns: tuple[Column, ...]
    rows: Sequence[tuple[Text, ...]]
    folded: bool = False
    sortable: bool = True


@dataclass(frozen=True, slots=True)
class Commands:
    """Lines to type at a prompt."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing with what it shows in words (``alternative``) and the numbers behind it.

    ``drawing`` holds whole SVG elements that draw with presentation attributes alone, and can stand
    in a file of their own; ``name`` is unique in a document and serves as the name of that file.
    """

    name: str
    title: str
    alternative: str
    caption: Text
    drawing: Drawing
    behind: Grid


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to know before release: how grave, its code, what is so, what to do."""

    severity: str
    code: str
    message: Words
    remedy: Words


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer, before anything else: one word, one sentence, and what it promises.

    ``words`` is the sentence in plain text, where it has signs.
    """

    status: str
    headline: str
    promises: tuple[Text, ...]
    words: str = ""


@dataclass(frozen=True, slots=True)
class SignOff:
    """Lines to sign on paper: one for each role, with the names that are known already."""

    roles: tuple[str, ...]
    names: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """Each role with its name, or with none."""
        return tuple(zip_longest(self.roles, self.names[: len(self.roles)], fillvalue=""))


@dataclass(frozen=True, slots=True)
class Columns:
    """Blocks side by side where there is room, and else one after the other."""

    left: "tuple[Block, ...]"
    right: "tuple[Block, ...]"


@dataclass(frozen=True, slots=True)
class Fold:
    """Details under a title: on a screen they open on demand, on paper they stand at the end."""

    title: str
    blocks: "tuple[Block, ...]"


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what stands under it; sections nest."""

    name: str
    title: str
    blocks: "tuple[Block, ...]"


Block = (
    Paragraph
    | Items
    | Facts
    | Grid
    | Commands
    | Picture
    | Finding
    | Verdict
    | SignOff
    | Columns
    | Fold
    | Section
)


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the glossary: ``name`` is what a Term points to."""

    name: str
    title: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Document:
    """A whole document. ``summary`` fits a page; ``sections`` follow; the glossary is last."""

    title: str
    subtitle: str
    summary: tuple[Block, ...]
    sections: tuple[Section, ...]
    glossary: tuple[Entry, ...]
