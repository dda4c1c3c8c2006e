"""Whatever is given wrongly to the front door is an input error of one line, each argument."""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import ptcert
from exact.laws.registry import kinds
from tests.door.small import ONS

# The laws, with what each needs beside the parameter that is given wrongly.
NEEDED: dict[str, dict[str, object]] = {
    "count-query": {"D": 3, "eta": "1/2"},
    "discrete-gaussian": {"D": 3, "sigma2": 2},
    "hellinger": {"m": 3, "last_count": 5},
    "laplace": {"m": 4},
    "maxent": {"D": 3},
    "pram": {"cap": 3},
    "truncated-normal": {"m": 3},
    "up-to-q": {"cap": 3, "share": "1/3"},
}


@dataclass(frozen=True)
class House:
    """One value of each kind, and where files may be written."""

    folder: Path
    table: ptcert.Table
    design: ptcert.Design
    complete: ptcert.CompleteDesign
    audit: ptcert.Audit
    certificate: ptcert.Certificate

    @property
    def values(self) -> tuple[object, ...]:
        """All of them, and the two that follow from a table."""
        compared = ptcert.compare(self.table, self.table)
        made = (self.design, self.complete, self.audit, self.certificate)
        return (self.table, *made, compared, self.table.profile())


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    """A small table, and everything that is made of it."""
    folder = tmp_path_factory.mktemp("house")
    (folder / "small.csv").write_text(ONS, encoding="utf-8")
    (folder / "output.csv").write_text("z,p\n-1,0.25\n0,0.5\n1,0.25\n", encoding="utf-8")
    table = ptcert.read(folder / "small.csv", beyond="repeat", zero="none")
    certificate = ptcert.certify(table, "ln(2)", solvers=["z3"])
    certificate.save(folder, ())
    return House(
        folder,
        table,
        ptcert.design("1/2", D=3, keysize=256),
        ptcert.complete(1, D=2, variance=1, keysize=16),
        ptcert.audit(table, "ln(2)", "1/4"),
        certificate,
    )


Call = tuple[Callable[..., object], dict[str, object]]


def calls(house: House) -> dict[str, Call]:
    """Return every function and every method of the front door that takes arguments."""
    folder, table = house.folder, house.table
    output = {"one": folder / "output.csv", "other": table, "count": 1}
    return {
        "read": (ptcert.read, {"path": folder / "small.csv", "beyond": "repeat"}),
        "audit": (ptcert.audit, {"table": table, "epsilon": "1/2"}),
        "certify": (ptcert.certify, {"table": table, "epsilon": "1/2", "solvers": ["z3"]}),
        "check": (ptcert.check, {"certificate": folder / "small.certificate.json"}),
        "compare": (ptcert.compare, {"one": table, "other": table}),
        "compare an output": (ptcert.compare, output),
        "complete": (ptcert.complete, {"epsilon": 1, "D": 2, "variance": 1, "keysize": 16}),
        "design": (ptcert.design, {"epsilon": "1/2", "D": 3, "keysize": 256}),
        "Table.noise": (table.noise, {"count": 1, "key": 0}),
        "Table.probabilities": (table.probabilities, {"count": 1}),
        "Table.save": (table.save, {"path": folder / "t.json"}),
        "Profile.delta": (table.profile().delta, {"epsilon": 1}),
        "Profile.epsilon": (table.profile().epsilon, {"delta": "1/2"}),
        "Audit.save": (house.audit.save, {"path": folder / "a.md"}),
        "Certificate.save": (house.certificate.save, {"folder": folder, "formats": ["md"]}),
        "CompleteDesign.save_proof": (house.complete.save_proof, {"path": folder / "p.json"}),
    }


NAMES = (
    *("read", "audit", "certify", "check", "compare", "compare an output", "complete", "design"),
    *("Table.noise", "Table.probabilities", "Table.save", "Profile.delta", "Profile.epsilon"),
    *("Audit.save", "Certificate.save", "CompleteDesign.save_proof"),
)


def taken(call: Callable[..., object]) -> list[str]:
    """Return the names of the arguments that a function takes."""
    found = inspect.signature(call).parameters.values()
    return [each.name for each in found if each.kind is not each.VAR_KEYWORD]


def wrong_values(house: House) -> Iterator[object]:
    """Yield what is never right; None is right where it is the default."""
    yield from (1.5, -1.0, object(), b"bytes", bytearray(b"\3"), "", "\0")
    yield from ({1.5: None}, [None], [1.5])
    yield from house.values


