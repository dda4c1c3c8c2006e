"""``ptcert release``: plans as files, answers as text, JSON and reports, exit statuses."""

import json
import re
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest

from exact.table.native import read_native
from exact.table.spread import spread
from tests.cli.running import (
    EXAMPLE_1,
    MEMORY_LIMIT,
    Outcome,
    Run,
    check_rejected,
    enclosures,
    run_in_subprocess,
)
from tests.margins.key_by_key import noise_by_key

SMALLEST = 'keys = "independent"\n[[table]]\nname = "a"\nptable = "t.json"\ncells = 10\n'


@pytest.fixture
def folder(run: Run, tmp_path: Path) -> Path:
    """Return a folder with the table of Example 1."""
    assert run("design", *EXAMPLE_1, "-o", str(tmp_path / "t.json")).status == 0
    return tmp_path


@pytest.fixture
def released(run: Run, folder: Path) -> Run:
    """Return a function that writes a plan and runs the command on it."""

    def released(text: str, *arguments: str) -> Outcome:
        (folder / "plan.toml").write_text(text, encoding="utf-8")
        return run("release", str(folder / "plan.toml"), *arguments)

    return released


def test_ten_cells_of_example_1_have_the_known_delta(released: Run) -> None:
    """At epsilon = 1 it is 0.00428866, between bounds that are not 10^-7 apart."""
    made = released(SMALLEST, "--epsilon", "1", "--epsilon", "2", "--json")
    assert made.status == 0
    found = made.json
    assert [point["epsilon"] for point in found["curve"]] == ["1", "2"]
    lo, hi = (Fraction(found["curve"][0]["delta"][end]) for end in ("lo", "hi"))
    assert Fraction("0.004288655") < lo <= hi < Fraction("0.004288665")
    assert hi - lo < Fraction(1, 10**7)
    assert found["keys"] == "independent"
    (table,) = found["tables"]
    assert (table["name"], table["cells"]) == ("a", 10)
    assert table["without"]["delta"] == {"lo": "0/1", "hi": "0/1"}


def test_every_number_for_machines_is_a_rational(released: Run) -> None:
    """Bounds are p/q of few digits, also where they have thousands of digits inside."""
    text = SMALLEST.replace("10", "100")
    found = released(text, "--epsilon", "5", "--delta", "1/2", "--json").json
    for bounds in enclosures(found):
        assert all(len(end) < 100 for end in bounds.values())
        assert Fraction(bounds["lo"]) <= Fraction(bounds["hi"])


def test_theorem_7_1_has_the_epsilons_of_the_plan(run: Run, released: Run, folder: Path) -> None:
    """Rinott et al., section 7: two tables at epsilon/3, five at epsilon/15, truncated Laplace.

    Each delta_i is that of the definition, in 50 digits. Equal epsilon_i would give 0.2.
    """
    expected = Fraction(0)
    for name, epsilon, m, cells in (("a.json", "1/3", 40, 2), ("b.json", "1/15", 150, 5)):
        given = ("--law", "laplace", "--epsilon", epsilon, "--m", str(m))
        assert run("design", *given, "-o", str(folder / name)).status == 0
        (row,) = json.loads((folder / name).read_text())["rows"]
        p = {z: Fraction(keys, 2**32) for z, keys in zip(row["noise"], row["keys"], strict=True)}
        with localcontext(Context(prec=50)):
            E = Fraction((Decimal(1) / int(epsilon[2:])).exp())
        expected += cells * max(
            sum(
                max(Fraction(0), p.get(y, 0) - E * p.get(y - step, 0)) for y in range(-m - 1, m + 2)
            )
            for step in (1, -1)
        )
    text = 'keys = "independent"\n' + "".join(
        f'[[table]]\nname = "{name}"\nptable = "{name}.json"\ncells = {cells}\n'
        for name, cells in (("a", 2), ("b", 5))
    )
    made = released(text, "--epsilon", "1", "--json").json["theorem_7_1"]
    assert 0 <= Fraction(made[0]["delta"]) - expected < Fraction(1, 10**15)
    said = " ".join(released(text, "--epsilon", "1").out.split())
    assert "with the ε_i of the plan, or else of the tables' designs: they add up to 1" in said
    assert "a finer grid (--grid) narrows it" in said


