"""What the setting of one page keeps: the ids in use, the glossary, the headings so far."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import count

from reports.document.blocks import Text
from reports.document.html_text import inline
from reports.document.slugs import slugs


class Ids:
    """Hands out ids made from names that may hold anything; none is given twice.

    >>> ids = Ids()
    >>> ids.take("grid", "Law & <b>"), ids.take("grid", "law b"), ids.take("grid", "†")
    ('grid-law-b', 'grid-law-b-2', 'grid-x')
    """

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, kind: str, name: str) -> str:
        """Return an id that begins with ``kind`` and reads like ``name``."""
        chosen = first = f"{kind}-{slugs([name])[name]}"
        for number in count(2):
            if chosen not in self._taken:
                break
            chosen = f"{first}-{number}"
        self._taken.add(chosen)
        return chosen


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the table of contents, with those below it."""

    id: str
    title: str
    below: "list[Heading]"


@dataclass(frozen=True, slots=True)
class Setting:
    """The place in the page: ``level`` is that of the next heading, ``headings`` its siblings."""

    ids: Ids
    glossary: Mapping[str, str]
    headings: list[Heading]
    level: int = 2

    def under(self, heading: Heading) -> "Setting":
        """Return the place below ``heading``."""
        return replace(self, headings=heading.below, level=self.level + 1)

    def text(self, text: Text) -> str:
        """Return a text as HTML, its terms linked."""
        return inline(text, self.glossary)
