"""What the page about whole releases shows is what the commands print."""

import re
import shlex
from pathlib import Path

import pytest

from reports.cli import main

PAGE = (Path(__file__).parents[1] / "docs" / "release.md").read_text(encoding="utf-8")
FIRST = re.findall(r"```sh\nptcert (.*)\n```", PAGE)
PLAN = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


def steps() -> list[tuple[list[str], str]]:
    """Return each command of the page with the output shown under it."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((shlex.split(command), output))
    return found


def test_the_page_shows_real_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Run one after the other on the plan of the page, the commands print what stands there."""
    monkeypatch.chdir(tmp_path)
    for name, plan in zip(("plan.toml", "sum.toml"), PLAN, strict=True):
        (tmp_path / name).write_text(plan, encoding="utf-8")
    for command in FIRST:
        assert main(shlex.split(command)) == 0
    capsys.readouterr()
    assert len(steps()) == 5
    for (program, *arguments), shown in steps():
        assert program == "ptcert"
        assert main(arguments) == 0
        assert capsys.readouterr().out.strip() == shown.strip()
