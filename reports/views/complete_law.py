"""The complete table of a law, for machines and for people."""

from exact.complete.law_rows import CLIP, NORMALISE, OPTIMISE
from exact.complete.law_table import LawTable
from exact.complete.rules import PRESERVE
from exact.errors import power_of_two
from exact.laws.count_query import CountQueryLaw
from exact.laws.exp_ratio import ExpRatio
from exact.laws.registry import law_text
from exact.table.native import native_document
from exact.table.zero import EVERY_PAIR
from reports.decimals import DOWN, decimal
from reports.document.blocks import Block
from reports.document.making import Cell, facts, grid, lines
from reports.jsons import delta_json, epsilon_json, rational_json
from reports.numbers import rational, upper
from reports.views.complete_design import CARRIED, COUNTS_ZERO, gap, rows_block, rows_json
from reports.views.outcome_program import program_facts, program_json
from reports.words import empty_cell_keys, zero_rule

_SMALL = {
    CLIP: "negative results are set to zero",
    NORMALISE: "noise below -n is left out, the rest normalised anew",
    OPTIMISE: "the smallest delta beside the law's own row",
    "program": "Proposition 2: the smallest delta of single outcomes for these counts",
}
_BITS = 100
_THEOREM_3 = (
    "Warning: Theorem 3 of Sadeghi, Asoodeh and Calmon fails here: eta is so small that single "
    "outcomes have a larger delta than its bound."
)


def law_json(made: LawTable) -> dict[str, object]:
    """Return the fields of every complete table, and the law."""
    delta, found = delta_json(made.delta), made.found
    ends = delta if isinstance(delta, dict) else {"lo": delta, "hi": delta}
    return {
        "table": None if made.missed else native_document(made.table),
        "criterion": f"law {made.law.name}, {made.small}",
        "delta": {
            "epsilon": epsilon_json(made.epsilon),
            **ends,
            "A": rational_json(made.delta.A),
            "B": rational_json(made.delta.B),
        },
        "bound": None if found is None else {"lo": rational_json(found.bound)},
        "gap_keys": None if found is None else rational_json(found.gap_keys),
        "proved_optimal": found is not None and found.proved_optimal,
        "rows": rows_json(made.table),
        "empty_cell_keys": empty_cell_keys(made.table),
        **({} if made.program is None else {"program": program_json(made.program)}),
    }


def law_blocks(made: LawTable, output: str | None) -> tuple[Block, ...]:
    """Return the law, what the table does to every pair, and its rows."""
    written = f"Table written to {output}" if output else "No file written."
    warnings = _warnings(made)
    return (
        facts(_facts(made), "Complete table of a law"),
        *(() if made.program is None else (program_facts(made.program),)),
        *((facts(_count_query(made.law), "Count query"),) if is_count_query(made) else ()),
        rows_block(made.table),
        _pairs(made),
        lines(*warnings, *_missed(made), *((CARRIED,) if made.proof else ()), written),
    )


def is_count_query(made: LawTable) -> bool:
    """Tell whether the law has the bounds of its own paper."""
    return isinstance(made.law, CountQueryLaw)


def _facts(made: LawTable) -> list[tuple[str, Cell]]:
    table, at = made.table, f" at epsilon = {made.epsilon.text}, without the pair (0, 1)"
    found: list[tuple[str, Cell]] = [
        ("law", law_text(made.law)),
        ("small counts", f"{made.small}: {_SMALL[made.small]}"),
        ("keys", power_of_two(table.keysize)),
        ("rows", f"{len(table.rows)}, counts {table.first_count} to {table.last_count}"),
        ("zero", zero_rule(table)),
        ("tight delta of the table", (upper(made.delta, 10), at)),
    ]
    if made.target is not None:
        found.append(("target delta", rational(made.target)))
    if made.found is not None:
        of = "single outcomes of such a table" if made.small == "program" else "such a table"
        found.append((f"delta of {of}, here", upper(made.found.delta, 10)))
        found.append((f"delta of {of}, at least", decimal(made.found.proved, 10, DOWN)))
        found.append(("gap", gap(made.found)))
    return found


def _count_query(law: object) -> list[tuple[str, Cell]]:
    """Return delta~, k, the knee and (2D + 1) delta~ of the law."""
    from exact.laws.count_query_bounds import knee
    from exact.laws.count_query_privacy import converted_delta, tight_delta

    assert isinstance(law, CountQueryLaw)
    return [
        ("delta of single outcomes, Theorem 3", _upper(law.claimed_delta)),
        ("k of Theorem 2", str(law.k)),
        ("knee: eta beyond which delta grows fast", _upper(knee(law.epsilon, law.limit))),
        ("(2D + 1) delta, Remark 2", _upper(converted_delta(law))),
        ("tight delta of the law, all events", _upper(tight_delta(law))),
    ]


def _upper(value: ExpRatio) -> Cell:
    return upper(value.enclosure(_BITS), 10)


def _pairs(made: LawTable) -> Block:
    cells = [
        (f"{pair.n}, {pair.n + 1}", upper(pair.up, 10), upper(pair.down, 10)) for pair in made.pairs
    ]
    heads = ("counts", "delta of the first", "delta of the second")
    return grid(heads, cells, f"Every pair at epsilon = {made.epsilon.text}")


def _warnings(made: LawTable) -> tuple[str, ...]:
    from exact.laws.count_query_privacy import keeps_theorem_3

    law = made.law
    return (_THEOREM_3,) if isinstance(law, CountQueryLaw) and not keeps_theorem_3(law) else ()


def _missed(made: LawTable) -> tuple[str, ...]:
    pair = made.missed
    if pair is None:
        return ()
    said = f"The target is missed by the counts {pair.n} and {pair.n + 1}."
    counts_zero = pair.n == 0 and made.table.zero == PRESERVE and made.first_pair == EVERY_PAIR
    return (said, COUNTS_ZERO) if counts_zero else (said,)
