"""Claims about keys as problems: key ranges, missing noise values, and keys that can be made."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from exact.cellkeys.arithmetic import KeyArithmetic, XorOfFour
from exact.table.ptable import PTable
from exact.table.row import Row
from verification.smt.problem import MISSING, SAT, UNSAT, Model, Problem, any_of, whole_text

RANGES, COMPLETE = "well-formed", "key-completeness"


def partition_problems(table: PTable) -> Iterator[Problem]:
    """Yield for each different row: is there a key that does not lie in exactly one range?"""
    said, seen = _numbering(table), set[Row]()
    for count, row in enumerate(table.rows, start=table.first_count):
        if row not in seen:
            seen.add(row)
            yield partition_problem(row, count, said)


def missing_problems(table: PTable, counts: Iterable[int]) -> Iterator[Problem]:
    """Yield for each different row, with the holes that it meets: is a noise value amiss?

    Where no holes are declared, a noise value without a key is named, and no claim fails by it.
    """
    said, seen = _numbering(table), set[tuple[Row, tuple[int, ...]]]()
    for count in counts:
        row = table.row(count)
        low, high = _support(row)
        holes = tuple(y - count for y in table.holes if low <= y - count <= high)
        if (row, holes) not in seen:
            seen.add((row, holes))
            problem = missing_problem(row, count, holes, said)
            named = problem.expected == SAT and not table.holes
            yield replace(problem, name=f"{problem.name}-{MISSING}") if named else problem


def _numbering(table: PTable) -> tuple[str, ...]:
    """Say how the keys of a problem are numbered, where that is not as in the file."""
    if table.key_order is not None:
        return ("Keys stand here for their places in the published key order, a bijection.",)
    said = f"Keys are counted from 0 here: key 0 is key {table.first_key} of the file."
    return (said,) if table.first_key else ()


def partition_problem(row: Row, count: int, numbering: tuple[str, ...] = ()) -> Problem:
    """Is there a key that lies in no range, or in two?

    That a key lies in one of some ranges that follow each other is put together by halves, and it
    lies in two where both halves have it: much faster for a solver than a sum over all ranges.
    """
    starts, ends = _ranges(row)
    lines = [f"(declare-const key Int)\n(assert (and (<= 0 key) (< key {row.keysize})))"]
    for number, ((noise, _), start, end) in enumerate(zip(row.runs, starts, ends, strict=True)):
        inside = f"(and (<= {start} key) (< key {end}))"
        lines.append(f"(define-fun in_{number} () Bool {inside}) ; noise {noise}")
    some, twice = [f"in_{number}" for number in range(len(row.runs))], []
    while len(some) > 1:
        left, right = some[:-1:2], some[1::2]
        last = some[len(left) * 2 :]
        twice += [f"(and {one} {other})" for one, other in zip(left, right, strict=True)]
        some = [f"some_{len(twice) - len(left) + place}" for place in range(len(left))]
        defined = zip(some, left, right, strict=True)
        lines += [f"(define-fun {name} () Bool (or {one} {other}))" for name, one, other in defined]
        some += last
    lines.append(f"(assert {any_of([f'(not {some[0]})', *twice])})")
    comments = (
        f"Claim {RANGES}, row {count}: every key 0..{row.keysize - 1} lies in exactly one range.",
        "The key is free. in_i: it lies in range i, whose noise stands beside; some_j: in one of a",
        "few ranges that follow each other, put together by halves.",
        "Asked: is there a key in no range, or in two? Expected: no.",
        *numbering,
    )
    name, body = f"{RANGES}-row-{count}", "\n".join(lines)
    return Problem(name, RANGES, UNSAT, "QF_LIA", body, comments)


def missing_problem(
    row: Row, count: int, holes: Sequence[int], numbering: tuple[str, ...] = ()
) -> Problem:
    """Is there a noise value without a key that is no hole, or a hole with a key?"""
    low, high = _support(row)
    led = [
        f"(and (= noise {whole_text(noise)}) (< {start} {end}))"
        for (noise, _), start, end in zip(row.runs, *_ranges(row), strict=True)
    ]
    declared = [f"(= noise {whole_text(hole)})" for hole in holes]
    lines = (
        "(declare-const noise Int)",
        f"(assert (and (<= {whole_text(low)} noise) (<= noise {whole_text(high)})))",
        f"(define-fun has_key () Bool {any_of(led)})",
        f"(define-fun is_hole () Bool {any_of(declared)})",
        "(assert (= has_key is_hole))",
    )
    values = {noise for noise, _ in row.runs}
    amiss = {(z,) for z in range(low, high + 1) if (z in values) == (z in holes)}
    amiss_said = "yes. Where holes are declared, the claim fails: the model is a counterexample."
    expected = amiss_said if amiss else "no."
    comments = (
        f"Claim {COMPLETE}, count {count}: each noise value from {low} to {high} has a key, but",
        "for those whose released value is declared as a hole, which have none.",
        "The noise value is free: it has a key if one of its ranges of keys is not empty.",
        "Asked: is there one that has no key and is no hole, or that is a hole and has a key?",
        f"Expected: {expected}",
        *numbering,
    )
    name, body = f"{COMPLETE}-row-{count}", "\n".join(lines)
    if not amiss:
        return Problem(name, COMPLETE, UNSAT, "QF_LIA", body, comments)
    return Problem(
        name,
        COMPLETE,
        SAT,
        "QF_LIA",
        body,
        comments,
        ("noise",),
        witness=_one("noise"),
        refuted_by=amiss.__contains__,
    )


def _one(name: str) -> Callable[[Model], tuple[int, ...]]:
    """Return what reads one constant from a model."""
    return lambda model: (int(model[name]),)


def _support(row: Row) -> tuple[int, int]:
    return min(noise for noise, _ in row.runs), max(noise for noise, _ in row.runs)


def _ranges(row: Row) -> tuple[list[int], list[int]]:
    """Return where the ranges of keys start and end (end excluded)."""
    ends = list(accumulate(keys for _, keys in row.runs))
    return [0, *ends[:-1]], ends


def arithmetic_problems(arithmetic: KeyArithmetic | None) -> Iterator[Problem]:
    """Yield: does XOR of four components leave the table, and is there a key it cannot make?"""
    if not isinstance(arithmetic, XorOfFour):
        return
    K, N = arithmetic.keysize, arithmetic.modulus
    width = K.bit_length()  # one bit more than the keys have, so that K itself can be written

    def number(value: int) -> str:
        return f"(_ bv{value} {width})"

    names = ("a", "b", "c", "d")
    components = "".join(
        f"(declare-const {name} (_ BitVec {width}))\n(assert (bvult {name} {number(N)}))\n"
        for name in names
    )
    outside = f"{components}(assert (bvuge (bvxor (bvxor a b) (bvxor c d)) {number(K)}))"
    inside = (
        f"Claim {COMPLETE}: the XOR of four components below {N} is a key of 0..{K - 1}.",
        "Asked: are there components that make a key outside? Expected: no.",
    )
    yield Problem(f"{COMPLETE}-keys-inside", COMPLETE, UNSAT, "QF_BV", outside, inside)
    top = number(1 << ((N - 1).bit_length() - 1) if N > 1 else 0)
    unmade = (
        f"(declare-const key (_ BitVec {width}))\n"
        f"(assert (bvult key {number(K)}))\n"
        f"(assert (bvuge key {number(N)}))\n"
        f"(assert (not (and (bvult {top} {number(N)}) (bvult (bvxor key {top}) {number(N)}))))"
    )
    # The claim fails where a key cannot be made, and then the solver is to find such a key.
    expected = UNSAT if arithmetic.reach == K else SAT
    made = (
        f"Claim {COMPLETE}: every key 0..{K - 1} can be made: a key below {N} by (key, 0, 0, 0),",
        "any other by (top, key XOR top, 0, 0), top the highest power of two among components.",
        f"Asked: is there a key for which these are no components? Expected: {expected}.",
    )
    yield Problem(
        f"{COMPLETE}-keys-made",
        COMPLETE,
        expected,
        "QF_BV",
        unmade,
        made,
        ("key",) if expected == SAT else (),
        witness=_one("key"),
        refuted_by=lambda found: len(found) == 1 and arithmetic.reach <= found[0] < K,
    )
