"""Tables with intended holes: exactly the declared released values are missing, or it fails.

The tables are like those of R ptable: js = 2 (no released 1 or 2), a share of unchanged counts
(pstay), zeros preserved.
"""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.table.native import write_native
from exact.table.ptable import PTable, Repeat, Stop, Wrap
from exact.table.row import Row
from reports.cli import main
from tests.certificate.making import Json, claim, is_accepted, source, targets, text_of
from tests.certificate.random_tables import tables
from verification.checking.claims import first_wrong_release as checked
from verification.checking.table import read_table
from verification.claims.key_completeness import Release, first_wrong_release
from verification.claims.request import Request

K = 16


def row(*pairs: tuple[int, int]) -> Row:
    """Return a row of (noise, keys)."""
    return Row(pairs)


def like_js_2() -> PTable:
    """Return a table of R ptable's kind with D = 3 and js = 2: 1 and 2 become 0, or 3 and more."""
    rows = (
        row((-1, 9), (2, 5), (3, 2)),
        row((-2, 6), (1, 6), (2, 3), (3, 1)),
        row((-3, 4), (0, 6), (1, 3), (2, 2), (3, 1)),
        row((-1, 6), (0, 6), (1, 2), (2, 1), (3, 1)),
        row((-2, 3), (-1, 3), (0, 4), (1, 3), (2, 2), (3, 1)),
        row((-3, 1), (-2, 2), (-1, 3), (0, 4), (1, 3), (2, 2), (3, 1)),
    )
    return PTable(K, 1, rows, Repeat(), "preserve", holes=(1, 2))


def with_holes(table: PTable, *holes: int) -> PTable:
    """Return the same rows with other holes."""
    return PTable(K, table.first_count, table.rows, table.beyond, table.zero, holes=holes)


def like_pstay() -> PTable:
    """Return a table where three quarters of each count stay as they are: nothing is missing."""
    rows = (row((-1, 2), (0, 12), (1, 2)), row((-2, 1), (-1, 1), (0, 12), (1, 2)))
    return PTable(K, 1, rows, Repeat(), "preserve")


def naive(table: PTable) -> Release | None:
    """Return the first wrong release by the definition, count by count, far past all rows."""
    far = 60
    zero = [0] if table.zero == "preserve" else []
    last = table.last_count if isinstance(table.beyond, Stop) else far
    for count in (*zero, *range(table.first_count, last + 1)):
        noise = [z for z, _ in table.row(count).runs]
        for value in range(count + min(noise), count + max(noise) + 1):
            has_a_key = value - count in noise
            if has_a_key == (value in table.holes):
                return Release(count, value)
    return None


@given(tables(), st.sets(st.integers(0, 6), max_size=3))
def test_the_witness_is_the_first_by_definition(table: PTable, holes: set[int]) -> None:
    """Both programs find the first release that is wrong, or that there is none."""
    declared = PTable(
        table.keysize, table.first_count, table.rows, table.beyond, table.zero, None, 0,
        tuple(sorted(holes)),
    )  # fmt: skip
    expected = naive(declared)
    assert first_wrong_release(declared) == expected
    found = checked(read_table(json.loads(write_native(declared))))
    assert found == (
        None if expected is None else {"count": expected.count, "released": expected.released}
    )


def certified(table: PTable) -> Json:
    """Return the certificate of a table."""
    found: Json = json.loads(text_of(Request(table, source(table), targets("2")), solvers=("z3",)))
    return found


@pytest.mark.parametrize("table", [like_js_2(), like_pstay()], ids=["js = 2", "pstay"])
def test_tables_with_their_holes_declared_are_complete(table: PTable) -> None:
    """Completeness holds, both solvers' problems are as expected, the checker agrees."""
    document = certified(table)
    completeness = claim(document, "key-completeness")
    assert (completeness["status"], completeness["witness"]) == ("holds", None)
    assert document["verdict"] == ("holds" if table.holes else "measured")
    assert all(p["answer"] == p["expected"] for p in document["solvers"][0]["problems"])
    assert is_accepted(document)


