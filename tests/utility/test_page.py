"""What docs/utility.md shows is what the commands print."""

import re
import shlex
from pathlib import Path

import pytest

from reports.cli import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/utility.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)


def steps() -> list[tuple[list[str], str]]:
    """Return each command of the page with the output shown under it."""
    found = []
    for block in BLOCKS:
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((shlex.split(command), output))
    return found


def test_the_page_shows_real_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Run one after the other, the commands print what stands under them."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    assert steps()
    for (program, *arguments), shown in steps():
        assert program == "ptcert"
        assert main(arguments) == 0
        assert capsys.readouterr().out.strip() == shown.strip()
