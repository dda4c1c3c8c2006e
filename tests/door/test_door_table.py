"""Tables at the front door: read, looked up, profiled, written; bad input in one line."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import ptcert
from tests.door.small import HALF, ONS, page_in


def test_a_table_is_read_as_the_file_says(small: ptcert.Table) -> None:
    """Its keys, its noise and its probabilities are those of the lines."""
    assert (small.name, small.format, small.keysize) == ("small.csv", "ons", 4)
    assert [small.noise(1, key) for key in range(4)] == [-1, 0, 0, 1]
    assert small.probabilities(7) == {-1: Fraction(1, 4), 0: Fraction(1, 2), 1: Fraction(1, 4)}
    assert (small.counts, small.noise_range) == (range(1, 3), (-1, 1))
    assert repr(small) == "<Table small.csv: counts 1..2, 4 keys, noise -1..1>"


def test_the_profile_is_exact_at_every_epsilon(small: ptcert.Table) -> None:
    """P = 1/4, 1/2, 1/4 against itself moved by one: (1/4) + (1/2 - e^eps/4) + ... by hand."""
    profile = small.profile()
    assert profile.delta("ln(3/2)").exact == Fraction(1, 4) + Fraction(1, 2) - Fraction(3, 8)
    assert profile.delta("ln(2)").exact == Fraction(1, 4)
    assert profile.epsilon("3/8") == "ln(3/2)"
    assert profile.epsilon(Fraction(1, 4)) == "ln(2)"
    assert profile.epsilon("1/5") is None
    assert profile.epsilon("1/2") == "0"
    assert repr(profile) == "<Profile of small.csv: delta falls to 1/4 = 0.25>"


def test_an_irrational_delta_has_narrow_bounds(small: ptcert.Table) -> None:
    """At a rational epsilon delta is 3/4 - e^epsilon/4, known from both sides."""
    found = small.profile().delta("1/2")
    assert found.exact is None
    assert Fraction("0.33781") < found.lo < found.hi < Fraction("0.33782")
    assert repr(found) == "<at most 0.337820>"


def test_a_saved_table_reads_back_as_the_same(small: ptcert.Table, tmp_path: Path) -> None:
    """The native file and the ONS file hold the same rows."""
    small.save(tmp_path / "t.ptable.json")
    small.save(str(tmp_path / "t.csv"), "ess")
    assert ptcert.read(tmp_path / "t.ptable.json").ptable.rows == small.ptable.rows
    assert ptcert.read(tmp_path / "t.csv").ptable.rows == small.ptable.rows


def test_a_notebook_shows_the_report_s_own_page(small: ptcert.Table) -> None:
    """The frame's address is the page with its policy, its drawing and its numbers."""
    for value, words in ((small, "Which keys lead to which noise"), (small.profile(), "plateau")):
        page = page_in(value._repr_html_())
        assert "Content-Security-Policy" in page
        assert "<svg" in page
        assert words in page


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"format": "onz"}, "format = 'onz': is not known"),
        ({"keys": "0-3"}, "keys = '0-3': is not a range of keys; write it as 0..255"),
        ({"keys": (0, 3)}, r"keys = \(0, 3\): must be text; write it as on the command line"),
        ({"zero": HALF}, "zero = 0.5: must be text"),
        ({"beyond": "again"}, "beyond = 'again': is no rule"),
    ],
)
def test_what_is_said_wrongly_is_an_input_error(
    tmp_path: Path, said: dict[str, Any], message: str
) -> None:
    """One line with the argument, the value, the rule and the remedy."""
    (tmp_path / "t.csv").write_text(ONS, encoding="utf-8")
    with pytest.raises(ptcert.InputError, match=message):
        ptcert.read(tmp_path / "t.csv", **said)


def test_a_broken_or_missing_file_is_an_input_error(tmp_path: Path) -> None:
    """The error names the file."""
    with pytest.raises(ptcert.InputError, match="does not exist or is no regular file"):
        ptcert.read(tmp_path / "none.csv")
    (tmp_path / "gap.csv").write_text("pcv,ckey,pvalue\n1,0,0\n1,2,1\n", encoding="utf-8")
    with pytest.raises(ptcert.InputError, match=r"gap\.csv"):
        ptcert.read(tmp_path / "gap.csv", keys="0..3")


def test_a_float_is_refused_by_a_profile(small: ptcert.Table) -> None:
    """Neither epsilon nor delta may be one."""
    with pytest.raises(ptcert.InputError, match=r"epsilon = 0\.5: a float is not exact"):
        small.profile().delta(HALF)
    with pytest.raises(ptcert.InputError, match=r"delta = 0\.5: a float is not exact"):
        small.profile().epsilon(HALF)
    with pytest.raises(ptcert.InputError, match="must lie from 0 to below 1"):
        small.profile().epsilon(2)
