"""The commands with their options, read from the parser, so that no second list is needed."""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

from reports.arguments.parser import COMMANDS, Commands

# What the value of an option is, where the parser lists no choices.
NOTHING, FILE, TEXT = "nothing", "file", "text"
_FILES = (
    "output",
    "policy",
    "table",
    "smt",
    "coq",
    "work",
    "file",
    "certificate",
    "path",
    "proof",
    "plan",
    "released_table",
    "noise_table",
)


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its spellings, what it is for, and what may follow it."""

    names: tuple[str, ...]
    help: str
    value: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Command:
    """One command (or none: the options before it), its options and what its words may be."""

    name: str
    help: str
    options: tuple[Option, ...]
    takes_files: bool


def commands(parser: argparse.ArgumentParser) -> tuple[Command, ...]:
    """Return what may be typed, the program itself first, then each command."""
    found = [_command("", "", parser)]
    for action in parser._actions:
        if isinstance(action, Commands):
            found += [
                _command(name, COMMANDS[name][0], action.filled(name)) for name in action.choices
            ]
    return tuple(found)


def _command(name: str, said: str, parser: argparse.ArgumentParser) -> Command:
    actions = list(_actions(parser))
    named = {action.option_strings[0]: action for action in actions if action.option_strings}
    options = tuple(map(_option, named.values()))
    words = [action for action in actions if not action.option_strings]
    return Command(name, said, options, any(action.dest in _FILES for action in words))


def inner_commands(
    parser: argparse.ArgumentParser,
) -> Iterator[argparse.ArgumentParser]:
    """Yield the commands inside a command, such as the tests of ``ptcert test``."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction) and not isinstance(action, Commands):
            yield from action.choices.values()


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield the arguments of a command, and of the commands inside it where it has some."""
    yield from parser._actions
    for inner in inner_commands(parser):
        yield from inner._actions


def _option(action: argparse.Action) -> Option:
    choices = tuple(map(str, action.choices or ()))
    value = NOTHING
    if action.nargs != 0:
        value = FILE if action.dest in _FILES else TEXT
    return Option(tuple(action.option_strings), action.help or "", value, choices)
