"""Record keys that are not for the table are refused before anything is written."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.applying.uniformity import is_plausible, spread
from exact.errors import Undecided
from exact.numbers.enclosure import Enclosure
from exact.table.native import write_native
from exact.table.ptable import PTable
from exact.table.row import Row
from tests.applying.by_hand import Record, write_csv
from tests.cli.running import Outcome, Run, check_rejected


def halves(keysize: int) -> PTable:
    """Return a table in which the lower half of the keys takes 1 away and the upper adds 1."""
    half = keysize // 2
    return PTable(keysize, 1, (Row(((-1, half), (1, half))),), zero="preserve")


def applied(run: Run, tmp_path: Path, table: PTable, keys: Sequence[object]) -> Outcome:
    """Apply a table to 200 people in cells of their own, and others in cells of ten."""
    records: list[Record] = [
        {"place": i if i < 200 else 200 + i // 10, "rkey": key} for i, key in enumerate(keys)
    ]
    data, file = write_csv(tmp_path / "people.csv", records), tmp_path / "t.ptable.json"
    file.write_text(write_native(table))
    words = ("apply", str(data), "--table", str(file), "--by", "place", "--record-key", "rkey")
    made = run(*words, "-o", str(tmp_path / "out.csv"))
    assert (tmp_path / "out.csv").exists() == (made.status == 0)
    return made


@pytest.mark.parametrize("keysize", [256, 2**32, 10**16])
def test_uniform_keys_of_the_table_fit(run: Run, tmp_path: Path, keysize: int) -> None:
    """Seeded ones, over the whole range."""
    chance = Random(3)
    made = applied(run, tmp_path, halves(keysize), [chance.randrange(keysize) for _ in range(900)])
    assert made.status == 0, made.err


MISFITS: dict[str, tuple[int, Callable[[Random], int]]] = {
    "2^32 keys where the table has 10^16": (10**16, lambda c: c.randrange(2**32)),
    "ages where the table has 256 keys": (256, lambda c: c.randrange(100)),
    "a constant": (256, lambda _: 7),
    "keys from the middle": (2**16, lambda c: 2**15 + c.randrange(2**15)),
}


@pytest.mark.parametrize("case", MISFITS)
def test_keys_from_a_part_of_the_range_are_refused(run: Run, tmp_path: Path, case: str) -> None:
    """Whether noise shows it or not: 900 uniform keys are not all in half of the range."""
    keysize, key = MISFITS[case]
    chance = Random(4)
    keys = [key(chance) for _ in range(900)]
    made = applied(run, tmp_path, halves(keysize), keys)
    check_rejected(made, "record-key = 'rkey'", f"has 900 keys from {min(keys)} to {max(keys)}")


def test_noise_that_is_not_what_the_law_gives_is_refused(run: Run, tmp_path: Path) -> None:
    """Keys over the whole range, nearly all in its lower half: single people draw -1 too often."""
    chance = Random(5)
    keys: list[object] = [chance.randrange(128) for _ in range(900)]
    keys[500] = 255
    made = applied(run, tmp_path, halves(256), keys)
    check_rejected(made, "does not give the noise of this table", "drew", "are expected")


@pytest.mark.parametrize("odd", ["0.5", ".25"])
def test_one_decimal_key_among_integers_is_refused(run: Run, tmp_path: Path, odd: str) -> None:
    """It made every integer key a 0 of the decimal grid."""
    chance = Random(6)
    keys: list[object] = [chance.randrange(256) for _ in range(900)]
    keys[70] = odd
    made = applied(run, tmp_path, halves(256), keys)
    check_rejected(made, "is an integer", f"and {odd} there a decimal")


def test_a_zero_among_decimals_is_a_decimal(run: Run, tmp_path: Path) -> None:
    """Programs write the decimal 0.00 as 0."""
    chance = Random(7)
    hundredths = [chance.randrange(100) for _ in range(900)]
    keys: list[object] = [f"0.{key:02}" if key else "0" for key in hundredths]
    assert "0" in keys
    made = applied(run, tmp_path, halves(100), keys)
    assert made.status == 0, made.err


@given(st.integers(2, 300), st.integers(1, 40), st.data())
def test_the_chance_of_a_range_is_that_of_the_definition(
    modulus: int, records: int, data: st.DataObject
) -> None:
    """Twice the smaller of P(all keys <= most) and P(all keys >= least), in rationals."""
    least = data.draw(st.integers(0, modulus - 1))
    most = data.draw(st.integers(least, modulus - 1))
    tails = (Fraction(most + 1, modulus), Fraction(modulus - least, modulus))
    truth = min(Fraction(1), 2 * min(tails) ** records)
    found = spread(least, most, records, modulus)
    assert found.lo <= truth <= found.hi
    assert found.width < Fraction(1, 2**100)


def test_a_chance_too_near_to_the_limit_is_undecided() -> None:
    """Neither fit nor misfit."""
    with pytest.raises(Undecided):
        is_plausible(Enclosure(Fraction(1, 10**7), Fraction(1, 10**5)))
