"""Tables side by side: the numbers of each column, and what changed, computed anew here."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from exact.numbers.epsilon import Epsilon
from exact.table.native import write_native
from exact.table.ptable import PTable
from exact.table.row import Row
from reports.cli import main
from reports.content.candidate import Candidate
from reports.content.comparison import comparison
from reports.document.blocks import Document, Finding, Grid, Items, Number, Picture, Status
from tests.document.walking import parts

TWICE = Epsilon(exp=Fraction(2))


def table(*keys: int) -> PTable:
    """Return one row with noise -1, 0, 1, ... for every count."""
    return PTable(sum(keys), 5, (Row(tuple(enumerate(keys, start=-1))),))


@pytest.fixture(scope="module")
def compared() -> Document:
    """Return three tables of 16 keys: the second moves one key, the third is the first again."""
    candidates = (
        Candidate("in use", table(4, 8, 4)),
        Candidate("proposed", table(3, 9, 4), "holds"),
        Candidate("copy", table(4, 8, 4)),
    )
    return comparison(candidates, (TWICE,))


def column(document: Document, name: str, index: int) -> object:
    """Return the first part of a cell of the table of measures."""
    grid = next(g for g in parts(document, Grid) if g.name == "measures")
    row = next(row for row in grid.rows if row[0] == (name,))
    return row[index][0]


def exact(document: Document, name: str, index: int) -> Fraction:
    """Return the exact form of a number in the table of measures."""
    number = column(document, name, index)
    assert isinstance(number, Number)
    return Fraction(number.exact)


def test_columns_stand_in_the_order_given(compared: Document) -> None:
    """The first table is the one that the others are held against."""
    grid = next(g for g in parts(compared, Grid) if g.name == "measures")
    assert [c.title for c in grid.columns] == ["Measure", "in use", "proposed", "copy"]


def test_delta_is_computed_for_every_table(compared: Document) -> None:
    """At e^epsilon = 2: sums of positive excesses over 16 keys, by hand.

    4,8,4 against itself one to the right: 4 at the free end, then 8 - 2*4 = 0 and 4 - 2*8 < 0.
    3,9,4: from the left 3 + (9 - 6) = 6; from the right 4 + (9 - 8) = 5.
    """
    assert exact(compared, "Tight δ at ε = ln(2)", 1) == Fraction(4, 16)
    assert exact(compared, "Tight δ at ε = ln(2)", 2) == Fraction(6, 16)


def test_bias_is_computed_for_every_table(compared: Document) -> None:
    """(4 - 4)/16 and (4 - 3)/16."""
    assert exact(compared, "Bias, largest of any row", 1) == 0
    assert exact(compared, "Bias, largest of any row", 2) == Fraction(1, 16)


def test_a_table_without_a_certificate_says_so(compared: Document) -> None:
    """The verdict of the certificate, or that there is none."""
    words = [column(compared, "Certificate", n).word for n in (1, 2, 3)]  # type: ignore[attr-defined]
    assert words == ["not certified", "holds", "not certified"]


def changes(document: Document, index: int) -> str:
    """Return the list of changes as one text."""
    items = parts(document, Items)[index + 1]
    found = (p for entry in items.entries for p in entry)
    return " ".join(p.exact if isinstance(p, Number) else str(p) for p in found)


def test_what_changed_names_the_share_of_keys(compared: Document) -> None:
    """One key of 16 leads to other noise, and delta grows from 1/4 to 3/8."""
    text = changes(compared, 0)
    assert "1 of 1 common counts" in text
    assert "leads to other noise:  1/16" in text
    assert "grows:  1/4  →  3/8" in text


def test_a_copy_changes_nothing(compared: Document) -> None:
    """The same lookup is said to be the same."""
    text = changes(compared, 1)
    assert "Every key leads to the same noise" in text
    assert "stays" in text
    assert "grows" not in text
    assert "falls" not in text


def test_profiles_are_overlaid(compared: Document) -> None:
    """Both pictures name every table."""
    both = parts(compared, Picture)
    assert [picture.name for picture in both] == ["side-by-side", "profile"]
    assert all(name in p.drawing.wide for p in both for name in ("in use", "proposed", "copy"))


def test_what_each_table_is_best_at_is_marked(compared: Document) -> None:
    """4,8,4 has the smaller δ and bias, 3,9,4 the smaller variance (111/256 of 1/2); none sorts."""
    grid = next(g for g in parts(compared, Grid) if g.name == "measures")
    assert not grid.sortable
    best = {row[0][0]: [Status("best") in cell for cell in row[1:]] for row in grid.rows}
    assert best["Tight δ at ε = ln(2)"] == [True, False, True]
    assert best["Bias, largest of any row"] == [True, False, True]
    assert best["Standard deviation, largest"] == [False, True, False]
    assert best["Largest noise"] == [False, False, False]


def complete_table(zero: tuple[int, ...], *keys: int) -> PTable:
    """Return noise 0, 1, 2 ... with ``zero`` keys at count 0, and -1, 0, 1, ... from 1 on."""
    size = sum(keys)
    first = Row(tuple((z, n) for z, n in enumerate(zero) if n))
    return PTable(size, 0, (first, Row(tuple(enumerate(keys, start=-1)))), zero="row")


def praise(*candidates: Candidate) -> list[str]:
    """Return what each table is best at."""
    return [
        "".join(map(str, entry))
        for entry in parts(comparison(candidates, (TWICE,)), Items)[0].entries
    ]


def test_the_smallest_delta_of_one_pair_is_not_praised_for_the_others() -> None:
    """At e^epsilon = 2, of 16 keys, by hand.

    From count 1 on: 1,14,1 has 14 - 2 = 12 of 16, and 4,8,4 has 4 of 16. Of the pair (0, 1): 14, 1
    and 1 keys at the noise 0, 1 and 2 of count 0 against 1, 14 and 1 released as 0, 1 and 2 leave
    12; 16 keys at 0 against 4, 8 and 4 leave 8 and 12. So both have 12 with the pair.
    """
    narrow = Candidate("narrow", complete_table((14, 1, 1), 1, 14, 1))
    wide = Candidate("wide", complete_table((16,), 4, 8, 4))
    said = praise(narrow, wide)
    assert "δ" not in said[0]
    assert "the smallest δ at ε = ln(2), with the pair (0, 1) and without it" in said[1]


def test_a_table_that_is_worse_without_the_first_pair_says_by_how_much() -> None:
    """Smallest with the pair (0, 1): 6 of 16 against 12; without it 6 against 4: 1.5 times."""
    first = Candidate("first", complete_table((4, 8, 4), 3, 9, 4))
    kept = Candidate("kept", complete_table((16,), 4, 8, 4))
    said = praise(first, kept)
    assert (
        "smallest δ at ε = ln(2) with the pair (0, 1), but 1.50 times the smallest for" in said[0]
    )
    assert "smallest δ at ε = ln(2) for counts from 1, but 2.00 times the smallest with" in said[1]
    document = comparison((first, kept), (TWICE,))
    above = next(g for g in parts(document, Grid) if g.name == "above-zero")
    assert [Status("best") in cell for cell in above.rows[0][1:]] == [False, True]


def test_a_table_that_does_not_cover_zero_is_not_praised_for_that() -> None:
    """With zeros preserved it has a pair (0, 1) too, and is held to it.

    At e^epsilon = 2, of 16 keys: 16 keys at 0 against 4, 8 and 4 released as 0, 1 and 2 leave 8 and
    12; 8 and 8 against the same leave 0 and 4. From count 1 on both have 4.
    """
    uncovered = Candidate("uncovered", PTable(16, 1, (Row(((-1, 4), (0, 8), (1, 4))),)))
    covered = Candidate("covered", complete_table((8, 8), 4, 8, 4))
    said = praise(uncovered, covered)
    assert "δ" not in said[0]
    assert "smallest δ at ε = ln(2), with the pair (0, 1) and without it" in said[1]
    grid = next(g for g in parts(comparison((uncovered, covered), (TWICE,)), Grid))
    best = {row[0][0]: [Status("best") in cell for cell in row[1:]] for row in grid.rows}
    assert best["Tight δ at ε = ln(2)"] == [False, False]
    assert best["Tight δ at ε = ln(2), if zeros stay as they are"] == [False, True]


def test_what_nobody_notices_is_not_praised() -> None:
    """A variance of 3.9984 against 3.9999, and a bias of 1 in 10,000: no table is better."""
    a = Candidate("a", PTable(10000, 5, (Row(((-2, 4998), (0, 4), (2, 4998))),)))
    b = Candidate("b", PTable(10000, 5, (Row(((-2, 4999), (-1, 1), (0, 1), (2, 4999))),)))
    for said in praise(a, b):
        assert "variance" not in said
        assert "bias" not in said
        assert "accurate" not in said
    better = Candidate("c", PTable(4, 5, (Row(((-1, 1), (0, 2), (1, 1))),)))
    assert "the smallest variance" in praise(a, better)[1]


def test_other_counts_and_other_epsilon_are_warned_of() -> None:
    """A table from 5 on beside one from 6 on, made for ε = ln(2) and for ε = ln(3)."""
    other = PTable(16, 6, table(4, 8, 4).rows)
    candidates = (
        Candidate("a", table(4, 8, 4), epsilons=(TWICE,)),
        Candidate("b", other, epsilons=(Epsilon(exp=Fraction(3)),)),
    )
    found = parts(comparison(candidates, (TWICE,)), Finding)
    assert [finding.code for finding in found] == ["OTHER-COUNTS", "OTHER-EPSILON"]
    assert parts(comparison(candidates[:1] * 1 + candidates[:1], (TWICE,)), Finding) == []


def test_the_command_compares_certificates_and_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two files with one name are told apart; epsilon comes from the certificate."""
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
    path = tmp_path / "a" / "t.ptable.json"
    path.write_text(write_native(table(4, 8, 4)), encoding="utf-8")
    other = tmp_path / "b" / "t.ptable.json"
    other.write_text(write_native(table(3, 9, 4)), encoding="utf-8")
    certify = ["certify", str(path), "--epsilon", "ln(2)", "--solver", "z3", "--as", "md"]
    assert main([*certify, "-o", str(tmp_path)]) == 0
    capsys.readouterr()
    files = [str(tmp_path / "t.certificate.json"), str(other)]
    assert main(["report", *files, "--as", "md", "-o", str(tmp_path), "--json"]) == 0
    written = json.loads(capsys.readouterr().out)["written"]
    text = Path(written[0]).read_text(encoding="utf-8")
    assert "t (1)" in text.replace("\\", "")
    assert "t (2)" in text.replace("\\", "")
    assert "Tight δ at ε = ln(2)" in text.replace("\\", "")
