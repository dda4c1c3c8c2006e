"""A complete table and the bound of every other one, for machines and for people."""

from fractions import Fraction

from exact.complete.asked import Missed
from exact.complete.best import MAX_SEARCHED, Found
from exact.complete.branching import Progress
from exact.complete.made import Made, facts_that_bind
from exact.entropy import entropy
from exact.errors import power_of_two
from exact.numbers.epsilon import Epsilon
from exact.table.extremes import noise_range
from exact.table.holes import gaps, listed
from exact.table.native import native_document
from exact.table.ptable import PTable
from reports.decimals import DOWN, UP, decimal
from reports.document.blocks import Block
from reports.document.making import Cell, facts, grid, lines
from reports.jsons import delta_json, enclosure_json, epsilon_json, rational_json
from reports.numbers import enclosed, rational, upper
from reports.words import empty_cell_keys, zero_rule

_BITS = 100
_LOG_BITS = 64
# The probabilities of the largest table whose rows are printed.
_MOST_PLACES = 600
COUNTS_ZERO = (
    "A count of 0 stays 0, and the pair (0, 1) counts: --first-pair exclude claims nothing of it, "
    "--zero row gives a count of 0 noise, which keys made of records never use."
)
_INTERRUPTED = "Interrupted: this is the best table found until then, with the bound proved so far."
CARRIED = "The bound is proved; --proof FILE keeps the proof, and certify --proof FILE claims it."
_CARRIED_AT = (
    "The bound is proved; --proof FILE keeps it, certify --proof FILE --also '{}' claims it."
)


def made_json(made: Made) -> dict[str, object]:
    """Return the table, what it does and what is proved, for machines."""
    found = made.found
    return {
        "table": native_document(made.table),
        "criterion": made.criterion,
        "delta": _delta_json(made),
        "bound": _bound_json(made),
        "gap_keys": None if found is None or made.least else rational_json(found.gap_keys),
        "proved_optimal": made.proved_optimal,
        "rows": rows_json(made.table),
        "empty_cell_keys": empty_cell_keys(made.table),
    }


def rows_json(table: PTable) -> list[dict[str, object]]:
    """Return bias, variance and entropy of every row."""
    return [
        {
            "count": count,
            "bias": rational_json(row.pmf.mean()),
            "variance": rational_json(row.pmf.variance()),
            "entropy": enclosure_json(entropy(row.pmf).enclosure(_BITS)),
        }
        for count, row in enumerate(table.rows, start=table.first_count)
    ]


def missed_json(criterion: str, bound: Fraction) -> dict[str, object]:
    """Return the same fields where no table meets the target: the bound shows it."""
    return {
        "table": None,
        "criterion": criterion,
        "delta": None,
        "bound": {"lo": rational_json(bound)},
        "gap_keys": None,
        "proved_optimal": False,
        "rows": [],
        "empty_cell_keys": None,
    }


def search_line(found: Progress, keysize: int) -> str:
    """Return how far a search is, in one line: leaves, and from the best table to its bound."""
    leaves = f"proof: {found.closed} leaves closed, {found.open} open"
    if found.top is None or not found.open:
        return leaves
    gap = max(Fraction(0), keysize * (found.top - found.bound))
    return f"{leaves}, gap at most {decimal(gap, 3, UP)} keys"


def missed_blocks(missed: Missed, target: str | None) -> tuple[Block, ...]:
    """Return for people why the target cannot be met."""
    pair = " of the pair (0, 1)" if missed.of_first_pair else ""
    asked = f"so small a delta{pair}" if missed.of_first_pair else f"delta <= {target}"
    smallest = f"{_at_least(missed.bound)} at epsilon = {missed.epsilon.text}"
    return (
        lines(f"No table of so many keys with these rules has {asked}."),
        facts([(f"smallest delta{pair}, at least", smallest)]),
        lines(*([COUNTS_ZERO] if missed.counts_zero else []), "No file written."),
    )


