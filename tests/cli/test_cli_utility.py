"""``ptcert utility``: what tables cost the users of their counts, as a user asks for it."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from exact.table.native import write_native
from exact.table.ptable import PTable
from exact.table.row import Row
from tests.cli.running import ROOT, Run, check_rejected

TABLE_1 = str(ROOT / "tests/utility/data/rinott_table_1.csv")
LAPLACE = ("--law", "laplace", "--epsilon", "1/2", "--m", "7")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str, str]:
    """Two tables of 4 keys that keep zeros, the second with twice the noise, and counts."""
    folder = tmp_path_factory.mktemp("utility")
    paths = [folder / "near.ptable.json", folder / "far.ptable.json", folder / "counts.csv"]
    for step, path in zip((1, 2), paths, strict=False):
        row = Row(((-step, 1), (0, 2), (step, 1)))
        table = PTable(4, 1, (Row(((0, 4),)), row), zero="preserve")
        path.write_text(write_native(table))
    paths[2].write_text("x,a,b,total\np,0,1,1\nq,2,5,7\n")
    return str(paths[0]), str(paths[1]), str(paths[2])


def test_tables_side_by_side(run: Run, files: tuple[str, str, str]) -> None:
    """Exact losses of each: counts 2 and 5 have the noise, and only the 2 can be lost."""
    said = run("utility", *files, "--epsilon", "1", "--json").json
    assert said["counts"] == {
        "cells": 4,
        "total": 8,
        "shape": [2, 2],
        "margins_left_out": 2,
    }
    near, far = said["tables"]
    assert (near["name"], far["name"]) == ("near.ptable.json", "far.ptable.json")
    assert (near["expected"]["l1"], far["expected"]["l1"]) == ("1/1", "2/1")
    assert (near["expected"]["l2"], far["expected"]["l2"]) == ("1/1", "4/1")
    assert (near["false_zeros"], far["false_zeros"]) == ("0/1", "1/4")
    assert near["laws"]["l1"] == {"lower": "0/1", "median": "1/1", "upper": "1/1"}
    assert set(near["simulated"]) == {"chi2", "cramers_v", "p_value", "rm"}
    assert [size["least"] for size in near["by_size"]] == [0, 1, 2, 3]
    text = run("utility", *files, "--draws", "0").out
    assert "near.ptable.json has the least expected l1" in text
    assert "What an analyst would see" not in text


def test_a_law_on_the_papers_table(run: Run) -> None:
    """Rinott et al. 5.6: l1 has mean 215.460 and quartiles 203, 215, 228."""
    said = run("utility", TABLE_1, *LAPLACE, "--draws", "0", "--json").json
    (laplace,) = said["tables"]
    assert laplace["laws"]["l1"] == {"lower": "203/1", "median": "215/1", "upper": "228/1"}
    bounds = [Fraction(laplace["expected"]["l1"][end]) for end in ("lo", "hi")]
    assert Fraction("215.4601189") < bounds[0] <= bounds[1] < Fraction("215.4601190")


@pytest.mark.parametrize("suffix", [".html", ".md", ".txt"])
def test_the_page(run: Run, files: tuple[str, str, str], tmp_path: Path, suffix: str) -> None:
    """As a file; nothing but its name is printed."""
    target = tmp_path / f"cost{suffix}"
    found = run("utility", *files, "--draws", "20", "-o", str(target))
    assert found.out == f"Page written to {target}\n"
    assert "near.ptable.json" in target.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("{counts}",), "is alone: there is no table beside the counts; give a table before it"),
        (("{counts}", "--m", "7"), "belongs to a law; give --law"),
        (("{near}", "{counts}", "--within", "3,1"), "must be up to 20 distances that rise"),
        (("{near}", "{counts}", "--draws", "x"), "is not a number"),
        (("{near}", "{counts}", "--draws", "100001"), "must be from 0 to 100000"),
        (("{near}", "{counts}", "-o", "{counts}.html.csv"), "does not say by its suffix"),
        (("{near}", "{near}"), "counts"),
        (("{near}",) * 9 + ("{counts}",), "are too many: at most 8 side by side"),
        (("{counts}", "--law", "laplace", "--epsilon", "1"), "m"),
        (("{near}", "nowhere.csv"), "does not exist or is no regular file"),
    ],
)
def test_bad_input(
    run: Run, files: tuple[str, str, str], arguments: tuple[str, ...], said: str
) -> None:
    """One line: what was given, the rule, the remedy."""
    near, _, counts = files
    given = [text.format(near=near, counts=counts) for text in arguments]
    check_rejected(run("utility", *given), said)


def test_counts_below_the_first_row(run: Run, tmp_path: Path) -> None:
    """Refused with the remedy, and taken with it."""
    table = tmp_path / "t.ptable.json"
    table.write_text(write_native(PTable(4, 2, (Row(((-2, 1), (0, 2), (2, 1))),))))
    counts = tmp_path / "c.csv"
    counts.write_text("0\n1\n9\n")
    check_rejected(run("utility", str(table), str(counts)), "--small clip")
    said = run("utility", str(table), str(counts), "--small", "clip", "--json").json
    assert said["tables"][0]["false_zeros"] == "1/4"


def test_weighted_counts_move_by_the_average_weight(run: Run, files: tuple[str, str, str]) -> None:
    """Shlomo-Krenzke-Li (4): W + p w has w times the l1 and w^2 times the l2 of the counts."""
    near, _, counts = files
    asked = ("utility", near, counts, "--draws", "0", "--average-weight")
    said = run(*asked, "63/2", "--json").json
    assert said["average_weight"] == "63/2"
    assert said["tables"][0]["weighted"] == {"l1": "63/2", "l2": "3969/4"}
    assert "l1 of weighted counts" in run(*asked, "30").out
    check_rejected(run(*asked, "0"), "must be above 0")


def test_weighted_counts_move_by_the_weight_of_their_cell(
    run: Run, files: tuple[str, str, str], tmp_path: Path
) -> None:
    """(5): with W = 3 n everywhere the losses are 3 and 9 times those of the counts."""
    near, _, counts = files
    cells = Path(counts).read_text(encoding="utf-8")
    thrice, odd, short = (tmp_path / name for name in ("w.csv", "odd.csv", "short.csv"))
    thrice.write_text(re.sub(r"\d+", lambda n: f"{3 * int(n[0])}.0", cells))
    asked = ("utility", near, counts, "--draws", "0", "--weighted")
    found = run(*asked, str(thrice), "--json").json["tables"][0]
    for name, factor in (("l1", 3), ("l2", 9)):
        plain = Fraction(found["expected"][name])
        assert Fraction(found["weighted_by_cell"][name]) == factor * plain
    assert "l2 of weighted counts W + p·W/n, (5)" in run(*asked, str(thrice)).out
    odd.write_text(re.sub(r"\d+", "0", cells))
    check_rejected(run(*asked, str(odd)), "weighted, cell", "both or neither")
    short.write_text("1,2\n")
    check_rejected(run(*asked, str(short)), "weighted = 2", "same layout")
