"""``ptcert attack``: what an attacker can do with a table, as a user asks for it."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from exact.table.native import write_native
from exact.table.ptable import PTable, Stop
from exact.table.row import Row
from tests.cli.running import Run, check_rejected

ATTACKS = ("averaging", "bound", "margins", "differencing", "learning")
CODES = ("AVERAGING", "BOUND", "MARGINS", "DIFFERENCING", "LEARNING")
FAIR = Row(((-2, 1), (-1, 5), (0, 13), (1, 5), (2, 1)))


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Noise of variance 18/25 within 2, for every count from 1 on, with 25 keys."""
    path = tmp_path_factory.mktemp("attacked") / "fair.ptable.json"
    path.write_text(write_native(PTable(25, 1, (FAIR,))))
    return path


def test_every_attack_ends_in_plain_words(run: Run, table: Path) -> None:
    """All attacks, each with its finding and what to do; the exit status is 0."""
    found = run("attack", str(table))
    assert found.status == 0
    for code in CODES:
        assert sum(f" {code}: " in line for line in found.out.splitlines()) == 1


@pytest.mark.parametrize("attack", ATTACKS)
def test_one_attack_alone(run: Run, table: Path, attack: str) -> None:
    """The JSON has what was attacked, and this attack."""
    said = run("attack", str(table), "--attack", attack, "--json").json
    assert set(said) == {"table", "count", "cells", "cell_keys", attack}
    assert (said["count"], said["cells"], said["cell_keys"]) == (2, [1, 1], "independent")


def test_averaging_by_both_laws_of_keys(run: Run, table: Path) -> None:
    """One partition: the sum of two noises is 0, by products and key by key."""
    arguments = ("--attack", "averaging", "--cell-keys", "sum", "--partitions", "1", "--json")
    said = run("attack", str(table), *arguments).json["averaging"]
    keys = [FAIR.noise(k) for k in range(25)]
    both = [(a, b) for a in range(25) for b in range(25)]
    zero = Fraction(sum(keys[a] + keys[b] == 0 for a, b in both), 625)
    point = said["points"][0]
    assert Fraction(point["independent"]) == zero
    bounds = [Fraction(point["sum"][end]) for end in ("lo", "hi")]
    assert bounds[0] <= zero <= bounds[1]
    assert [level["independent"] for level in said["levels"]] == sorted(
        level["independent"] for level in said["levels"]
    )


def test_cells_of_ones_own(run: Run, table: Path) -> None:
    """--cells says the count and the categories."""
    said = run("attack", str(table), "--cells", "3,4,5", "--attack", "averaging", "--json").json
    assert (said["count"], said["cells"]) == (12, [3, 4, 5])
    assert Fraction(said["averaging"]["variance"]) == 3 * FAIR.pmf.variance()


def test_a_confidence_of_ones_own(run: Run, table: Path) -> None:
    """One level for all attacks, that of the bound included."""
    said = run("attack", str(table), "--confidence", "0.9", "--json").json
    levels = [
        said["averaging"]["levels"],
        said["bound"]["triples"],
        said["learning"]["bound"]["cells"],
    ]
    assert [[each["confidence"] for each in some] for some in levels] == [["9/10"]] * 3


def test_the_least_bound_for_my_variance_and_triples(run: Run, table: Path) -> None:
    """Bach 4.3: for V = 2 and the triples of Germany E = 5 is not enough, and 6 is."""
    asked = ("--attack", "bound", "--variance", "2", "--outputs", "28000000", "--json")
    assert run("attack", str(table), *asked).json["bound"]["least_bound"] == 6


def test_what_the_residual_alone_discloses_is_called_that(run: Run, table: Path) -> None:
    """p(E)^2 p(-E) + p(-E)^2 p(E) is the extreme residual, and not all that the values disclose."""
    said = run("attack", str(table), "--attack", "bound", "--json").json["bound"]
    assert Fraction(said["disclosed_by_residual"]) == 2 * Fraction(1, 25) ** 3
    shown = " ".join(run("attack", str(table), "--attack", "bound").out.split())
    assert "disclosed whole" not in shown
    assert "the residual alone discloses a triple" in shown
    assert "discloses more triples, and is not assessed" in shown


def test_wider_noise_is_advised_only_where_it_is_wider(
    run: Run, tmp_path: Path, table: Path
) -> None:
    """Noise within 2 is too narrow; noise of 7 in one of 100 keys is so large too often."""
    advice = " ".join(run("attack", str(table), "--attack", "bound").out.split())
    wider = re.search(r"or take noise up to (\d+) with a maximum-entropy law", advice)
    assert wider is not None
    assert int(wider[1]) > 2
    path = tmp_path / "wide.ptable.json"
    path.write_text(write_native(PTable(100, 1, (Row(((-7, 1), (0, 98), (7, 1))),))))
    found = run("attack", str(path), "--attack", "bound", "--json").json["bound"]
    assert found["least_bound"] <= found["bound"] == 7
    advice = " ".join(run("attack", str(path), "--attack", "bound").out.split())
    assert "take noise up to" not in advice
    assert "make the largest noise rarer" in advice


@pytest.mark.parametrize("suffix", ["html", "md", "txt", "pdf"])
def test_the_page_is_written(run: Run, table: Path, tmp_path: Path, suffix: str) -> None:
    """In every format a document has."""
    page = tmp_path / f"page.{suffix}"
    found = run("attack", str(table), "-o", str(page))
    assert (found.status, found.out) == (0, f"Page written to {page}\n")
    content = page.read_bytes()
    if suffix != "pdf":
        assert b"fair.ptable.json" in content
        for code in CODES:
            assert code.encode() in content


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--categories", "1"), ("categories", "1", "must be from 2 to 64")),
        (("--count", "1"), ("count", "too small for 2 cells")),
        (("--count", "0"), ("count", "0")),
        (("--cells", "3"), ("categories", "1")),
        (("--cells", "3,x"), ("cells", "x")),
        (("--cells", "3,0"), ("cells", "0")),
        (("--cells", "3,4", "--count", "7"), ("cells", "already")),
        (("--partitions", "10000000"), ("partitions", "must be from 1 to 1000000")),
        (("--partitions", "0"), ("partitions",)),
        (("--confidence", "1"), ("confidence", "strictly between 0 and 1")),
        (("--outputs", "0"), ("outputs",)),
        (("--variance", "0"), ("variance", "above 0")),
        (("--attack", "magic"), ("magic", "--attack")),
        (("-o", "page.docx"), ("output", "page.docx")),
    ],
)
def test_bad_input_is_one_line(
    run: Run, table: Path, arguments: tuple[str, ...], named: tuple[str, ...]
) -> None:
    """Exit status 2, and the line names the argument and the rule."""
    check_rejected(run("attack", str(table), *arguments), *named)


def test_a_count_that_is_not_covered(run: Run, tmp_path: Path) -> None:
    """A table that ends at its last row covers no larger count, and the page is not written."""
    path, page = tmp_path / "short.ptable.json", tmp_path / "page.html"
    path.write_text(write_native(PTable(25, 3, (FAIR,) * 4, Stop())))
    check_rejected(run("attack", str(path), "--count", "40", "-o", str(page)), "count", "20")
    check_rejected(run("attack", str(path), "--count", "5"), "count", "2", "below the first row")
    assert not page.exists()
