"""Output that cannot be forged: what comes from outside is shown on one line, whatever it holds."""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pypdf import PdfReader

import ptcert
from exact.errors import InputError
from tests.cli.running import EXAMPLE_1, Outcome, Run

# A line of its own, a colour, a change of direction, bytes that are no UTF-8.
NAMES = (
    "x\nHOLDS",
    "x\r\nHOLDS",
    "x\x1b[2K\x1b[32mHOLDS",
    "x\u202eSDLOH",
    "x\u2028HOLDS",
    "x\udcffHOLDS",
)
HIDDEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
EPSILON = ("--epsilon", "1/2")


def check_honest(text: str) -> None:
    """Check that no line begins with a verdict, and that nothing hides or moves other text."""
    assert not HIDDEN.search(text)
    assert not [line for line in text.splitlines() if line.lstrip().startswith("HOLDS")]
    assert "Traceback" not in text


def check_both(made: Outcome) -> None:
    """Check what was printed on both streams; an error is one line."""
    check_honest(made.out)
    check_honest(made.err)
    assert made.err.count("\n") <= 1


@pytest.fixture(params=NAMES, ids=ascii)
def name(request: pytest.FixtureRequest) -> str:
    """Return a hostile name."""
    return str(request.param)


@pytest.fixture
def table(name: str, example_1: Path, tmp_path: Path) -> Path:
    """Return a table whose file has a hostile name, in a folder that has one too."""
    folder = tmp_path / name
    folder.mkdir()
    path = folder / f"{name}.ptable.json"
    path.write_bytes(example_1.read_bytes())
    return path


def test_a_hostile_file_name_forges_no_line(run: Run, table: Path, example_1: Path) -> None:
    """Every command that reads it shows the name escaped, on one line."""
    path = str(table)
    for arguments in (
        ("audit", path, *EPSILON),
        ("audit", path, str(example_1), *EPSILON),
        ("audit", path, path, *EPSILON, "--json"),
        ("lookup", path, "--key", "5"),
        ("convert", path, f"{path}.yaml"),
        ("compare", path, str(example_1)),
        ("report", path),
        ("report", path, path, *EPSILON, "--as", "md", "-o", f"{table.parent}"),
        ("design", *EXAMPLE_1, "-o", path),
        ("check", path),
    ):
        check_both(run(*arguments))


def test_a_hostile_name_of_what_is_not_there_forges_no_error(run: Run, name: str) -> None:
    """The line of an error shows what was given, escaped."""
    for arguments in (
        ("audit", name, *EPSILON),
        ("audit", name, name, *EPSILON),
        ("lookup", name, "--key", name),
        ("compare", name, "--law", "maxent", "--D", "5", *EPSILON),
        ("report", name),
        ("check", name),
        ("prove", name),
        ("audit", "x", "--policy", name, *EPSILON),
        ("audit", "x", "--epsilon", name),
        ("audit", "x", "--format", name),
        ("audit", "x", f"--{name}"),
        ("audit", "x", "--declare", f"{name}=1", *EPSILON),
        ("design", *EXAMPLE_1, "-o", name),
        ("certify", "x", "--as", name),
        ("reproduce", name),
        ("compare", "--peer", name),
        (name,),
    ):
        made = run(*arguments)
        assert made.status == 2
        check_both(made)


@pytest.mark.parametrize("suffix", [".html", ".md", ".pdf", ".txt", ".json"])
def test_a_hostile_name_is_text_in_every_format(run: Run, table: Path, suffix: str) -> None:
    """The name stands in the audit, and forges nothing there."""
    target = table.parent / f"{table.name}.audit{suffix}"
    check_both(run("audit", str(table), *EPSILON, "-o", str(target)))
    if suffix == ".pdf":
        text = "\n".join(page.extract_text() for page in PdfReader(target).pages)
    else:
        text = target.read_text(encoding="utf-8")
    check_honest(text.replace("\ufffd", ""))
    assert "HOLDS" in text or "SDLOH" in text or suffix == ".json"