def test_the_text_says_what_it_assumes_about_keys(released: Run) -> None:
    """A composed claim never stands without a statement about keys, nor without what it omits."""
    made = released(SMALLEST, "--epsilon", "1")
    assert made.status == 0
    said = " ".join(made.out.split())
    assert "Assumed: the key of each cell is uniform, and independent" in said
    assert "without the counts 0 to 24" in said
    assert "MEASURED (no budget was given)" in said
    assert "at most 0.00428867" in said


def test_who_knows_the_keys_of_others_is_another_statement(released: Run) -> None:
    """What is secret is part of the statement."""
    made = released('secret = "own-record-key"\n' + SMALLEST, "--epsilon", "1")
    assert "even for somebody who knows the record keys of all other people" in " ".join(
        made.out.split()
    )


def test_a_floor_above_the_first_row_leaves_nothing_out(released: Run) -> None:
    """Where the plan says that counts are not small, nothing is said of small counts."""
    assert "without the counts" not in released(SMALLEST + "count_floor = 25", "--epsilon", "1").out


@pytest.mark.parametrize(("budget", "status"), [("1,1/100", 0), ("1,1/1000", 1)])
def test_a_budget_that_is_not_kept_fails(released: Run, budget: str, status: int) -> None:
    """delta of ten cells at epsilon = 1 is 0.0043."""
    made = released(SMALLEST, "--epsilon", "1", "--budget", budget)
    assert made.status == status
    assert ("HOLDS" if status == 0 else "FAILS") in made.out


def test_the_example_can_be_run(run: Run, folder: Path) -> None:
    """What --example writes is a plan, once its table is there."""
    path = folder / "plan.toml"
    assert run("release", "--example", "-o", str(path)).status == 0
    assert path.read_text(encoding="utf-8") == run("release", "--example").out
    (folder / "t.json").rename(folder / "example.ptable.json")
    found = run("release", str(path), "--epsilon", "1", "--json").json
    assert [table["own_cells"] for table in found["tables"]] == [2, 1, 0, 3]
    assert found["cells"] == 9


def test_a_certificate_stands_for_its_table(run: Run, released: Run, folder: Path) -> None:
    """The table that a certificate holds gives the same answer as its file."""
    cert = folder / "certified" / "t.certificate.json"
    given = (str(folder / "t.json"), "-o", str(cert.parent), "--as", "md")
    assert run("certify", *given).status == 0
    by_table = released(SMALLEST, "--epsilon", "1", "--json").json
    text = SMALLEST.replace('ptable = "t.json"', 'certificate = "certified/t.certificate.json"')
    assert released(text, "--epsilon", "1", "--json").json["curve"] == by_table["curve"]


@pytest.mark.parametrize("suffix", ["html", "md", "pdf", "txt", "json"])
def test_the_report_is_written_in_every_format(released: Run, folder: Path, suffix: str) -> None:
    """The file is there, and the first line of the answer is printed."""
    target = folder / f"release.{suffix}"
    made = released(SMALLEST, "--epsilon", "1", "-o", str(target))
    assert made.status == 0
    assert made.out.startswith("plan.toml: everything together is MEASURED")
    assert target.stat().st_size > 1000


WOMEN_AND_MEN = (
    'keys = "sum"\ncategories = {sex = 2}\n[[table]]\nname = "sex"\nptable = "t.json"\n'
    'dimensions = ["sex"]\nmargins = [[]]\n'
)


def test_keys_that_add_have_the_joint_delta_of_example_1(released: Run) -> None:
    """Women, men and all at epsilon = 1/2: about 0.201, where independent keys give 0.000712."""
    found = released(WOMEN_AND_MEN, "--epsilon", "1/2", "--json").json
    delta = found["curve"][0]["delta"]
    assert found["keys"] == "sum"
    assert Fraction("0.2010") < Fraction(delta["lo"]) <= Fraction(delta["hi"]) < Fraction("0.2011")
    apart = WOMEN_AND_MEN.replace('"sum"', '"independent"')
    delta = released(apart, "--epsilon", "1/2", "--json").json["curve"][0]["delta"]
    lo, hi = Fraction(delta["lo"]), Fraction(delta["hi"])
    assert Fraction("0.00071208") < lo <= hi < Fraction("0.00071210")
    assert hi - lo < Fraction(1, 10**28)


