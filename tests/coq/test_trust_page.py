"""The page on what must be trusted: its commands run, and its numbers are true."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from reports.cli import main
from tests.house_rules import ROOT
from verification.kernel.answer import ALLOWED_ASSUMPTIONS

PAGE = (ROOT / "verification" / "TRUST.md").read_text(encoding="utf-8")
COMMANDS = [
    line for block in re.findall(r"```\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()
]
COQ_COMMENT = re.compile(r"\(\*.*?\*\)", re.DOTALL)


def test_the_page_has_commands_for_every_level() -> None:
    """One to make the files, then one or two for each level."""
    assert [shlex.split(command)[:2] for command in COMMANDS] == [
        ["ptcert", "certify"],
        ["ptcert", "report"],
        ["python", "verification/checker.py"],
        ["ptcert", "prove"],
        ["ptcert", "prove"],
        ["ptcert", "prove"],
    ]


@pytest.mark.usefixtures("in_shop")
def test_the_commands_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order of the page, each ends with status 0; the compiled library is reused."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "verification").symlink_to(ROOT / "verification")
    for command in COMMANDS:
        program, *arguments = shlex.split(command)
        if program == "python":
            assert subprocess.run([sys.executable, *arguments], check=False).returncode == 0
        else:
            assert main(arguments) == 0
    problems = list((tmp_path / "out" / "problems").glob("*.smt2"))
    assert f"{len(problems)} problems in SMT-LIB" in PAGE
    report = (tmp_path / "out" / "example1.report.html").read_text(encoding="utf-8")
    assert "yes, by Coq" in report


def test_the_definitions_in_coq_are_as_long_as_the_page_says() -> None:
    """Lines that are neither blank nor comment: of Table.v and Law.v, and of Rules.v."""
    lines = {}
    for name in ("Table.v", "Law.v", "Rules.v"):
        text = (ROOT / "verification" / "coq" / name).read_text(encoding="utf-8")
        lines[name] = sum(1 for line in COQ_COMMENT.sub("", text).splitlines() if line.strip())
    assert f"{lines['Table.v'] + lines['Law.v']} lines of definitions" in PAGE
    assert f"{lines['Rules.v']} more for optimality (`Rules.v`)" in PAGE


def test_the_axioms_are_those_that_are_allowed() -> None:
    """The list on the page is the list that the program accepts."""
    assert set(re.findall(r"^- `([\w.]+)`$", PAGE, re.MULTILINE)) == ALLOWED_ASSUMPTIONS
