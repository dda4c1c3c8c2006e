"""``ptcert design``: from a privacy target, or from a law, to a table of integers."""

import argparse
from pathlib import Path

from exact.design.table import RuleChoice, rules_by_delta, table_of_law
from exact.errors import IncompleteSupport, InputError
from exact.laws.maxent import MAX_D, MaxEntLaw
from exact.laws.rates import rate_of_epsilon
from exact.laws.registry import law_text
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.numbers.guard import integer, power_of_two_keysize
from exact.privacy.law_privacy import law_delta
from exact.quantiser.rules import (
    CEILING,
    checked_keysize,
    lost_noise,
    quantised_cmf,
    smallest_complete_keysize,
)
from exact.table.native import write_native
from reports.commands.design_target import of_target
from reports.commands.laws import (
    given_parameters,
    law_of_options,
    maxent_of_options,
    table_of_options,
)
from reports.files import check_suffix, output_path, write_atomically
from reports.jsons import WORKING_DIGITS
from reports.printing import say, say_json
from reports.views.design import Designed, design_blocks, design_json
from reports.views.named_design import named_design_blocks, named_design_json


def run(options: argparse.Namespace) -> int:
    """Design the law, quantise it, write the table, and say what was done."""
    if options.output is not None:
        check_suffix(
            output_path(options.output), (".json",), "; ptcert convert writes other formats"
        )
    if options.law != "maxent":
        return _named(options)
    keysize = power_of_two_keysize(options.keysize)
    given_parameters(options)
    _check_combination(options)
    made = _of_law(options, keysize) if options.delta is None else of_target(options, keysize)
    refused = made.table is None or (made.met is False and not options.anyway)
    if options.output is not None and made.table is not None and not refused:
        write_atomically(Path(options.output), write_native(made.table))
    if options.json:
        say_json(design_json(made))
    else:
        say(design_blocks(made, None if refused else options.output), options.wide)
    return 1 if made.met is False else 0


def _named(options: argparse.Namespace) -> int:
    """Quantise a law of another paper, which has no search for the smallest D."""
    for name in ("delta", "best_gamma", "guide", "anyway"):
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


# What fixes the law beside epsilon and D: at most one of these.
_CHOICES = ("gamma", "variance", "position", "best_gamma")


def _check_combination(options: argparse.Namespace) -> None:
    """Refuse options that would be ignored beside others."""
    given = [name for name in _CHOICES if getattr(options, name)]
    if options.delta is None:
        for name in ("guide", "anyway"):
            if getattr(options, name):
                raise InputError(name, getattr(options, name), "needs a target", "give --delta")
    elif options.best_gamma or options.guide == "smallest":
        # These choose gamma themselves, and --best-gamma takes a D too.
        chooser = "best_gamma" if options.best_gamma else "guide"
        ignored = ("gamma", "variance", "position", *(() if options.best_gamma else ("D",)))
        given = [chooser, *(name for name in ignored if getattr(options, name))]
        given += ["guide"] if options.best_gamma and options.guide else []
    else:
        given = ["delta", *(name for name in ("D", "gamma", "variance") if getattr(options, name))]
    if len(given) > 1:
        first, second = (name.replace("_", "-") for name in given[:2])
        value = getattr(options, given[1])
        rule = f"does not go with --{first}, which fixes the law already"
        raise InputError(second, value, rule, "leave one of them out")


def _of_law(options: argparse.Namespace, keysize: int) -> Designed:
    """Quantise the law that D and one more parameter give: no target, nothing to miss."""
    epsilon = None if options.epsilon is None else read_epsilon(options.epsilon)
    if options.D is None:
        rule = "is missing, and so is --D"
        raise InputError("delta", "", rule, "give --epsilon and --delta, or --D and a parameter")
    D = integer(options.D, "D", 1, MAX_D)
    law, best = (
        _best_gamma(D, epsilon) if options.best_gamma else (maxent_of_options(options), None)
    )
    checked_keysize(law.D, keysize)
    choices = () if epsilon is None else rules_by_delta(law, keysize, epsilon)
    rule = _rule(options.rule or CEILING, law, choices, keysize)
    return Designed(
        law=law,
        epsilon=epsilon,
        delta=None if epsilon is None else law_delta(law, epsilon, WORKING_DIGITS).delta,
        best_delta=best,
        table=table_of_law(law, keysize, rule, epsilon),
        keysize=keysize,
        rule=rule,
        choices=choices,
    )


def _best_gamma(D: int, epsilon: Epsilon | None) -> tuple[MaxEntLaw, Enclosure]:
    if epsilon is None:
        raise InputError("epsilon", "", "is missing", "give --epsilon with --best-gamma")
    from exact.design.best_gamma import best_gamma

    best = best_gamma(epsilon, D, digits=WORKING_DIGITS)
    return MaxEntLaw(D, rate_of_epsilon(epsilon, best.u_star)), best.delta


def _rule(asked: str, law: MaxEntLaw, choices: tuple[RuleChoice, ...], keysize: int) -> str:
    if asked != "recommended":
        return asked
    if not choices:
        lost = lost_noise(quantised_cmf(law, keysize, CEILING))
        if not lost:
            raise InputError("rule", asked, "needs an epsilon to compare at", "give --epsilon")
        raise IncompleteSupport(keysize, lost, smallest_complete_keysize(law, CEILING))
    return choices[0].rule