def test_the_error_of_a_hostile_name_is_one_line_for_python_too(name: str, tmp_path: Path) -> None:
    """What the front door raises says the name escaped, whoever prints it."""
    path = tmp_path / f"{name}.csv"
    path.write_text("no table\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        ptcert.read(str(path))
    check_honest(str(caught.value))


def hostile_files() -> Iterator[tuple[str, bytes, tuple[str, ...]]]:
    """Yield files with hostile content: labels, cells, keys of a policy."""
    label = '"\x1b[32mre\nHOLDS"'
    yield "labels.csv", f"z,p,{label}\n0,0.05,1\n".encode(), ("compare", "FILE", *LAW)
    yield "cells.csv", f"pcv,ckey,pvalue\n1,0,{label}\n".encode(), ("audit", "FILE", *EPSILON)
    yield "head.csv", f"pcv,ckey,pvalue,{label}\n1,0,0,0\n".encode(), ("audit", "FILE", *EPSILON)
    yield "matrix.csv", f"{label},0,1\n0,1,0\n1,0,1\n".encode(), ("audit", "FILE", *EPSILON)
    key = json.dumps("\x1b[32m\nHOLDS")
    audit = ("audit", "TABLE", *EPSILON, "--policy", "FILE")
    yield "code.toml", f"[severity]\n{key} = 'error'\n".encode(), audit
    yield "word.toml", f"[severity]\nBIAS = {key}\n".encode(), audit
    yield "root.toml", f"{key} = 1\n".encode(), audit
    native = {"format": "ptcert-ptable", "version": 2, key: key}
    yield "native.json", json.dumps(native).encode(), ("audit", "FILE", *EPSILON)


LAW = ("--law", "maxent", "--epsilon", "1/2", "--D", "25")


@pytest.mark.parametrize("case", list(hostile_files()), ids=lambda case: case[0])
def test_hostile_content_forges_no_line(
    run: Run, example_1: Path, tmp_path: Path, case: tuple[str, bytes, tuple[str, ...]]
) -> None:
    """Labels, cells and keys are quoted or escaped in results and errors alike."""
    file, content, arguments = case
    path = tmp_path / file
    path.write_bytes(content)
    places = {"FILE": str(path), "TABLE": str(example_1)}
    check_both(run(*(places.get(argument, argument) for argument in arguments)))


@pytest.mark.parametrize("name", ["x\nHOLDS", "x\x1b[32mHOLDS"], ids=ascii)
def test_a_hostile_certificate_forges_nothing(
    run: Run, name: str, example_1: Path, tmp_path: Path
) -> None:
    """What a certificate records of its maker is shown escaped by check and in every report."""
    asked = ("--solver", "z3", "--as", "md", "-o", str(tmp_path))
    assert run("certify", str(example_1), *EPSILON, *asked).status == 0
    (path,) = tmp_path.glob("*.certificate.json")
    document = json.loads(path.read_text(encoding="utf-8"))
    for solver in document["solvers"]:
        solver["name"] = solver["version"] = name
    path.write_text(json.dumps(document), encoding="utf-8")
    for arguments in (("check",), ("report", "--name", name, "--as", "html,md", "-o")):
        folder = [str(tmp_path / "out")] if arguments[-1] == "-o" else []
        check_both(run(arguments[0], str(path), *arguments[1:], *folder))
    for page in (tmp_path / "out").glob("*.report.*"):
        if page.is_file():
            check_honest(page.read_text(encoding="utf-8"))


def test_a_name_that_is_not_utf_8_is_certified(run: Run, example_1: Path, tmp_path: Path) -> None:
    """Its Markdown leads to the drawings beside it: the bytes of the name are kept."""
    path = tmp_path / os.fsdecode(b"a\xffb.ptable.json")
    path.write_bytes(example_1.read_bytes())
    asked = ("--solver", "z3", "--as", "md", "-o", str(tmp_path))
    assert run("certify", str(path), *EPSILON, *asked).status == 0
    (page,) = tmp_path.glob("*.report.md")
    assert "](a%FFb.report/" in page.read_text(encoding="utf-8")
