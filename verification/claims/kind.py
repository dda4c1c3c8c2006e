"""A kind of claim: its name, its words, its evidence, its problems; and a claim that is made."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from verification.claims.context import Context
from verification.claims.covers import Covering, Covers
from verification.claims.request import Request
from verification.claims.shown import Line
from verification.kernel.facts import Facts
from verification.kernel.text import Part
from verification.shapes.shape import Shape
from verification.smt.problem import Problem

E = TypeVar("E")
PAPER = "Sadeghi and Chien"


def _no_problems(_context: Context) -> Iterator[Problem]:
    return iter(())


def _no_part(_found: Facts) -> Iterator[Part]:
    return iter(())


@dataclass(frozen=True, slots=True)
class ClaimKind(Generic[E]):
    """All that is said about a kind of claim, in one place.

    ``brief`` is one line for a list, ``title`` a heading, ``says`` a sentence for people,
    ``source`` where it is defined. ``make`` returns whether the claim holds and the evidence, or
    None where there is nothing to claim, and ``why_not`` says when that is. ``shown`` gives the
    values that a report names. ``problems`` are the questions to solvers, ``proof`` says what
    stands behind the claim where no solver is asked; ``coq`` yields its parts of the theorem that
    Coq checks, and ``coq_says`` what they say (empty: it has none). ``tests`` are where it is
    tested.
    """

    name: str
    brief: str
    title: str
    says: str
    source: str
    evidence: Shape[E]
    covering: Covering
    make: Callable[[Context], tuple[bool, E] | None]
    shown: Callable[[Request, E], Iterator[Line]]
    tests: tuple[str, ...]
    problems: Callable[[Context], Iterator[Problem]] = _no_problems
    proof: str = ""
    coq: Callable[[Facts], Iterator[Part]] = _no_part
    coq_says: str = ""
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim that a certificate makes."""

    name: str
    holds: bool
    covers: Covers
    evidence: Any
