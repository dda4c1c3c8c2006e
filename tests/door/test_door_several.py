"""Where the front door takes several, one alone is one: a text is never taken apart."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import ptcert


def epsilons(found: ptcert.Certificate) -> list[str]:
    """Return the epsilons at which delta was measured."""
    measured: Any = found.to_dict()["epsilons"]
    return [each["epsilon"] for each in measured]


@pytest.mark.parametrize("one", ["1/3", "12", 3, Fraction(1, 3), "ln(2)"])
def test_one_epsilon_in_place_of_several_is_one(one: Any, small: ptcert.Table) -> None:
    """also="12" is 12, not 1 and 2; a number alone is what a list of it is."""
    alone = ptcert.certify(small, "1/2", also=one, solvers=["z3"])
    assert epsilons(alone) == ["1/2", str(one)]
    assert alone.to_dict() == ptcert.certify(small, "1/2", also=[one], solvers=["z3"]).to_dict()


def test_one_solver_in_place_of_several_is_one(small: ptcert.Table) -> None:
    """solvers="z3" asks z3; one that nobody knows is named whole."""
    found: Any = ptcert.certify(small, "1/2", solvers="z3").to_dict()["solvers"]
    assert [each["name"] for each in found] == ["z3"]
    with pytest.raises(ptcert.InputError, match="solvers = 'abacus': is not known; use one of z3,"):
        ptcert.certify(small, "1/2", solvers="abacus")


def test_one_format_in_place_of_several_is_one(small: ptcert.Table, tmp_path: Path) -> None:
    """formats="md" writes what ["md"] writes; the letters of a word are no formats."""
    found = ptcert.certify(small, "1/2", solvers=["z3"])
    one, several = (found.save(tmp_path / "a", "md"), found.save(tmp_path / "b", ["md"]))
    assert [path.name for path in one] == [path.name for path in several]
    assert "small.report.md" in [path.name for path in one]
    with pytest.raises(ptcert.InputError, match="formats = 'docx': is not known; use one of html,"):
        found.save(tmp_path, "docx")


@pytest.mark.parametrize("one", ["2", 2, Fraction(2)])
def test_one_bound_in_place_of_one_by_row_is_one(one: Any) -> None:
    """D=2 is what D=[2] is, in every row."""
    alone = ptcert.complete(1, D=one, variance=1, keysize=16)
    assert alone.table.noise_range == (-2, 2)
    assert alone.to_dict() == ptcert.complete(1, D=[one], variance=[1], keysize=16).to_dict()
