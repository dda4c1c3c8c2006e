"""``ptcert design --complete``: the best table with a row for every count, and its bound."""

import argparse

from exact.complete.asked import Missed, asked, complete_table, leaves_given
from exact.complete.best import Effort
from exact.complete.made import Made
from exact.keyorder.order import KeyOrder
from exact.laws.maxent import MaxEntLaw
from exact.numbers.guard import MAX_KEYSIZE, integer
from reports.commands.complete_files import write_files
from reports.commands.complete_rules import refuse_other_designs, rules_of_options
from reports.commands.key_order import order_blocks
from reports.jsons import order_json
from reports.printing import say, say_json
from reports.progress import doing, tell
from reports.proposals.highs import HighsSession
from reports.views.complete_design import (
    made_blocks,
    made_json,
    missed_blocks,
    missed_json,
    search_line,
)

_KEYS = " (Ctrl-C keeps the best)"


def run_complete(options: argparse.Namespace, order: KeyOrder | None) -> int:
    """Make the table, write it, and say what it is and how far from the best."""
    if options.small or options.law != MaxEntLaw.name:
        from reports.commands.complete_law import run_law

        return run_law(options, order)
    refuse_other_designs(options)
    rules, keysize = rules_of_options(options), integer(options.keysize, "keysize", 2, MAX_KEYSIZE)
    effort = _effort(options, keysize)
    wanted = asked(rules, keysize, options.criterion, options.epsilon, options.delta, effort)
    try:
        with doing("finding the best table and its bound"):
            made = complete_table(wanted, HighsSession)
    except Missed as missed:
        return _tell_missed(wanted.criterion, missed, options)
    tell("")
    write_files(options, made.table, order, lambda: _proof(made))
    if options.json:
        say_json(made_json(made) | order_json(order))
    else:
        say((*made_blocks(made, options.output), *order_blocks(order)), options.wide)
    return 0


def _effort(options: argparse.Namespace, keysize: int) -> Effort:
    """Return how far to search, and let a terminal see how far the search is."""
    leaves = leaves_given(options.leaves)
    return Effort(leaves, lambda found: tell(search_line(found, keysize), _KEYS))


def _proof(made: Made) -> str:
    from verification.certificate.proof_file import proof_text

    return proof_text(made)


def _tell_missed(criterion: str, missed: Missed, options: argparse.Namespace) -> int:
    if options.json:
        say_json(missed_json(criterion, missed.bound))
    else:
        say(missed_blocks(missed, options.delta), options.wide)
    return 1
