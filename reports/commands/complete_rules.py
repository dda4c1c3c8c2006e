"""The rules of a complete table, from the options of ``ptcert design --complete``."""

import argparse
from fractions import Fraction

from exact.complete.conditions import MONOTONE, UNIMODAL
from exact.complete.rules import CAP, EXCLUDE, MAX_LAST, MAX_NOISE, PRESERVE, TableRules
from exact.errors import InputError
from exact.formats.options import read_holes
from exact.numbers.guard import integer, rational
from reports.arguments.complete import COMPLETE_ONLY
from reports.commands.laws import given_parameters

_OTHER_DESIGNS = ("guide", "best_gamma", "rule", "anyway")


def refuse_without_complete(options: argparse.Namespace) -> None:
    """Refuse an option that only --complete reads."""
    given = (name for name in COMPLETE_ONLY if getattr(options, name))
    if (name := next(given, None)) is not None:
        rule = "is for complete tables only"
        raise InputError(name, getattr(options, name), rule, "give --complete with it")


def refuse_other_designs(options: argparse.Namespace) -> None:
    """Refuse what belongs to a design of one row."""
    laws = {name: text for name, text in given_parameters(options).items() if name not in _SHARED}
    named = {**laws, **{name: getattr(options, name) for name in _OTHER_DESIGNS}}
    for name, value in named.items():
        if value:
            raise InputError(name, value, "does not go with --complete", "leave one of them out")


_SHARED = ("D", "variance")


def rules_of_options(options: argparse.Namespace) -> TableRules:
    """Return the rules that were asked for; contradictory options are refused."""
    if options.monotone and options.unimodal:
        raise InputError("unimodal", True, "does not go with --monotone", "leave one of them out")
    if options.D is None:
        raise InputError("D", "", "is missing", "give the largest noise, such as --D 5")
    D = tuple(integer(part, "D", 1, MAX_NOISE) for part in options.D.split(","))
    variance = _numbers(options.variance, "variance")
    for V in variance:
        if max(D) ** 2 < V:
            rule = f"is more than the {max(D) ** 2} that noise up to {max(D)} can have"
            raise InputError("variance", V, rule, "choose a larger D or a smaller variance")
    first_pair, cap = _first_pair(options.first_pair or EXCLUDE)
    return TableRules(
        D=D,
        variance=variance,
        exact_variance=options.exact_variance,
        holes=_holes(options),
        zero=options.zero or PRESERVE,
        last=None if options.rows is None else integer(options.rows, "rows", 1, MAX_LAST),
        unbiased=not options.allow_bias,
        stay=_numbers(options.pstay, "pstay"),
        shape=MONOTONE if options.monotone else UNIMODAL if options.unimodal else "",
        first_pair=first_pair,
        cap=cap,
    )


def _numbers(text: str | None, name: str) -> tuple[Fraction, ...]:
    return () if text is None else tuple(rational(part, name) for part in text.split(","))


def _holes(options: argparse.Namespace) -> tuple[int, ...]:
    if options.js is None:
        return () if options.holes is None else read_holes(options.holes)
    if options.holes is not None:
        raise InputError("js", options.js, "does not go with --holes", "leave one of them out")
    return tuple(range(1, integer(options.js, "js", 0, MAX_LAST) + 1))


def _first_pair(text: str) -> tuple[str, Fraction | None]:
    """Return how the pair (0, 1) counts, and its own bound: ``cap:0.3`` has one."""
    kind, colon, bound = text.partition(":")
    if kind == CAP and colon:
        return CAP, rational(bound, "first_pair")
    return text, None
