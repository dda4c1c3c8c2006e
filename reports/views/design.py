"""A design for machines and for people."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from exact.design.table import RuleChoice
from exact.errors import power_of_two
from exact.laws.maxent import MaxEntLaw
from exact.laws.rates import Rate
from exact.numbers.enclosure import Enclosure, narrow_enclosure
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import PTable
from reports.decimals import nearest
from reports.document.blocks import ABOUT, Block
from reports.document.blocks import Number as Decimal
from reports.document.making import Cell, facts, grid, lines
from reports.jsons import (
    WORKING_DIGITS,
    Number,
    delta_json,
    enclosure_json,
    epsilon_json,
    rational_json,
)
from reports.numbers import at_most, enclosed, rational, upper

_START_BITS = 160
_SHOWN_NOISE = 5


@dataclass(frozen=True, slots=True)
class Designed:
    """A law with what the design knows about it, and its table."""

    law: MaxEntLaw
    epsilon: Epsilon | None
    target: Fraction | None
    delta: Enclosure | None
    failing_delta: Enclosure | None
    best_delta: Enclosure | None
    table: PTable
    rule: str
    choices: tuple[RuleChoice, ...]


def design_json(made: Designed) -> dict[str, object]:
    """Return the design for machines; ``cdf`` is c^Q(z) for z = -D..D, (4.2)."""
    smaller = made.failing_delta
    return {
        "D": made.law.D,
        "gamma": _gamma_json(made.law.rate),
        "variance": enclosure_json(made.law.variance(WORKING_DIGITS)),
        "epsilon": None if made.epsilon is None else epsilon_json(made.epsilon),
        "target_delta": None if made.target is None else rational_json(made.target),
        "delta": None if made.delta is None else enclosure_json(made.delta),
        "smaller_D": None
        if smaller is None
        else {"D": made.law.D - 1, "delta": enclosure_json(smaller)},
        "best_delta": None if made.best_delta is None else enclosure_json(made.best_delta),
        "keysize": made.table.keysize,
        "rule": made.rule,
        "rules": [{"rule": c.rule, "delta": delta_json(c.delta)} for c in made.choices],
        "recommended_rule": made.choices[0].rule if made.choices else None,
        "cdf": list(cmf_of(made.table)),
    }


def design_blocks(made: Designed, output: str | None) -> tuple[Block, ...]:
    """Return the design for people."""
    titles = ("rule", "tight delta of the table", "")
    rules = (grid(titles, _rules(made), "Rules"),) if made.choices else ()
    return (facts(_facts(made), "Design"), *rules, *lookup_blocks(made.table, output))


def lookup_blocks(table: PTable, output: str | None) -> tuple[Block, ...]:
    """Return the lookup of the last row, and where the table was written."""
    written = f"Table written to {output}" if output else "No file written; give -o FILE for one."
    titles = ("noise", "keys from", "to", "number of keys")
    return grid(titles, _lookup_rows(table), "Lookup"), lines(written)


def _facts(made: Designed) -> list[tuple[str, Cell]]:
    law = made.law
    found: list[tuple[str, Cell]] = [
        ("noise", f"-{law.D} ... {law.D} (D = {law.D})"),
        ("gamma", _gamma_said(law.rate)),
        ("variance of the law", enclosed(law.variance(WORKING_DIGITS), 10)),
    ]
    if made.epsilon is not None and made.delta is not None:
        at = f" at epsilon = {made.epsilon.text}"
        found.append(("delta of the law", (at_most(made.delta), at)))
    if made.target is not None:
        found.append(("target delta", rational(made.target)))
    if made.failing_delta is not None:
        said = ("its delta is ", enclosed(made.failing_delta))
        found.append((f"D = {law.D - 1} fails", said))
    if made.best_delta is not None:
        found.append(("smallest delta of any gamma", enclosed(made.best_delta, 10)))
    return [*found, ("keys", power_of_two(made.table.keysize)), ("rule", made.rule)]


def _rules(made: Designed) -> list[tuple[Cell, ...]]:
    return [
        (choice.rule, upper(choice.delta, 12), "smallest: recommended" if index == 0 else "")
        for index, choice in enumerate(made.choices)
    ]


def _lookup_rows(table: PTable) -> list[tuple[str, str, str, str]]:
    rows = [
        (str(noise), str(first), str(last), str(last - first + 1))
        for noise, first, last in table.rows[-1].ranges(table.first_key)
    ]
    if len(rows) <= 2 * _SHOWN_NOISE + 1:
        return rows
    return [*rows[:_SHOWN_NOISE], ("...", "...", "...", "..."), *rows[-_SHOWN_NOISE:]]


def cmf_of(table: PTable) -> tuple[int, ...]:
    """Return c^Q of the last row, (4.2)."""
    return tuple(accumulate(keys for _, keys in table.rows[-1].runs))


def _gamma(rate: Rate) -> Enclosure:
    """Return gamma to the digits that are printed; a gamma of 0 is a point."""
    if rate.is_zero:
        return rate.enclosure(1)
    return narrow_enclosure(rate.enclosure, _START_BITS, WORKING_DIGITS, "gamma")


def _gamma_json(rate: Rate) -> Number:
    exact = rate.json()
    if isinstance(exact, str):
        return rational_json(Fraction(exact))
    enclosed = enclosure_json(_gamma(rate))
    return {**(enclosed if isinstance(enclosed, dict) else {}), **exact}


def _gamma_said(rate: Rate) -> Cell:
    exact = rate.json()
    value = nearest(_gamma(rate), 10)
    if isinstance(exact, str):
        return rational(Fraction(exact), digits=10) if exact != "0" else "0 (uniform)"
    if "ln" in exact:
        return Decimal(value, f"{exact['times']} ln({exact['ln']})", ABOUT)
    return f"{value} (the root of (2.7) for this variance)"
