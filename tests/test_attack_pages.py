"""What docs/attacks.md and docs/margins.md show is what the commands print."""

import re
import shlex
from pathlib import Path

import pytest

from reports.cli import main

ROOT = Path(__file__).parents[1]
# A block of commands to type, and one with what they print; "..." stands for lines left out.
BLOCK = re.compile(r"```(console)?\n(.*?)```", re.DOTALL)


def steps(page: str) -> list[tuple[list[str], list[str]]]:
    """Return each command of a page with the parts of its output that are shown."""
    found: list[tuple[list[str], list[str]]] = []
    for console, block in BLOCK.findall((ROOT / "docs" / page).read_text(encoding="utf-8")):
        if not console:
            found += [(shlex.split(line), []) for line in block.splitlines()]
            continue
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            parts = re.split(r"^\.\.\.\n", output, flags=re.MULTILINE)
            found.append((shlex.split(command), [each for each in parts if each]))
    return found


@pytest.mark.parametrize(("page", "commands"), [("attacks.md", 3), ("margins.md", 4)])
def test_the_page_shows_real_output(
    page: str,
    commands: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Run one after the other, the commands print the lines that stand under them, in order."""
    monkeypatch.chdir(tmp_path)
    assert len(steps(page)) == commands
    for (program, *arguments), shown in steps(page):
        assert program == "ptcert"
        assert main(arguments) == 0
        printed = capsys.readouterr().out
        for part in shown:
            assert part in printed
            printed = printed[printed.index(part) + len(part) :]


def test_links_of_the_pages_lead_somewhere() -> None:
    """Every page that is named beside another one exists."""
    for page in ("attacks.md", "margins.md", "key-orders.md"):
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#]+\.md)\)", text):
            assert (ROOT / "docs" / target).is_file()