def test_beyond_the_joint_law_there_is_a_wide_bound(released: Run) -> None:
    """Without the number of categories the law is not known: bounded, and never composed."""
    text = WOMEN_AND_MEN.replace("categories = {sex = 2}\n", "")
    made = released(text, "--epsilon", "1", "--delta", "1/10", "--delta", "1/2")
    assert made.status == 0
    assert "plus delta (at most 0.371251," in made.out
    assert "the upper one wide" in made.out
    assert [line.split()[1:3] for line in made.out.splitlines() if line[:3] in ("0.1", "0.5")] == [
        ["none", "proved"],
        ["0", "0"],
    ]
    assert released(text, "--epsilon", "1", "--budget", "1,1/10").status == 3
    assert released(text, "--epsilon", "1", "--budget", "1,2/5").status == 0


def test_where_a_combination_may_be_empty_nothing_is_promised(released: Run) -> None:
    """No table has all dimensions, and the plan does not say that somebody lives everywhere."""
    beside = WOMEN_AND_MEN.partition("[[table]]")[2].replace('"sex"', '"age"')
    text = f"{WOMEN_AND_MEN}[[table]]{beside}"
    made = released(text, "--epsilon", "1")
    assert made.status == 0
    assert "nothing is promised, for no delta below 1 is proved" in made.out
    assert "none below 1" in made.out
    coarsely = ("--epsilon", "1", "--budget", "1,99/100", "--grid", "5")
    assert released(text, *coarsely).status == 3
    assert released(f"occupied = true\n{text}", *coarsely).status == 0


def test_mixed_keys_need_a_table_with_a_mixed_order(run: Run, released: Run, folder: Path) -> None:
    """Then independence is assumed by name; without one the plan is refused."""
    text = SMALLEST.replace("independent", "mixed")
    check_rejected(released(text), "keys = 'mixed'")
    given = ("design", *EXAMPLE_1, "--key-order", "mixed", "-o", str(folder / "t.json"))
    assert run(*given).status == 0
    said = " ".join(released(text, "--epsilon", "1").out.split())
    assert "Assumed, and not proved: sums of record keys, looked up in the mixed order" in said
    assert (
        "if keys in their mixed order are as good as independent (assumed, not proved) and no two "
        "cells hold the same people, without the counts" in said
    )
    assert "about 2e-8 apart from independent noise" in said


def test_few_mixed_keys_are_counted_and_not_assumed(run: Run, released: Run, folder: Path) -> None:
    """D = 20, 2^13 keys: women, men and all have delta 0.002763 at epsilon = 1/2, by all pairs.

    Independent keys would have 0.00214998, so that (1/2, 0.0022) was said to hold.
    """
    given = ("--epsilon", "1/2", "--D", "20", "--keysize", "2^13", "--key-order", "mixed")
    assert run("design", *given, "-o", str(folder / "t.json")).status == 0
    table = spread(read_native((folder / "t.json").read_text()))
    noise = np.array(noise_by_key(table.rows[0])) + 20
    weights = np.zeros((42, 41, 42), dtype=np.int64)
    for k in range(2**13):
        both = np.bincount(noise * 41 + np.roll(noise, -k), minlength=41**2)
        weights[noise[k], :41, :41] += both.reshape(41, 41)
    with_one = np.roll(weights, (1, 1), axis=(0, 2))
    deltas = [
        float(np.maximum(p - np.exp(0.5) * q, 0).sum()) / 2**26
        for p, q in ((weights, with_one), (with_one, weights))
    ]
    text = (
        'keys = "mixed"\ncategories = {sex = 2}\n[[table]]\nname = "a"\nptable = "t.json"\n'
        'dimensions = ["sex"]\nmargins = [[]]\n'
    )
    asked = ("--epsilon", "1/2", "--budget", "1/2,0.0022")
    check_rejected(released(text, *asked), "65536 keys or fewer", 'keys = "sum"')
    found = released(text.replace("mixed", "sum", 1), *asked, "--json")
    assert (found.status, found.json["verdict"]) == (1, "fails")
    bounds = found.json["curve"][0]["delta"]
    assert Fraction(bounds["hi"]) - Fraction(bounds["lo"]) < Fraction(1, 10**15)
    assert float(Fraction(bounds["hi"])) == pytest.approx(max(deltas), rel=1e-9)
    assert f"{max(deltas):.6f}" == "0.002763"


