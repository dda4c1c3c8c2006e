"""Branch and bound over tables of whole keys; what it returns is a proof, finished or not.

The session proposes where to split and with which multipliers; a leaf is closed only by its exact
bound. An interrupted search keeps the best table and a tree whose open leaves have the
multipliers of their parents: its bound is weaker, and as true.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from exact.complete.attainable import threshold
from exact.complete.bound import Bounds, Boxes, Multipliers
from exact.complete.door import PROPOSED_BITS, Relaxed, Session
from exact.complete.problem import DELTA, Keys, Place, Problem
from exact.complete.tree import Leaf, Node, Split, Tree, halves
from exact.errors import InputError

# Multipliers are shortened as far as their leaf stays closed: a proof of many leaves stays small.
_SHORTENED = (52, 48, 44, 40, 32, 20)
# A vector that has closed a leaf often closes the next one too.
_RECENT = 6


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is: leaves closed and open, the best table, the bound of the open ones."""

    closed: int
    open: int
    best: Keys | None
    bound: Fraction


Watch = Callable[[Progress], None]


def unwatched(progress: Progress) -> None:
    """Do nothing with what a search reports."""
    del progress


@dataclass(frozen=True, slots=True)
class _Open:
    """Boxes still to be searched, the multipliers of their parent, and what these prove."""

    boxes: Boxes
    vector: int
    bound: Fraction


@dataclass(slots=True)
class Search:
    """A search that starts from the table ``best``, for a better one or for the proof of it."""

    bounds: Bounds
    session: Session
    best: Keys | None
    nodes: list[Node] = field(default_factory=list)
    vectors: list[Multipliers] = field(default_factory=list)
    closed: int = 0
    target: Fraction | None = None
    recent: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.take(self.best)

    def take(self, best: Keys | None) -> None:
        """Go on with a better table: only a still better one is looked for."""
        self.best = best
        if best is not None:
            self.target = goal(self.bounds.problem, best, self.bounds.keysize)

    def run(self, most_leaves: int, watch: Watch) -> bool:
        """Go on until every leaf is closed; False: interrupted, or more leaves than allowed."""
        self.vectors.append(self.session.relaxed({}).multipliers)
        pending = [_Open({}, 0, self.bounds.value(self.vectors[0]) or Fraction(0))]
        try:
            while pending and self.closed < most_leaves:
                self._step(pending)
                bound = min((one.bound for one in pending), default=Fraction(0))
                watch(Progress(self.closed, len(pending), self.best, bound))
        except KeyboardInterrupt:
            pass
        # A walk meets the open leaves in the order in which they would have been taken.
        self.nodes += [Leaf(one.vector) for one in reversed(pending)]
        return not pending

    def tree(self) -> Tree:
        """Return the proof so far, without the vectors that no leaf uses."""
        used = sorted({node.vector for node in self.nodes if isinstance(node, Leaf)})
        new = {old: i for i, old in enumerate(used)}
        nodes = (Leaf(new[n.vector]) if isinstance(n, Leaf) else n for n in self.nodes)
        return Tree(tuple(nodes), tuple(self.vectors[i] for i in used))

    def _step(self, pending: list[_Open]) -> None:
        """Take the last open leaf: close it, or split it in two; an interrupt leaves it open."""
        here = pending[-1]
        known = (here.vector, *reversed(self.recent))
        closing = next((v for v in known if self._closes(self.vectors[v], here.boxes)), None)
        if closing is None:
            closing = self._solve(pending, here)
        if closing is not None:
            pending.pop()
            self.nodes.append(Leaf(closing))
            self.closed += 1
            self.recent = [*(v for v in self.recent if v != closing), closing][-_RECENT:]

    def _solve(self, pending: list[_Open], here: _Open) -> int | None:
        """Ask for new multipliers; return them if they close the leaf, and split it elsewhere."""
        found = self.session.relaxed(here.boxes)
        self._offer(found)
        if self._closes(found.multipliers, here.boxes):
            return self._added(self._short(found.multipliers, here.boxes))
        value = self.bounds.value(found.multipliers, here.boxes)
        wanted = Fraction(1) if self.target is None else self.target
        chosen = self.session.split(here.boxes, wanted) or self._any_split(here.boxes)
        if chosen is None or value is None:
            raise InputError("search", self.closed, "has a leaf of one table", "report this")
        vector = self._added(found.multipliers)
        pending.pop()
        self.nodes.append(Split(*chosen))
        below, above = halves(here.boxes, Split(*chosen), self.bounds.keysize)
        bound = max(here.bound, value)
        pending += [_Open(above, vector, bound), _Open(below, vector, bound)]
        return None

    def _offer(self, found: Relaxed) -> None:
        """Take a relaxed table that happens to be whole, if it is valid and better."""
        keys = tuple(
            tuple(_nearest(share * self.bounds.keysize) for share in row) for row in found.shares
        )
        problem = self.bounds.problem
        is_new = keys and (self.best is None or is_better(problem, keys, self.best))
        if is_new and is_valid(problem, keys, self.bounds.keysize):
            self.take(keys)

    def _closes(self, vector: Multipliers, boxes: Boxes) -> bool:
        value = self.bounds.value(vector, boxes)
        return value is None or (self.target is not None and value >= self.target)

    def _short(self, vector: Multipliers, boxes: Boxes) -> Multipliers:
        shorter = (vector.shortened(bits) for bits in _SHORTENED)
        return next((short for short in shorter if self._closes(short, boxes)), vector)

    def _added(self, vector: Multipliers) -> int:
        self.vectors.append(vector)
        return len(self.vectors) - 1

    def _any_split(self, boxes: Boxes) -> tuple[Place, int] | None:
        """Halve the first box that holds more than one number."""
        for i, row in enumerate(self.bounds.problem.rows):
            for k in range(len(row.support)):
                low, high = boxes.get((i, k), (0, self.bounds.keysize))
                if low < high:
                    return (i, k), (low + high) // 2
        return None


def goal(problem: Problem, keys: Keys, keysize: int) -> Fraction:
    """Return a bound that proves a table to be the best: no other value lies from it up to that.

    A largest E z^2 is a multiple of 1/K.
    """
    if problem.objective == DELTA:
        return threshold(problem.delta(keys), keysize)
    return problem.spread(keys) - Fraction(1, 2 * keysize)


def is_valid(problem: Problem, keys: Keys, keysize: int) -> bool:
    """Tell whether a proposed table keeps the rules."""
    try:
        problem.check(keys, keysize)
    except InputError:
        return False
    return True


def is_better(problem: Problem, keys: Keys, best: Keys) -> bool:
    """Tell whether a table has a smaller objective than another one."""
    if problem.objective == DELTA:
        return problem.delta(keys).compare_to(problem.delta(best)) < 0
    return problem.spread(keys) < problem.spread(best)


def _nearest(scaled: int) -> int:
    return (scaled + (1 << PROPOSED_BITS - 1)) >> PROPOSED_BITS
