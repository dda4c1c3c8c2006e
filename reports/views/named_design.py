"""The table of a law by name, as JSON and as text."""

from exact.errors import power_of_two
from exact.numbers.epsilon import Epsilon
from exact.table.extremes import largest_bias, largest_variance, noise_range
from exact.table.pairs import pair_profiles, worst_pair
from exact.table.ptable import PTable
from reports.decimals import NEAREST, UP, decimal
from reports.jsons import WORKING_DIGITS, delta_json, epsilon_json, rational_json
from reports.tables import table as text_table
from reports.views.design import cmf_of, lookup_parts


def named_design_json(law: str, table: PTable, epsilon: Epsilon) -> dict[str, object]:
    """Return the law, its table and what the table does, for machines."""
    return {
        "law": law,
        "D": noise_range(table)[1],
        "epsilon": epsilon_json(epsilon),
        "delta_of_table": delta_json(worst_pair(tuple(pair_profiles(table)), epsilon).delta),
        "bias": rational_json(largest_bias(table)),
        "variance": rational_json(largest_variance(table)),
        "keysize": table.keysize,
        "rows": len(table.rows),
        "cdf": list(cmf_of(table)) if len(table.rows) == 1 else None,
    }


def named_design_text(law: str, table: PTable, epsilon: Epsilon, output: str | None) -> str:
    """Return the same for people; the lookup is that of the last row."""
    delta = worst_pair(tuple(pair_profiles(table)), epsilon).delta.enclosure(WORKING_DIGITS)
    facts = [
        ("law", law),
        ("keys", power_of_two(table.keysize)),
        ("rows", f"{len(table.rows)}, counts {table.first_count} to {table.last_count}"),
        ("largest bias of a row", decimal(largest_bias(table), 6, NEAREST)),
        ("largest variance of a row", decimal(largest_variance(table), 10, NEAREST)),
        ("tight delta of the table", f"at most {decimal(delta.hi, 10, UP)} at {epsilon.text}"),
    ]
    return "\n\n".join([text_table(facts), *lookup_parts(table, output)])
