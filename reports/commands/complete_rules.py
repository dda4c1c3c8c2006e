"""The rules of a complete table, from the options of ``ptcert design --complete``."""

import argparse
from dataclasses import fields

from exact.complete.asked_rules import AskedRules
from exact.complete.rules import TableRules
from exact.errors import InputError
from reports.arguments.complete import COMPLETE_ONLY
from reports.arguments.laws import given_parameters

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
    names = (field.name for field in fields(AskedRules))
    said = AskedRules(**{name: getattr(options, name) for name in names})
    return said.rules(options.delta)
