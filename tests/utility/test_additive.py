"""Additivity restored: margins kept exactly, the nearest table, whole numbers next to it."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from exact.laws.given import law_given
from exact.utility.additive import common_margins, projected, rounded
from exact.utility.chances import LawPerturbation
from exact.utility.counts import Counts
from reports.utility.restored import additive_table, restored_losses
from tests.cli.running import ROOT, Run

COUNTS = str(ROOT / "tests/utility/data/rinott_table_1.csv")


@st.composite
def releases(draw: st.DrawFn) -> tuple[list[list[int]], list[int]]:
    """Released cells, and margins that are off by a few."""
    R, C = draw(st.integers(2, 5)), draw(st.integers(2, 5))
    cells = [[draw(st.integers(0, 9)) for _ in range(C)] for _ in range(R)]
    right = [*map(sum, cells), *map(sum, zip(*cells, strict=True)), sum(map(sum, cells))]
    return cells, [max(0, n + draw(st.integers(-3, 3))) for n in right]


@given(release=releases())
def test_the_projection_is_the_nearest_table_with_these_margins(
    release: tuple[list[list[int]], list[int]],
) -> None:
    """It has the margins, and the way to it is orthogonal to every move that changes none."""
    cells, margins = release
    R, C = len(cells), len(cells[0])
    rows, columns = common_margins(margins[:R], margins[R:-1], margins[-1])
    assert sum(rows) == sum(columns) == margins[-1]
    found = projected(cells, rows, columns)
    assert [sum(line) for line in found] == rows
    assert [sum(line) for line in zip(*found, strict=True)] == columns
    for i, j, k, m in product(range(R), range(C), range(R), range(C)):
        off = [found[a][b] - cells[a][b] for a, b in ((i, j), (k, m), (i, m), (k, j))]
        assert off[0] + off[1] - off[2] - off[3] == 0


@given(release=releases(), method=st.sampled_from(["least-squares", "ipf"]))
def test_whole_tables_have_the_margins(
    release: tuple[list[list[int]], list[int]], method: str
) -> None:
    """Every margin is kept, and least squares moves no cell of the projection by 1 or more."""
    cells, margins = release
    R = len(cells)
    rows, columns = common_margins(margins[:R], margins[R:-1], margins[-1])
    found = additive_table(cells, margins, method)
    assert [sum(line) for line in found] == rows
    assert [sum(line) for line in zip(*found, strict=True)] == columns
    if method == "least-squares":
        near = projected(cells, rows, columns)
        assert all(
            abs(n - x) < 1
            for line, exact in zip(found, near, strict=True)
            for n, x in zip(line, exact, strict=True)
        )


def test_margins_that_are_not_whole_are_refused() -> None:
    """No rounding keeps a margin of one half."""
    half = Fraction(1, 2)
    with pytest.raises(InputError, match="are not whole"):
        rounded([[half, half], [half, Fraction(1)]])
    with pytest.raises(InputError, match="do not fit the cells"):
        projected([[1, 2], [3, 4]], [3, 7], [4, 7])


def test_without_noise_nothing_is_lost() -> None:
    """Noise that practically never occurs: what adds up stays as it is."""
    law = LawPerturbation(law_given("laplace", "900", {"m": 1}))
    found = restored_losses(Counts((5, 7, 9, 6), 2), law, "least-squares", 5, 1)
    assert all(one.mean == 0 for one in found.values())
    with pytest.raises(InputError, match="needs a two-way table"):
        restored_losses(Counts((5, 7)), law, "ipf", 5, 1)


def test_the_command_says_what_it_costs(run: Run) -> None:
    """Means with intervals for machines, and the theorem for people."""
    asked = ("utility", COUNTS, "--law", "laplace", "--epsilon", "1", "--m", "5", "--draws", "5")
    said = run(*asked, "--additive", "least-squares", "--json").json["tables"][0]["additive"]
    assert Fraction(said["margins_after"]["mean"]) > 0
    text = run(*asked, "--additive", "ipf").out
    assert "post-processing" in text
    assert "Proposition 2.1" in " ".join(text.split())
