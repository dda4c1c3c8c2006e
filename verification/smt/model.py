"""What a solver's model says, and whether it satisfies the problem: evaluated here, exactly.

A solver that says *sat* is believed only with values for all constants that make every assertion
true. So neither a tightness nor a counterexample rests on a solver alone.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import prod
from operator import eq, ge, gt, le, lt

from verification.smt.expressions import (
    Expression,
    Unreadable,
    Value,
    expressions,
    number,
    rendered,
)
from verification.smt.problem import Model

_TRUTH = {"true": True, "false": False}
_RELATIONS: dict[str, Callable[[Value, Value], bool]] = {
    "=": eq,
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
    "bvult": lt,
    "bvuge": ge,
}
_OPERATIONS: dict[str, Callable[[list[Value]], Value]] = {
    "not": lambda values: not values[0],
    "+": sum,
    "*": prod,
    "-": lambda values: values[0] - sum(values[1:]) if values[1:] else -values[0],
    "/": lambda values: Fraction(values[0]) / prod(values[1:]),
    "bvxor": lambda values: int(values[0]) ^ int(values[1]),
}


def satisfying(said: str, body: str) -> Model | None:
    """Return the values that a solver gave to the constants of a problem, if they satisfy it.

    Each constant must have one, and nothing else.

    >>> satisfying("((x (/ 1.0 3.0)))", "(declare-const x Real)(assert (< x 1.0))")
    {'x': Fraction(1, 3)}
    >>> satisfying("((x 1.0))", "(declare-const x Real)(assert (< x 1.0))") is None
    True
    """
    try:
        (entries,) = expressions(said)
        values = {rendered(entry[0]): _value(entry[1]) for entry in entries}
        known, declared = dict(values), set()
        for command in expressions(body):
            match command:
                case ["declare-const", str(name), sort]:
                    declared.add(name)
                    if sort == "Int" and values[name].denominator != 1:
                        return None
                case ["define-fun", str(name), _, _, term]:
                    known[name] = _evaluated(term, known)
                case ["assert", term] if not _evaluated(term, known):
                    return None
    except (Unreadable, ArithmeticError, LookupError, ValueError):
        return None
    return values if declared == set(values) else None


def _value(expression: Expression) -> Value:
    return _TRUTH[expression] if expression in ("true", "false") else number(expression)


def _evaluated(term: Expression, known: dict[str, Value]) -> Value:
    """Return the value of a term; truth values are the integers 0 and 1."""
    match term:
        case str():
            return known[term] if term in known else _value(term)
        case ["_", str(bits), _]:
            return int(bits.removeprefix("bv"))
        case ["and", *terms]:
            return all(_evaluated(each, known) for each in terms)
        case ["or", *terms]:
            return any(_evaluated(each, known) for each in terms)
        case ["ite", condition, one, other]:
            return _evaluated(one if _evaluated(condition, known) else other, known)
        case [str(head), *terms]:
            return _applied(head, [_evaluated(each, known) for each in terms])
    raise Unreadable("is no term")


def _applied(head: str, values: list[Value]) -> Value:
    if head in _RELATIONS:
        return all(_RELATIONS[head](one, other) for one, other in pairwise(values))
    return _OPERATIONS[head](values)