def made_blocks(made: Made, output: str | None) -> tuple[Block, ...]:
    """Return the table, its bound and the theorems that bind, for people."""
    theorems = [(text, _at_least(bound)) for text, bound in facts_that_bind(made)]
    ended = (_INTERRUPTED,) if made.found and made.found.interrupted else ()
    written = f"Table written to {output}" if output else "No file written; give -o FILE for one."
    binding = grid(("theorem", "bound"), theorems, "What no table of these rules can avoid")
    return (
        facts(_facts(made), "Complete table"),
        rows_block(made.table),
        keys_block(made.table),
        *((binding,) if theorems else ()),
        lines(*ended, *_unused_leaves(made), *_carried(made), written),
    )


def _unused_leaves(made: Made) -> tuple[str, ...]:
    """Say why more leaves than one change nothing, where keys are many."""
    keysize, leaves = made.table.keysize, made.leaves
    if leaves is None or leaves == 1 or keysize <= MAX_SEARCHED:
        return ()
    few = f"only tables of up to {MAX_SEARCHED} keys are searched by a tree"
    more = "beyond, a rounded table is improved near by, and the bound is that of real numbers"
    return (f"--leaves {leaves} changes nothing: {few}; {more}.",)


def _carried(made: Made) -> tuple[str, ...]:
    """Say how the proof is kept; that of a smallest epsilon is at another one than the table's."""
    if made.found is None:
        return ()
    if made.least is None:
        return (CARRIED,)
    return (_CARRIED_AT.format(Epsilon(exp=made.least.above).text),)


def _facts(made: Made) -> list[tuple[str, Cell]]:
    table = made.table
    found: list[tuple[str, Cell]] = [
        ("criterion", made.criterion),
        ("keys", power_of_two(table.keysize)),
        ("rows", f"{len(table.rows)}, counts {table.first_count} to {table.last_count}"),
        ("zero", zero_rule(table)),
        ("holes", listed(table.holes) or "none"),
    ]
    if made.delta is not None and made.epsilon is not None:
        pairs = {"exclude": ", without the pair (0, 1)"}.get(made.rules.first_pair, "")
        at = f" at epsilon = {made.epsilon.text}{pairs}"
        found.append(("tight delta of the table", (upper(made.delta, 10), at)))
    if made.first_delta is not None and made.rules.first_pair != "include":
        found.append(("tight delta of the pair (0, 1)", upper(made.first_delta, 10)))
    return found + _proof(made) + _costs(made) + _gaps(made)


def _costs(made: Made) -> list[tuple[str, Cell]]:
    """Say what a shape or an exact variance costs."""
    what = made.found.problem.objective if made.found else ""
    return [
        (f"cost of {cost.demand}", f"without it a table has {what} {_at_most(cost.without)}")
        for cost in made.costs
    ]


def _gaps(made: Made) -> list[tuple[str, Cell]]:
    """Say which rows have noise values without a key inside their range, and what to do."""
    rows = sorted({gap.count for gap in gaps(made.table)})
    if not rows:
        return []
    said = f"rows {_counts(rows)}: certify will say so; --unimodal leaves none"
    return [("noise values without a key", said)]


def _proof(made: Made) -> list[tuple[str, Cell]]:
    """Say how good the table is, and by which proof."""
    if made.found is None:
        loose = [row.rules.count for row in made.laws if not (row.has_variance or row.without)]
        far = [row.rules.count for row in made.laws if not row.nearest.is_proved]
        asked = [("rows whose law is below the variance asked for", _counts(loose))]
        return [
            *(asked if made.rules.variance else ()),
            *_without_keys(made),
            ("rows whose nearest keys are not proved", _counts(far)),
        ]
    found = made.found
    what = f"{made.found.problem.objective} of every such table, at least"
    if made.least is not None:
        return [("target delta", rational(made.least.target)), ("smaller epsilon", _below(made))]
    return [(what, _at_least(found.proved)), ("gap", gap(found))]


