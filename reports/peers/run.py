"""``ptcert compare --self-test`` and ``ptcert compare --peer``: ask, judge, print.

A peer's exit status is 1 where its answer breaks its own promise: an upper bound below the truth,
an enclosure that misses, a released count that key and table do not give.
"""

import argparse
from collections.abc import Callable
from fractions import Fraction

from exact.design.table import table_of_law
from exact.errors import IncompleteSupport, InputError
from exact.laws.maxent import MAX_D, law_of_epsilon
from exact.numbers.epsilon import Epsilon
from exact.numbers.guard import integer, power_of_two_keysize, rational
from reports.document.blocks import Block
from reports.peers import google_pld, interval_exp, ons, open_dp
from reports.peers.bounds_view import (
    bounds_blocks,
    bounds_json,
    estimates_blocks,
    estimates_json,
    misses_blocks,
    misses_json,
)
from reports.peers.google_composition import (
    Composed,
    compositions,
    compositions_blocks,
    compositions_json,
)
from reports.peers.installed import version
from reports.peers.microdata import RECORDS
from reports.peers.replay_view import perturbation_blocks, perturbation_json
from reports.peers.routes import routes
from reports.peers.self_test import PARTS, default_grid, self_test
from reports.peers.self_test_view import self_test_blocks, self_test_json
from reports.printing import say, say_json
from reports.progress import progress

HOLDS, FAILS = 0, 1
# Example 1 of Sadeghi and Chien, and the same epsilon with less and with more noise.
_EPSILON, _KEYSIZE = "1/2", "2^32"
_DS = (5, 10, 25, 50, 100)
_COMPOSED_D = 25

Asked = tuple[bool, tuple[Block, ...], dict[str, object]]


def run_self_test(options: argparse.Namespace) -> int:
    """Print where ordinary floating-point routes break; there is no claim that could fail."""
    result = self_test(routes(), default_grid())
    if options.json:
        say_json(self_test_json(result))
    else:
        say(self_test_blocks(result), options.wide)
    return HOLDS


def run_peer(options: argparse.Namespace) -> int:
    """Ask the program that ``options.peer`` names and print what its answers are worth."""
    if options.peer not in PEERS:
        known = f"use one of {', '.join(PEERS)}"
        raise InputError("peer", options.peer, "is not a known program", known)
    holds, blocks, found = PEERS[options.peer](options)
    if options.json:
        say_json(found)
    else:
        say(blocks, options.wide)
    return HOLDS if holds else FAILS


def _dp_accounting(options: argparse.Namespace) -> Asked:
    epsilon = _epsilon(options)
    keysize = power_of_two_keysize(options.keysize or _KEYSIZE)
    sizes = _DS if options.D is None else (integer(options.D, "D", 1, MAX_D),)
    laws = [law_of_epsilon(D, Epsilon(value=epsilon)) for D in sizes]
    asked = progress(laws, google_pld.PACKAGE)
    found = tuple(google_pld.estimates(asked, keysize, _profile(epsilon)))
    name = version(google_pld.PACKAGE)
    composed = _composed(sizes, epsilon, keysize)
    broken = [*(one.is_below for one in found), *(bool(one.faults) for one in composed)]
    blocks = (*estimates_blocks(found, name), *compositions_blocks(composed))
    said = {"compositions": compositions_json(composed)}
    return not any(broken), blocks, estimates_json(found, name) | said


def _composed(sizes: tuple[int, ...], epsilon: Fraction, keysize: int) -> tuple[Composed, ...]:
    """Return what it says of many cells: of the table of Example 1, or of the D that was given."""
    law = law_of_epsilon(_COMPOSED_D if len(sizes) > 1 else sizes[0], Epsilon(value=epsilon))
    try:
        return tuple(compositions(table_of_law(law, keysize)))
    except IncompleteSupport:
        return ()


def _opendp(options: argparse.Namespace) -> Asked:
    found = tuple(open_dp.bounds(_profile(_epsilon(options))))
    name = version(open_dp.PACKAGE)
    holds = all(bound.holds for bound in found)
    return holds, bounds_blocks(found, name), bounds_json(found, name)


def _cell_key_perturbation(_: argparse.Namespace) -> Asked:
    found = ons.perturbation(RECORDS)
    return found.is_explained, perturbation_blocks(found), perturbation_json(found)


def _mpmath_iv(_: argparse.Namespace) -> Asked:
    arguments = list(interval_exp.random_dyadics(interval_exp.ARGUMENTS))
    found = interval_exp.misses(progress(arguments, "e^x"))
    return not found.found, misses_blocks(found), misses_json(found)


PEERS: dict[str, Callable[[argparse.Namespace], Asked]] = {
    "dp-accounting": _dp_accounting,
    "opendp": _opendp,
    "cell-key-perturbation": _cell_key_perturbation,
    "mpmath-iv": _mpmath_iv,
}


def _profile(epsilon: Fraction) -> tuple[Fraction, ...]:
    """Return the epsilons at which delta is asked: for Example 1, 1/10, 3/10 and 1/2."""
    return tuple(epsilon * part for part in PARTS)


def _epsilon(options: argparse.Namespace) -> Fraction:
    epsilon = rational(options.epsilon or _EPSILON, "epsilon")
    if epsilon <= 0:
        raise InputError("epsilon", options.epsilon, "must be greater than 0", "for example 1/2")
    return epsilon
