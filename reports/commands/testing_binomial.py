"""``ptcert test binomial``: a share p from one released count of N."""

import argparse
from fractions import Fraction
from pathlib import Path

from exact.errors import InputError
from exact.inference.binomial import MAX_PEOPLE, BinomialTest
from exact.inference.binomial_answer import BinomialQuestion, answered
from exact.numbers.guard import integer, probability, rational
from exact.table.ptable import MAX_COUNT
from reports.commands.testing_noise import channel_of
from reports.content.publish import SUFFIXES, write_document
from reports.content.testing.binomial import binomial_blocks, binomial_page
from reports.files import check_suffix, output_path
from reports.printing import say, say_json, say_lines
from reports.progress import doing
from reports.views.testing import binomial_json

_LARGEST = 10_000


def run(options: argparse.Namespace) -> int:
    """Answer, and print or write the answer."""
    target = None if options.output is None else target_of(options.output)
    question = _question(options)
    with doing("computing the law of the statistic"):
        answer = answered(question)
    if target is not None:
        with doing("making the page"):
            write_document(binomial_page(answer), target)
    if options.json:
        say_json(binomial_json(answer))
    elif target is not None:
        say_lines(f"Page written to {options.output}", wide=options.wide)
    else:
        say(binomial_blocks(answer), options.wide)
    return 0


def target_of(name: str) -> Path:
    """Return the file to write, refusing another suffix."""
    target = output_path(name)
    check_suffix(target, SUFFIXES)
    return target


def _question(options: argparse.Namespace) -> BinomialQuestion:
    people = integer(options.n, "n", 1, MAX_PEOPLE)
    released = integer(options.released, "released", -MAX_COUNT, MAX_COUNT)
    hypothesis = probability(options.p0, "p0")
    critical, other = options.critical, options.power
    return BinomialQuestion(
        BinomialTest(people, hypothesis, channel_of(options)),
        released,
        probability(options.alpha, "alpha"),
        probability(options.confidence, "confidence"),
        None if critical is None else _critical(critical),
        None if other is None else probability(other, "power"),
    )


def _critical(text: str) -> Fraction:
    value = rational(text, "critical")
    if not 0 <= value <= _LARGEST:
        raise InputError("critical", text, f"must be from 0 to {_LARGEST}", "for example 3.84")
    return value
