"""The forms of the page as values: what may be asked, and how it stands in the page's address."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

TEXT, NUMBER, CHOICE, SWITCH, RANGE = "text", "number", "choice", "switch", "range"
ON = "on"
# The longest value that an address may bring: more is no answer to any of the questions.
MOST_LETTERS = 400

State = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Field:
    """One question of a form: its name, its words, its kind, and what it is at first."""

    name: str
    label: str
    kind: str
    first: str
    choices: Mapping[str, str] = field(default_factory=dict)
    least: int = 0
    most: int = 0
    help: str = ""

    def taken(self, value: str | None) -> str:
        """Return a value that came from outside, or the first one where it can be none."""
        if value is None or len(value) > MOST_LETTERS or not value.isprintable():
            return self.first
        if self.kind in (CHOICE, SWITCH) and value not in {*self.choices, "", self.first, ON}:
            return self.first
        if self.kind == RANGE and not self._within(value):
            return self.first
        return value

    def _within(self, value: str) -> bool:
        short = value.isascii() and value.isdecimal() and len(value) < 6
        return short and self.least <= int(value) <= self.most


def state_of(fields: tuple[Field, ...], given: Mapping[str, str]) -> dict[str, str]:
    """Return the value of every field, as given or as at first.

    >>> state_of((Field("D", "largest noise", RANGE, "5", least=1, most=50),), {"D": "700"})
    {'D': '5'}
    """
    return {asked.name: asked.taken(given.get(asked.name)) for asked in fields}


def address_of(tab: str, fields: tuple[Field, ...], state: State) -> str:
    """Return the query of the page's address: the tab, and every answer that is not the first.

    >>> address_of("design", (Field("D", "largest noise", RANGE, "5"),), {"D": "7"})
    'tab=design&D=7'
    """
    said = {f.name: state[f.name] for f in fields if state.get(f.name, f.first) != f.first}
    return urlencode({"tab": tab, **said})
