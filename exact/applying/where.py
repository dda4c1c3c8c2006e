"""Which records are tabulated: conditions in a small language of its own, never SQL from outside.

A condition is COLUMN OPERATOR VALUE. Equality compares text; an order compares decimal numbers,
and a record whose value is no number does not meet it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from exact.applying.names import quoted, text_literal
from exact.errors import InputError

_CONDITION = re.compile(
    r"(?P<column>[^=<>!]+?)\s*(?P<sign>>=|<=|!=|=|<|>)\s*(?P<value>.*)", re.DOTALL
)
_NUMBER = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,9})?")
MOST_CONDITIONS = 20
_NUMBERS = "DECIMAL(38, 9)"


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition on a column.

    >>> condition("age>=16").sql
    'TRY_CAST("age" AS DECIMAL(38, 9)) >= 16'
    >>> print(condition("sex = F").sql)
    coalesce(CAST("sex" AS VARCHAR), '') = 'F'
    """

    column: str
    sign: str
    value: str

    @property
    def sql(self) -> str:
        """The condition as SQL; a missing category is equal to the empty text."""
        name = quoted(self.column)
        if self.sign in ("=", "!="):
            sign = "<>" if self.sign == "!=" else "="
            return f"coalesce(CAST({name} AS VARCHAR), '') {sign} {text_literal(self.value)}"
        return f"TRY_CAST({name} AS {_NUMBERS}) {self.sign} {self.value}"

    @property
    def text(self) -> str:
        """The condition as it is written."""
        return f"{self.column}{self.sign}{self.value}"


def condition(text: str) -> Condition:
    """Return a condition as it was given on the command line or in a plan."""
    found = _CONDITION.fullmatch(text.strip())
    if found is None:
        raise InputError("where", text, "is no condition", "give for example 'age>=16' or sex=F")
    column, sign, value = found["column"].strip(), found["sign"], found["value"].strip()
    if sign not in ("=", "!=") and not _NUMBER.fullmatch(value):
        rule = f"{sign} compares numbers, and {value!r} is none"
        raise InputError("where", text, rule, "compare with a decimal such as 16 or 0.5")
    return Condition(column, sign, value)


def conditions(given: Sequence[str]) -> tuple[Condition, ...]:
    """Return all conditions; a record must meet each of them."""
    if len(given) > MOST_CONDITIONS:
        rule = f"are more than {MOST_CONDITIONS} conditions"
        raise InputError("where", len(given), rule, "select the records before")
    return tuple(map(condition, given))
