"""Values of the front door are equal exactly where their content is, and so are their hashes."""

import json
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pytest

import ptcert
from tests.door.small import ONS

OTHER = ONS.replace("2,0,-1\n2,1,0", "2,0,0\n2,1,-1")
OUTPUT = "z,p\n-1,0.25\n0,0.5\n1,{}\n"


def table(folder: Path, text: str = ONS, **said: str) -> ptcert.Table:
    """Read the small table, or another one under the same name."""
    path = folder / "small.csv"
    path.write_text(text, encoding="utf-8")
    return ptcert.read(path, **{"beyond": "repeat", "zero": "none", **said})


def compared(folder: Path, last: str) -> ptcert.Comparison:
    """Compare what a program printed, the last probability as said, with the small table."""
    (folder / "output.csv").write_text(OUTPUT.format(last), encoding="utf-8")
    return ptcert.compare(folder / "output.csv", table(folder), count=1)


def certified(folder: Path, text: str = ONS, **said: Any) -> ptcert.Certificate:
    """Certify the small table, or another one under the same name."""
    return ptcert.certify(table(folder, text), solvers="z3", **{"epsilon": 1, **said})


def designed(**said: Any) -> ptcert.Design:
    """Design a table of 2^16 keys."""
    return ptcert.design(**{"epsilon": "1/2", "keysize": "2^16", **said})


def complete(**said: Any) -> ptcert.CompleteDesign:
    """Make a complete table of 16 keys."""
    return ptcert.complete(**{"epsilon": 1, "D": 2, "variance": 1, "keysize": 16, **said})


Make = Callable[[Path], object]

# Each value is another one than all others of its list, though some have the same name.
DIFFERENT: dict[str, list[Make]] = {
    "Table": [
        table,
        lambda folder: table(folder, OTHER),
        lambda folder: table(folder, holes="9"),
        lambda folder: table(folder, beyond="error"),
        lambda folder: table(folder, keys="0..3"),
        lambda _: designed(D=5).table,
        lambda _: designed(D=6).table,
    ],
    "Profile": [
        lambda _: designed(D=5).table.profile(),
        lambda _: designed(D=6).table.profile(),
        lambda folder: table(folder).profile(),
        lambda folder: table(folder, beyond="error").profile(),
    ],
    "Audit": [
        lambda folder: ptcert.audit(table(folder), 1),
        lambda folder: ptcert.audit(table(folder), 2),
        lambda folder: ptcert.audit(table(folder), 2, "1/2"),
        lambda folder: ptcert.audit(table(folder, OTHER), 1),
        lambda folder: ptcert.audit(table(folder), 1, cell_keys="xor4"),
        lambda folder: ptcert.audit(table(folder), 1, declare="bias=0"),
        lambda folder: ptcert.audit(table(folder), 1, used_keys=2),
        lambda folder: ptcert.audit(table(folder), 1, outputs=100),
    ],
    "Design": [
        lambda _: designed(D=5),
        lambda _: designed(D=5, rule="symmetric"),
        lambda _: designed(D=5, best_gamma=True),
        lambda _: designed(epsilon=1, D=5, law="count-query", eta="1/2"),
        lambda _: designed(epsilon=1, delta="1/100"),
        lambda _: designed(epsilon=1, delta="1/101"),
        lambda _: designed(epsilon=1, delta="1/100", guide="smallest"),
        # Two ways to the same table.
        lambda _: designed(epsilon=1, delta="1/20", guide="smallest"),
        lambda _: designed(epsilon=1, delta="1/20", best_gamma=True),
    ],
    "CompleteDesign": [
        lambda _: complete(),
        lambda _: complete(D=3),
        lambda _: complete(epsilon="ln(2)"),
        lambda _: complete(criterion="entropy"),
        lambda _: complete(epsilon=None, delta="1/4", first_pair="exclude"),
    ],
    "Certificate": [
        certified,
        lambda folder: certified(folder, epsilon="1/3", delta="1/10"),
        lambda folder: certified(folder, also=2),
        lambda folder: certified(folder, OTHER),
    ],
    "Comparison": [
        lambda folder: ptcert.compare(table(folder), table(folder)),
        lambda folder: ptcert.compare(table(folder), table(folder), epsilon=1),
        lambda folder: ptcert.compare(table(folder), table(folder, OTHER)),
        lambda folder: compared(folder, "0.25"),
        lambda folder: compared(folder, "0.4"),
        lambda folder: compared(folder, "0.3"),
    ],
}


@pytest.mark.parametrize("kind", DIFFERENT)
def test_values_are_equal_where_what_was_asked_is(kind: str, tmp_path: Path) -> None:
    """Made twice it is one value, with one hash; made of something else it is another."""
    first, again = ([make(tmp_path) for make in DIFFERENT[kind]] for _ in range(2))
    for place, value in enumerate(first):
        assert type(value).__name__ == kind
        assert [value == other for other in again] == [place == at for at in range(len(again))]
        assert hash(value) == hash(again[place])
        assert value not in (None, "small.csv", 1)
    assert len({*first, *again}) == len(first)


def test_every_value_of_the_front_door_is_there() -> None:
    """Whoever adds one adds it to these tests; of bounds and findings all parts count."""
    kinds = {name for name in ptcert.__all__ if isinstance(getattr(ptcert, name), type)}
    errors = {name for name in kinds if issubclass(getattr(ptcert, name), Exception)}
    assert kinds - errors == {*DIFFERENT, "Bounds", "Finding"}


def test_a_certificate_equals_what_its_file_says(tmp_path: Path) -> None:
    """Made here, or re-checked from its file, however that is indented: one value."""
    made = certified(tmp_path, delta="1/4")
    path = made.save(tmp_path / "out", "md")[0]
    assert ptcert.check(path) == made
    assert hash(ptcert.check(path)) == hash(made)
    written = path.read_text("utf-8")
    path.write_text(json.dumps(json.loads(written), indent=1), encoding="utf-8")
    assert path.read_text("utf-8") != written
    assert ptcert.check(path) == made
    assert ptcert.check(path.rename(path.with_name("other.certificate.json"))) != made


@pytest.mark.parametrize("kind", DIFFERENT)
def test_nobody_changes_a_value_of_the_front_door(kind: str, tmp_path: Path) -> None:
    """Neither by its parts nor by what it hands out as a dictionary."""
    value: Any = DIFFERENT[kind][0](tmp_path)
    for name in type(value).__slots__:
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, None)
    if hasattr(value, "to_dict"):
        before = hash(value)
        handed_out = value.to_dict()
        handed_out.clear()
        assert value.to_dict()
        assert hash(value) == before
