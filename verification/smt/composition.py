"""Small facts that composition rests on, for every pair of laws and every e^epsilon, by solvers.

An atom (p, q) gives away max(0, p - E q) at E = e^epsilon. Sums of atoms and products with the
atoms of other cells keep an inequality that holds for each atom at every E > 0.
"""

from collections.abc import Iterator

from verification.smt.problem import UNSAT, Problem

_CLAIM = "composition"
_EXPECTED = "Expected: no counterexample."


def composition_problems() -> Iterator[Problem]:
    """Yield the facts: the hull, splitting, merging, rounding, cutting, the event from below."""
    yield _hull_dominates()
    yield _split_is_whole()
    yield _merging_gives_less()
    yield _rounding_up_gives_more()
    yield _cutting_gives_more()
    yield _event_from_below()


def _hull_dominates() -> Problem:
    ends = [f"(- y{i} (* E x{i}))" for i in (0, 1)]
    lines = (
        *_reals("E", "t", "x", "y", "x0", "y0", "x1", "y1"),
        "(assert (and (<= 0.0 t) (<= t 1.0) (= x (+ x0 (* t (- x1 x0))))))",
        "(assert (<= y (+ y0 (* t (- y1 y0)))))",
        f"(assert (and (> (- y (* E x)) {ends[0]}) (> (- y (* E x)) {ends[1]})))",
    )
    return _problem(
        "hull-dominates",
        lines,
        "A point (x, y) = (Q(S), P(S)) on or below an edge of the hull has at every E an excess",
        "y - E x of at most that of one end of the edge: so the pair whose atoms are the edges",
        "dominates every pair of counts.",
    )


def _split_is_whole() -> Problem:
    sums = (("(+ u v)", "q"), ("(+ (* a u) (* b v))", "p"))
    unequal = " ".join(f"(< {one} {due}) (> {one} {due})" for one, due in sums)
    lines = (
        *_reals("p", "q", "a", "b", "u", "v"),
        "(assert (and (< 0.0 a) (< a b) (<= 0.0 q) (<= (* a q) p) (<= p (* b q))))",
        "(assert (= (* u (- b a)) (- (* b q) p)))",
        "(assert (= (* v (- b a)) (- p (* a q))))",
        f"(assert (or (< u 0.0) (< v 0.0) {unequal}))",
    )
    return _problem(
        "split-is-whole",
        lines,
        "An atom (p, q) with a <= p/q <= b is the sum of (a u, u) and (b v, v), neither negative,",
        "where u = (b q - p) / (b - a) and v = (p - a q) / (b - a).",
    )


def _merging_gives_less() -> Problem:
    apart = f"(+ {_excess('p', 'q')} {_excess('r', 's')})"
    lines = (
        *_reals("E", "p", "q", "r", "s"),
        f"(assert (> {_excess('(+ p r)', '(+ q s)')} {apart}))",
    )
    return _problem(
        "merging-gives-less",
        lines,
        "Two atoms in one give away at most what they give away apart, at every E: so the pair on",
        "the grid dominates the pair that it was split from.",
    )


def _rounding_up_gives_more() -> Problem:
    lines = (
        *_reals("E", "a", "u", "w"),
        "(assert (and (< 0.0 a) (< 0.0 E) (<= 0.0 u) (<= u w)))",
        f"(assert (> {_excess('(* a u)', 'u')} {_excess('(* a w)', 'w')}))",
    )
    said = "An atom of ratio a whose weight is rounded up gives away no less."
    return _problem("rounding-up-gives-more", lines, said)


def _cutting_gives_more() -> Problem:
    lines = (
        *_reals("E", "p", "q"),
        "(assert (and (< 0.0 E) (<= 0.0 p) (<= 0.0 q)))",
        f"(assert (> {_excess('p', 'q')} p))",
    )
    said = "What is cut off gives away no less where it counts as impossible under the other law."
    return _problem("cutting-gives-more", lines, said)


def _event_from_below() -> Problem:
    lines = (
        *_reals("E", "e", "P", "Q", "p", "q", "d"),
        "(assert (and (<= 0.0 E) (<= E e) (<= p P) (<= 0.0 Q) (<= Q q)))",
        "(assert (<= (- P (* E Q)) d))",
        "(assert (> (- p (* e q)) d))",
    )
    return _problem(
        "event-from-below",
        lines,
        "With P(S) at least p, Q(S) at most q and e^epsilon at most e, every delta that is",
        "enough is at least p - e q.",
    )


def _reals(*names: str) -> Iterator[str]:
    return (f"(declare-const {name} Real)" for name in names)


def _excess(p: str, q: str) -> str:
    """Return max(0, p - E q)."""
    return f"(ite (> (- {p} (* E {q})) 0.0) (- {p} (* E {q})) 0.0)"


def _problem(name: str, lines: tuple[str, ...], *comments: str) -> Problem:
    name = f"composition-{name}"
    return Problem(name, _CLAIM, UNSAT, "QF_NRA", "\n".join(lines), (*comments, _EXPECTED))
