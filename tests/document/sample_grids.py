"""The grids of the sample document: short, wide, long, and of numbers of every size."""

from fractions import Fraction

from reports.document.blocks import (
    ABOUT,
    AT_LEAST,
    AT_MOST,
    Column,
    Grid,
    Number,
    Status,
    Text,
)

KEYS = 2**32
# Pieces of the law of one row: noise value and how many of the 2^32 keys lead to it.
LAW = (
    (-4, 1_140_251),
    (-3, 37_512_744),
    (-2, 429_496_729),
    (-1, 1_052_266_987),
    (0, 1_254_133_874),
    (1, 1_052_266_987),
    (2, 429_496_729),
    (3, 37_512_744),
    (4, 1_140_251),
)


def probability(keys: int) -> Number:
    """Return keys / 2^32 with a decimal of three digits, rounded up."""
    exact = Fraction(keys, KEYS)
    thousandths = -(-exact.numerator * 1000 // exact.denominator)
    return Number(f"0.{thousandths:03d}", str(exact), AT_MOST)


def law_grid() -> Grid:
    """Return the law of a row: numbers of every relation, integers, fractions."""
    rows = tuple(
        ((Number(str(noise), str(noise)),), (Number(str(keys), str(keys)),), (probability(keys),))
        for noise, keys in LAW
    )
    columns = (Column("Noise", True), Column("Keys", True), Column("Probability", True))
    return Grid("law", "The law of the noise for counts of 3 and more", columns, rows)


def sizes_grid() -> Grid:
    """Return numbers of every size: exponents, big integers, infinities, ties, words."""
    big = 2**200
    rows: tuple[tuple[Text, ...], ...] = (
        (("a tiny excess",), (Number("1.00e-9", "1/1000000000"),)),
        (("a thousand",), (Number("1000", "1000"),)),
        (("a huge integer",), (Number("1.60694e60", str(big), AT_MOST),)),
        (("a huge integer and one more",), (Number("1.60694e60", str(big + 1), AT_MOST),)),
        (("a negative third",), (Number("-0.333", "-1/3", ABOUT),)),
        (("a logarithm",), (Number("0.405466", "ln(3/2)", AT_MOST),)),
        (("a second thousand",), ("1e3",)),
        (("no bound",), (Number("∞", "∞"),)),
        (("not measured",), ("–",)),
        (("nine",), (Number("9", "9"),)),
        (("a power",), (Number("4.29e9", "2^32", AT_LEAST),)),
    )
    columns = (Column("Name"), Column("Value", True))
    return Grid("sizes", "Numbers of every size", columns, rows)


def wide_grid() -> Grid:
    """Return a grid of many columns and long fractions."""
    noises = tuple(noise for noise, _ in LAW)
    columns = (Column("Count", True), *(Column(f"p({z:+d})", True) for z in noises))
    rows = tuple(
        (
            (Number(str(count), str(count)),),
            *((probability(keys // (count + 1) + 1),) for _, keys in LAW),
        )
        for count in range(12)
    )
    return Grid("wide", "Every probability of every row", columns, rows, folded=True)


def long_grid() -> Grid:
    """Return a grid that needs several pages of paper."""
    rows = tuple(
        (
            (Number(str(count), str(count)),),
            (Number(str(count * 7919 % 101), str(count * 7919 % 101)),),
            (Status("holds" if count % 5 else "undecided"),),
            (f"The row of a true count of {count} was compared with its two neighbours.",),
        )
        for count in range(120)
    )
    columns = (
        Column("Count", True),
        Column("Distance", True),
        Column("Status"),
        Column("What was done"),
    )
    return Grid("long", "One hundred and twenty rows", columns, rows, folded=True)


def behind(name: str, caption: str, points: tuple[tuple[int, int], ...]) -> Grid:
    """Return the numbers behind a drawing."""
    rows = tuple(((Number(str(x), str(x)),), (Number(str(y), str(y)),)) for x, y in points)
    return Grid(name, caption, (Column("x", True), Column("y", True)), rows, folded=True)
