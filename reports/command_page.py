"""The page of commands, from their own help: ``python -m reports.command_page`` writes it anew."""

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from reports.arguments.parser import COMMANDS, Commands, parser
from reports.arguments.tree import inner_commands
from reports.files import write_atomically
from reports.printing import say_lines

PAGE = Path("docs") / "commands.md"
# Help folds to the terminal; the page has lines of one width.
_COLUMNS = "100"
_HEAD = """# Commands

Each command with all its options, as `ptcert COMMAND --help` prints it. This page is written by
`make docs`.
"""


def command_page() -> str:
    """Return the page."""
    kept = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = _COLUMNS
    try:
        return "\n".join((_HEAD, *_sections()))
    finally:
        del os.environ["COLUMNS"]
        if kept is not None:
            os.environ["COLUMNS"] = kept


def _sections() -> Iterator[str]:
    for action in parser()._actions:
        if isinstance(action, Commands):
            for name in action.choices:
                made = action.filled(name)
                said = _help(made)
                yield f"## {name}\n\n{_sentence(COMMANDS[name][0])}\n\n```text\n{said}```\n"
                for inner in inner_commands(made):
                    title = inner.prog.removeprefix("ptcert ")
                    yield f"### {title}\n\n```text\n{_help(inner)}```\n"


def _help(command: argparse.ArgumentParser) -> str:
    return command.format_help()


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


def main() -> int:
    """Write the page in the folder of the project."""
    write_atomically(PAGE, command_page())
    say_lines(f"Written: {PAGE}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
