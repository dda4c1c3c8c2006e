"""``ptcert design``: from a privacy target to a table of integers."""

import argparse
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from exact.design.guide import smallest_design
from exact.design.table import RuleChoice, rules_by_delta, table_of_law
from exact.errors import IncompleteSupport, InputError
from exact.laws.maxent import MAX_D, MaxEntLaw
from exact.laws.rates import rate_of_epsilon
from exact.laws.registry import law_text
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.numbers.guard import integer, power_of_two_keysize, probability
from exact.privacy.law_privacy import law_delta
from exact.quantiser.rules import (
    CEILING,
    checked_keysize,
    lost_noise,
    quantised_cmf,
    smallest_complete_keysize,
)
from exact.table.native import write_native
from reports.commands.laws import (
    given_parameters,
    law_of_options,
    maxent_of_options,
    position,
    table_of_options,
)
from reports.files import check_suffix, output_path, write_atomically
from reports.jsons import WORKING_DIGITS
from reports.printing import say, say_json
from reports.views.design import Designed, design_blocks, design_json
from reports.views.named_design import named_design_blocks, named_design_json


@dataclass(frozen=True, slots=True)
class _LawMade:
    """A law, and what making it has shown."""

    law: MaxEntLaw
    epsilon: Epsilon | None
    target: Fraction | None = None
    delta: Enclosure | None = None
    failing_delta: Enclosure | None = None
    best_delta: Enclosure | None = None


def run(options: argparse.Namespace) -> int:
    """Design the law, quantise it, write the table, and say what was done."""
    if options.output is not None:
        check_suffix(
            output_path(options.output), (".json",), "; ptcert convert writes other formats"
        )
    if options.law != "maxent":
        return _named(options)
    keysize = power_of_two_keysize(options.keysize)
    made = _make(options)
    checked_keysize(made.law.D, keysize)
    choices = () if made.epsilon is None else rules_by_delta(made.law, keysize, made.epsilon)
    rule = _rule(options.rule, made, choices, keysize)
    table = table_of_law(made.law, keysize, rule, made.epsilon, made.target)
    designed = Designed(
        made.law,
        made.epsilon,
        made.target,
        _delta(made),
        made.failing_delta,
        made.best_delta,
        table,
        rule,
        choices,
    )
    if options.output is not None:
        write_atomically(Path(options.output), write_native(table))
    if options.json:
        say_json(design_json(designed))
    else:
        say(design_blocks(designed, options.output), options.wide)
    return 0


def _named(options: argparse.Namespace) -> int:
    """Quantise a law of another paper, which has no search for the smallest D."""
    for name in ("delta", "best_gamma"):
        if getattr(options, name):
            rule = f"is no target for the law {options.law}"
            raise InputError(name, getattr(options, name), rule, "give its parameters instead")
    if options.rule == "recommended":
        raise InputError("rule", options.rule, "is for maxent only", "name a rule")
    epsilon = None if options.epsilon is None else read_epsilon(options.epsilon)
    table, law = table_of_options(options, epsilon), law_text(law_of_options(options))
    if options.output is not None:
        write_atomically(Path(options.output), write_native(table))
    if options.json:
        say_json(named_design_json(law, table, epsilon))
    else:
        say(named_design_blocks(law, table, epsilon, options.output), options.wide)
    return 0


def _delta(made: _LawMade) -> Enclosure | None:
    """Return the tight delta of the law at epsilon, (2.19), where the search has not found it."""
    if made.delta is not None or made.epsilon is None:
        return made.delta
    return law_delta(made.law, made.epsilon, WORKING_DIGITS).delta


# What fixes the law beside epsilon and D: at most one of these; --delta needs none of them.
_CHOICES = ("gamma", "variance", "position", "best_gamma")


def _make(options: argparse.Namespace) -> _LawMade:
    """Read the arguments: a target, or a law by D and one more parameter."""
    given_parameters(options)
    _check_combination(options)
    epsilon = None if options.epsilon is None else read_epsilon(options.epsilon)
    if options.delta is not None:
        return _from_target(options, epsilon)
    if options.D is None:
        rule = "is missing, and so is --D"
        raise InputError("delta", "", rule, "give --epsilon and --delta, or --D and a parameter")
    D = integer(options.D, "D", 1, MAX_D)
    if options.best_gamma:
        return _from_best_gamma(D, epsilon)
    return _LawMade(maxent_of_options(options), epsilon)


def _check_combination(options: argparse.Namespace) -> None:
    """Refuse options that would be ignored beside others."""
    given = [name for name in _CHOICES if getattr(options, name)]
    if options.delta is not None:
        given = [name for name in ("D", *_CHOICES) if getattr(options, name)]
        given = ["delta", *(name for name in given if name != "position")]
    if len(given) > 1:
        first, second = (name.replace("_", "-") for name in given[:2])
        value = getattr(options, given[1])
        rule = f"does not go with --{first}, which fixes the law already"
        raise InputError(second, value, rule, "leave one of them out")


def _from_target(options: argparse.Namespace, epsilon: Epsilon | None) -> _LawMade:
    if epsilon is None:
        raise InputError("epsilon", "", "is missing", "give --epsilon with --delta")
    target = probability(options.delta, "delta")
    found = smallest_design(epsilon, target, position(options), WORKING_DIGITS)
    return _LawMade(found.law, epsilon, target, found.delta, found.failing_delta)


def _from_best_gamma(D: int, epsilon: Epsilon | None) -> _LawMade:
    if epsilon is None:
        raise InputError("epsilon", "", "is missing", "give --epsilon with --best-gamma")
    from exact.design.best_gamma import best_gamma

    best = best_gamma(epsilon, D, digits=WORKING_DIGITS)
    law = MaxEntLaw(D, rate_of_epsilon(epsilon, best.u_star))
    return _LawMade(law, epsilon, best_delta=best.delta)


def _rule(asked: str, made: _LawMade, choices: tuple[RuleChoice, ...], keysize: int) -> str:
    if asked != "recommended":
        return asked
    if made.epsilon is None:
        raise InputError("rule", asked, "needs an epsilon to compare at", "give --epsilon")
    if not choices:
        lost = lost_noise(quantised_cmf(made.law, keysize, CEILING))
        raise IncompleteSupport(keysize, lost, smallest_complete_keysize(made.law, CEILING))
    return choices[0].rule
