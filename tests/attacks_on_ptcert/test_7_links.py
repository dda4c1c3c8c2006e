"""Where files are written: never through a link, and nothing at all where one cannot be."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from exact.table.native import write_native
from tests.certificate.making import small_law
from tests.cli.running import Outcome, Run, check_rejected, listing

ASKED = ("--epsilon", "1/2", "--solver", "z3", "--as", "md")
PRECIOUS = "precious"


@pytest.fixture
def certify(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Outcome]:
    """Return a function that certifies a small table in an otherwise empty folder."""
    monkeypatch.chdir(tmp_path)
    Path("t.ptable.json").write_text(write_native(small_law()), encoding="utf-8")
    return lambda *more: run("certify", "t.ptable.json", *ASKED, *more)


def check_nothing_written(made: Outcome, before: dict[str, bytes], *words: str) -> None:
    """Check for status 2, one line, and a folder as it was."""
    check_rejected(made, "output", *words)
    assert listing(Path.cwd()) == before


def all_files() -> list[Path]:
    """Return every file below this folder."""
    return [path for path in Path.cwd().rglob("*") if path.is_file()]


@pytest.mark.parametrize(
    ("more", "word"),
    [
        (("-o", ""), "is empty"),
        (("--smt", ""), "is empty"),
        (("--coq", ""), "is empty"),
        (("-o", 300 * "a"), "File name too long"),
        (("--smt", 300 * "a"), "File name too long"),
        (("--coq", 300 * "a"), "File name too long"),
        (("-o", "file"), "File exists"),
        (("--smt", "file"), "is no folder"),
        (("--coq", "file"), "is no folder"),
        (("-o", "file/out"), "Not a directory"),
        (("--smt", "file/out"), "Not a directory"),
        (("--smt", "link"), "is a link to elsewhere"),
        (("--coq", "link"), "is a link to elsewhere"),
        (("--smt", "dangling"), "is a link to elsewhere"),
    ],
)
def test_an_output_that_cannot_be_made_leaves_nothing(
    certify: Callable[..., Outcome], more: tuple[str, ...], word: str
) -> None:
    """Not even the certificate, which could have been written."""
    Path("file").write_text(PRECIOUS, encoding="utf-8")
    Path("real").mkdir()
    Path("link").symlink_to("real", target_is_directory=True)
    Path("dangling").symlink_to("nowhere")
    before = listing(Path.cwd())
    check_nothing_written(certify(*more), before, word)


@pytest.mark.parametrize("kind", ["file", "link", "fifo"])
@pytest.mark.parametrize("name", ["out/t.report", "coq/Ptcert", "smt", "out/t.report.md"])
def test_something_else_in_the_place_of_an_output_leaves_nothing(
    certify: Callable[..., Outcome], name: str, kind: str
) -> None:
    """A file, a link or a pipe where a folder must stand (a link or a pipe, of a file)."""
    place = Path(name)
    place.parent.mkdir(exist_ok=True)
    Path("elsewhere").mkdir()
    if kind == "file" and place.suffix != ".md":
        place.write_text(PRECIOUS, encoding="utf-8")
    elif kind == "fifo":
        os.mkfifo(place)
    else:
        place.symlink_to(Path("elsewhere").resolve(), target_is_directory=True)
    before = listing(Path.cwd())
    check_nothing_written(certify("-o", "out", "--smt", "smt", "--coq", "coq"), before, place.name)


def test_a_link_in_the_place_of_a_file_is_replaced(certify: Callable[..., Outcome]) -> None:
    """Certificate, report, drawing, problem, Coq source: made anew, and what a link named stays."""
    assert certify("-o", "out", "--smt", "smt", "--coq", "coq").status == 0
    made = [path for path in all_files() if path.name != "t.ptable.json"]
    suffixes = {path.suffix for path in made}
    assert {".json", ".md", ".svg", ".smt2", ".v", ""} <= suffixes
    contents = {path: path.read_bytes() for path in made}
    victim = Path("victim")
    victim.write_text(PRECIOUS, encoding="utf-8")
    for path in made:
        path.unlink()
        path.symlink_to(victim.resolve())
    assert certify("-o", "out", "--smt", "smt", "--coq", "coq").status == 0
    assert victim.read_text(encoding="utf-8") == PRECIOUS
    assert {path: path.read_bytes() for path in made} == contents
    assert not any(path.is_symlink() for path in made)


def test_a_dangling_link_is_replaced_too(certify: Callable[..., Outcome]) -> None:
    """What it names is not made."""
    Path("out").mkdir()
    Path("out/t.certificate.json").symlink_to("../nowhere")
    assert certify("-o", "out").status == 0
    assert not Path("nowhere").exists()
    assert not Path("out/t.certificate.json").is_symlink()


def test_no_temporary_file_stays(certify: Callable[..., Outcome]) -> None:
    """After success there is nothing but what was asked for."""
    assert certify("-o", "out", "--smt", "smt").status == 0
    assert [path for path in all_files() if path.name.startswith(".")] == []


@pytest.mark.parametrize("kind", ["fifo", "folder", "dangling", "loop", "device"])
def test_what_is_no_file_is_no_problem(run: Run, tmp_path: Path, kind: str) -> None:
    """Something else named x.smt2 is one line, status 2, and nobody waits for it."""
    place = tmp_path / "x.smt2"
    if kind == "fifo":
        os.mkfifo(place)
    elif kind == "folder":
        place.mkdir()
    else:
        place.symlink_to({"dangling": "nowhere", "loop": "x.smt2", "device": "/dev/zero"}[kind])
    check_rejected(run("prove", str(tmp_path)), "problem", "x.smt2")


@pytest.mark.parametrize("name", ["a.vo", "Ptcert/Table.vo", "Ptcert/Table.vos"])
def test_coq_source_is_not_written_beside_compiled_files(
    certify: Callable[..., Outcome], name: str
) -> None:
    """By hand, Coq would take these for what was compiled from that source."""
    compiled = Path("coq", name)
    compiled.parent.mkdir(parents=True)
    compiled.write_text(PRECIOUS, encoding="utf-8")
    before = listing(Path.cwd())
    made = certify("--coq", "coq")
    check_rejected(made, "folder", f"{name}': is compiled", "remove it")
    assert listing(Path.cwd()) == before
