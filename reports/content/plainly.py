"""What a table does to counts, in words that need no formula: for whoever signs."""

from fractions import Fraction

from exact.table.extremes import largest_bias, largest_variance, noise_range
from exact.table.holes import count_that_releases, gaps
from exact.table.plainly import largest_size, least_within, radius_for, smallest_release
from exact.table.ptable import PTable, Stop
from reports.content.numbers import one_in, square_root
from reports.decimals import DOWN, UP
from reports.document.blocks import ABOUT, AT_LEAST, AT_MOST, EXACTLY, Number, Term, Text
from reports.numbers import rational
from verification.measures.profiles import Profiles

NEAR, NARROW = 3, 1
# Beyond this the largest noise says little, and a range for most cases says more.
_WIDE = 10
_USUALLY = Fraction(95, 100)
_SMALL = (1, 2)
_RELATIONS = {EXACTLY: "", AT_MOST: "at most ", AT_LEAST: "at least ", ABOUT: "about "}


def near(table: PTable) -> int:
    """Return the range that people ask about: ±3, or of a table with little noise ±1."""
    return NEAR if largest_size(table) > NEAR else NARROW


def what_it_does(profiles: Profiles) -> list[tuple[Text, Text]]:
    """Return zeros, negative numbers, small numbers, how near, and on average."""
    seen = profiles.seen
    return [
        (("Zeros",), zeros(profiles)),
        (("Negative numbers",), negatives(seen)),
        (("1s and 2s",), ones_and_twos(seen)),
        (("How near the truth",), nearness(seen)),
        (("On average",), on_average(seen)),
    ]


def zeros(profiles: Profiles) -> Text:
    """Say whether a count of 0 is released as 0, and what that assumes of the keys of empty cells.

    Where keys are stated, all empty cells have the key of nobody, and so one noise.
    """
    table = profiles.seen
    if table.zero == "none":
        return ("Not covered: the table has no row for a count of 0.",)
    row = table.row(0)
    changed = 1 - row.pmf.probability(0)
    if not changed:
        return ("Kept: a count of 0 is always released as 0.",)
    if len(row.runs) == 1:
        return (f"Not kept: a count of 0 is always released as {row.noise(0)}.",)
    often = shortly(rational(100 * changed, UP, 3))
    fixed = table.empty_noise
    stays = "stay 0" if fixed == 0 else f"are released as {fixed}"
    changes = f"Not kept: a count of 0 is released as another number in {often} % of the cases"
    assumed = "assuming that empty cells have uniform, independent keys"
    records = f"keys made of records are 0 there, and they {stays}"
    return (f"{changes}, {assumed}; {records}.",)


def negatives(table: PTable) -> Text:
    """Say whether a released count can be below 0."""
    least, count = smallest_release(table)
    if least >= 0:
        return ("Never released.",)
    return (f"Possible: a true count of {count} can be released as {least}.",)


def ones_and_twos(table: PTable) -> Text:
    """Say whether 1s and 2s are released."""
    released = [value for value in _SMALL if count_that_releases(table, value) is not None]
    if not released:
        return (f"Never released{_declared(table)}.",)
    if len(released) == len(_SMALL):
        return ("Both can be released.",)
    (value,) = released
    return (f"A {value} can be released, a {sum(_SMALL) - value} never.",)


def _declared(table: PTable) -> str:
    """Say whether somebody declared that 1s and 2s never occur, where a row leaves them out."""
    if set(_SMALL) <= set(table.holes):
        return ", as declared"
    left_out = any(gap.count + gap.first in _SMALL for gap in gaps(table))
    return "; nobody declared that" if left_out else ""


def nearness(table: PTable) -> Text:
    """Say how far a released count is from the truth: mostly, and always."""
    low, high = noise_range(table)
    largest = max(-low, high)
    always = f"within ±{largest} always" if -low == high else f"from {low} to {high:+d} always"
    if largest == 0:
        return ("A released count is the true count, always.",)
    radius = near(table)
    if largest <= radius:
        return (f"A released count is {always}.",)
    share, count = least_within(table, radius)
    if share == 0:
        return (f"A true count of {count} is never released within ±{radius} of it; {always}.",)
    mostly = rational(share, DOWN, 3)
    least = shortly(mostly) if _one_row(table) else f"at least {mostly.decimal}"
    middle = ""
    if largest > _WIDE:
        middle = f"within ±{radius_for(table, _USUALLY)} in 95 of 100 cases, "
    start = f"A released count is within ±{radius} of the truth with probability {least}"
    return (f"{start}, {middle}{always}.",)


def on_average(table: PTable) -> Text:
    """Say what the noise does to sums and averages of many counts."""
    bias, spread = largest_bias(table), shortly(square_root(largest_variance(table), 3))
    one = _one_row(table)
    which = "; the " if one else "; the largest "
    typical: Text = (which, Term("standard deviation", "variance"), f" is {spread}.")
    if bias == 0:
        every = "" if one else ", for every true count"
        return (f"Right: the average of what is added is exactly 0{every}", *typical)
    size = rational(abs(bias), UP, 3)
    if one:
        direction = "above" if bias > 0 else "below"
        return (f"Released counts are {shortly(size)} {direction} the truth", *typical)
    return (f"At most {size.decimal} above or below the truth, whatever the true count", *typical)


def _one_row(table: PTable) -> bool:
    """Tell whether all counts have the same noise, so that no number is that of the worst."""
    return len(set(table.rows)) == 1 and table.zero != "preserve"


def shortly(number: Number) -> str:
    """Return a number in words and few digits: its exact form stands on another page.

    >>> shortly(rational(Fraction(1, 3), UP, 3)), shortly(rational(Fraction(1, 4)))
    ('at most 0.334', '0.25')
    """
    return _RELATIONS[number.relation] + number.decimal


def which_counts(table: PTable) -> str:
    """Say for which true counts the table is made.

    >>> from exact.table.row import Row
    >>> which_counts(PTable(4, 2, (Row(((0, 4),)),)))
    'Every true count from 2 upward.'
    """
    first = f"from {table.first_count}"
    zero = " and 0" if table.zero == "preserve" and table.first_count > 1 else ""
    if table.zero == "preserve" and table.first_count == 1:
        first = "from 0"
    upward = f"to {table.last_count}" if isinstance(table.beyond, Stop) else "upward"
    return f"Every true count {first} {upward}{zero}."


def chance(delta: Fraction) -> str:
    """Say with what chance a promise does not bind.

    >>> chance(Fraction(1, 10000)), chance(Fraction(0))
    ('With a chance of 1 in 10,000 this does not bind', 'This always binds')
    """
    return (
        "This always binds"
        if delta <= 0
        else f"With a chance of {one_in(delta)} this does not bind"
    )
