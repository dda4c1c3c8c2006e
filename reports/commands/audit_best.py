"""``ptcert audit --best``: how far a table is from the best one with the same bounds."""

from dataclasses import dataclass
from fractions import Fraction

from exact.complete.best import Effort, Found, best_table
from exact.complete.of_table import rules_of_table
from exact.complete.problem import least_delta
from exact.complete.rules import TableRules
from exact.complete.table import table_of_keys
from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from exact.table.holes import listed
from exact.table.pairs import pair_profiles, worst_pair
from exact.table.ptable import PTable
from reports.decimals import DOWN, UP, decimal
from reports.document.blocks import Block
from reports.document.making import facts, lines
from reports.jsons import delta_json, epsilon_json, rational_json
from reports.proposals.highs import HighsSession
from reports.views.distance import at_most_text, could_have

_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Distance:
    """A table's delta without the pair (0, 1), and the best table with the same bounds."""

    delta: Delta
    rules: TableRules
    found: Found

    @property
    def table(self) -> PTable:
        """The best table that was found."""
        return table_of_keys(self.rules, self.found.keys)


def distance(table: PTable, epsilon: Epsilon | None, variance: Fraction | None) -> Distance:
    """Return how far a table is from the best one with its noise, variances and holes.

    A declared ``variance`` stands for those of the rows.
    """
    if epsilon is None:
        raise InputError("epsilon", "", "is missing", "--best needs --epsilon")
    rules = rules_of_table(table, variance)
    pairs = tuple(pair for pair in pair_profiles(table) if max(pair.alike) >= 1)
    found = best_table(least_delta(rules, epsilon), table.keysize, HighsSession, Effort())
    return Distance(worst_pair(pairs, epsilon).delta, rules, found)


def distance_blocks(found: Distance, path: str) -> tuple[Block, ...]:
    """Say it for people."""
    rules, best = found.rules, found.found
    if best.delta.compare_to(found.delta) < 0:
        said = could_have(best.delta, found.delta)
    else:
        own = at_most_text(found.delta)
        said = f"A table with the same noise and variance was not found with a delta below {own}"
    known = [
        ("noise at most", str(max(rules.D))),
        ("mean square of the noise at most", _range(rules.variance)),
        ("released values that never occur", listed(rules.holes) or "none"),
        ("unbiased", "yes" if rules.unbiased else "no: not possible with these variances"),
        ("delta of every such table, at least", decimal(best.proved, _DIGITS + 6, DOWN)),
    ]
    return (
        lines(f"{said}, without the pair (0, 1)."),
        facts(known, "The best table with the same bounds"),
        lines(f"That table is written to {path}"),
    )


def distance_json(found: Distance, path: str) -> dict[str, object]:
    """Say it for machines."""
    best = found.found
    return {
        "epsilon": epsilon_json(best.problem.epsilon),
        "delta": delta_json(found.delta),
        "best_delta": delta_json(best.delta),
        "bound": {"lo": rational_json(best.bound)},
        "gap_keys": rational_json(best.gap_keys),
        "proved_optimal": best.proved_optimal,
        "written": path,
    }


def _range(values: tuple[Fraction, ...]) -> str:
    low, high = (decimal(end, _DIGITS + 4, UP) for end in (min(values), max(values)))
    return low if low == high else f"{low} to {high}, row by row as in the file"
