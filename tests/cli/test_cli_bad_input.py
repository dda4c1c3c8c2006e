"""Bad input: exit status 2, one line that names the argument and the value, nothing else."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import EXAMPLE_1, Run, check_rejected, listing

LONG = "9" * 5000
JUNK = ["", " ", "x", "nan", "inf", "0x10", "1_000", "1/0", "1/2/3", "½", "1e999999999", LONG]


def shown(value: str) -> str:
    """Return how the line shows a value: quoted, and cut where it is long."""
    return repr(value) if len(value) <= 60 else value[:50]


def replaced(name: str, value: str) -> list[str]:
    """Return the arguments of Example 1 with one value replaced."""
    options = dict(zip(EXAMPLE_1[::2], EXAMPLE_1[1::2], strict=True))
    return [f"{key}={val}" for key, val in {**options, f"--{name}": value}.items()]


@pytest.fixture
def check_unwritten(run: Run, tmp_path: Path) -> Callable[..., None]:
    """Return a check that a design is refused and leaves the folder of its output as it was."""
    target = tmp_path / "old.ptable.json"
    target.write_text("the old file", encoding="utf-8")

    def check(*arguments: str, named: tuple[str, ...]) -> None:
        before = listing(tmp_path)
        check_rejected(run("design", *arguments, "-o", str(target)), "design", *named)
        assert listing(tmp_path) == before

    return check


def law_of(table: Any) -> Any:
    """Return the parameters of the law that a table's file names."""
    return table["origin"]["parameters"]


@pytest.mark.parametrize(
    "value", [*JUNK, "0", "0.0", "-1/2", "-0.5", "1e-999999999", "ln(1)", "ln(1/2)", "ln(0)", "ln"]
)
def test_epsilon_must_be_a_positive_number(
    check_unwritten: Callable[..., None], value: str
) -> None:
    """An epsilon that is no number above 0 is named and refused."""
    check_unwritten(*replaced("epsilon", value), named=("epsilon", shown(value)))


@pytest.mark.parametrize("value", ["ln()", "ln(x)", "ln(-2)"])
def test_epsilon_is_shown_as_it_was_typed(check_unwritten: Callable[..., None], value: str) -> None:
    """A bad logarithm is refused, and the line repeats what is inside it."""
    check_unwritten(*replaced("epsilon", value), named=("epsilon", value[3:-1]))


def test_epsilon_has_an_upper_bound(check_unwritten: Callable[..., None]) -> None:
    """An epsilon whose exponential would fill the memory is refused before it is computed."""
    check_unwritten(*replaced("epsilon", "2097152"), named=("epsilon", "2097152", "1000"))


@pytest.mark.parametrize("value", [*JUNK, "0", "1", "2", "-1", "1/1", "1.0", "1e-999999999"])
def test_delta_must_lie_between_0_and_1(check_unwritten: Callable[..., None], value: str) -> None:
    """A delta outside (0, 1), or no number at all, is named and refused."""
    check_unwritten(*replaced("delta", value), named=("delta", shown(value)))


@pytest.mark.parametrize(
    "value",
    [*JUNK, "0", "1", "-8", "3", "1000", "4294967295", "1/2", "2^129", "2^1000000000", "2^-3"],
)
def test_keysize_must_be_a_power_of_two(check_unwritten: Callable[..., None], value: str) -> None:
    """A number of keys that is no power of two up to 2^128 is named and refused."""
    check_unwritten(*replaced("keysize", value), named=("keysize", shown(value)))


def test_keysize_must_give_each_noise_value_a_key(check_unwritten: Callable[..., None]) -> None:
    """Fewer keys than the 2D + 1 = 51 noise values are refused, with the least power to try."""
    named = ("keysize", "32", "2D+1 = 51", "2^6")
    check_unwritten("--epsilon", "1/2", "--D", "25", "--keysize", "32", named=named)


