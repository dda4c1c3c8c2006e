"""``ptcert estimate``: true counts from released ones."""

import argparse
from fractions import Fraction
from pathlib import Path

from exact.errors import InputError
from exact.inference.channel import Channel, TableChannel
from exact.inference.estimates import (
    MAX_CELLS,
    count_estimate,
    share_interval,
    sum_estimate,
)
from exact.inference.frequencies import MAX_VALUES, estimated_frequencies
from exact.inference.posterior import (
    Prior,
    posterior,
    posterior_mean,
    prior_given,
    read_prior,
)
from exact.numbers.enclosure import Enclosure
from exact.numbers.guard import integer, probability
from exact.table.ptable import MAX_COUNT
from reports.commands.reading import refuse_given
from reports.commands.testing_noise import channel_of
from reports.document.making import Cell, facts
from reports.files import read_text
from reports.jsons import rational_json
from reports.numbers import at_least, at_most, enclosed, rational, whole
from reports.printing import say, say_json
from reports.views.testing import bounds_json

_MAX_BYTES = 1 << 20
Answer = tuple[dict[str, object], list[tuple[str, Cell]]]


def run(options: argparse.Namespace) -> int:
    """Estimate what was asked for."""
    confidence = probability(options.confidence, "confidence")
    if (options.released is None) == (options.frequencies is None):
        remedy = "give --released, or --frequencies with --table"
        raise InputError("released", "", "is missing, or not alone", remedy)
    channel = channel_of(options)
    if options.frequencies is not None:
        rule = "is not used by --frequencies, which estimates without an interval"
        refuse_given(options, ("minus", "rest", "prior", "confidence"), rule, "leave it out")
        found, entries = _frequencies(channel, options)
    elif options.rest is not None:
        found, entries = _share(channel, options, confidence)
    else:
        found, entries = _sum(channel, options, confidence)
    if options.json:
        say_json({"noise": channel.text, "confidence": rational_json(confidence), **found})
    else:
        say((facts([("noise", channel.text), *entries]),), options.wide)
    return 0


def _sum(channel: Channel, options: argparse.Namespace, confidence: Fraction) -> Answer:
    added, taken = _counts(options.released, "released"), _counts(options.minus, "minus")
    estimate = sum_estimate(channel, added, taken, confidence)
    low, high = estimate.interval
    found: dict[str, object] = {
        "estimate": estimate.released,
        "bias": bounds_json(estimate.bias),
        "variance": bounds_json(estimate.variance),
        "interval": {"lo": low, "hi": high},
    }
    entries: list[tuple[str, Cell]] = [
        ("released", whole(estimate.released)),
        ("bias of the noise", enclosed(estimate.bias)),
        ("variance of the noise", enclosed(estimate.variance)),
        (f"true value, {_percent(confidence)} interval", f"{low} to {high}"),
    ]
    if len(added) == 1 and not taken:
        first, last = count_estimate(channel, added[0], confidence).possible
        found["possible"] = {"lo": first, "hi": last}
        entries.append(("true counts that are possible", f"{first} to {last}"))
    if options.prior is not None:
        more, lines = _believed(channel, options, (*added, *taken))
        return found | more, entries + lines
    return found, entries


def _believed(channel: Channel, options: argparse.Namespace, cells: tuple[int, ...]) -> Answer:
    """Return the posterior of one count, and its mean."""
    if len(cells) != 1:
        raise InputError("prior", options.prior, "is that of a single count", "give one count")
    found = posterior(channel, cells[0], _prior(options.prior))
    mean = posterior_mean(found)
    entries: list[tuple[str, Cell]] = [
        ("mean of the true count, given the prior", enclosed(mean)),
        *((f"P(true count is {a})", enclosed(chance)) for a, chance in found.items()),
    ]
    return {
        "posterior": {str(a): _known(chance) for a, chance in found.items()},
        "posterior_mean": _known(mean),
    }, entries


def _prior(text: str) -> Prior:
    given = prior_given(text)
    if given is not None:
        return given
    wanted = "a range as 0..100, weights as 0:1/2,1:1/2, or a CSV file of counts and weights"
    return read_prior(read_text(Path(text), _MAX_BYTES, "prior", wanted))


def _known(number: Enclosure) -> dict[str, str]:
    """Return both ends, and the number itself where it is known exactly."""
    exact = {"exact": rational_json(number.lo)} if number.lo == number.hi else {}
    return bounds_json(number) | exact


def _share(channel: Channel, options: argparse.Namespace, confidence: Fraction) -> Answer:
    if options.minus is not None or options.prior is not None:
        raise InputError("rest", options.rest, "goes with --released alone", "ask one by one")
    part, rest = _counts(options.released, "released"), _counts(options.rest, "rest")
    bounds = share_interval(channel, part, rest, confidence)
    both = sum(part) + sum(rest)
    released = Fraction(sum(part), both) if both else None
    found: dict[str, object] = {
        "estimate": None if released is None else rational_json(released),
        "variance": {
            name: bounds_json(sum_estimate(channel, cells, (), confidence).variance)
            for name, cells in (("part", part), ("rest", rest))
        },
        "interval": bounds_json(bounds),
    }
    sure = _percent(confidence)
    return found, [
        ("released share", "none" if released is None else rational(released)),
        (f"true share, {sure} interval, from", at_least(bounds)),
        (f"true share, {sure} interval, to", at_most(bounds)),
    ]


def _frequencies(channel: Channel, options: argparse.Namespace) -> Answer:
    if not isinstance(channel, TableChannel):
        raise InputError("frequencies", options.frequencies, "needs a table", "give --table FILE")
    released = _counts(options.frequencies, "frequencies", MAX_VALUES)
    found = estimated_frequencies(channel.table, released)
    entries: list[tuple[str, Cell]] = [
        (f"cells with the true value {a}, estimated", rational(number))
        for a, number in enumerate(found.estimated)
    ]
    entries.append(("condition number of the table", rational(found.condition)))
    return {
        "estimated": [rational_json(number) for number in found.estimated],
        "condition": rational_json(found.condition),
    }, entries


def _counts(text: str | None, argument: str, most: int = MAX_CELLS) -> tuple[int, ...]:
    if text is None:
        return ()
    parts = text.split(",")
    if len(parts) > most:
        raise InputError(argument, len(parts), f"are more than {most} counts", "give fewer")
    return tuple(integer(part.strip(), argument, -MAX_COUNT, MAX_COUNT) for part in parts)


def _percent(confidence: Fraction) -> str:
    return f"{rational(100 * confidence).decimal} %"
