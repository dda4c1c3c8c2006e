"""The risk-utility map: who is efficient, by definition; and a printed matrix over its sums."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import Undecided
from exact.formats.options import ReadOptions
from exact.formats.reading import read_table_bytes
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from exact.utility.efficient import Placed, efficient
from tests.cli.running import ROOT, Run, check_rejected

COUNTS = str(ROOT / "tests/utility/data/rinott_table_1.csv")
MAP = ("utility", COUNTS, "--map", "--epsilon", "1", "--keysize", "2^10")
PRINTED = (ROOT / "tests/utility/data/shlomo_table_2.csv").read_bytes()
POINT = Enclosure.point
PAIRS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=8)


@given(pairs=PAIRS)
def test_efficient_is_that_no_other_is_better(pairs: list[tuple[int, int]]) -> None:
    """By the definition, for every two."""
    epsilon = Epsilon(exp=Fraction(2))
    designs = [
        Placed(Delta(Fraction(d), Fraction(0), epsilon), POINT(Fraction(x))) for d, x in pairs
    ]
    best = tuple(
        all((c, y) == (d, x) or not (c <= d and y <= x) for c, y in pairs) for d, x in pairs
    )
    assert efficient(designs) == best


def test_overlapping_losses_are_undecided() -> None:
    """Bounds that do not tell raise."""
    epsilon, nothing = Epsilon(exp=Fraction(2)), Fraction(0)
    one, other = (Enclosure(Fraction(low), Fraction(low + 2)) for low in (0, 1))
    with pytest.raises(Undecided, match="larger loss"):
        efficient([Placed(Delta(nothing, nothing, epsilon), loss) for loss in (one, other)])


def test_the_map_of_a_family(run: Run, tmp_path: Path) -> None:
    """Every design that exists, the others with a reason; picture and CSV agree with the JSON."""
    page, table = tmp_path / "map.html", tmp_path / "map.csv"
    asked = (*MAP, "--D", "2..3", "--variance", "1/2,10", "-o", str(page), "--csv", str(table))
    said = run(*asked, "--json").json
    assert [(d["D"], d["variance"]) for d in said["designs"]] == [(2, "1/2"), (3, "1/2")]
    assert len(said["missing"]) == 2
    assert "<svg" in page.read_text(encoding="utf-8")
    lines = table.read_text().splitlines()
    assert lines[0].startswith("epsilon,D,V,js,delta,l1,")
    marks = [line.endswith("yes") for line in lines[1:]]
    assert marks == [d["efficient"] for d in said["designs"]]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((*MAP, "--D", "3"), "--map needs --epsilon, --D and --variance"),
        ((*MAP, "--D", "1..30", "--variance", ",".join(["1"] * 20)), "are more than 500 designs"),
        ((*MAP, "--D", "0", "--variance", "1"), "must be from 1 to 50"),
        ((*MAP, "--D", "1", "--variance", "9"), "no design exists"),
        (("utility", COUNTS, "--csv", "x.csv"), "is for --map alone"),
    ],
)
def test_bad_maps(run: Run, arguments: tuple[str, ...], said: str) -> None:
    """One line with the rule and the remedy."""
    check_rejected(run(*arguments), said)


def test_a_printed_matrix_is_taken_over_its_sums() -> None:
    """Each probability is within a key of p / sum, and ROW-SUM says what was done."""
    assert read_table_bytes(PRINTED, ReadOptions(columns="values")).table is None
    reading = read_table_bytes(PRINTED, ReadOptions(columns="values", normalise=True))
    table = reading.table
    assert table is not None
    lines = PRINTED.decode().splitlines()[1:]
    for count, line in enumerate(lines):
        printed = [Fraction(cell) for cell in line.split(",")[1:]]
        for value, p in enumerate(printed):
            found = table.row(count).pmf.probability(value - count)
            assert abs(found - p / sum(printed)) < Fraction(1, table.keysize)
    (problem,) = (p for p in reading.problems if p.code == "ROW-SUM")
    assert problem.severity == "warning"
    assert "6 rows not summing to 1, divided by the sum" in problem.message


def test_a_row_far_from_one_is_no_matter_of_digits() -> None:
    """More than a hundredth off stays an error."""
    text = b"i,0,1\n0,0.5,0.48\n1,0.5,0.5\n"
    reading = read_table_bytes(text, ReadOptions(columns="values", normalise=True))
    assert reading.table is None
    assert [p.severity for p in reading.problems if p.code == "ROW-SUM"] == ["error"]
