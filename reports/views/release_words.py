"""What an answer about a release rests on, in words: never a composed claim without it."""

from exact.release.answer import ASSUMED, BETWEEN, EXACT_LAW, FROM_BELOW, Answer
from exact.release.cells import Cells
from exact.release.plan import INDEPENDENT, MIXED, OWN_KEY, RECORD_KEYS
from exact.release.said import has_noise_of_nobody
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
        "Assumed: the mixed order of the keys is pseudorandom, so that sums of record keys, looked "
        "up in that order, give noise as independent keys do, for whoever does not know the record "
        "keys."
    ),
}
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
        several = len({id(cells.table) for cells in answer.cells}) > 1
        people = _NEVER_THE_SAME if answer.apart else _APART
        more = _SEVERAL * several + people + _EMPTY * _perturbs_empty_cells(answer)
        return _ASSUMED[answer.plan.keys, answer.plan.secret] + more
    return _ADDED + _BY_LAW[answer.basis]


def keys_in_short(answer: Answer) -> str:
    """Return the same in a few words."""
    return _TITLES[answer.basis]


def if_assumed(answer: Answer) -> str:
    """Return the condition that a headline needs: empty where nothing is assumed about keys."""
    if answer.basis != ASSUMED:
        return ""
    if answer.plan.keys == MIXED:
        people = "" if answer.apart else " and no two cells hold the same people"
        return f"if the mixed order of keys is pseudorandom{people}"
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
