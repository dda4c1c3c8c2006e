"""The door to whoever proposes: what comes through it is whole numbers, and none is believed.

A solver in floating point stands behind it (``reports.proposals``). It proposes multipliers, which
``exact.complete.bound`` turns into a valid bound whatever they are; a place to split, where any
choice is right; and tables of whole keys, which are checked before anybody reads them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from exact.complete.bound import Boxes, Multipliers
from exact.complete.problem import Keys, Place, Problem

# Probabilities and multipliers come as integers over 2^60.
PROPOSED_BITS = 60


@dataclass(frozen=True, slots=True)
class Relaxed:
    """A proposal for real numbers: multipliers, and p_n(z) times 2^60 (empty: none exist)."""

    multipliers: Multipliers
    shares: Keys


@dataclass(frozen=True, slots=True)
class Cut:
    """At most ``floor`` keys at a place, or more; ``above_first``: better tables have more."""

    place: Place
    floor: int
    above_first: bool = False


class Session(Protocol):
    """Somebody who knows one problem and one number of keys."""

    def relaxed(self, boxes: Boxes) -> Relaxed:
        """Propose the best table of real numbers in the boxes, and multipliers that prove it."""

    def smoothed(self, cap: Fraction) -> Keys:
        """Propose shares of small noise with an objective of at most ``cap``; empty: none."""

    def split(self, boxes: Boxes, target: Fraction) -> Cut | None:
        """Propose a place and f, to go on with at most f and with at least f + 1 keys there.

        It refers to the boxes of the last ``relaxed``; None: every number there is whole. A bound
        of ``target`` is all that is wanted.
        """

    def near(self, shares: Keys) -> Keys | None:
        """Propose a table of whole keys near to shares over 2^60."""

    def dives(self) -> Iterable[Keys]:
        """Propose tables of whole keys in little time."""

    def changed(self, keys: Keys, width: int) -> Keys | None:
        """Propose a better table, at most ``width`` keys away at each place."""

    def next_whole(self, least: Fraction) -> Keys | None:
        """Propose a table whose objective is at most the next whole number of keys."""

    def lower(self, least: Fraction, most: Fraction) -> Keys | None:
        """Propose a table with an objective from ``least`` to below ``most``, wherever it is."""

    def smooth(self, cap: Fraction, places: Sequence[Place]) -> Keys | None:
        """Propose the table of smallest noise with an objective of at most ``cap``.

        Each of ``places`` has a key.
        """


class Door(Protocol):
    """Opens a session for a problem and a number of keys."""

    def __call__(self, problem: Problem, keysize: int) -> Session:
        """Return a session."""
