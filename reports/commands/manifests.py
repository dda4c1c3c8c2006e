"""The manifest beside a published table: how it was tabulated, and of which files it speaks."""

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import file_digest
from os.path import normpath
from pathlib import Path
from shlex import quote
from typing import Any

from exact.applying.key_generator import named_columns
from exact.applying.margins import Margin, margins, margins_called
from exact.applying.where import conditions
from exact.cellkeys.named import SUM, XOR
from exact.errors import InputError
from exact.numbers.guard import MAX_KEYSIZE, integer
from reports.commands.reading import options_of
from reports.commands.tabulating import given_table
from reports.engines.manifest import READING
from reports.engines.records import REFUSED, SUMMED
from reports.engines.table import GivenTable
from reports.files import is_file

# What says how records are tabulated; without the data nothing of it is used.
TABULATION = (
    *("record_key", "float_keys", "cell_keys", "bigN", "where", "zeros", "categories", "margins"),
)
_DEFAULTS = {"record_key": "record_key", "float_keys": REFUSED, "zeros": False}


@dataclass(frozen=True, slots=True)
class Stated:
    """What a manifest says: the options that made the table, and the digests of its files.

    ``places`` is there where keys are fractions: of so many decimal places, or 0 of doubles.
    """

    by: tuple[str, ...]
    margins: tuple[str, ...]
    options: Mapping[str, Any]
    reading: Mapping[str, str]
    table: tuple[str, ...]
    digests: Mapping[str, str | None]
    places: int | None


@dataclass(frozen=True, slots=True)
class Completed:
    """The options that are used, with the table: given, or else as the manifest says.

    ``taken`` are those that the manifest says, ``against`` those that were given against it: what
    is used, and what the manifest says. All as the command line has them.
    """

    options: argparse.Namespace
    given: GivenTable
    by: tuple[str, ...] | None
    said: Stated | None = None
    margins: tuple[str, ...] | None = None
    taken: dict[str, Any] = field(default_factory=dict)
    against: dict[str, tuple[Any, Any]] = field(default_factory=dict)


