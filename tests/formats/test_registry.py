"""The formats in one place: what the commands, the reader and the page say comes from there."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from exact.cellkeys.arithmetic import ByteFold, SumModulo
from exact.errors import InputError
from exact.formats.format import BY_COLUMNS, FRACTION, NO_KEYS, NUMBER, Format
from exact.formats.options import read_beyond
from exact.formats.reading import read_table_bytes
from exact.formats.registry import FORMATS, NAMES, format_named
from exact.table.ptable import ZERO_RULES
from reports.arguments.parser import Commands, parser

PAGE = Path(__file__).resolve().parents[2] / "docs" / "formats.md"
KEYS = {NUMBER: "by number, from {}", FRACTION: "decimals in [0, 1)", NO_KEYS: "none"}
ZERO = {"none": "not covered", "preserve": "stays 0", "": "as it says"}
BEYOND = {"repeat": "the last row repeats", "error": "not covered", "": "as it says"}


@pytest.mark.parametrize("kind", FORMATS, ids=NAMES)
def test_a_format_names_a_reader_a_writer_and_known_rules(kind: Format) -> None:
    """Its modules have what the registry asks for, its rules are rules, its name is its own."""
    assert format_named(kind.name) is kind
    reader = import_module(f"exact.formats.readers.{kind.reader}")
    assert callable(reader.fits)
    assert callable(reader.read)
    if kind.writer:
        assert callable(import_module(f"exact.formats.writers.{kind.writer}").write)
    assert kind.zero in (*ZERO_RULES, "")
    if kind.beyond:
        read_beyond(kind.beyond)
    assert bool(kind.key_zero) == (kind.first_key > 0)


def test_an_unknown_name_is_refused() -> None:
    """The message lists the formats."""
    with pytest.raises(InputError, match="format = 'ods': is not known; use one of ons, ess"):
        format_named("ods")


def test_the_registry_is_cheap_to_import() -> None:
    """It is data: neither tables nor readers are loaded with it."""
    program = "import sys, exact.formats.registry; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True
    )
    loaded = {name for name in run.stdout.split() if name.startswith("exact.")}
    own = {"exact.formats", "exact.formats.registry", "exact.formats.format", "exact.errors"}
    assert loaded <= own


@pytest.mark.parametrize("command", ["audit", "lookup", "convert", "certify", "report", "compare"])
def test_the_command_line_offers_the_formats(command: str) -> None:
    """Every command that reads a table has them as choices of ``--format``."""
    (commands,) = (action for action in parser()._actions if isinstance(action, Commands))
    actions = commands.filled(command)._actions
    found = [action.choices for action in actions if "--format" in action.option_strings]
    assert found == [NAMES]


def test_cell_keys_are_made_as_the_software_makes_them() -> None:
    """ONS and ESS sum modulo K, the older ABS folds four bytes; of decimals nothing is claimed."""
    made = {kind.name: kind.arithmetic(256) for kind in FORMATS}
    assert {name for name, found in made.items() if found == SumModulo(256)} == {"ons", "ess"}
    assert made["abs-lookup"] == ByteFold()
    assert format_named("abs-lookup").arithmetic(512) is None
    assert made["r-ptable"] is made["transition"] is made["native"] is None


def test_the_page_lists_the_formats() -> None:
    """A line for each, in the same order, with its header, its software and its rules."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    start = lines.index(
        "| format | header | from | keys | zero without a row | past the last row |"
    )
    assert lines[start + 2 : start + 3 + len(FORMATS)] == [*map(_line, FORMATS), ""]


@pytest.mark.parametrize("header", ["a,b", "a b"])
def test_a_header_that_is_not_known_is_answered_by_all_that_are(header: str) -> None:
    """Each format stands in the message with its header, as in the registry, and its name."""
    with pytest.raises(InputError) as caught:
        read_table_bytes(f"{header}\n1,2\n".encode())
    shown = caught.value.remedy.removeprefix("known: ").split(" | ")
    assert shown == [f"{kind.header.replace('`', '')} ({kind.name})" for kind in FORMATS]
    assert shown[0] == "pcv,ckey,pvalue (ons)"
    assert shown[-1] == "*.ptable.json (native)"


def _line(kind: Format) -> str:
    if kind.lookup == BY_COLUMNS:
        return f"| `{kind.name}` | {kind.header} | {kind.origin} |" + 3 * " by its columns |"
    keys = KEYS[kind.lookup].format(kind.first_key) if kind.zero else "as it says"
    beyond = BEYOND.get(kind.beyond, kind.beyond.replace("wrap:", "wrap "))
    if kind.last_count is not None:
        beyond += f" if that is {kind.last_count}, else asked for"
    cells = (f"`{kind.name}`", kind.header, kind.origin, keys, ZERO[kind.zero], beyond)
    return f"| {' | '.join(cells)} |"
