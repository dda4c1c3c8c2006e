"""Facts about a table and its events in words that need no formula."""

from exact.table.extremes import noise_range
from exact.table.ptable import PTable, Repeat, Wrap
from reports.content.subject import Subject
from reports.numbers import as_power
from reports.words import arithmetic, key_order, ranges
from verification.claims.covers import Covers, OverCells, OverRows, OverTuples
from verification.claims.pairs import EventDelta


def event(pair: EventDelta) -> str:
    """Say which releases tell one count from its neighbour."""
    if not pair.event:
        return "no release tells the two counts apart (δ is 0)"
    released = ranges(pair.event)
    return f"a released {released} tells a true count of {pair.count} from {pair.other}"


def covers(cover: Covers) -> str:
    """Say what a claim covers.

    >>> from verification.claims.covers import Counts
    >>> covers(OverRows(2, Counts(False, 25, None)))
    '2 rows; every true count from 25 upward'
    """
    if isinstance(cover, OverCells):
        tables, cells = _number(cover.tables, "table"), _number(cover.cells, "cell")
        return f"{cells} of a person in {tables}, {_number(cover.epsilons, 'ε', 'ε')}"
    counts = cover.counts
    upward = "upward" if counts.last is None else f"to {counts.last}"
    zero = ", and 0" if counts.zero and counts.first > 0 else ""
    which = f"every true count from {counts.first} {upward}{zero}"
    if isinstance(cover, OverRows):
        return f"{_number(cover.rows, 'row')}; {which}"
    if isinstance(cover, OverTuples):
        return f"both directions, {_number(cover.epsilons, 'ε', 'ε')}; in every cell {which}"
    pairs = _number(cover.pairs, "pair of neighbouring counts", "pairs of neighbouring counts")
    return f"{pairs} in both directions, {_number(cover.epsilons, 'ε', 'ε')}; {which}"


def _number(number: int, one: str, more: str | None = None) -> str:
    return f"{number:,} {one if number == 1 else more or one + 's'}"


def keys(keysize: int) -> str:
    """Return the number of keys, as a power where it is one.

    >>> keys(2**32), keys(1000)
    ('2^32 = 4,294,967,296', '1,000')
    """
    power = as_power(keysize)
    return f"{power} = {keysize:,}" if "^" in power else power


def key_numbers(table: PTable) -> str:
    """Say how the file numbers its keys, and in which order they are looked up."""
    order = "" if table.key_order is None else f"; key order: {key_order(table.key_order)}"
    if table.first_key == 0:
        return f"0 … K − 1{order}"
    return f"numbered {table.first_key:,} … {table.last_key:,} as in the file{order}"


def beyond(table: PTable) -> str:
    """Say what happens past the last row."""
    if isinstance(table.beyond, Repeat):
        return f"the last row ({table.last_count}) repeats"
    if isinstance(table.beyond, Wrap):
        start, period = table.beyond.start, table.beyond.period
        return f"rows wrap: count n uses row {start} + ((n − {start}) mod {period})"
    return "not covered"


def zero(table: PTable) -> str:
    """Say what happens to a count of 0."""
    return {
        "preserve": "a count of 0 stays 0, whatever the key",
        "row": "a count of 0 has a row of its own",
        "none": "a count of 0 is not covered",
    }[table.zero]


def noise(table: PTable) -> str:
    """Say how large the noise can be."""
    low, high = noise_range(table)
    return f"±{high}" if high == -low else f"{low} … {high:+d}"


def counts(table: PTable) -> str:
    """Say which counts have a row."""
    if len(table.rows) == 1:
        upward = " and above" if isinstance(table.beyond, Repeat) else ""
        return f"one row, for the count {table.first_count}{upward}"
    return f"{len(table.rows):,} rows, for the counts {table.first_count} … {table.last_count}"


def cell_keys(subject: Subject) -> str:
    """Say how cell keys are made, and whether somebody said so."""
    made = subject.certificate.arithmetic
    if made is None:
        return "not stated"
    assumed = " (assumed: nobody said so)" if subject.certificate.assumed else ""
    return arithmetic(made) + assumed