def test_lost_noise_values_are_named(check_unwritten: Callable[..., None]) -> None:
    """A table without complete support names the lost values and the smallest power of two."""
    named = ("keysize", "2^8", "lost", "-24", "2^14")
    check_unwritten("--epsilon", "1/2", "--D", "25", "--keysize", "2^8", named=named)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--D", "0", "--epsilon", "1/2"), ("D", "'0'")),
        (("--D", "1000001", "--epsilon", "1/2"), ("D", "'1000001'")),
        (("--D", "1/2", "--epsilon", "1/2"), ("D", "'1/2'", "integer")),
        (("--D", "1e999999999", "--epsilon", "1/2"), ("D", "'1e999999999'")),
        (("--D", "5", "--gamma=-1"), ("gamma", "-1")),
        (("--D", "5", "--gamma", "x"), ("gamma", "'x'")),
        (("--D", "5", "--gamma", "1e999999999"), ("gamma", "'1e999999999'")),
        (("--D", "5", "--variance", "0"), ("variance", "0")),
        (("--D", "5", "--variance=-1"), ("variance", "-1")),
        (("--D", "5", "--variance", "x"), ("variance", "'x'")),
        (("--D", "5", "--variance", "11"), ("variance", "11", "D(D+1)/3 = 10", "Proposition 1")),
        (("--D", "5", "--epsilon", "1", "--position", "1"), ("position", "1")),
        (("--D", "5", "--epsilon", "1", "--position=-1/2"), ("position", "-1/2")),
        (("--D", "5", "--epsilon", "1", "--position", "x"), ("position", "'x'")),
        (("--D", "5", "--epsilon", "0", "--best-gamma"), ("epsilon", "'0'")),
    ],
)
def test_the_parameters_of_a_law_are_checked(
    check_unwritten: Callable[..., None], arguments: tuple[str, ...], named: tuple[str, ...]
) -> None:
    """D, gamma, variance and position outside their ranges are named and refused."""
    check_unwritten(*arguments, named=named)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ((), ("delta", "missing", "--D")),
        (("--epsilon", "1/2"), ("delta", "missing")),
        (("--delta", "1e-4"), ("epsilon", "missing")),
        (("--D", "5"), ("D", "5", "--epsilon, --gamma or --variance")),
        (("--D", "5", "--best-gamma"), ("epsilon", "missing")),
        ((*EXAMPLE_1, "--D", "5"), ("D", "'5'", "--delta")),
        ((*EXAMPLE_1, "--gamma", "1/5"), ("gamma", "'1/5'", "--delta")),
        ((*EXAMPLE_1, "--variance", "7"), ("variance", "'7'", "--delta")),
        (("--D", "5", "--gamma", "1/5", "--rule", "recommended"), ("rule", "'recommended'")),
        ((*EXAMPLE_1, "--rule", "banker"), ("--rule", "'banker'")),
        ((*EXAMPLE_1, "--keysize"), ("--keysize",)),
    ],
)
def test_a_request_that_makes_no_sense_is_refused(
    check_unwritten: Callable[..., None], arguments: tuple[str, ...], named: tuple[str, ...]
) -> None:
    """What is missing, does not go together or is not known is named."""
    check_unwritten(*arguments, named=named)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ((*EXAMPLE_1, "--best-gamma", "--guide", "smallest"), "guide"),
        ((*EXAMPLE_1, "--best-gamma", "--position", "1/2"), "position"),
        ((*EXAMPLE_1, "--guide", "smallest", "--position", "1/2"), "position"),
        ((*EXAMPLE_1, "--guide", "smallest", "--D", "24"), "D"),
        (("--D", "5", "--epsilon", "1", "--guide", "paper"), "guide"),
        (("--D", "5", "--epsilon", "1", "--anyway"), "anyway"),
        (("--D", "5", "--epsilon", "1", "--best-gamma", "--gamma", "1/2"), "gamma"),
        (("--D", "5", "--epsilon", "1", "--gamma", "1/2", "--variance", "2"), "variance"),
        (("--D", "5", "--gamma", "1/2", "--position", "1/2"), "position"),
    ],
)
def test_no_part_of_a_request_is_ignored(
    check_unwritten: Callable[..., None], arguments: tuple[str, ...], named: str
) -> None:
    """An option that would have no effect on the law is refused, not passed over in silence."""
    check_unwritten(*arguments, named=(named,))


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ((), ("COMMAND",)),
        (("improve",), ("'improve'", "design")),
        (("--colour", "design"), ("--colour",)),
        (("design", *EXAMPLE_1, "--colour"), ("--colour",)),
        (("design", *EXAMPLE_1, "extra"), ("extra",)),
        (("audit",), ("file",)),
        (("lookup",), ("file", "--key")),
        (("lookup", "t.ptable.json"), ("--key",)),
    ],
)
def test_a_command_line_that_is_not_complete_is_refused(
    run: Run, arguments: tuple[str, ...], named: tuple[str, ...]
) -> None:
    """The line says which argument is missing or unknown, and how to get help."""
    check_rejected(run(*arguments), *named, "--help")


