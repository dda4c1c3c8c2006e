"""What the README and the pages show is what the commands print."""

import re
import shlex
from pathlib import Path

import pytest

from reports.cli import main
from tests.house_rules import ROOT

VERSION = re.compile(r"^(z3|cvc5) [\d.]+:", re.MULTILINE)
CUT = "[...]"
# Pages that are run here, each by itself; the others with console blocks have tests of their own.
PAGES = (
    "README.md",
    "docs/compare.md",
    "docs/complete.md",
    "docs/example.md",
    "docs/how-to.md",
    "docs/start.md",
)
# Commands that end with 1 on purpose: a promise that fails, values that are not all right.
FAILS = {"compare", "audit docs/data/D4V2js1.csv --epsilon 1 --delta 0.02 --holes 1..1"}


def steps(page: str) -> list[tuple[str, str]]:
    """Return each command of a page with the output shown under it."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = []
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def plain(text: str) -> list[str]:
    """Return lines without versions and without spaces at their ends."""
    return [line.rstrip() for line in VERSION.sub(r"\1", text).strip().splitlines()]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_real_output(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Run one after the other, the commands print what stands under them, as far as it stands."""
    monkeypatch.chdir(tmp_path)
    for folder in ("docs", "tests"):  # some commands read files of the project
        (tmp_path / folder).symlink_to(ROOT / folder)
    assert steps(page)
    for command, shown in steps(page):
        program, *arguments = shlex.split(command)
        assert program == "ptcert"
        fails = arguments[0] in FAILS or " ".join(arguments) in FAILS
        assert main(arguments) == (1 if fails else 0)
        printed, expected = plain(capsys.readouterr().out), plain(shown)
        if expected[-1] == CUT:
            printed = [*printed[: len(expected) - 1], CUT]
        assert printed == expected


def test_every_page_with_commands_is_run() -> None:
    """A page that no test runs would grow old: it is named here or in a test of its own."""
    tests = "".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / "tests").rglob("test_*.py")
        if path != Path(__file__)
    )
    pages = [*(ROOT / "docs").glob("*.md"), ROOT / "README.md"]
    shown = {
        path.relative_to(ROOT).as_posix()
        for path in pages
        if "```console" in path.read_text(encoding="utf-8")
    }
    assert shown - set(PAGES) == {page for page in shown - set(PAGES) if Path(page).name in tests}
    assert set(PAGES) <= shown