def _below(made: Made) -> str:
    """Say at which smaller epsilon no table has the target, for all that is proved."""
    assert made.least is not None
    if made.least.above <= 1:
        return "no bound above 0 is proved"
    epsilon = Epsilon(exp=made.least.above)
    about = decimal(epsilon.enclosure(_LOG_BITS).lo, 10, DOWN)
    return f"no table has it at {epsilon.text}, about {about}"


def gap(found: Found) -> Cell:
    """Say how far a table is from the bound that is proved, or that it is the best."""
    if found.proved_optimal:
        leaves = found.tree.leaves
        return f"proved optimal, {leaves} {'leaf' if leaves == 1 else 'leaves'}"
    return ("within ", rational(found.gap_keys), " keys of a proved bound")


def _without_keys(made: Made) -> list[tuple[str, Cell]]:
    """Say which rows have a law of the variance asked for, and no whole keys with it."""
    found = [(row.rules.count, row.without.is_proved) for row in made.laws if row.without]
    said = {
        "rows where no whole keys have that variance; the nearest have less": True,
        "rows where none were found with that variance; the nearest have less": False,
    }
    counts = {
        text: [n for n, proved in found if proved == is_sure] for text, is_sure in said.items()
    }
    return [(text, _counts(rows)) for text, rows in counts.items() if rows]


def _at_least(bound: Fraction) -> str:
    """Return a bound from below, rounded down."""
    return decimal(bound, 10, DOWN)


def _at_most(number: Fraction) -> str:
    """Return a bound from above, rounded up."""
    return decimal(number, 10, UP)


def _counts(counts: list[int]) -> str:
    return ", ".join(map(str, counts)) or "none"


def rows_block(table: PTable) -> Block:
    """Return the noise, bias, variance and entropy of every row."""
    titles = ("count", "noise", "bias", "variance", "entropy")
    cells = [
        (
            str(count),
            f"{row.runs[0][0]} ... {row.runs[-1][0]}",
            rational(row.pmf.mean()),
            rational(row.pmf.variance()),
            enclosed(entropy(row.pmf).enclosure(_BITS)),
        )
        for count, row in enumerate(table.rows, start=table.first_count)
    ]
    return grid(titles, cells, "Rows")


def keys_block(table: PTable) -> Block:
    """Return how many keys each noise value of every row has, of tables that a page can hold."""
    rows = list(enumerate(table.rows, start=table.first_count))
    low, high = noise_range(table)
    if (high - low + 1) * len(rows) > _MOST_PLACES:
        said = f"The keys of {len(rows)} rows with noise from {low} to {high} are not shown here"
        return lines(f"{said}; -o FILE and --json hold them.")
    keys = [(count, dict(row.runs)) for count, row in rows]
    titles = ("count", *map(str, range(low, high + 1)))
    cells = [(str(n), *(str(of.get(z, "")) for z in range(low, high + 1))) for n, of in keys]
    return grid(titles, cells, f"Keys of each noise, of {power_of_two(table.keysize)}")


def _bound_json(made: Made) -> dict[str, str] | None:
    """Return what no table is below: a delta, a variance, or the epsilon that was searched for."""
    if made.least is not None:
        smallest = Epsilon(exp=made.least.above).enclosure(_LOG_BITS).lo
        return {"lo": rational_json(smallest), "exp": rational_json(made.least.above)}
    return None if made.found is None else {"lo": rational_json(made.found.bound)}


def _delta_json(made: Made) -> dict[str, object] | None:
    """Return delta with its epsilon, as bounds and as exact A - B e^epsilon."""
    if made.delta is None:
        return None
    value = delta_json(made.delta)
    ends = value if isinstance(value, dict) else {"lo": value, "hi": value}
    parts = {"A": rational_json(made.delta.A), "B": rational_json(made.delta.B)}
    return {"epsilon": epsilon_json(made.epsilon), **ends, **parts}
