"""``ptcert utility --map``: the risk-utility map of a family of designs."""

import argparse
import re
from fractions import Fraction
from pathlib import Path

from exact.errors import InputError
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.numbers.guard import integer, rational
from exact.utility.counts import Counts
from reports.commands.reading import refuse_given
from reports.content.publish import SUFFIXES, write_document
from reports.content.utility.risk_map import map_csv, map_page
from reports.files import check_suffix, output_path, write_together
from reports.printing import say, say_json, say_lines
from reports.utility.family import Family, Member, family
from reports.views.utility_map import map_json

KEYSIZE, CRITERION, LOSS = "2^16", "entropy", "l1"
_RANGE = re.compile(r"([0-9]+)\.\.([0-9]+)")
# A variance of 0 is no noise: nobody lists it.
_DECIMAL_COMMA = re.compile(r"0,[0-9]+")
_OF_A_MAP = {
    *("map", "epsilon", "D", "variance", "js", "keysize", "criterion", "loss", "csv", "output"),
    *("law", "json", "wide"),
}
_MOST_DESIGNS = 500
_MOST_EPSILONS = 5
_MAX_D = 50


def run_map(options: argparse.Namespace, counts: Counts) -> int:
    """Make the designs, and print or write the map."""
    rule = "is not used by --map, which makes its own designs"
    refuse_given(options, sorted(options.given - _OF_A_MAP), rule, "leave it out")
    targets = _targets(options)
    found = _family(options, counts)
    if not found.points:
        member, why = found.missing[0]
        raise InputError("map", member.text, f"no design exists: {why}", "give other D, V or js")
    name = Path(options.file[-1]).name
    _write(name, found, targets)
    if options.json:
        say_json(map_json(found))
    elif targets:
        say_lines(*(f"Map written to {target}" for target in targets), wide=options.wide)
    else:
        page = map_page(name, found)
        say((*page.summary, *page.sections), options.wide)
    return 0


def _write(name: str, found: Family, targets: list[Path]) -> None:
    """Write the page and the CSV, both or neither."""
    beside = {target: map_csv(found).encode() for target in targets if target.suffix == ".csv"}
    pages = [target for target in targets if target not in beside]
    if pages:
        write_document(map_page(name, found), pages[0], beside)
    else:
        write_together(beside)


def _family(options: argparse.Namespace, counts: Counts) -> Family:
    if len(options.file) > 1 or options.law is not None:
        given = options.law or options.file[0]
        raise InputError("map", given, "makes its own designs", "give the counts alone")
    for name in ("epsilon", "D", "variance"):
        if getattr(options, name) is None:
            raise InputError(name, "", "is missing", "--map needs --epsilon, --D and --variance")
    epsilons = tuple(read_epsilon(part) for part in options.epsilon.split(","))
    if len(epsilons) > _MOST_EPSILONS:
        raise InputError(
            "epsilon", options.epsilon, f"are more than {_MOST_EPSILONS}", "give fewer"
        )
    members = _members(options)
    keysize, criterion = options.keysize or KEYSIZE, options.criterion or CRITERION
    return family(counts, members, epsilons, keysize, criterion, options.loss or LOSS)


def _members(options: argparse.Namespace) -> list[Member]:
    noises = [integer(D, "D", 1, _MAX_D) for D in _listed(options.D, "D")]
    if _DECIMAL_COMMA.fullmatch(options.variance.strip()):
        rule = "is a list of 0 and another variance, or a number with a decimal comma"
        raise InputError("variance", options.variance, rule, "write 0.5, or leave the 0 out")
    variances = [rational(V, "variance") for V in _listed(options.variance, "variance")]
    holes = [integer(js, "js", 0, _MAX_D) for js in _listed(options.js or "0", "js")]
    found = [Member(D, Fraction(V), js) for D in noises for V in variances for js in holes]
    if len(found) > _MOST_DESIGNS:
        rule = f"are more than {_MOST_DESIGNS} designs"
        raise InputError("map", len(found), rule, "give fewer values of D, variance or js")
    return found


def _listed(text: str, argument: str) -> list[str]:
    """Return the values of a list such as 1,3..5.

    >>> _listed("1,3..5", "D")
    ['1', '3', '4', '5']
    """
    found: list[str] = []
    for part in text.split(","):
        ends = _RANGE.fullmatch(part.strip())
        if ends is None:
            found.append(part)
            continue
        first, last = (integer(end, argument, 0, _MOST_DESIGNS) for end in ends.groups())
        found += map(str, range(first, last + 1))
    return found


def _targets(options: argparse.Namespace) -> list[Path]:
    targets = [output_path(name) for name in (options.output, options.csv) if name is not None]
    for target, suffixes in zip(targets, (SUFFIXES, (".csv",)), strict=False):
        check_suffix(target, suffixes if options.output is not None else (".csv",))
    return targets