def stated(document: dict[str, Any], path: Path) -> Stated:
    """Return what a manifest says, refusing one that does not say how the table was made."""
    try:
        fractions, places = document["float_keys"] is not None, int(document["key_places"])
        table = document["table"]
        categories = {str(name): _texts(v) for name, v in document["categories"].items()}
        options = {
            "record_key": ",".join(_texts(document["record_key"])),
            "float_keys": SUMMED if fractions and not places else REFUSED,
            # The modulus of fractions follows from how they are written.
            "cell_keys": SUM if fractions else str(document["cell_keys"]),
            "bigN": None if fractions else str(int(document["modulus"])),
            "where": list(_texts(document["where"])),
            "zeros": document["zeros"] is True,
            "categories": [f"{name}={','.join(v)}" for name, v in categories.items()],
        }
        digests = {name: document[name]["sha256"] for name in ("data", "table", "output")}
        return Stated(
            _texts(document["by"]),
            _texts(document["margins"]),
            options,
            {name: str(table["reading"][name]) for name in READING if name in table["reading"]},
            tuple(str(table[name]) for name in ("path", "name") if name in table),
            digests | {"certificate": document["certificate"]},
            places if fractions else None,
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        rule = "does not say how the table was made"
        remedy = "give --manifest none, and all options"
        raise InputError("manifest", path, rule, remedy) from None


def _texts(given: Any) -> tuple[str, ...]:
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        raise TypeError(given)
    return tuple(given)


def completed(options: argparse.Namespace, said: Stated | None, with_data: bool) -> Completed:
    """Return the options with what the manifest says where nothing was given."""
    by = None if options.by is None else tuple(options.by.split(","))
    if said is None:
        given = given_table(options.table, options_of(options))
        return Completed(_with_defaults(options), given, by)
    used = argparse.Namespace(**vars(options))
    taken: dict[str, Any] = {}
    against: dict[str, tuple[Any, Any]] = {}
    used.table = _table_of(options, said, taken)
    for name, value in _stated_options(options, used.table, said, with_data).items():
        own = getattr(options, name)
        if own in (None, []):
            setattr(used, name, value)
            if value != _DEFAULTS.get(name) and value not in (None, []):
                taken[name] = value
        elif _plain(name, own, used) != _plain(name, value, used):
            against[name] = (own, value)
    if by is None:
        by, taken["by"] = said.by, ",".join(said.by)
    elif set(by) != set(said.by):
        against["by"] = (",".join(by), ",".join(said.by))
    margins_said = said.margins if with_data and set(by) == set(said.by) else None
    if margins_said is not None:
        text = _margins_text(by, margins_said)
        if options.margins is None:
            taken["margins"] = text
        elif set(margins(by, options.margins)) != _margins(by, margins_said):
            against["margins"] = (options.margins, text)
    given = given_table(used.table, options_of(used))
    return Completed(_with_defaults(used), given, by, said, margins_said, taken, against)


def _stated_options(
    options: argparse.Namespace, table: str, said: Stated, with_data: bool
) -> dict[str, Any]:
    """Return the options that the manifest states, as far as they are about what is given."""
    found: dict[str, Any] = dict(said.reading) if _is_stated(Path(table), said) else {}
    if with_data:
        found |= said.options
        if options.cell_keys not in (None, said.options["cell_keys"]):
            del found["bigN"]  # which is for other keys
    return found


def _with_defaults(options: argparse.Namespace) -> argparse.Namespace:
    defaults = {name: value for name, value in _DEFAULTS.items() if getattr(options, name) is None}
    return argparse.Namespace(**(vars(options) | defaults))


def _plain(name: str, value: Any, used: argparse.Namespace) -> Any:
    """Return what an option means, whatever way it is written."""
    match name:
        case "record_key":
            return named_columns(value, used.cell_keys == XOR)
        case "bigN":
            return integer(value, name, 1, 2 * MAX_KEYSIZE)
        case "where":
            return {one.text for one in conditions(value)}
        case "categories":
            return set(value)
    return value


def _margins(by: tuple[str, ...], texts: tuple[str, ...]) -> set[Margin]:
    return set(margins_called(by, ("", *texts)).values())


def _margins_text(by: tuple[str, ...], texts: tuple[str, ...]) -> str:
    """Return the margins as the command line has them."""
    if len(_margins(by, texts)) == 1 << len(by):
        return "all"
    return ";".join(text for text in texts if text) or "none"


def used_margins(used: Completed, names: tuple[str, ...], in_file: list[str]) -> tuple[Margin, ...]:
    """Return the margins that are compared: those given, or else of the manifest and the file."""
    if used.options.margins is not None:
        return margins(names, used.options.margins)
    texts = ("", *(used.margins or ()), *in_file)
    return tuple(dict.fromkeys(margins_called(names, texts).values()))


def _table_of(options: argparse.Namespace, said: Stated, taken: dict[str, Any]) -> str:
    """Return the file of the table: the one given, or the manifest's beside the other files."""
    if options.table is not None:
        return str(options.table)
    folders = [*(Path(name).parent for name in reversed(options.files)), Path()]
    for path in dict.fromkeys(folder / name for name in said.table for folder in folders):
        if _is_stated(path, said):
            taken["table"] = normpath(path)
            return normpath(path)
    rule = "is the table of the manifest, and no file of this name and SHA-256 is beside the others"
    raise InputError("table", Path(said.table[-1]).name, rule, "give --table FILE")


def _is_stated(path: Path, said: Stated) -> bool:
    """Tell whether a file is the table, or the certificate, of the manifest."""
    if not is_file(path):
        return False
    with path.open("rb") as stream:
        digest = file_digest(stream, "sha256").hexdigest()
    return digest in (said.digests["table"], said.digests["certificate"])


def bound_files(used: Completed, output: str, data: str | None) -> dict[str, bool] | None:
    """Return for each file whether it is the one whose digest the manifest has.

    Records on a server have none.
    """
    if used.said is None:
        return None
    given = used.given
    here = {"table": given.sha256, "output": output, "data": data, "certificate": given.certificate}
    known = {name: one for name, one in used.said.digests.items() if one is not None}
    return {
        name: known[name] == digest
        for name, digest in here.items()
        if digest is not None and name in known
    }


def told(used: Completed) -> Iterator[str]:
    """Say what was taken from the manifest, and what was given against it."""
    if used.taken:
        words = " ".join(_words(name, value) for name, value in used.taken.items())
        yield f"From the manifest: {words}"
    for name, (own, value) in used.against.items():
        yield f"NOTE: {_words(name, own)} was given, and the manifest says {_words(name, value)}."


def _words(name: str, value: Any) -> str:
    """Return an option as the command line has it."""
    option = f"--{name.replace('_', '-')}"
    match value:
        case bool():
            return option if value else f"--no-{name}"
        case list():
            return " ".join(f"{option} {quote(one)}" for one in value) or f"no {option}"
    return f"{option} {quote(str(value))}"
