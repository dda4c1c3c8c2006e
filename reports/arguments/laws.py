"""Arguments that name a law with its parameters; `reports.commands.laws` makes it.

The laws are loaded when the arguments are added: commands without them start without them.
"""

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from exact.laws.parameters import Parameter


def law_parameters() -> "tuple[Parameter, ...]":
    """Return every parameter of a registered law but epsilon, which the commands have anyway."""
    from exact.laws.registry import kinds

    found = {p.name: p for kind in kinds().values() for p in kind.taken if p.name != "epsilon"}
    return tuple(found.values())


def given_parameters(options: argparse.Namespace) -> dict[str, str]:
    """Return the parameters beside epsilon that were given."""
    texts = {p.name: getattr(options, p.name) for p in law_parameters()}
    return {name: text for name, text in texts.items() if text is not None}


def add_law_options(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    """Add ``--law`` and what fixes it beside ``--epsilon``."""
    from exact.laws.registry import kinds

    named = (f"{kind.name} ({_options(kind.taken)})" for kind in kinds().values())
    parser.add_argument(
        "--law",
        choices=tuple(kinds()),
        default=default,
        help=", ".join(named) + (f"; default {default}" if default else ""),
    )
    for parameter in law_parameters():
        laws = [k.name for k in kinds().values() if parameter.name in {p.name for p in k.taken}]
        parser.add_argument(f"--{parameter.option}", help=f"{parameter.meaning}, of {_and(laws)}")


def _options(parameters: "tuple[Parameter, ...]") -> str:
    return ", ".join(f"--{p.option}" for p in parameters if p.name != "epsilon")


def _and(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def add_law_table_options(parser: argparse.ArgumentParser) -> None:
    """Add a law in place of a file: its parameters, its keys and its rule."""
    from exact.quantiser.names import RULES

    add_law_options(parser)
    parser.add_argument("--keysize", help="number of keys of the law's table, default 2^32")
    parser.add_argument("--rule", choices=RULES, default="ceiling", help="default ceiling")
