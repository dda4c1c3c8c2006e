"""What an answer about a release rests on, in words: never a composed claim without it."""

from fractions import Fraction
from math import isqrt

from exact.release.answer import ASSUMED, BETWEEN, EXACT_LAW, FROM_BELOW, Answer
from exact.release.cells import Cells
from exact.release.plan import INDEPENDENT, MIXED, OWN_KEY, RECORD_KEYS
from exact.release.said import has_noise_of_nobody
from exact.table.row import Row
from reports.decimals import NEAREST, decimal
from reports.words import missing_counts

_ASSUMED = {
    (INDEPENDENT, RECORD_KEYS): (
        "Assumed: the key of each cell is uniform, and independent of the keys of all other cells, "
        "for whoever does not know the record keys. A pseudorandom function of the people in a "
        "cell makes such keys of different people. Keys of margins that are sums of their cells' "
        "keys are not such keys."
    ),
    (INDEPENDENT, OWN_KEY): (
        "Assumed: the key of each cell is uniform, and independent of the keys of all other cells, "
        "even for somebody who knows the record keys of all other people. A pseudorandom function "
        "with a secret key of its own makes such keys of different people; sums of record keys are "
        "not such keys."
    ),
    (MIXED, RECORD_KEYS): (
        "Assumed, and not proved: sums of record keys, looked up in the mixed order, give noise as "
        "independent keys do, for whoever does not know the record keys."
    ),
}
_ROOT_BITS, _ROOT_OF_2_PI = 32, Fraction("2.5066")
_SEVERAL = (
    " Assumed too: cells that are looked up in different perturbation tables have independent keys "
    "even where they hold the same people."
)
_EMPTY = (
    " Assumed too: each empty cell has a key of its own, though all of them hold the same people, "
    "nobody; for a count of 0 has noise by its key here. Keys that are made of people give all "
    "empty cells one noise, which any of them tells: then say count_floor = 1, or preserve zeros."
)
_APART = (
    " Assumed too: no two cells that are named apart hold the same people, with the person or "
    "without. Such cells have one key and one noise, and one person more in one of them takes them "
    "apart (ptcert attack, differencing). None do where somebody lives in every combination of the "
    "values of all dimensions: say so in the plan if it is so (occupied = true, or a count_floor "
    "of a table with all of them)."
)
_NEVER_THE_SAME = (
    " No two of these cells hold the same people: they are of one table without its margins, or "
    "somebody lives in every combination of the values of all dimensions (the plan says so, or no "
    "count of 0 is covered)."
)
_ADDED = (
    "Stated: the key of a margin is the sum of its cells' keys modulo the number of keys, and "
    "record keys are uniform, independent and secret. "
)
_BY_LAW = {
    EXACT_LAW: (
        "The bounds are those of the exact joint law of a cell, the other cells of its margin, and "
        "the margin; nothing is assumed to be independent but the record keys."
    ),
    BETWEEN: (
        "The lower bounds are proved by the exact joint law of a cell with one margin, and by the "
        "person's own cells, whose keys are independent; more is published than these. The upper "
        "bound, the same at every epsilon, is proved for everything together, and wide: somebody "
        "lives in every combination of the values of all dimensions (the plan says so, or no count "
        "of 0 is covered), so that without the person and with them all keys have one law, which "
        "stays the same where the keys of the person's cells move together. The exact law covers "
        "one table with one margin of 2 to 6 categories (how many stands in [categories])."
    ),
    FROM_BELOW: (
        "The lower bounds are proved: by the exact joint law of a cell with one margin, by the "
        "person's own cells, whose keys are independent, and by data in which two cells hold the "
        "same people without the person: these have one key and one noise, and a difference proves "
        "that the person is there. No upper bound below 1 is proved: keys that add hang together "
        "across all cells, and the exact law covers one table with one margin of 2 to 6 categories "
        "(how many stands in [categories]). Where somebody lives in every combination of the "
        "values of all dimensions, say so in the plan (occupied = true, or a count_floor of a "
        "table with all of them): no two cells hold the same people then, and a wide upper bound "
        "is proved."
    ),
}
_TITLES = {
    ASSUMED: "independent, by assumption",
    EXACT_LAW: "they add, by the exact joint law",
    BETWEEN: "they add: between proved bounds, the upper one wide",
    FROM_BELOW: "they add: bounded from below alone",
}


def statement(answer: Answer) -> str:
    """Return what the answer rests on, in a few sentences."""
    if answer.basis == ASSUMED:
        said = _ASSUMED[answer.plan.keys, answer.plan.secret]
        said += _of_random_order(answer) if answer.plan.keys == MIXED else ""
        several = len({id(cells.table) for cells in answer.cells}) > 1
        people = _NEVER_THE_SAME if answer.apart else _APART
        more = _SEVERAL * several + people + _EMPTY * _perturbs_empty_cells(answer)
        return said + more
    return _ADDED + _BY_LAW[answer.basis]


def _of_random_order(answer: Answer) -> str:
    """Say how far from independent the noise of a cell with its margin is in a random order.

    Of K keys in a random order the number of pairs that lead to (z_1, z_2, z_T) has the mean K^2 p
    of independence, p the product of the three probabilities, and about the variance K^2 p: the sum
    of |deviations| / 2 K^2 over all outcomes is (sum of roots of a row's probabilities)^3 / K over
    the root of 2 pi.
    """
    tables = (one.table for one in answer.cells)
    apart = max(_apart(row) for table in tables for row in table.rows)
    return (
        " Even in a random order of so many keys the noise of a cell, another and their margin is "
        f" about {decimal(apart, 1, NEAREST)} apart from independent noise (total "
        "variation), and over more margins further."
    )


def _apart(row: Row) -> Fraction:
    """Return that distance, (sum of the roots of keys)^3 / (K^2 root(K) root(2 pi)).

    >>> decimal(_apart(Row(tuple((z, 1) for z in range(64)))), 3, NEAREST)
    '3.19'
    """
    roots = sum(isqrt(weight << 2 * _ROOT_BITS) for weight in row.pmf.weights)
    K = row.keysize
    one = (isqrt(K << 2 * _ROOT_BITS) * K**2) << 2 * _ROOT_BITS
    return Fraction(roots**3, one) / _ROOT_OF_2_PI


def keys_in_short(answer: Answer) -> str:
    """Return the same in a few words."""
    return _TITLES[answer.basis]


def if_assumed(answer: Answer) -> str:
    """Return the condition that a headline needs: empty where nothing is assumed about keys."""
    if answer.basis != ASSUMED:
        return ""
    if answer.plan.keys == MIXED:
        people = "" if answer.apart else " and no two cells hold the same people"
        return (
            f"if keys in their mixed order are as good as independent (assumed, not proved){people}"
        )
    empty = ", those of empty ones too" if _perturbs_empty_cells(answer) else ""
    return f"if the keys of cells are independent{empty}"


def _perturbs_empty_cells(answer: Answer) -> bool:
    return any(map(has_noise_of_nobody, answer.cells))


def not_covered(cells: tuple[Cells, ...]) -> str:
    """Name the counts that perturbation tables do not cover, where no floor excludes them.

    It is empty where all counts are covered.
    """
    missing = missing_counts(*((one.table, one.floor) for one in cells))
    return f"without {missing}, which a perturbation table does not cover" if missing else ""
