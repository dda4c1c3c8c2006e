"""The table of a law by name, for machines and for people."""

from exact.design.designed import NamedDesign
from exact.errors import power_of_two
from exact.laws.registry import law_text
from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from exact.table.extremes import largest_bias, largest_variance, noise_range
from exact.table.pairs import pair_profiles, worst_pair
from exact.table.ptable import PTable
from reports.document.blocks import Block
from reports.document.making import Cell, facts
from reports.jsons import delta_json, epsilon_json, rational_json
from reports.numbers import rational, upper
from reports.views.design import cmf_of, lookup_blocks


def named_design_json(made: NamedDesign) -> dict[str, object]:
    """Return the law, its table and what the table does, for machines."""
    table, epsilon = made.table, made.epsilon
    return {
        "law": law_text(made.law),
        "D": noise_range(table)[1],
        "epsilon": None if epsilon is None else epsilon_json(epsilon),
        "delta_of_table": None if epsilon is None else delta_json(_delta(table, epsilon)),
        "bias": rational_json(largest_bias(table)),
        "variance": rational_json(largest_variance(table)),
        "keysize": table.keysize,
        "rows": len(table.rows),
        "cdf": list(cmf_of(table)) if len(table.rows) == 1 else None,
    }


def named_design_blocks(made: NamedDesign, output: str | None) -> tuple[Block, ...]:
    """Return the same for people; the lookup is that of the last row."""
    table, epsilon = made.table, made.epsilon
    found: list[tuple[str, Cell]] = [
        ("law", law_text(made.law)),
        ("keys", power_of_two(table.keysize)),
        ("rows", f"{len(table.rows)}, counts {table.first_count} to {table.last_count}"),
        ("largest bias of a row", rational(largest_bias(table))),
        ("largest variance of a row", rational(largest_variance(table), digits=10)),
    ]
    if epsilon is not None:
        reached = (upper(_delta(table, epsilon), 10), f" at {epsilon.text}")
        found.append(("tight delta of the table", reached))
    return (facts(found, "Design"), *lookup_blocks(table, output))


def _delta(table: PTable, epsilon: Epsilon) -> Delta:
    return worst_pair(tuple(pair_profiles(table)), epsilon).delta
