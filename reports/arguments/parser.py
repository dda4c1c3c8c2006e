"""The parser of ``ptcert``: its commands by name, each with arguments only once it is named.

So help and errors wait for no law, no format and no rule that a command does not ask for.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NoReturn

from reports.arguments import BAD_INPUT
from reports.arguments.formatting import Formatter
from reports.printing import complain, say_help, say_lines

EPILOG = (
    "Exit status: 0 all that was asked holds, or is measured without an error; 1 a claim fails, or "
    "there is an error; 2 bad input; 3 undecided; 74 the output could not be written, 130 "
    "interrupted, 141 the reader of the output left."
)
_SHOWN = 1000
_NEAREST = 3
# Each command: what it is for, and the module whose function of its name adds its arguments.
COMMANDS = {
    "design": ("from a privacy target to a table of integers", "tables"),
    "audit": ("what a table does to every count, and whether a claim holds", "tables"),
    "lookup": ("the noise that a cell key leads to", "tables"),
    "convert": ("write a table in another format", "tables"),
    "certify": ("a certificate whose every claim is proved and can be re-checked", "certificates"),
    "check": ("re-check a certificate with the small checker", "certificates"),
    "prove": ("prove a certificate again: by a solver, or by Coq's kernel", "certificates"),
    "report": ("a report from a certificate, or several tables side by side", "certificates"),
    "release": ("what all published tables together give away about one person", "releases"),
    "attack": ("what an attacker can do with a table, exactly", "attacking"),
    "utility": ("what tables cost the users of their counts", "using"),
    "test": ("what may be concluded from released counts: tests that know the noise", "testing"),
    "estimate": ("true counts, sums and shares from released counts", "estimating"),
    "compare": ("is another program right, digit by digit", "comparing"),
    "reproduce": ("what five papers print, computed anew", "comparing"),
    "keys": ("give records keys, or check the keys that they have", "applying"),
    "apply": ("released counts of records: cells, keys, noise, all margins", "applying"),
    "verify": ("is what was published what data, keys and table give", "applying"),
    "app": ("a local page for the same questions, without a command line", "serving"),
}
# The arguments that name files that are read, and those of each command that name what is written.
READ = (
    *("file", "files", "data", "table", "noise_table", "released_table", "path", "certificate"),
    *("plan", "policy", "proof", "prior", "weighted", "invariant", "secret"),
    "manifest",
)
_OUTPUTS = {
    "design": ("output", "proof"),
    "audit": ("output", "best"),
    "release": ("output", "certificate"),
    "utility": ("output", "csv"),
    "apply": ("output", "report"),
    "verify": ("report", "list"),
}
WRITTEN = {name: _OUTPUTS.get(name, ("output",)) for name in COMMANDS}


class _Noted(argparse.Action):
    """An option that keeps that it was given."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        """Keep the value, and that it was given."""
        if option_string is not None:
            self.check(parser, namespace, option_string)
            namespace.given.add(self.dest)
        super().__call__(parser, namespace, values, option_string)

    def check(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, name: str
    ) -> None:
        """Refuse what would be ignored."""


class _Once(_Noted, argparse._StoreAction):
    """An option with one value: given twice, one of the two would be ignored."""

    def check(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, name: str
    ) -> None:
        """Refuse a second value."""
        if self.dest in namespace.given:
            parser.error(f"{name} is given twice, and takes one value; give it once")


class _Yes(_Noted, argparse._StoreTrueAction):
    """A flag."""


class _No(_Noted, argparse._StoreFalseAction):
    """A flag that takes another back."""


class _Again(_Noted, argparse._AppendAction):
    """An option that takes another value each time."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, and whose help goes through the door.

    Options are written out, once. ``given`` names those that the line has, so that a command can
    refuse what it would not use, be it the default.
    """

    def __init__(self, **given: Any) -> None:
        super().__init__(allow_abbrev=False, **given)
        self.register("action", None, _Once)
        self.register("action", "store", _Once)
        self.register("action", "store_true", _Yes)
        self.register("action", "store_false", _No)
        self.register("action", "append", _Again)

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse a line; a word that no option is spelled as is refused before what is missing."""
        words = sys.argv[1:] if args is None else list(args)
        inner = any(isinstance(one, argparse._SubParsersAction) for one in self._actions)
        own = takewhile(lambda word: word.startswith("-") if inner else word != "--", words)
        self._refuse_unknown(word for word in own if word.startswith("--"))
        namespace = argparse.Namespace(given=set()) if namespace is None else namespace
        namespace.given = getattr(namespace, "given", set())
        found, more = super().parse_known_args(words, namespace)
        self._refuse_unknown(word for word in more if word.startswith("-"))
        if more := [word for word in more if word != "--"]:
            self.error(f"{more[0]!r} is one word too many")
        return found, more

    def _refuse_unknown(self, words: Iterable[str]) -> None:
        """Refuse a word that looks like an option and is none, and name the nearest one."""
        from difflib import get_close_matches

        for word in words:
            name, known = word.partition("=")[0], list(self._option_string_actions)
            if name in known or " " in word or word == "--":
                continue
            longer = [one for one in known if one.startswith(name) and name.strip("-")]
            near = longer or get_close_matches(name, known, n=1)
            meant = f"; did you mean {' or '.join(near[:_NEAREST])}?" if near else ""
            self.error(f"{name} is not an option of {self.prog}{meant}")

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and where help is; of a long word its beginning."""
        short = message if len(message) <= _SHOWN else f"{message[:_SHOWN]}..."
        ending = "" if short.endswith("?") else ";"
        complain(self.prog, f"{short}{ending} see {self.prog} --help")
        self.exit(BAD_INPUT)

    def _get_formatter(self) -> argparse.HelpFormatter:
        return Formatter(self.prog)

    def print_help(self, file: object = None) -> None:
        """Print the help on standard output."""
        say_help(self.format_help())


if TYPE_CHECKING:  # the class is generic for the type checker alone
    _SubParsers = argparse._SubParsersAction[Parser]
else:
    _SubParsers = argparse._SubParsersAction


class Commands(_SubParsers):
    """The commands; the one that is named gets its arguments before its line is parsed."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        """Parse the rest of the line by the command that its first word names."""
        if values and values[0] in self.choices:
            self.filled(values[0])
        super().__call__(parser, namespace, values, option_string)

    def filled(self, name: str) -> Parser:
        """Return the parser of a command with its arguments; to be asked once."""
        parser = self.choices[name]
        module = import_module(f"reports.arguments.{COMMANDS[name][1]}")
        getattr(module, name)(parser)
        parser.add_argument(
            "--wide", action="store_true", help="whole lines, however narrow the terminal is"
        )
        return parser


class Version(argparse.Action):
    """Print the version of the installed package, and end."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print it."""
        from importlib.metadata import version

        say_lines(f"ptcert {version('ptcert')}")
        parser.exit()


class Completion(argparse.Action):
    """Print what makes a shell complete the commands, and end."""

    def __call__(
        self, parser: argparse.ArgumentParser, _: argparse.Namespace, shell: object, *__: object
    ) -> None:
        """Print it for the shell that was named."""
        from reports.arguments.completion import SHELLS
        from reports.arguments.tree import commands

        say_lines(*SHELLS[str(shell)](commands(parser)).splitlines(), wide=True)
        parser.exit()


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser(
        prog="ptcert",
        description="Prove what a perturbation table does before it is released.",
        epilog=EPILOG,
    )
    made.add_argument("--version", action=Version, nargs=0, help="print the version and end")
    made.add_argument(
        "--completion",
        action=Completion,
        choices=("bash", "zsh", "fish", "powershell"),
        help="print what makes this shell complete commands and options, and end",
    )
    commands = made.add_subparsers(
        dest="command", required=True, metavar="COMMAND", action=Commands
    )
    for name, (purpose, _) in COMMANDS.items():
        commands.add_parser(name, help=purpose)
    return made
