"""``ptcert lookup``: from a cell key to the noise, (4.3)."""

import json
from pathlib import Path

import pytest

from tests.cli.running import Run, check_rejected


@pytest.mark.parametrize(
    ("key", "noise"),
    [
        ("0", -25),
        ("425759", -25),
        ("425760", -24),
        ("1126342", -24),
        ("1126343", -23),
        ("1200124", -23),
        ("2^32", None),
        ("4294967295", 25),
    ],
)
def test_a_key_leads_to_the_noise_of_its_step(
    run: Run, example_1: Path, key: str, noise: int | None
) -> None:
    """c^Q(z-1) <= key < c^Q(z) gives noise z (the paper's Example 2); no key beyond K - 1."""
    made = run("lookup", str(example_1), "--key", key, "--json")
    if noise is None:
        check_rejected(made, "key", repr(key))
    else:
        assert (made.status, made.json["noise"], made.json["key"]) == (0, noise, int(key))


def test_without_a_count_only_the_noise_is_known(run: Run, example_1: Path) -> None:
    """A table of one row needs no count, and then nothing is released."""
    made = run("lookup", str(example_1), "--key", "1200124")
    assert (made.status, made.out, made.err) == (0, "noise -23\n", "")
    assert run("lookup", str(example_1), "--key", "1200124", "--json").json["released"] is None


def test_with_a_count_the_released_count_is_shown(run: Run, example_1: Path) -> None:
    """The release is the true count plus the noise."""
    arguments = ("lookup", str(example_1), "--key", "1200124", "--count", "100")
    found = run(*arguments, "--json").json
    assert found == {"key": 1200124, "count": 100, "noise": -23, "released": 77}
    assert "100 becomes 77" in run(*arguments).out


@pytest.mark.parametrize(
    ("count", "named"), [("3", "3"), ("-3", "'-3'"), ("1e30", "'1e30'"), ("x", "'x'")]
)
def test_a_count_that_is_not_covered_is_refused(
    run: Run, example_1: Path, count: str, named: str
) -> None:
    """A missing row never becomes noise 0."""
    made = run("lookup", str(example_1), "--key", "5", f"--count={count}")
    check_rejected(made, "count", named)


def test_where_rows_differ_the_count_is_needed(run: Run, tmp_path: Path) -> None:
    """A table of several rows is not read without a count."""
    rows = [{"count": n, "noise": [-1, 1], "keys": [4 - n, 4 + n]} for n in (1, 2)]
    document = {
        "format": "ptcert-ptable",
        "version": 1,
        "keysize": 8,
        "zero": "none",
        "beyond": {"rule": "stop"},
        "origin": None,
        "rows": rows,
    }
    path = tmp_path / "rows.ptable.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    check_rejected(run("lookup", str(path), "--key", "2"), "count", "2 rows")
    noise = [run("lookup", str(path), "--key", "2", "--count", n, "--json").json for n in "12"]
    assert [found["noise"] for found in noise] == [-1, 1]
