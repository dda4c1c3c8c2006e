"""``ptcert keys``: keys of a secret, the same on every engine, and a check that can fail."""

import csv
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from hashlib import sha256
from itertools import product
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.applying.uniformity import bucket_sizes, evenness, repeats, uniformity
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
    found = uniformity(counts, modulus)
    assert found.lo <= truth <= found.hi
    assert found.width < Fraction(1, 2**100)


def sequences(modulus: int, records: int) -> Iterator[tuple[int, ...]]:
    """Return every sequence of so many keys, all equally likely."""
    return product(range(modulus), repeat=records)


@pytest.mark.parametrize(("modulus", "records"), [(2, 9), (3, 6), (4, 6), (5, 5)])
def test_p_values_are_small_as_rarely_as_they_say(modulus: int, records: int) -> None:
    """P(p <= a) <= a for every a, over all keys."""
    found: dict[str, Counter[Fraction]] = {"even": Counter(), "many": Counter(), "few": Counter()}
    for keys in sequences(modulus, records):
        counts = [keys.count(key) for key in range(modulus)]
        many, few = repeats(len(set(keys)), records, modulus)
        found["even"][evenness(min(counts), max(counts), records, modulus).hi] += 1
        found["many"][many.hi] += 1
        found["few"][few.hi] += 1
    for law in found.values():
        below = 0
        for p, number in sorted(law.items()):
            below += number
            assert Fraction(below, modulus**records) <= p


def column(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], keys: Sequence[object], *more: str
) -> tuple[int, Any]:
    """Check keys of the ids 1000, 1001, ...; the file has them in this order only if asked."""
    ids = Random(8).sample(range(1000, 1000 + len(keys)), len(keys))
    records = [{"person": i, "name": f"p{i}", "rkey": keys[i - 1000]} for i in ids]
    if "--in-order" in more:
        records = [one | {"rkey": key} for one, key in zip(records, keys, strict=True)]
    words = [word for word in more if word != "--in-order"]
    if "--keys" not in words:
        words += ["--keys", "4096"]
    data = write_csv(tmp_path / "people.csv", records)
    capsys.readouterr()
    status = main(["keys", str(data), "--check", "--record-key", "rkey", "--json", *words])
    return status, json.loads(capsys.readouterr().out)["keys"][0]


def drawn(number: int, modulus: int, seed: int) -> list[int]:
    """Return seeded uniform keys."""
    chance = Random(seed)
    return [chance.randrange(modulus) for _ in range(number)]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("modulus", [2, 251, 4096, 2**32])
def test_sound_keys_pass_every_test(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], modulus: int, seed: int
) -> None:
    """Whatever the number of keys, in the order of the file and by both kinds of ids."""
    for name in ("person", "name"):
        more = ("--id", name, "--keys", str(modulus))
        status, told = column(tmp_path, capsys, drawn(3000, modulus, seed), *more)
        assert (status, told["wrong"]) == (0, [])


BLOCKS = [key for key in drawn(1500, 4096, 3) for _ in range(2)]
UNSOUND: dict[str, tuple[list[int], list[str], list[str]]] = {
    "a counter in the file": (
        [i % 4096 for i in range(9000)],
        ["--in-order"],
        ["too even", "related to their neighbours"],
    ),
    "a counter of the id": (
        [i % 4096 for i in range(9000)],
        ["--id", "person"],
        ["too even", "related to their neighbours by the id", "related to the id"],
    ),
    "a counter of the name": (
        [i % 4096 for i in range(9000)],
        ["--id", "name"],
        ["too even", "related to their neighbours by the id"],
    ),
    "a permuted counter": (
        [i * 2654435761 % 2**32 for i in range(600000, 609000)],
        ["--id", "person", "--keys", "2^32"],
        ["related to their neighbours by the id"],
    ),
    "drawn without repetition": (
        Random(4).sample(range(2**20), 9000),
        ["--keys", "2^20"],
        ["repeated too rarely"],
    ),
    "drawn from few": (
        [7919 * key for key in drawn(9000, 500, 6)],
        ["--keys", str(500 * 7919)],
        ["repeated too often"],
    ),
    "one key for two neighbours": (BLOCKS, ["--in-order"], ["related to their neighbours"]),
}


