"""dp-accounting's composed estimates of Example 1's table against proved bounds."""

from fractions import Fraction

from exact.numbers.enclosure import Enclosure
from reports.peers.google_composition import (
    Case,
    Composed,
    compositions,
    compositions_blocks,
    compositions_json,
)
from tests.certificate.making import example_1


def test_its_answers_about_many_cells_are_held_against_the_bounds() -> None:
    """On the slope its two estimates hold the truth between them; on the plateau they do not."""
    found = tuple(compositions(example_1()))
    on_slope, plateau, far = found[:2], found[2:4], found[4]
    for one in on_slope:
        assert one.faults == ()
        assert one.optimistic < one.bounds.lo <= one.bounds.hi < one.pessimistic
        assert one.bounds.width < one.pessimistic - one.optimistic
    for one in plateau:
        assert one.faults == ("optimistic estimate above the truth",)
    assert far.faults == ("delta above 1",)
    assert far.pessimistic > 1 > far.bounds.hi
    said = compositions_json(found)
    assert [len(entry["faults"]) for entry in said] == [0, 0, 1, 1, 1]  # type: ignore[arg-type]
    assert len(compositions_blocks(found)) == 2


def test_the_plateau_of_three_cells_is_known_exactly() -> None:
    """1 - (1 - p)^3, p the share of keys of the noise that one count has alone: by hand."""
    table = example_1()
    runs = table.rows[0].runs
    p = Fraction(max(runs[0][1], runs[-1][1]), table.keysize)
    third = tuple(compositions(table))[2]
    assert third.bounds.lo <= 1 - (1 - p) ** 3 <= third.bounds.hi
    assert third.bounds.width < Fraction(1, 10**20)


def test_a_pessimistic_estimate_below_the_truth_is_named() -> None:
    """Of an answer that is made up."""
    half = Fraction(1, 2)
    case = Case(1, Fraction(1), Fraction(1, 10), 8)
    low = Composed(case, half, half, Enclosure(Fraction(2, 3), Fraction(3, 4)))
    assert low.faults == ("pessimistic estimate below the truth",)
