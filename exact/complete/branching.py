"""Branch and bound over tables of whole keys; what it returns is a proof, finished or not.

The session proposes where to split and with which multipliers; a leaf is closed only by its exact
bound. An interrupted search keeps the best table and a tree whose open leaves have the
multipliers of their parents: its bound is weaker, and as true.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from exact.complete.better import best_nearby, goal, is_better, is_valid, objective
from exact.complete.bound import Bounds, Boxes, Multipliers
from exact.complete.door import PROPOSED_BITS, Cut, Relaxed, Session
from exact.complete.problem import Keys
from exact.complete.tree import Leaf, Node, Split, Tree, halves
from exact.errors import InputError

# Multipliers are shortened as far as their leaf stays closed: a proof of many leaves stays small.
_SHORTENED = (52, 48, 44, 40, 32, 20)
# A vector that has closed a leaf often closes the next one too.
_RECENT = 6


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is: leaves closed and open, the best table with its objective, the bound.

    ``bound`` is that of the open leaves.
    """

    closed: int
    open: int
    best: Keys | None
    top: Fraction | None
    bound: Fraction


Watch = Callable[[Progress], None]


def unwatched(progress: Progress) -> None:
    """Do nothing with what a search reports."""
    del progress


@dataclass(slots=True)
class _Knot:
    """A node while the tree grows: boxes, the multipliers that bound them, and its two halves."""

    boxes: Boxes
    vector: int
    bound: Fraction
    split: Split | None = None
    halves: "tuple[_Knot, _Knot] | None" = None


@dataclass(slots=True)
class Search:
    """A search that starts from the table ``best``, for a better one or for the proof of it."""

    bounds: Bounds
    session: Session
    best: Keys | None
    vectors: list[Multipliers] = field(default_factory=list)
    closed: int = 0
    target: Fraction | None = None
    top: Fraction | None = None
    recent: list[int] = field(default_factory=list)
    interrupted: bool = False
    root: _Knot = field(init=False)

    def __post_init__(self) -> None:
        self.take(self.best)
        first = self.session.relaxed({}).multipliers
        self.root = _Knot({}, self._added(first), self.bounds.value(first) or Fraction(0))

    def take(self, best: Keys | None) -> None:
        """Go on with a better table: only a still better one is looked for."""
        self.best = best
        if best is not None:
            self.target = goal(self.bounds.problem, best, self.bounds.keysize)
            self.top = objective(self.bounds.problem, best)

    def run(self, most_leaves: int, watch: Watch) -> bool:
        """Go on until every leaf is closed; False: interrupted, or more leaves than allowed.

        Leaves that are still open count too: a search that goes deep ends as well.
        """
        pending = [self.root]
        try:
            while pending and self.closed + len(pending) <= most_leaves:
                self._step(pending)
                bound = min((knot.bound for knot in pending), default=Fraction(0))
                watch(Progress(self.closed, len(pending), self.best, self.top, bound))
        except KeyboardInterrupt:
            self.interrupted = True
        return not pending

    def tree(self) -> Tree:
        """Return the proof so far; an open leaf has the multipliers of its parent."""
        nodes: list[Node] = []
        used: dict[int, int] = {}
        knots = [self.root]
        while knots:
            knot = knots.pop()
            if knot.split is not None and knot.halves is not None:
                nodes.append(knot.split)
                knots += reversed(knot.halves)
            else:
                nodes.append(Leaf(used.setdefault(knot.vector, len(used))))
        return Tree(tuple(nodes), tuple(self.vectors[i] for i in used))

    def _step(self, pending: list[_Knot]) -> None:
        """Take the last open leaf: close it, or split it in two; an interrupt leaves it open."""
        knot = pending[-1]
        known = (knot.vector, *reversed(self.recent))
        closing = next((v for v in known if self._closes(self.vectors[v], knot.boxes)), None)
        if closing is None:
            closing = self._solve(pending, knot)
        if closing is not None:
            pending.pop()
            knot.vector = closing
            self.closed += 1
            self.recent = [*(v for v in self.recent if v != closing), closing][-_RECENT:]

    def _solve(self, pending: list[_Knot], knot: _Knot) -> int | None:
        """Ask for new multipliers; return them if they close the leaf, and split it elsewhere."""
        found = self.session.relaxed(knot.boxes)
        self._offer(found)
        if self._closes(found.multipliers, knot.boxes):
            return self._added(self._short(found.multipliers, knot.boxes))
        value = self.bounds.value(found.multipliers, knot.boxes)
        wanted = Fraction(1) if self.target is None else self.target
        cut = self.session.split(knot.boxes, wanted) or self._any_cut(knot.boxes)
        if cut is None or value is None:
            raise InputError("search", self.closed, "has a leaf of one table", "report this")
        bound, vector = max(knot.bound, value), self._added(found.multipliers)
        knot.split = Split(cut.place, cut.floor)
        below, above = halves(knot.boxes, knot.split, self.bounds.keysize)
        knot.halves = _Knot(below, vector, bound), _Knot(above, vector, bound)
        pending.pop()
        pending += knot.halves if cut.above_first else reversed(knot.halves)
        return None

    def _offer(self, found: Relaxed) -> None:
        """Take a relaxed table that happens to be whole, if it is valid and better."""
        keys = tuple(
            tuple(_nearest(share * self.bounds.keysize) for share in row) for row in found.shares
        )
        problem = self.bounds.problem
        is_new = keys and (self.best is None or is_better(problem, keys, self.best))
        if is_new and is_valid(problem, keys, self.bounds.keysize):
            real = self.root.bound
            self.take(best_nearby(self.session, self.bounds, real, keys))

    def _closes(self, vector: Multipliers, boxes: Boxes) -> bool:
        value = self.bounds.value(vector, boxes)
        return value is None or (self.target is not None and value >= self.target)

    def _short(self, vector: Multipliers, boxes: Boxes) -> Multipliers:
        shorter = (vector.shortened(bits) for bits in _SHORTENED)
        return next((short for short in shorter if self._closes(short, boxes)), vector)

    def _added(self, vector: Multipliers) -> int:
        self.vectors.append(vector)
        return len(self.vectors) - 1

    def _any_cut(self, boxes: Boxes) -> Cut | None:
        """Halve the first box that holds more than one number."""
        for i, row in enumerate(self.bounds.problem.rows):
            for k in range(len(row.support)):
                low, high = boxes.get((i, k), (0, self.bounds.keysize))
                if low < high:
                    return Cut((i, k), (low + high) // 2)
        return None


def _nearest(scaled: int) -> int:
    return (scaled + (1 << PROPOSED_BITS - 1)) >> PROPOSED_BITS
