"""The best table of whole keys: found with proposals, checked, and proved as far as asked for."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from exact.complete.better import best_nearby, better, is_better, is_valid, objective
from exact.complete.bound import Bounds
from exact.complete.branching import Search, Watch, unwatched
from exact.complete.conditions import UNIMODAL
from exact.complete.door import Door, Relaxed, Session
from exact.complete.gaps import filled, gaps, inside
from exact.complete.problem import DELTA, Keys, Problem, tightened
from exact.complete.stronger import dips, preferred, stronger_problems, with_more
from exact.complete.tree import Leaf, Tree
from exact.errors import PtcertError, Undecided
from exact.privacy.delta import Delta

# So many keys or fewer are searched for the best table of all.
MAX_SEARCHED = 1 << 12
# Leaves of a proof where nobody says how many: for tables of so many places, and at least.
_MOST, _SMALL, _FEWEST = 100, 100, 8
# A real table may be so many parts of a key worse than the best and have the smaller noise.
_SLACK = 4
# A first table at most so many keys above the bound is not looked for again.
_NEAR = 3
# By how many keys caps are tightened so that a rounded table keeps them.
_ROOM = (2, 8, 32, 128)
# A table of more places is not improved near by where keys are many.
_MAX_NEAR = 300
_BITS = 67


class NoTable(PtcertError):
    """No table keeps the rules; ``tree`` is the proof, a single leaf where no law does either."""

    def __init__(self, problem: Problem, tree: Tree) -> None:
        super().__init__("no table keeps all of these rules")
        self.problem = problem
        self.tree = tree


@dataclass(frozen=True, slots=True)
class Found:
    """A table of whole keys, and the proof that no table has an objective below ``bound``.

    ``interrupted``: somebody ended the search, so a longer one may find more.
    """

    problem: Problem
    keysize: int
    keys: Keys
    tree: Tree
    bound: Fraction
    proved_optimal: bool
    interrupted: bool = False

    @property
    def delta(self) -> Delta:
        """The largest delta of the pairs that count."""
        return self.problem.delta(self.keys)

    @property
    def proved(self) -> Fraction:
        """What no table of so many keys is below: the bound, or what this one has where it is best.

        Values are discrete: the bound of a tree that proves the least lies a little below it.
        """
        if not self.proved_optimal:
            return self.bound
        of_delta = self.problem.objective == DELTA
        own = self.delta.enclosure(_BITS).lo if of_delta else self.problem.spread(self.keys)
        return max(self.bound, own)

    @property
    def gap_keys(self) -> Fraction:
        """How many keys the objective is above the bound, at most; 0 where it is the least."""
        top = objective(self.problem, self.keys)
        return Fraction(0) if self.proved_optimal else self.keysize * (top - self.bound)


@dataclass(frozen=True, slots=True)
class Effort:
    """How far to go: the most leaves of the proof (None: by the size); and who watches.

    One leaf is the bound of all real tables, and asks for no search. Where ``searches`` is False, a
    real table is rounded, and nothing better is looked for. ``known`` are tables that are there
    already: what is found is never worse than one of them.
    """

    leaves: int | None = None
    watch: Watch = unwatched
    searches: bool = True
    known: tuple[Keys, ...] = ()

    def leaves_for(self, problem: Problem) -> int:
        """Return the most leaves: 100 for small tables, fewer where each takes longer."""
        if self.leaves is not None:
            return self.leaves
        places = _places(problem)
        return max(_FEWEST, min(_MOST, _MOST * _SMALL**2 // places**2))

    def looks_further(self, problem: Problem) -> bool:
        """Tell whether better tables than the first one are looked for."""
        return self.searches and self.leaves_for(problem) > 1


def best_table(problem: Problem, keysize: int, door: Door, effort: Effort) -> Found:
    """Return the best table of ``keysize`` keys that was found, with a proved bound.

    A table that keeps more than the rules ask for keeps the rules: where the best is not proved,
    such tables are looked for too. Of tables that are equally good within a key, the one with the
    fewest dips is returned; of those that are proved to be the best, no other one is.

    Raises ``NoTable`` where the rules cannot be kept, and ``Undecided`` where no table was found.
    An interrupt ends the search for a better table or proof, not the function.
    """
    own = _searched(problem, keysize, door, effort)
    bounds, interrupted = Bounds(problem, keysize), own.interrupted
    tables = [
        keys for keys in (own.keys, *effort.known) if keys and is_valid(problem, keys, keysize)
    ]
    if effort.looks_further(problem):
        try:
            tables += _of_stronger(own, bounds, door, effort)
        except KeyboardInterrupt:
            interrupted = True
    best = preferred(bounds, tables, own.finished) if tables else None
    for keys in effort.known:
        best = better(bounds, keys, best)
    return replace(_found(bounds, own.tree, best, own.finished), interrupted=interrupted)


@dataclass(frozen=True, slots=True)
class _Searched:
    """What the search of one problem gave: a table or None, and the tree of its proof."""

    keys: Keys | None
    tree: Tree
    root: Fraction
    finished: bool = False
    interrupted: bool = False


def _searched(problem: Problem, keysize: int, door: Door, effort: Effort) -> _Searched:
    """Search one problem: by a tree where keys are few, near to a rounded table elsewhere."""
    session, bounds = door(problem, keysize), Bounds(problem, keysize)
    real = session.relaxed({})
    tree = Tree((Leaf(0),), (real.multipliers,))
    root = bounds.value(real.multipliers)
    if root is None:
        raise NoTable(problem, tree)
    few = keysize <= MAX_SEARCHED and effort.searches
    looks = effort.looks_further(problem)
    proves = few and looks
    best = _quickly(session, bounds, root, proves) if few else None
    best = best or _first(door, session, bounds, real)
    search: Search | None = None
    interrupted = finished = False
    try:
        if proves:
            search = Search(bounds, session, best)
            search.take(_improved(session, bounds, root, best))
            finished = search.run(effort.leaves_for(problem), effort.watch)
            tree, interrupted, best = search.tree(), search.interrupted, search.best
            best = _smooth(session, bounds, best) if best else None
        elif best is not None and looks and _places(problem) <= _MAX_NEAR:
            best = best_nearby(session, bounds, root, best)
    except KeyboardInterrupt:
        interrupted, best = True, search.best if search else best
    best = best and _filled(problem, keysize, best)
    return _Searched(best, tree, root, finished, interrupted)


def _of_stronger(own: _Searched, bounds: Bounds, door: Door, effort: Effort) -> Iterator[Keys]:
    """Yield tables that keep more than the rules, where one may be better or as good within a key.

    Where the best is proved, only one as good and of one peak in every row is asked for. One of one
    peak that is within a key of the bound ends the search: no other is better by a key.
    """
    problem, keysize = bounds.problem, bounds.keysize
    if own.interrupted or _is_enough(own, bounds, own.keys):
        return
    if own.finished and own.keys is not None:
        yield from _of_one_peak(problem, own.keys, keysize, door)
        return
    top = None if own.keys is None else objective(problem, own.keys) + Fraction(1, keysize)
    for stronger in stronger_problems(problem):
        real = door(stronger, keysize).relaxed({})
        root = Bounds(stronger, keysize).value(real.multipliers)
        if root is None or (top is not None and root >= top):
            continue
        found = _searched(stronger, keysize, door, effort).keys
        if found is not None:
            yield found
            if _is_enough(own, bounds, found):
                return
            near = objective(problem, found) + Fraction(1, keysize)
            top = near if top is None else min(top, near)


def _is_enough(own: _Searched, bounds: Bounds, keys: Keys | None) -> bool:
    """Tell whether a table has one peak in every row and is less than a key above the bound."""
    most = own.root + Fraction(1, bounds.keysize)
    return (
        keys is not None
        and not dips(bounds.problem, keys)
        and objective(bounds.problem, keys) < most
    )


def _of_one_peak(problem: Problem, best: Keys, keysize: int, door: Door) -> Iterator[Keys]:
    """Yield a table of one peak in every row, as good as the best, where one is found."""
    if not dips(problem, best):
        return
    unimodal = with_more(problem, UNIMODAL, exact=False)
    found = door(unimodal, keysize).smooth(objective(problem, best), [])
    if found is not None and is_valid(unimodal, found, keysize):
        yield found


def _places(problem: Problem) -> int:
    return sum(len(row.support) for row in problem.rows)


def _found(bounds: Bounds, tree: Tree, best: Keys | None, finished: bool) -> Found:
    """Check the whole proof once more, as anybody can."""
    bound = tree.bound(bounds)
    if bound is None:
        raise NoTable(bounds.problem, tree)
    if best is None:
        raise Undecided("the best table: no table of whole keys was found; give more keys")
    optimal = finished or objective(bounds.problem, best) <= bound
    return Found(bounds.problem, bounds.keysize, best, tree, bound, optimal)


def _quickly(session: Session, bounds: Bounds, root: Fraction, proves: bool) -> Keys | None:
    """Return the best table of few keys that takes little time, None where none is found.

    One at the next whole number of keys may be the best there is, and save all further search;
    where the bound is one key it is looked for even without a search.
    """
    if proves or root * bounds.keysize == 1:
        found = better(bounds, session.next_whole(root), None)
        if found is not None:
            return found
    best: Keys | None = None
    for proposed in session.dives():
        best = better(bounds, proposed, best)
        if best and objective(bounds.problem, best) - root <= Fraction(_NEAR, bounds.keysize):
            break
    return best


def _first(door: Door, session: Session, bounds: Bounds, real: Relaxed) -> Keys | None:
    """Return a valid table near to a real one; rounding may need room below a cap."""
    for near, shares in _real_tables(door, session, bounds, real):
        table = near.near(shares) if shares else None
        if table is not None and is_valid(bounds.problem, table, bounds.keysize):
            return table
    return None


def _real_tables(
    door: Door, session: Session, bounds: Bounds, real: Relaxed
) -> Iterator[tuple[Session, Keys]]:
    """Yield real tables, the best ones first, with who is to round them.

    Below a tighter cap they are rounded under that cap: otherwise the room would be used up again.

    Where keys are many, one of small noise comes before the best one; where they are few, the
    noise is made small at the end, among the best tables of whole keys.
    """
    problem, keysize = bounds.problem, bounds.keysize
    if keysize > MAX_SEARCHED:
        cap = (bounds.value(real.multipliers) or Fraction(0)) + Fraction(1, _SLACK * keysize)
        yield session, session.smoothed(cap)
    yield session, real.shares
    if any(event.cap is not None for event in problem.events):
        for room in _ROOM:
            tight = door(tightened(problem, Fraction(room, keysize)), keysize)
            yield tight, tight.relaxed({}).shares


def _improved(session: Session, bounds: Bounds, real: Fraction, best: Keys | None) -> Keys | None:
    """Look for better tables near the best one, and anywhere below it, until none is found."""
    if best is None:
        return better(bounds, session.lower(real, Fraction(1)), None)
    while True:
        best = best_nearby(session, bounds, real, best)
        top = objective(bounds.problem, best)
        found = better(bounds, session.lower(real, top), best) if top > real else best
        if found is best or found is None:
            return best
        best = found


def _smooth(session: Session, bounds: Bounds, best: Keys) -> Keys:
    """Return a table as good as the best: without gaps if one is found, then of smallest noise."""
    problem = bounds.problem
    cap = objective(problem, best)

    smooth = _smoother(bounds, best, session.smooth(cap, []))
    if not gaps(smooth):
        return smooth
    return _smoother(bounds, smooth, session.smooth(cap, inside(smooth)))


def _smoother(bounds: Bounds, start: Keys, found: Keys | None) -> Keys:
    """Return what was proposed where it is valid, as good, and smoother; else the start."""
    problem = bounds.problem
    if found is None or not is_valid(problem, found, bounds.keysize):
        return start
    if is_better(problem, start, found) or len(gaps(found)) > len(gaps(start)):
        return start
    has_less = len(gaps(found)) < len(gaps(start))
    return found if has_less or _noise(problem, found) < _noise(problem, start) else start


def _filled(problem: Problem, keysize: int, best: Keys) -> Keys:
    """Close the gaps that are left, where that keeps every rule and costs little or nothing."""
    found = filled(problem, best)
    if found == best or not is_valid(problem, found, keysize):
        return best
    return best if keysize <= MAX_SEARCHED and is_better(problem, best, found) else found


def _noise(problem: Problem, keys: Keys) -> int:
    """Return the sum of K E z^2 over all rows."""
    rows = zip(problem.rows, keys, strict=True)
    return sum(n * z * z for row, ns in rows for z, n in zip(row.support, ns, strict=True))