def test_that_empty_cells_have_keys_of_their_own_is_assumed_by_name(
    released: Run, folder: Path
) -> None:
    """A count of 0 with noise by its key: the headline names it; a floor of 1 needs no such word.

    Two cells by brute force: P and Q of each are uniform on 0, 1 and on 1, 2, so at any epsilon the
    event that one of them is a value that Q never has tells most, 1 - 1/4.
    """
    row = {"noise": [0, 1], "keys": [4, 4]}
    table = {"format": "ptcert-ptable", "version": 1, "keysize": 8, "zero": "row"}
    table |= {"beyond": {"rule": "repeat"}, "origin": None, "rows": [{"count": 0} | row]}
    (folder / "t.json").write_text(json.dumps(table), encoding="utf-8")
    text = SMALLEST.replace("cells = 10", "cells = 2")
    made = released(text, "--epsilon", "2")
    assert made.status == 0
    assert "keys of cells are independent, those of empty ones too" in made.out.split("\n")[0]
    assert "each empty cell has a key of its own" in " ".join(made.out.split())
    point = released(text, "--epsilon", "2", "--json").json["curve"][0]["delta"]
    assert Fraction(point["lo"]) <= Fraction(3, 4) <= Fraction(point["hi"])
    assert "empty" not in released(text + "count_floor = 1\n", "--epsilon", "2").out


@pytest.mark.parametrize(
    ("text", "apart"),
    [
        (SMALLEST, False),
        (WOMEN_AND_MEN, True),
        (WOMEN_AND_MEN.replace("t.json", "zero.json"), False),
        (WOMEN_AND_MEN.replace("t.json", "zero.json") + "count_floor = 1\n", True),
        ("occupied = true\n" + WOMEN_AND_MEN.replace("t.json", "zero.json"), True),
        (SMALLEST.replace("10", "1"), True),
    ],
)
def test_that_cells_hold_different_people_is_assumed_by_name(
    released: Run, folder: Path, text: str, apart: bool
) -> None:
    """Women of a village, and all of it, have one noise until a man comes: unless men are there."""
    table = json.loads((folder / "t.json").read_text("utf-8"))
    table |= {"zero": "preserve", "rows": [table["rows"][0] | {"count": 1}]}
    (folder / "zero.json").write_text(json.dumps(table), "utf-8")
    out = released(text.replace('"sum"', '"independent"'), "--epsilon", "1").out
    said = " ".join(out.split())
    assert ("Assumed too: no two cells that are named apart hold the same people" in said) != apart
    assert ("No two of these cells hold the same people" in said) == apart


