"""Claims about keys as problems: key ranges, witnesses, and the keys that can be made."""

from collections.abc import Iterator
from itertools import accumulate

from exact.cellkeys.arithmetic import KeyArithmetic, XorOfFour
from exact.table.ptable import PTable
from exact.table.row import Row
from verification.smt.problem import SAT, UNSAT, Problem

RANGES, COMPLETE = "well-formed", "key-completeness"


def partition_problems(table: PTable) -> Iterator[Problem]:
    """Yield for each different row: do its ranges not partition the keys?"""
    said = _numbering(table)
    return (partition_problem(row, count, said) for count, row in _different_rows(table))


def witness_problems(table: PTable) -> Iterator[Problem]:
    """Yield for each different row: does a witness key lead to another noise value?"""
    said = _numbering(table)
    return (witness_problem(row, count, said) for count, row in _different_rows(table))


def _numbering(table: PTable) -> tuple[str, ...]:
    """Say how the keys of a problem are numbered, where that is not as in the file."""
    if table.key_order is not None:
        return ("Keys stand here for their places in the published key order, a bijection.",)
    said = f"Keys are counted from 0 here: key 0 is key {table.first_key} of the file."
    return (said,) if table.first_key else ()


def _different_rows(table: PTable) -> Iterator[tuple[int, Row]]:
    seen: set[Row] = set()
    for count, row in enumerate(table.rows, start=table.first_count):
        if row not in seen:
            seen.add(row)
            yield count, row


def partition_problem(row: Row, count: int, numbering: tuple[str, ...] = ()) -> Problem:
    """Is a range empty, or does it not start where the one to its left ends?

    Ranges that follow each other without a gap or an overlap from 0 to K partition the keys.
    """
    starts, ends = _ranges(row)
    lines = [
        f"(not (and (= {left} {start}) (< {start} {end}))) ; {noise}"
        for (noise, _), left, start, end in zip(row.runs, [0, *ends], starts, ends, strict=False)
    ]
    body = "\n".join(["(assert (or", *lines, f"(not (= {ends[-1]} {row.keysize}))", "))"])
    comments = (
        f"Claim {RANGES}, row {count}: every key 0..{row.keysize - 1} lies in exactly one range.",
        "Asked: is a range (its noise stands beside it) empty, or does it not start where the one",
        f"to its left ends, the first at 0, or does the last not end at {row.keysize}?",
        "Expected: no.",
        *numbering,
    )
    return Problem(f"{RANGES}-row-{count}", RANGES, UNSAT, "QF_LIA", body, comments)


def witness_problem(row: Row, count: int, numbering: tuple[str, ...] = ()) -> Problem:
    """Does a witness key lie outside the range of its noise?"""
    starts, ends = _ranges(row)
    witness: dict[int, tuple[int, int, int]] = {}
    for (noise, _), start, end in zip(row.runs, starts, ends, strict=True):
        witness.setdefault(noise, (start, start, end))
    cases = [
        f"(not (and (<= {start} {key}) (< {key} {end}))) ; noise {noise}"
        for noise, (key, start, end) in sorted(witness.items())
    ]
    body = "(assert (or false\n" + "\n".join(cases) + "\n))"
    comments = (
        f"Claim {COMPLETE}, row {count}: every noise value of the row has a key that leads to it.",
        "Asked: is a witness key outside the key range of its noise value? Expected: no.",
        *numbering,
    )
    return Problem(f"{COMPLETE}-row-{count}", COMPLETE, UNSAT, "QF_LIA", body, comments)


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
    yield Problem(f"{COMPLETE}-keys-made", COMPLETE, expected, "QF_BV", unmade, made)
