"""Every code that a finding can have: its usual severity, what it says, what to do about it.

This is the one list: a policy may name these codes and no others, a finding cannot be made with
another, and ``verification/FINDINGS.md`` shows them.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of finding, as the page of findings shows it."""

    severity: str
    says: str
    remedy: str


_ONE_LINE = "one entry for each count and key"

CODES: Mapping[str, Code] = {
    "ORIGIN": Code(
        "error",
        "the integers are not what the declared law and rule give",
        "quantise the law again, or remove the declaration",
    ),
    "DELTA": Code(
        "error",
        "the claimed δ does not hold; the tight δ, and the least ε that would do",
        "claim that δ, or that ε",
    ),
    "DISJOINT": Code(
        "error",
        "two neighbouring counts never give the same release: δ = 1",
        "let their noise overlap",
    ),
    "PLATEAU": Code(
        "note",
        "a δ that no ε removes, because supports differ: pure ε is infinite",
        "let both counts release the same values",
    ),
    "ZERO": Code(
        "warning",
        "zero is preserved, so δ ≥ 1 − P(1→0) for the counts 0 and 1",
        "give a count of 0 noise too",
    ),
    "KEY-LAW": Code(
        "error or warning",
        "the claimed δ does not hold under the real law of the cell key (a warning where that law "
        "is assumed)",
        "take a modulus closer to the number of keys",
    ),
    "KEYS": Code(
        "error",
        "keys that can be made and keys of the table differ; a witness",
        "make keys and table of one size",
    ),
    "EMPTY-CELL": Code(
        "note",
        "an empty cell has key 0, and what key 0 leads to",
        "treat empty cells before the lookup",
    ),
    "OUTPUTS": Code(
        "warning or note",
        "with `--outputs`: whether so many published triples F + M = T give the noise bound away "
        "(Bach 4.3)",
        "publish fewer triples, or take a larger bound",
    ),
    "LOOKUP": Code(
        "note",
        "on how many keys the known lookup conventions differ",
        "look up with lb ≤ key < ub",
    ),
    "BIAS": Code("note", "a row is biased, by how much exactly", "use the rule `symmetric`"),
    "SUPPORT": Code(
        "warning",
        "noise values inside the range of a row that no key leads to",
        "use more keys or a smaller range of noise",
    ),
    "NEGATIVE": Code(
        "warning", "a row can release a negative count", "give count n noise of at least −n"
    ),
    "IGNORES-KEY": Code(
        "warning",
        "a row adds the same to every key: rounding, not noise",
        "let the noise depend on the key",
    ),
    "ASYMMETRY": Code("note", "a row is not symmetric", "check that this is meant"),
    "NOT-MONOTONE": Code(
        "note", "noise farther from 0 is likelier than noise nearer to it", "check that it is meant"
    ),
    "DECLARED-BIAS": Code(
        "error", "a row has another bias than declared", "correct the table or the statement"
    ),
    "DECLARED-VARIANCE": Code(
        "error", "a row has another variance than declared", "correct the table or the statement"
    ),
    "DECLARED-NOISE": Code(
        "error", "a row has larger noise than declared", "correct the table or the statement"
    ),
    "DECLARED-HOLES": Code(
        "error",
        "a value that is declared never to be released is, or another one never is",
        "correct the table or the statement",
    ),
    "DECLARED-ZERO": Code(
        "error", "a count of 0 does something else than declared", "correct the statement"
    ),
    "GAP": Code("error", "a key between two intervals has no noise", _ONE_LINE),
    "OVERLAP": Code("error", "a key lies in two intervals", _ONE_LINE),
    "MISSING-KEY": Code("error", "a key without an entry", _ONE_LINE),
    "DUPLICATE-KEY": Code("error", "a key with two entries", _ONE_LINE),
    "MISSING-COUNT": Code(
        "error or warning",
        "counts without a row, between others or below the first",
        "give every count a row",
    ),
    "ROW-SUM": Code(
        "error or note",
        "a row that does not sum to one, by how much exactly",
        "write probabilities that sum to exactly 1",
    ),
    "FIRST-BOUND": Code("error", "a row that does not begin at 0", "begin each row at 0"),
    "LAST-BOUND": Code("error", "a row that does not end at 1", "end each row at exactly 1"),
    "DECREASING": Code(
        "error or warning", "bounds, or lines, in another order", "write them in rising order"
    ),
    "P-MISMATCH": Code(
        "note or warning",
        "`p` is not the difference of the bounds (the bounds are what a lookup uses)",
        "write p = ub − lb",
    ),
    "NOISE-MISMATCH": Code("warning", "`v` is not `j − i`", "write v = j − i"),
    "ROW-ORDER": Code(
        "warning or note", "rows that a positional reader would shift", "write rows 0, 1, 2, …"
    ),
    "GRID": Code("note", "digits finer than the grid in use", "round them to that grid"),
}


def page_rows() -> list[str]:
    """Return the lines of the table in ``verification/FINDINGS.md``."""
    return [
        f"| {name} | {code.severity} | {code.says} | {code.remedy} |"
        for name, code in CODES.items()
    ]