WRONG: dict[str, tuple[PTable, Release]] = {
    "one undeclared": (with_holes(like_js_2(), 1), Release(1, 2)),
    "one too many": (with_holes(like_js_2(), 1, 2, 3), Release(1, 3)),
    "zero is released": (with_holes(like_js_2(), 0, 1, 2), Release(0, 0)),
    "past the last row": (with_holes(like_js_2(), 1, 2, 30), Release(27, 30)),
    "a hole that the same row releases later": (
        PTable(K, 1, (row((-1, 8), (2, 8)),), Repeat(), "none", holes=(1, 2)),
        Release(2, 1),
    ),
    "a gap that comes again": (
        PTable(K, 1, (row((-1, 4), (0, 8), (3, 4)),), Repeat(), "none", holes=(2, 3)),
        Release(2, 2),
    ),
    "the same in a wrap": (
        PTable(K, 1, (row((-1, 8), (2, 8)), row((-1, 8), (0, 8))), Wrap(1, 2), holes=(1, 2)),
        Release(2, 1),
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_other_holes_fail_with_a_witness(name: str) -> None:
    """The first release that is missing and not declared, or declared and not missing."""
    table, witness = WRONG[name]
    document = certified(table)
    found = claim(document, "key-completeness")
    assert found["status"] == document["verdict"] == "fails"
    assert found["witness"] == {"count": witness.count, "released": witness.released}
    assert is_accepted(document)
    found["status"], found["witness"], document["verdict"] = "holds", None, "holds"
    assert not is_accepted(document)


def test_where_no_holes_are_declared_the_first_is_named_and_nothing_claimed() -> None:
    """As in the audit, where it is a warning; the checker finds the same value, and no other."""
    document = certified(with_holes(like_js_2()))
    found = claim(document, "key-completeness")
    assert (found["status"], document["verdict"]) == ("holds", "measured")
    assert found["witness"] == {"count": 1, "released": 1}
    assert is_accepted(document)
    for other in (None, {"count": 1, "released": 2}):
        found["witness"] = other
        assert not is_accepted(document)


def test_holes_and_zero_are_declared_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``--holes 1..2 --zero preserve``, or ``--declare``; without them a witness is named."""
    made = like_js_2()
    plain = PTable(K, 1, made.rows, made.beyond, "none")
    file = tmp_path / "t.ptable.json"
    file.write_text(write_native(plain), encoding="utf-8")
    base = ["certify", str(file), "--epsilon", "2", "-o", str(tmp_path), "--solver", "z3"]
    assert main([*base, "--as", "md"]) == 0
    witness = "no key leads to noise 0 at a count of 1: 1 is never released there"
    assert f"key-completeness: {witness}" in capsys.readouterr().out
    assert witness in (tmp_path / "t.report.md").read_text(encoding="utf-8")
    assert "each with a witness key" not in (tmp_path / "t.report.md").read_text(encoding="utf-8")
    for said in (
        ["--holes", "1..2", "--zero", "preserve"],
        ["--declare", "holes=1..2,zero=preserve"],
    ):
        assert main([*base, "--as", "md", *said]) == 0
        assert capsys.readouterr().out.startswith("verdict: HOLDS (of what is declared;")
        document = json.loads((tmp_path / "t.certificate.json").read_text(encoding="utf-8"))
        assert document["table"]["holes"] == [1, 2]
        assert document["table"]["zero"] == "preserve"
        assert main(["check", str(tmp_path / "t.certificate.json"), str(file)]) == 0
        capsys.readouterr()
        report = (tmp_path / "t.report.md").read_text(encoding="utf-8")
        assert "each with a witness key but for the declared holes" in report
        assert "Released values that never occur" in report


def test_the_holes_of_a_native_file_are_declared_by_it(tmp_path: Path) -> None:
    """What ``convert --holes`` wrote need not be said again."""
    file = tmp_path / "t.ptable.json"
    file.write_text(write_native(like_js_2()), encoding="utf-8")
    asked = ["--epsilon", "2", "-o", str(tmp_path), "--solver", "z3", "--as", "md"]
    assert main(["certify", str(file), *asked]) == 0
    assert main(["check", str(tmp_path / "t.certificate.json"), str(file)]) == 0


def test_a_hole_without_end_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A hole far past the last row would have to be looked for count by count."""
    file = tmp_path / "t.ptable.json"
    file.write_text(write_native(like_pstay()), encoding="utf-8")
    asked = ["--epsilon", "2", "-o", str(tmp_path / "out"), "--holes", str(10**15)]
    assert main(["certify", str(file), *asked]) == 2
    assert "counts past the last row" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