@pytest.mark.parametrize("value", [*JUNK, "-1", "4294967296", "1/2", "2^32"])
def test_a_key_must_be_in_the_key_space(run: Run, example_1: Path, value: str) -> None:
    """A key that is no integer from 0 to K - 1 is named and refused."""
    check_rejected(run("lookup", str(example_1), f"--key={value}"), "key", shown(value))


@pytest.mark.parametrize("value", ["0", "1", "-1", "x", "1e-999999999"])
def test_an_audit_checks_delta(run: Run, example_1: Path, value: str) -> None:
    """The claim of an audit is a probability strictly between 0 and 1."""
    made = run("audit", str(example_1), "--epsilon", "1/2", f"--delta={value}")
    check_rejected(made, "audit", "delta", repr(value))


@pytest.mark.parametrize("value", ["0", "-1", "x", "ln(1)", "1e999999999"])
def test_an_audit_checks_epsilon(run: Run, example_1: Path, value: str) -> None:
    """The epsilon of an audit is a number above 0."""
    made = run("audit", str(example_1), f"--epsilon={value}")
    check_rejected(made, "audit", "epsilon", repr(value))


def check_file_refused(run: Run, path: Path, *named: str) -> None:
    """Check that both commands that read a table refuse this file and name it."""
    check_rejected(run("audit", str(path), "--epsilon", "1/2"), path.name, *named)
    check_rejected(run("lookup", str(path), "--key", "0"), path.name, *named)


def test_a_folder_is_no_table(run: Run, tmp_path: Path) -> None:
    """The path of a folder is refused."""
    (tmp_path / "f").mkdir()
    check_file_refused(run, tmp_path / "f", "file", "folder")


def test_a_missing_file_is_no_table(run: Run, tmp_path: Path) -> None:
    """The path of nothing is refused, also where a file stands in for a folder."""
    check_file_refused(run, tmp_path / "m", "file", "does not exist")
    (tmp_path / "f").touch()
    check_file_refused(run, tmp_path / "f" / "m", "file")


def test_a_path_too_long_for_the_system_is_no_table(run: Run, tmp_path: Path) -> None:
    """An impossible name is refused like a missing file."""
    check_rejected(run("lookup", str(tmp_path / ("n" * 300)), "--key", "0"), "file", "too long")


def test_an_unreadable_file_is_no_table(
    run: Run, example_1: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error of the system while reading is told in its own words."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("reports.files._without_waiting", refuse)
    check_file_refused(run, example_1, "file", "Permission denied")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b" \n",
        b"\xff\xfe{\x00",
        b"\x80",
        b"not JSON",
        b"[1, 2",
        b"null",
        b"[]",
        b"{}",
        b'{"format": "something else", "version": 1}',
        b'{"format": "ptcert-ptable"}',
        b'{"format": "ptcert-ptable", "version": 2}',
        b'{"format": "ptcert-ptable", "version": 1, "version": 1}',
        b'{"format": 1e999999999}',
        b'{"format": NaN}',
        b'{"keysize": ' + b"9" * 5000 + b"}",
        b"[" * 100_000,
        b'{"a":' * 100_000,
    ],
    ids=lambda content: repr(content[:24]),
)
def test_a_foreign_file_is_no_table(run: Run, tmp_path: Path, content: bytes) -> None:
    """What is not UTF-8, not JSON, not an object or not of this format is refused."""
    path = tmp_path / "foreign.json"
    path.write_bytes(content)
    check_file_refused(run, path)