REFUSED = {
    "a table that is not there": (SMALLEST.replace("t.json", "u.json"), (), "u.json"),
    "an unknown statement about keys": (SMALLEST.replace("independent", "any"), (), "'any'"),
    "the XOR of four sums": (
        SMALLEST.replace("independent", "xor4"),
        (),
        "keys = 'xor4': keys of margins are not independent",
    ),
    "no statement about keys": (SMALLEST.partition("\n")[2], (), "keys"),
    "overlapping names": (SMALLEST + SMALLEST.partition("\n")[2], (), "name = 'a'"),
    "a billion cells": (SMALLEST.replace("10", "1_000_000_000"), (), "cells = 1000000000"),
    "cells that add up": (SMALLEST.replace("independent", "sum"), (), "cells = 10"),
    "known keys that add": (
        'secret = "own-record-key"\n' + WOMEN_AND_MEN,
        (),
        "secret = 'own-record-key'",
    ),
    "a budget of 0": (SMALLEST, ("--budget", "0"), "budget = '0'"),
    "an epsilon of 0": (SMALLEST, ("--budget", "0,1/10"), "budget = '0'"),
    "a delta of 0": (SMALLEST, ("--budget", "1,0"), "budget = '0'"),
    "epsilon 0": (SMALLEST, ("--epsilon", "0"), "epsilon = '0'"),
    "delta 1": (SMALLEST, ("--delta", "1"), "delta = '1'"),
    "another suffix": (SMALLEST, ("-o", "release.doc"), "release.doc"),
    "a certificate that is none": (
        SMALLEST.replace("ptable", "certificate"),
        (),
        "is no certificate",
    ),
    "an option that the file answers": (
        SMALLEST.replace("cells = 10", 'cells = 1\nread = {beyond = "error"}'),
        (),
        "--beyond = 'error'",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_bad_input_is_one_line(released: Run, folder: Path, case: str) -> None:
    """Each ends with exit status 2 and one line that names it, and nothing is written."""
    text, arguments, named = REFUSED[case]
    before = {path.name for path in folder.iterdir()} | {"plan.toml"}
    check_rejected(released(text, *arguments), named)
    assert {path.name for path in folder.iterdir()} == before


def test_a_plan_is_needed(run: Run) -> None:
    """Without one the command says how to start; an example of a plan is no answer to one."""
    check_rejected(run("release"), "plan", "--example")
    check_rejected(run("release", "plan.toml", "--example"), "plan.toml", "--example")


def test_hostile_plans_end_in_bounded_memory(folder: Path) -> None:
    """Very many cells, margins or words end at once."""
    plan = folder / "plan.toml"
    for text in (
        SMALLEST.replace("10", "9" * 4000),
        'keys = "independent"\n' + '[[table]]\nname = "a"\n' * 30_000,
        "#" * (2 << 20),
        SMALLEST.replace("cells = 10", "dimensions = " + str([f"d{i}" for i in range(40)])),
    ):
        plan.write_text(text, encoding="utf-8")
        check_rejected(run_in_subprocess("release", str(plan), memory=MEMORY_LIMIT))


def test_page_one_of_a_release_names_whose_it_is_and_by_which_files(
    released: Run, folder: Path
) -> None:
    """Agency, day, who signs, the files' digests, the program; and the budget as it is claimed."""
    target = folder / "r.md"
    said = ("--agency", "An Agency", "--signed-by", "A. Name", "--date", "2026-03-01")
    assert released(SMALLEST, "--budget", "1,1/100", *said, "-o", str(target)).status == 0
    page = target.read_text(encoding="utf-8").partition("## ")[0]
    digests = [sha256((folder / name).read_bytes()).hexdigest() for name in ("plan.toml", "t.json")]
    wanted = ["An Agency", "A. Name", "2026-03-01", f"ptcert {version('ptcert')}", *digests]
    assert [text for text in wanted if text not in page] == []
    drawing = (folder / "r" / "release-curve.svg").read_text(encoding="utf-8")
    assert "claimed at 1" in drawing


def test_the_curve_reaches_the_budget(released: Run, folder: Path) -> None:
    """Asked at 1/2 and promised at 4 it is drawn beyond 4, where the promise is marked."""
    target = folder / "r.md"
    asked = ("--epsilon", "1/2", "--budget", "4,1/100", "-o", str(target))
    assert released(SMALLEST, *asked).status == 0
    page = target.read_text(encoding="utf-8")
    assert "Everything together keeps the budget ε = 4, δ = 1/100" in page
    assert page.index("At ε = 4: ") < page.index("At ε = 1/2: ")
    points = re.findall(r"^\| ([0-9.]+) \| [≤≈]", page, re.MULTILINE)
    assert max(map(float, points)) >= 4


def test_the_pair_of_0_and_1_counts_in_every_release(released: Run) -> None:
    """``--first-pair include`` is what a release does; what leaves somebody out is refused."""
    asked = ("--epsilon", "1", "--json")
    assert (
        released(SMALLEST, *asked, "--first-pair", "include").json
        == released(SMALLEST, *asked).json
    )
    for left_out in ("exclude", "cap:0.3"):
        said = released(SMALLEST, *asked, "--first-pair", left_out)
        check_rejected(said, f"first_pair = '{left_out}'", "count_floor = 1")
