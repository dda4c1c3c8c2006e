"""Page one's picture: bars that are the noise of a typical count."""

import re
from fractions import Fraction

from exact.table.ptable import PTable, Repeat, Stop, Wrap
from exact.table.row import Row
from reports.document.blocks import Picture
from reports.pictures.noise_bars import noise_bars_picture
from tests.pictures.tables import columns
from tests.plots import svg_reading as reading

# Counts 10, 11, ... are rounded to a multiple of 5 with all eight keys; 10 itself stays.
ROUNDING = PTable(
    8,
    10,
    tuple(Row(((noise, 8),)) for noise in (0, -1, -2, 2, 1)),
    Wrap(10, 5),
    "none",
)
LAST = Row(((-1, 1), (0, 5), (1, 2)))


def shares(picture: Picture) -> dict[Fraction, Fraction]:
    """Return what the numbers behind the picture say: noise and its probability."""
    noises, _, probabilities = columns(picture.behind)
    return dict(zip(noises, probabilities, strict=True))


def bars(picture: Picture) -> list[tuple[Fraction, Fraction]]:
    """Return the left and right edge of each bar."""
    paths = [
        e for e in reading.parse(picture.drawing.wide).iter() if e.get("class") in ("s0", "s6")
    ]
    found = [
        m for e in paths for m in re.findall(r"M([\d.]+) [\d.]+V[\d.]+h([\d.]+)", e.attrib["d"])
    ]
    return [(Fraction(left), Fraction(left) + Fraction(wide)) for left, wide in found]


def test_where_rows_come_round_again_the_picture_is_their_average() -> None:
    """A table that rounds to multiples of 5 adds each of -2 ... 2 to a fifth of the counts."""
    picture = noise_bars_picture(ROUNDING, 3)
    assert picture.title == "What is added to a count of 10 or more"
    assert shares(picture) == {noise: Fraction(1, 5) for noise in range(-2, 3)}
    assert "on average over 5 counts in a row" in str(picture.caption)


def test_where_the_last_row_repeats_it_is_the_picture() -> None:
    """It is the row of every larger count; where counts end, of its own alone."""
    rows = (Row(((0, 8),)), LAST)
    for beyond, more in ((Repeat(), " or more"), (Stop(), "")):
        picture = noise_bars_picture(PTable(8, 1, rows, beyond, "none"), 1)
        assert picture.title == f"What is added to a count of 2{more}"
        assert shares(picture) == {-1: Fraction(1, 8), 0: Fraction(5, 8), 1: Fraction(1, 4)}


def test_no_bar_lies_over_the_axis() -> None:
    """The first and the last bar are whole inside the frame."""
    picture = noise_bars_picture(ROUNDING, 1)
    (frame,) = reading.frames(picture.drawing.wide)
    found = bars(picture)
    # The legend has a sample of both kinds.
    assert len(found) == 5 + 2
    assert min(left for left, _ in found) >= frame.left
    assert max(right for _, right in found) <= frame.right