def test_a_truncated_file_is_no_table(run: Run, example_1: Path, tmp_path: Path) -> None:
    """Wherever a table is cut short, it is refused."""
    content = example_1.read_bytes().rstrip()
    for length in range(1, len(content), 37):
        path = tmp_path / "cut.ptable.json"
        path.write_bytes(content[:length])
        check_file_refused(run, path)


Edit = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("edit", "named"),
    [
        (lambda t: t["rows"][0]["keys"].__setitem__(0, 425761), ("25", "4294967297")),
        (lambda t: t["rows"][0]["keys"].__setitem__(0, 0), ("row",)),
        (lambda t: t["rows"][0]["keys"].__setitem__(0, -1), ("row", "-1")),
        (lambda t: t["rows"][0]["keys"].__setitem__(0, "425760"), ("row", "25")),
        (lambda t: t["rows"][0]["keys"].__setitem__(0, 425760.0), ("425760.0",)),
        (lambda t: t["rows"][0]["keys"].__setitem__(0, True), ("row", "25")),
        (lambda t: t["rows"][0]["keys"].__setitem__(0, 10**4000), ("row", "25")),
        (lambda t: t["rows"][0]["keys"].pop(), ("row", "25", "51", "50")),
        (lambda t: t["rows"][0]["noise"].__setitem__(0, 2**63), ("noise",)),
        (lambda t: t["rows"][0].pop("noise"), ("noise",)),
        (lambda t: t["rows"].clear(), ("rows",)),
        (lambda t: t["rows"].append(t["rows"][0]), ("count", "25", "26")),
        (lambda t: t.update(rows=[7]), ("row",)),
        (lambda t: t.update(keysize=0), ("keysize", "0")),
        (lambda t: t.update(keysize=2**129), ("keysize",)),
        (lambda t: t.update(keysize="2^32"), ("keysize", "2^32")),
        (lambda t: t.update(version="1"), ("version", "1")),
        (lambda t: t.update(zero="row"), ("zero", "row")),
        (lambda t: t.update(zero=None), ("zero",)),
        (lambda t: t.update(beyond={"rule": "guess"}), ("beyond", "guess")),
        (lambda t: t.update(beyond=None), ("beyond",)),
        (lambda t: t.update(beyond={"rule": "wrap", "start": 0, "period": 1}), ("start", "0")),
        (lambda t: t.update(beyond={"rule": "wrap", "start": 25, "period": 9}), ("period", "9")),
        (lambda t: t["origin"].update(law="normal"), ("law", "normal")),
        (lambda t: law_of(t).update(D=0), ("D", "0")),
        (lambda t: law_of(t).update(gamma="-1"), ("gamma", "-1")),
        (lambda t: law_of(t).update(gamma="1e999999999"), ("gamma", "1e999999999")),
        (lambda t: law_of(t).update(gamma={"variance": "1000"}), ("variance", "1000")),
        (lambda t: law_of(t).update(gamma={"times": "1", "ln": "1"}), ("gamma", "1")),
        (lambda t: law_of(t).update(gamma={"times": "0", "ln": "2"}), ("gamma",)),
        (lambda t: law_of(t).update(gamma=[]), ("gamma",)),
        (lambda t: t["origin"].update(rule="banker"), ("rule", "banker")),
        (lambda t: t["origin"].update(epsilon="0"), ("epsilon", "0")),
        (lambda t: t["origin"].update(delta="1"), ("delta", "1")),
    ],
)
def test_a_file_that_is_not_quite_a_table_is_refused(
    run: Run, example_1: Path, tmp_path: Path, edit: Edit, named: tuple[str, ...]
) -> None:
    """A row that does not sum to the keys, and every other broken field, is named."""
    document = json.loads(example_1.read_text(encoding="utf-8"))
    edit(document)
    path = tmp_path / "edited.ptable.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    check_file_refused(run, path, *named)
