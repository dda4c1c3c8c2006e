"""The proof that no table of whole keys is better: a tree of splits, every leaf with its bound.

A table has at most f or at least f + 1 keys at a place: a split. Every leaf is a set of boxes, and
multipliers that bound the objective of all tables in them from below (``exact.complete.bound``).
The least of these bounds holds for every table.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from exact.complete.bound import Bounds, Boxes, Multipliers
from exact.complete.problem import Place
from exact.errors import InputError


@dataclass(frozen=True, slots=True)
class Split:
    """At most ``floor`` keys at ``place`` comes first, then at least ``floor`` + 1."""

    place: Place
    floor: int


@dataclass(frozen=True, slots=True)
class Leaf:
    """The number of the multipliers that bound the tables here."""

    vector: int


Node = Split | Leaf


@dataclass(frozen=True, slots=True)
class Tree:
    """Nodes in the order in which a walk meets them, each split before its two halves."""

    nodes: tuple[Node, ...]
    vectors: tuple[Multipliers, ...]

    @property
    def leaves(self) -> int:
        """How many leaves the tree has."""
        return sum(isinstance(node, Leaf) for node in self.nodes)

    def bound(self, bounds: Bounds) -> Fraction | None:
        """Return the least bound of a leaf; None: there is no table at all.

        >>> from exact.complete.problem import least_delta
        >>> from exact.complete.rules import TableRules
        >>> from exact.numbers.epsilon import epsilon
        >>> problem = least_delta(TableRules(D=(1,)), epsilon("ln(2)"))
        >>> nothing = Multipliers((1, 0), ((0, 0), (0, 0)), ((), (0,)))
        >>> Tree((Leaf(0),), (nothing,)).bound(Bounds(problem))
        Fraction(0, 1)
        """
        least: Fraction | None = None
        for leaf, boxes in self.walk(bounds.keysize):
            value = bounds.value(self.vectors[leaf.vector], boxes)
            if value is not None:
                least = value if least is None else min(least, value)
        return least

    def walk(self, keysize: int) -> Iterator[tuple[Leaf, Boxes]]:
        """Yield every leaf with its boxes; raise unless the nodes are exactly one tree."""
        open_boxes: list[Boxes] = [{}]
        for node in self.nodes:
            if not open_boxes:
                raise InputError("tree", len(self.nodes), "goes on after its end", "cut it there")
            boxes = open_boxes.pop()
            if isinstance(node, Leaf):
                yield node, boxes
            else:
                open_boxes += reversed(halves(boxes, node, keysize))
        if open_boxes:
            raise InputError("tree", len(self.nodes), "ends before its last leaf", "complete it")


def halves(boxes: Boxes, split: Split, keysize: int) -> tuple[Boxes, Boxes]:
    """Return the boxes below and above a split."""
    low, high = boxes.get(split.place, (0, keysize))
    below, above = (low, min(high, split.floor)), (max(low, split.floor + 1), high)
    return {**boxes, split.place: below}, {**boxes, split.place: above}