def refused(call: Callable[..., object], said: dict[str, object]) -> bool:
    """Tell whether a call is an input error, which must be of one line."""
    try:
        call(**said)
    except ptcert.InputError as error:
        lines = str(error).splitlines()
    else:
        return False
    assert len(lines) == 1
    return True


def is_right(name: str, argument: str, value: object) -> bool:
    """Tell whether an argument may be this value all the same: a table or a proof where one is."""
    takes = {
        "audit": {"table": ptcert.Table},
        "certify": {"table": ptcert.Table},
        "compare": {"one": ptcert.Table, "other": ptcert.Table},
        "compare an output": {"one": ptcert.Table, "other": ptcert.Table},
    }
    kind = takes.get(name, {}).get(argument)
    return kind is not None and isinstance(value, kind)


@pytest.mark.parametrize("name", NAMES)
def test_each_argument_of_each_function_refuses_what_is_wrong(name: str, house: House) -> None:
    """Floats, bytes, empty texts, lists of nothing, other values of the front door, any object."""
    call, said = calls(house)[name]
    assert not refused(call, said)
    for argument in taken(call):
        for value in wrong_values(house):
            if not is_right(name, argument, value):
                assert refused(call, {**said, argument: value}), (argument, value)


def test_no_function_of_the_front_door_is_left_out(house: House) -> None:
    """Whoever adds a function, or a method that takes an argument, adds it to these tests."""
    functions = {name for name in ptcert.__all__ if inspect.isfunction(getattr(ptcert, name))}
    methods = {
        f"{kind.__name__}.{name}"
        for kind in map(type, house.values)
        for name, member in inspect.getmembers(kind, inspect.isfunction)
        if not name.startswith("_") and len(inspect.signature(member).parameters) > 1
    }
    assert set(calls(house)) == set(NAMES) == {*functions, *methods, "compare an output"}


@pytest.mark.parametrize("name", NAMES)
def test_none_means_what_the_default_means_or_is_refused(name: str, house: House) -> None:
    """Where None is the default it says nothing; elsewhere it is wrong."""
    call, said = calls(house)[name]
    for argument in taken(call):
        unsaid = inspect.signature(call).parameters[argument].default is None
        if not unsaid:
            assert refused(call, {**said, argument: None}), argument
        elif argument not in said:
            assert not refused(call, {**said, argument: None}), argument
        else:
            refused(call, {**said, argument: None})  # in one line, where something is missing


@pytest.mark.parametrize("law", NEEDED)
def test_each_parameter_of_each_law_refuses_what_is_wrong(law: str, house: House) -> None:
    """Numbers are exact or refused, whichever law takes them."""
    assert set(NEEDED) == set(kinds())
    said: dict[str, Any] = {"epsilon": "1/2", "keysize": "2^16", "law": law, **NEEDED[law]}
    if law in ("discrete-gaussian", "up-to-q"):
        del said["epsilon"]
    assert not refused(ptcert.design, said)
    for parameter in kinds()[law].taken:
        for value in wrong_values(house):
            assert refused(ptcert.design, {**said, parameter.name: value}), (parameter, value)


def test_a_design_in_place_of_its_table_is_told_from_a_path(house: House) -> None:
    """The slip is named, and what to give instead."""
    given: Any
    said = r"is no table, but has one; give its \.table"
    for given in (house.design, house.complete, house.audit):
        for call in (ptcert.audit, ptcert.certify):
            with pytest.raises(ptcert.InputError, match=said):
                call(given, 1)
        for one, other in ((given, house.table), (house.table, given)):
            with pytest.raises(ptcert.InputError, match=said):
                ptcert.compare(one, other)
    given = house.complete
    with pytest.raises(ptcert.InputError, match=r"is no proof, but has one; give its \.proof"):
        ptcert.certify(house.complete.table, 1, proof=given)


def test_a_rounding_that_nobody_knows_is_refused(house: House) -> None:
    """An output is judged as one of three, never as something else."""
    output = house.folder / "output.csv"
    assert ptcert.compare(output, house.table, count=1, rounding="up").agrees
    with pytest.raises(ptcert.InputError, match="rounding = 'sideways': is not known"):
        ptcert.compare(output, house.table, count=1, rounding="sideways")


def test_bounds_are_two_rationals_in_their_order() -> None:
    """Neither a float nor ends that are exchanged."""
    wrong: Any
    for wrong in ((1.5, 2), (Fraction(2), Fraction(1)), ("1", "2"), (None, None)):
        assert refused(lambda given: ptcert.Bounds(*given), {"given": wrong})
