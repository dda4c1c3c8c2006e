"""Every option of every command is used or refused: with another value something else comes."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

from reports.arguments.parser import COMMANDS, Parser
from tests.cli.every_option import BY_NATURE, ELSEWHERE, IN_ONE_LINE, LINES, VALUES, made_files
from tests.cli.running import Outcome, Run, changed, listing, run_in_process
from tests.cli.test_cli_words import leaves

Found = tuple[Outcome, dict[str, bytes]]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with what the lines read, made once."""
    return tmp_path_factory.mktemp("given")


@pytest.fixture
def given(files: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Fill the folder before the first line is run."""
    if not (files / "keyed.csv").exists():
        monkeypatch.chdir(files)
        made_files(files, run)
    return files


def parser_of(words: list[str]) -> Parser:
    """Return the parser with the options of a line."""
    found = leaves()
    return found[" ".join(words[:2])] if words[0] == "test" else found[words[0]]


def lines_with(words: list[str], action: argparse.Action) -> Iterator[list[str]]:
    """Yield the line with the option: with other values, or where it has none, without it."""
    name = action.option_strings[-1]
    if action.nargs == 0:
        yield [word for word in words if word != name] if name in words else [*words, name]
        return
    values = map(str, action.choices) if action.choices else VALUES[action.dest]
    for value in values:
        again = isinstance(action, argparse._AppendAction)
        yield [*words, name, value] if again else changed(words, name, value)


def test_every_command_is_run() -> None:
    """In one line at least, or where it is named."""
    assert {line.split()[0] for line in LINES.values()} | set(ELSEWHERE) == set(COMMANDS)


@pytest.mark.parametrize("line", LINES)
def test_every_option_is_used_or_refused(
    line: str,
    given: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Output, a file or an error differs from the line's own, for one of two or more values."""
    folders = iter(range(10_000))

    def found(words: list[str]) -> Found:
        folder = tmp_path / str(next(folders))
        copytree(given, folder)
        monkeypatch.chdir(folder)
        return run_in_process(capsys, *words), listing(folder)

    words = LINES[line].split()
    usual = found(words)
    assert usual[0].status in (0, 1), usual[0].err
    ignored = [
        action.option_strings[-1]
        for action in parser_of(words)._actions
        if action.option_strings
        and action.dest not in ("help", *BY_NATURE)
        and (line, action.option_strings[-1]) not in IN_ONE_LINE
        and all(found(one) == usual for one in lines_with(words, action))
    ]
    assert ignored == []