@pytest.mark.parametrize("case", UNSOUND)
def test_keys_that_are_no_draws_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], case: str
) -> None:
    """Too even, too rarely or too often repeated, related to neighbours or to the id."""
    keys, more, wrong = UNSOUND[case]
    status, told = column(tmp_path, capsys, keys, *more)
    assert status == 1
    assert set(wrong) <= set(told["wrong"])


def test_keys_that_must_differ_may_be_a_permutation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --unique they are no draws that may repeat: even and different they must be."""
    keys = Random(5).sample(range(4096), 4096)
    status, told = column(tmp_path, capsys, keys, "--unique")
    assert (status, told["wrong"]) == (0, [])
    assert column(tmp_path, capsys, [*keys[1:], keys[1]], "--unique")[1]["wrong"] == ["repeated"]


def test_keys_that_depend_on_other_keys_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of four components the third is the first, moved."""
    prime = 251
    parts = [drawn(2000, prime, seed) for seed in range(4)]
    parts[2] = [(key + 17) % prime for key in parts[0]]
    names = ["a", "b", "c", "d"]
    records = [dict(zip(names, keys, strict=True)) for keys in zip(*parts, strict=True)]
    data = write_csv(tmp_path / "people.csv", records)
    words = ["keys", str(data), "--check", "--record-key", "a,b,c,d", "--cell-keys", "xor4"]
    assert main([*words, "--keys", "256", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)["keys"]
    assert [one["wrong"] for one in told] == [[], [], ["related to a"], []]


@pytest.mark.parametrize("cell_keys", ["sum", "xor4"])
@pytest.mark.parametrize("identity", [["--id", "person"], []])
def test_every_key_is_made_again_from_the_secret(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], identity: list[str], cell_keys: str
) -> None:
    """One altered key, however uniform all are, is found; so are keys of another secret."""
    more = [*identity, "--cell-keys", cell_keys, "--keys", "4096"]
    rows = keyed(tmp_path, *more)
    words = ["keys", str(tmp_path / "keyed.csv"), "--check", "--json", *more]
    secret = ["--secret", str(tmp_path / "secret.txt")]
    capsys.readouterr()
    assert main([*words, *secret]) == 0
    told = json.loads(capsys.readouterr().out)["keys"]
    assert {one["altered"] for one in told} == {0}
    name = list(rows[0])[-1]
    rows[150][name] = str((int(rows[150][name]) + 1) % 4093)
    write_csv(tmp_path / "keyed.csv", rows)
    assert main([*words, *secret]) == 1
    told = json.loads(capsys.readouterr().out)["keys"]
    assert [one["altered"] for one in told] == [0] * (len(told) - 1) + [1]
    assert told[-1]["wrong"] == ["not those of the secret"]
    assert main(words) == 0
    (tmp_path / "secret.txt").write_text("another secret of the agency")
    assert main([*words, *secret]) == 1


def test_it_is_said_that_no_test_sees_a_known_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A digest of the id without a secret passes: whoever knows the id knows the key."""
    records = [
        {"person": i, "rkey": int(sha256(str(i).encode()).hexdigest(), 16) % 4096}
        for i in range(5000)
    ]
    data = write_csv(tmp_path / "people.csv", records)
    words = ["keys", str(data), "--check", "--record-key", "rkey", "--keys", "4096"]
    assert main([*words, "--id", "person", "--wide"]) == 0
    said = capsys.readouterr().out
    assert "RIGHT" in said
    assert "NOTE: no test shows that keys are secret. Keys made of an id that others know" in said


def test_what_check_and_adding_do_not_use_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """-o with --check, --unique without it, a number of keys beside decimal ones."""
    data = write_csv(tmp_path / "people.csv", [{"sex": "F", "record_key": "0.25"}])
    (tmp_path / "secret.txt").write_text(SECRET)
    out = ["-o", str(tmp_path / "out.csv")]
    for words, said in (
        (["--check", *out], "output"),
        (["--unique", *out, "--secret", str(tmp_path / "secret.txt")], "unique"),
        (["--check", "--keys", "100"], "keys = '100': cannot be combined with decimal keys"),
    ):
        assert main(["keys", str(data), *words]) == 2
        assert said in capsys.readouterr().err
    assert not (tmp_path / "out.csv").exists()


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
