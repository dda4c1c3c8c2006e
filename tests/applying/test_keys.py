"""``ptcert keys``: keys of a secret, the same on every engine, and a check that can fail."""

import csv
import json
from fractions import Fraction
from hashlib import sha256
from math import comb
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.applying.uniformity import bucket_sizes, uniformity
from exact.table.native import write_native
from exact.table.ptable import PTable
from exact.table.row import Row
from reports.cli import main
from tests.applying.by_hand import people, write_csv

SECRET = "a secret of the agency"


def keyed(tmp_path: Path, *more: str) -> list[dict[str, str]]:
    """Add keys to a small file; return its records as they were written."""
    records = [{"person": f"p{i}", "sex": "F"} for i in range(300)]
    data, secret = write_csv(tmp_path / "people.csv", records), tmp_path / "secret.txt"
    secret.write_text(SECRET + "\n")
    out = tmp_path / "keyed.csv"
    assert main(["keys", str(data), "--secret", str(secret), "-o", str(out), *more]) == 0
    with out.open(newline="") as stream:
        return list(csv.DictReader(stream))


def digest_key(component: int, record: str, modulus: int) -> str:
    """Return the key as the page defines it, from the digest."""
    text = f"{SECRET}:{component}:{record}".encode()
    return str(int(sha256(text).hexdigest()[:15], 16) % modulus)


def test_a_key_is_the_digest_of_secret_component_and_record(tmp_path: Path) -> None:
    """One key modulo 2^32, of the person's own name."""
    found = keyed(tmp_path, "--id", "person")
    assert [row["record_key"] for row in found] == [
        digest_key(0, row["person"], 2**32) for row in found
    ]


def test_four_keys_are_below_the_largest_prime(tmp_path: Path) -> None:
    """Sadeghi-Chien (3.1): four components modulo 251 for 256 keys."""
    found = keyed(tmp_path, "--id", "person", "--cell-keys", "xor4", "--keys", "256")
    for place in range(4):
        assert [row[f"record_key_{place + 1}"] for row in found] == [
            digest_key(place, row["person"], 251) for row in found
        ]


def test_four_keys_are_checked_and_applied_by_the_name_that_they_were_made_under(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """record_key stands for its four columns; 251 is no key modulo the prime 251."""
    four = ("--cell-keys", "xor4")
    keyed(tmp_path, *four, "--keys", "256")
    file, table = tmp_path / "keyed.csv", tmp_path / "t.ptable.json"
    table.write_text(write_native(PTable(256, 1, (Row(((-1, 128), (1, 128))),), zero="preserve")))
    outs = [tmp_path / name for name in ("one.csv", "four.csv")]
    columns = ",".join(f"record_key_{place}" for place in range(1, 5))
    for out, key in zip(outs, ("record_key", columns), strict=True):
        words = ["apply", str(file), "--table", str(table), "--by", "sex", "--record-key", key]
        assert main([*words, *four, "-o", str(out)]) == 0
    assert outs[0].read_bytes() == outs[1].read_bytes()
    assert main(["keys", str(file), "--check", *four, "--keys", "256"]) == 0
    rows = file.read_text().splitlines()
    rows[1] = rows[1].rpartition(",")[0] + ",251"
    file.write_text("\n".join(rows) + "\n")
    capsys.readouterr()
    assert main(["keys", str(file), "--check", *four, "--keys", "256"]) == 1
    assert "record_key_4: WRONG (outside), 300 records, keys 0..251-1" in capsys.readouterr().out


def test_without_an_id_the_number_of_the_record_names_it(tmp_path: Path) -> None:
    """Records are counted from 1 in the order of the file."""
    found = keyed(tmp_path, "--keys", "256")
    assert [row["record_key"] for row in found] == [
        digest_key(0, str(number), 256) for number in range(1, len(found) + 1)
    ]


def checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], records: Any, *more: str
) -> tuple[int, Any]:
    """Check the keys of records; return the exit status and the answer for the first column."""
    data = write_csv(tmp_path / "people.csv", records)
    words = ["keys", str(data), "--check", "--record-key", "rkey", "--keys", "256", "--json"]
    status = main([*words, *more])
    return status, json.loads(capsys.readouterr().out)["keys"][0]


def test_sound_keys_are_called_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Seeded uniform keys: none missing, none outside, plausible."""
    status, told = checked(tmp_path, capsys, people(2000, 256))
    assert (status, told["missing"], told["outside"], told["wrong"]) == (0, 0, 0, [])


def test_every_fault_of_keys_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing key, one outside, repeated ones where they must differ."""
    records = people(2000, 256)
    records[3]["rkey"], records[4]["rkey"] = None, 256
    status, told = checked(tmp_path, capsys, records, "--unique")
    assert (status, told["missing"], told["outside"]) == (1, 1, 1)
    assert told["wrong"] == ["missing", "outside", "repeated"]


def test_keys_that_avoid_a_sixteenth_are_called_uneven(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Keys 0..239 of 256: the chance of an empty sixteenth in 2,000 is 16 (15/16)^2000."""
    status, told = checked(tmp_path, capsys, people(2000, 240))
    high = Fraction(told["uniformity"]["p_value"]["hi"])
    assert (status, told["wrong"]) == (1, ["uneven"])
    assert high >= 2 * 16 * Fraction(15, 16) ** 2000


@given(st.lists(st.integers(0, 12), min_size=16, max_size=16).filter(any), st.integers(20, 300))
def test_the_p_value_encloses_the_sum_over_binomial_tails(counts: list[int], modulus: int) -> None:
    """Against tails added up in rationals, by the definition."""
    total, sizes = sum(counts), bucket_sizes(modulus)
    tails = []
    for count, size in zip(counts, sizes, strict=True):
        q = Fraction(size, modulus)
        law = [comb(total, x) * q**x * (1 - q) ** (total - x) for x in range(total + 1)]
        tails.append(min(Fraction(1), 2 * min(sum(law[count:]), sum(law[: count + 1]))))
    truth = min(Fraction(1), 16 * min(tails))
    found = uniformity(counts, modulus).p_value
    assert found.lo <= truth <= found.hi
    assert found.width < Fraction(1, 2**100)


BAD = {
    "no secret": (["-o", "out.csv"], "without --secret"),
    "a column that is there": (["--record-key", "sex"], "already"),
    "an id that repeats": (["--id", "sex"], "repeated"),
    "too many keys": (["--keys", "2^64"], "2^64"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_line_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], case: str
) -> None:
    """Exit status 2, and no file beside the input."""
    more, said = BAD[case]
    records = [{"person": f"p{i}", "sex": "F"} for i in range(5)]
    data, secret = write_csv(tmp_path / "people.csv", records), tmp_path / "secret.txt"
    secret.write_text(SECRET)
    words = ["keys", str(data), *more]
    if case != "no secret":
        words += ["--secret", str(secret), "-o", str(tmp_path / "out.csv")]
    assert main(words) == 2
    error = capsys.readouterr().err
    assert said in error.replace(str(2**64), "2^64")
    assert not (tmp_path / "out.csv").exists()


def test_a_short_secret_is_refused_and_not_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fewer than 16 characters can be guessed; the error does not repeat them."""
    data = write_csv(tmp_path / "people.csv", [{"sex": "F"}])
    secret = tmp_path / "secret.txt"
    secret.write_text("hunter2")
    words = ["keys", str(data), "--secret", str(secret), "-o", str(tmp_path / "out.csv")]
    assert main(words) == 2
    assert "hunter2" not in capsys.readouterr().err
