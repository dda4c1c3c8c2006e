"""What the README shows is what the commands print."""

import re
import shlex
from pathlib import Path

import pytest

from reports.cli import main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
VERSION = re.compile(r"^(z3|cvc5) [\d.]+:", re.MULTILINE)


def steps() -> list[tuple[list[str], str]]:
    """Return each command of the README with the output shown under it."""
    found = []
    for block in BLOCKS:
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((shlex.split(command), output))
    return found


def test_the_readme_shows_real_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Run one after the other, the commands print what stands under them (but for versions)."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tests").symlink_to(ROOT / "tests")  # one command reads a file of the project
    assert len(steps()) == 8
    for (program, *arguments), shown in steps():
        assert program == "ptcert"
        # The values that the paper prints are not all right, and the command says so.
        assert main(arguments) == (1 if arguments[0] == "compare" else 0)
        printed = capsys.readouterr().out
        assert VERSION.sub(r"\1", printed).strip() == VERSION.sub(r"\1", shown).strip()
