"""``ptcert utility``: what tables cost the users of their counts."""

import argparse
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TypeVar

from exact.errors import InputError
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.numbers.guard import integer, rational
from exact.utility.chances import CLIP, REFUSE
from exact.utility.counts import Counts
from exact.utility.measures import WITHIN
from exact.utility.reading import read_counts, read_weighted
from reports.arguments.laws import given_parameters
from reports.commands.laws import law_of_options
from reports.commands.reading import OF_A_FILE, options_of, refuse_given
from reports.content.publish import SUFFIXES, write_document
from reports.content.utility.page import utility_page
from reports.document.visible import visible
from reports.files import check_suffix, output_path, read_text
from reports.inputs import read_table
from reports.printing import say, say_json, say_lines
from reports.progress import doing
from reports.utility.simulation import DRAWS, MAX_DRAWS, SEED
from reports.utility.subject import Asked, Subject, of_law, of_table
from reports.views.utility import utility_json

_MOST_TABLES = 8
_MAX_BYTES = 16 << 20
_MAX_DISTANCE = 1 << 20
_MOST_DISTANCES = 20
_MAX_SEED = 1 << 64
_MAX_WEIGHT = 10**9
Made = TypeVar("Made")


def run(options: argparse.Namespace) -> int:
    """Measure every table, and print or write what it costs."""
    if options.map:
        from reports.commands.utility_map import run_map

        return run_map(options, read_counts_file(options.file[-1]))
    _refuse_without_map(options)
    target = None if options.output is None else _target(options)
    asked = _asked(options)
    subjects = _subjects(options, asked)
    name = Path(options.file[-1]).name
    if target is not None:
        with doing("making the page"):
            write_document(utility_page(name, asked, subjects), target)
    if options.json:
        say_json(utility_json(asked, subjects))
    elif target is not None:
        say_lines(f"Page written to {options.output}", wide=options.wide)
    else:
        page = utility_page(name, asked, subjects)
        say((*page.summary, *page.sections), options.wide)
    return 0


def _refuse_without_map(options: argparse.Namespace) -> None:
    for name in ("js", "criterion", "loss", "csv", "keysize"):
        if (value := getattr(options, name)) is not None:
            raise InputError(name, value, "is for --map alone", "leave it out")


def _asked(options: argparse.Namespace) -> Asked:
    return Asked(
        counts=read_counts_file(options.file[-1]),
        within=_distances(options.within),
        draws=DRAWS if options.draws is None else integer(options.draws, "draws", 0, MAX_DRAWS),
        seed=SEED if options.seed is None else integer(options.seed, "seed", 0, _MAX_SEED),
        epsilon=None if options.epsilon is None else read_epsilon(options.epsilon),
        small=CLIP if options.small else REFUSE,
        additive=options.additive,
        weight=_weight(options.average_weight),
        weighted=() if options.weighted is None else _weighted(options.weighted),
    )


def read_counts_file(path: str) -> Counts:
    """Return the counts in a file, which an error names."""
    return _read(path, "counts", read_counts)


def _weighted(path: str) -> tuple[Fraction, ...]:
    return _read(path, "weighted", read_weighted)


def _read(path: str, argument: str, read: Callable[[str], Made]) -> Made:
    text = read_text(Path(path), _MAX_BYTES, argument, "a CSV file of counts")
    try:
        return read(text)
    except InputError as error:
        named = f"{visible(path)}: {error.argument}"
        raise InputError(named, error.value, error.rule, error.remedy) from None


def _subjects(options: argparse.Namespace, asked: Asked) -> list[Subject]:
    tables = options.file[:-1]
    if not tables:
        rule = "is about a table's file, and none is given"
        refuse_given(options, (*OF_A_FILE, "small"), rule, "leave it out")
    if options.law is None and given_parameters(options):
        name = next(iter(given_parameters(options)))
        raise InputError(name, given_parameters(options)[name], "belongs to a law", "give --law")
    if not tables and options.law is None:
        rule = "is alone: there is no table beside the counts"
        raise InputError("file", options.file[-1], rule, "give a table before it, or --law")
    if len(tables) > _MOST_TABLES:
        rule = f"are too many: at most {_MOST_TABLES} side by side"
        raise InputError("tables", len(tables), rule, "give fewer")
    subjects = []
    for path in tables:
        table, digest = read_table(path, options_of(options))
        with doing("measuring a table"):
            subjects.append(of_table(Path(path).name, table, digest, asked))
    if options.law is not None:
        with doing("measuring a law"):
            subjects.append(of_law(law_of_options(options), asked))
    return subjects


def _weight(text: str | None) -> Fraction | None:
    if text is None:
        return None
    weight = rational(text, "average-weight")
    if not 0 < weight <= _MAX_WEIGHT:
        rule = f"must be above 0 and at most {_MAX_WEIGHT}"
        raise InputError("average-weight", text, rule, "give the mean survey weight, such as 30")
    return weight


def _distances(text: str | None) -> tuple[int, ...]:
    if text is None:
        return WITHIN
    found = tuple(integer(part, "within", 0, _MAX_DISTANCE) for part in text.split(","))
    if len(found) > _MOST_DISTANCES or list(found) != sorted(set(found)):
        rule = f"must be up to {_MOST_DISTANCES} distances that rise"
        raise InputError("within", text, rule, "for example 0,1,2,5")
    return found


def _target(options: argparse.Namespace) -> Path:
    target = output_path(options.output)
    check_suffix(target, SUFFIXES)
    return target
