"""``ptcert design --law NAME --complete``: the law above D, and rows for the small counts below."""

import argparse

from exact.complete.asked import leaves_given
from exact.complete.best import Effort, Found
from exact.complete.enclosed_outcomes import Enclosed, enclosed
from exact.complete.law_rows import NORMALISE, OPTIMISE, law_row, optimised, table_by_rows
from exact.complete.law_table import LawTable
from exact.complete.rules import PRESERVE
from exact.complete.single_outcomes import MAX_LAST, best_single_outcomes, table_of_outcomes
from exact.complete.table import table_of_keys
from exact.errors import InputError
from exact.keyorder.order import KeyOrder
from exact.laws.count_query import CountQueryLaw
from exact.laws.law import Law
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.numbers.guard import MAX_KEYSIZE, integer, power_of_two_keysize, probability
from exact.quantiser.names import CEILING
from exact.table.zero import EVERY_PAIR, FirstPair, read_first_pair
from reports.arguments.complete import COMPLETE_ONLY
from reports.commands.complete_files import write_files
from reports.commands.key_order import order_blocks
from reports.commands.laws import law_of_options
from reports.jsons import order_json
from reports.printing import say, say_json
from reports.proposals.highs import HighsSession
from reports.views.complete_law import law_blocks, law_json

PROGRAM = "program"
_TAKEN = ("zero", "small", "rows", "first_pair")
_SEARCHED = ("proof", "leaves")
_OTHERS = ("guide", "best_gamma", "anyway")


def run_law(options: argparse.Namespace, order: KeyOrder | None) -> int:
    """Make the table of a law, write it, and say what it does to every pair."""
    _refuse_others(options)
    made = _made(options)
    met = made.missed is None
    if met:
        write_files(options, made.table, order, lambda: _proof(made))
    if options.json:
        say_json(law_json(made) | order_json(order))
    else:
        blocks = law_blocks(made, options.output if met else None)
        say((*blocks, *order_blocks(order)), options.wide)
    return 0 if met else 1


def _proof(made: LawTable) -> str:
    if made.program is not None:
        from verification.outcomes_file import write_outcomes

        assert isinstance(made.law, CountQueryLaw)
        return write_outcomes(made.program, made.law.eta)
    from verification.certificate.proof_file import write_proof

    assert made.proof is not None
    return write_proof(made.proof)


def _refuse_others(options: argparse.Namespace) -> None:
    """Refuse what only the best tables read."""
    for name in (*COMPLETE_ONLY, *_OTHERS):
        value = getattr(options, name)
        is_proved = options.small == OPTIMISE or (name, options.small) == ("proof", PROGRAM)
        if value and name in _SEARCHED and not is_proved:
            rule = "is for --small optimise, which proves a bound of other tables"
            raise InputError(name, value, rule, "leave it out")
        if value and name not in (*_TAKEN, *_SEARCHED):
            rule = f"does not go with the law {options.law}"
            raise InputError(name, value, rule, "leave one of them out")


def _made(options: argparse.Namespace) -> LawTable:
    small, zero = options.small or NORMALISE, options.zero or PRESERVE
    if options.epsilon is None:
        raise InputError("epsilon", "", "is missing", "give --epsilon, where delta is measured")
    epsilon = read_epsilon(options.epsilon)
    target = None if options.delta is None else probability(options.delta, "delta")
    law, rule, first = law_of_options(options), options.rule or CEILING, _first_pair(options)
    if small == PROGRAM:
        program, found = _by_program(law, options)
        table = table_of_outcomes(found.problem, found.keys, zero)
        return LawTable(law, small, table, epsilon, target, found, program, first_pair=first)
    if options.rows is not None:
        raise InputError("rows", options.rows, "is for --small program", "leave it out")
    row = law_row(law, power_of_two_keysize(options.keysize), rule)
    if small != OPTIMISE:
        table = table_by_rows(law, row, small, zero)
        return LawTable(law, small, table, epsilon, target, first_pair=first)
    effort = Effort(leaves_given(options.leaves))
    rules, found = optimised(row, zero, epsilon, HighsSession, effort)
    table = table_of_keys(rules, found.keys)
    return LawTable(law, small, table, epsilon, target, found, rules=rules, first_pair=first)


def _first_pair(options: argparse.Namespace) -> FirstPair:
    """Return how the pair (0, 1) counts for the delta that is asked for."""
    if options.first_pair is None:
        return EVERY_PAIR
    if options.delta is None:
        rule = "is about a delta that is asked for, and of a law none is"
        raise InputError("first_pair", options.first_pair, rule, "give --delta too")
    return read_first_pair(options.first_pair)


def _by_program(law: Law, options: argparse.Namespace) -> tuple[Enclosed, Found]:
    """Solve Proposition 2's program for the counts 1..N, and make it a table."""
    if not isinstance(law, CountQueryLaw):
        rule = "is for --law count-query: it is the program of its paper"
        raise InputError("small", PROGRAM, rule, "choose clip, normalise or optimise")
    if options.rows is None:
        raise InputError("rows", "", "is missing", "give the last count, such as --rows 19")
    keysize = integer(options.keysize, "keysize", 2, MAX_KEYSIZE)
    last = integer(options.rows, "rows", 2, MAX_LAST)
    found = best_single_outcomes(law, last, keysize, HighsSession, Effort())
    return enclosed(law, last, HighsSession), found
