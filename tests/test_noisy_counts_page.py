"""What the data user's page shows is what the commands print."""

import re
import shlex
from pathlib import Path

import pytest

from reports.cli import main

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "noisy-counts.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)


def test_the_page_for_data_users_shows_real_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table of the page is tested as a reader would test it, command by command."""
    monkeypatch.chdir(tmp_path)
    (table,) = re.findall(r"```csv\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "released.csv").write_text(table, encoding="utf-8")
    steps = [step for block in BLOCKS for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    assert len(steps) == 5
    for step in steps:
        command, _, shown = step.partition("\n")
        program, *arguments = shlex.split(command)
        assert program == "ptcert"
        assert main(arguments) == 0
        assert capsys.readouterr().out.strip() == shown.strip()


def test_without_noise_the_page_says_what_is_so(capsys: pytest.CaptureFixture[str]) -> None:
    """61 of 150 without noise has the p-value that the page names; the README leads to the page."""
    words = ["test", "binomial", "--n", "150", "--released", "61", "--p0", "1/2", "--no-noise"]
    assert main(words) == 0
    said = re.search(r"61 of 150 would have p = (\S+):", PAGE)
    assert said is not None
    assert f"has probability {said[1]}" in " ".join(capsys.readouterr().out.split())
    assert "docs/noisy-counts.md" in (ROOT / "README.md").read_text(encoding="utf-8")
