"""What the page on applying tables shows is what the commands print."""

import re
import shlex
from pathlib import Path

import pytest

from reports.cli import main

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "apply.md").read_text(encoding="utf-8")
FILE = re.compile(r"```(?:csv|text|toml) (\S+)\n(.*?)```", re.DOTALL)
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)


def steps() -> list[tuple[list[str], str]]:
    """Return each command of the page with the output shown under it."""
    found = []
    for block in CONSOLE.findall(PAGE):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((shlex.split(command), output))
    return found


def test_the_page_shows_real_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the files that stand on it, its commands print what stands under them."""
    monkeypatch.chdir(tmp_path)
    for name, content in FILE.findall(PAGE):
        (tmp_path / name).write_text(content, encoding="utf-8")
    assert len(steps()) == 7
    for (program, *arguments), shown in steps():
        assert (program, main([*arguments, "--wide"])) == ("ptcert", 0)
        assert capsys.readouterr().out.strip() == shown.strip()


def test_the_page_of_engines_changes_two_lines() -> None:
    """Of the script for one machine and the one for many, all lines but two are the same."""
    page = (ROOT / "docs" / "engines.md").read_text(encoding="utf-8")
    one, many = (block.splitlines() for block in re.findall(r"```sh\n(.*?)```", page, re.DOTALL))
    assert sum(a != b for a, b in zip(one, many, strict=True)) == 2
