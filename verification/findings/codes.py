"""Every code that a finding can have: its usual severity, what it says, what to do about it.

This is the one list: a policy may name these codes and no others, a finding cannot be made with
another, and ``verification/FINDINGS.md`` shows them. Each remedy is one that works: a test applies
it to a table that has the finding, and the finding is gone.
"""

from collections.abc import Mapping
from dataclasses import dataclass

GIVE_0_NOISE = (
    "give a count of 0 a row with noise, and empty cells keys that are drawn for them: keys made "
    "of records are 0 there"
)
LEAVE_OUT_0 = "claim for the counts from 1 alone (`--first-pair exclude`)"
_CORRECT = ("correct the table", "correct the statement")


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of finding; any one of its remedies is enough, where it can be had."""

    severity: str
    says: str
    remedies: tuple[str, ...]


CODES: Mapping[str, Code] = {
    "ORIGIN": Code(
        "error",
        "the integers are not what the declared law and rule give",
        ("quantise the law again", "remove the declaration"),
    ),
    "DELTA": Code(
        "error",
        "the claimed δ does not hold; the tight δ, and the least ε that would do",
        ("claim at least the tight δ", "claim at least that ε"),
    ),
    "DISJOINT": Code(
        "error",
        "two neighbouring counts never give the same release: δ = 1",
        ("let their noise overlap",),
    ),
    "PLATEAU": Code(
        "note",
        "a δ that no ε removes, because supports differ: pure ε is infinite",
        ("let both counts release the same values",),
    ),
    "ZERO": Code(
        "warning",
        "zero is preserved (or not covered, and would be left as it is), so δ ≥ 1 − P(1→0) for the "
        "counts 0 and 1",
        (LEAVE_OUT_0, GIVE_0_NOISE),
    ),
    "KEY-LAW": Code(
        "error or warning",
        "the claimed δ does not hold under the real law of the cell key (a warning where that law "
        "is assumed)",
        ("claim the δ under that law", "make keys by one sum modulo the number of keys"),
    ),
    "KEYS": Code(
        "error",
        "keys that can be made and keys of the table differ; a witness",
        ("make keys and table of one size", "use a modulus that reaches every key"),
    ),
    "EMPTY-CELL": Code(
        "warning",
        "a count of 0 has a row with noise, and keys made of records give every empty cell key 0 "
        "and so one noise of it; where it is not stated how keys are made, empty cells are assumed "
        "to have uniform, independent keys",
        ("preserve zeros",),
    ),
    "OUTPUTS": Code(
        "warning or note",
        "with `--outputs`: whether so many published triples F + M = T give the noise bound away "
        "(Bach 4.3); a note where they do not",
        ("publish fewer triples than are needed for that",),
    ),
    "KEYS-ADD": Code(
        "warning",
        "cell keys add up to the key of a margin, and rows are sorted by noise, so that cells and "
        "their margin are not independent: their joint δ, and the residuals F + M − T that never "
        "occur",
        ("look keys up in a mixed order", "make cell keys that do not add"),
    ),
    "LINEAR-ORDER": Code(
        "warning",
        "cell keys add up to the key of a margin, and are only multiplied, shifted or bit-reversed "
        "before a sorted lookup, which mixes nothing",
        ("sort the rows and mix the keys (`ptcert convert --key-order mixed`)",),
    ),
    "KEYS-MIXED": Code(
        "note",
        "cell keys add up to the key of a margin, and noise does not rise with the key: the joint "
        "δ, counted; above 2^16 keys of a key order that of independent noise, by an assumption "
        "that is named",
        ("use more keys",),
    ),
    "KEYS-XOR": Code(
        "warning",
        "with `--cell-keys xor4`: the joint δ of cells and their margin is proved to be above that "
        "of independent noise",
        ("look keys up in a mixed order",),
    ),
    "LOOKUP": Code(
        "note",
        "on how many keys the known lookup conventions differ; here lb ≤ key < ub",
        ("use keys by number (`ptcert convert`), which lie on no bound",),
    ),
    "BIAS": Code(
        "note",
        "a row is biased, by how much exactly",
        (
            "give z and −z the same number of keys, as the rule `symmetric` does",
            "where a side is cut off, move keys until noise times keys sums to 0",
            "where all noise has one sign, let it have both",
            "at a count of 0, only noise 0 is without bias",
        ),
    ),
    "SUPPORT": Code(
        "warning",
        "noise values inside the range of a row that no key leads to, and no declared hole",
        (
            "declare holes that are meant (`--holes 1..2`)",
            "give each of the values a key",
            "use more keys",
            "use a smaller range of noise",
        ),
    ),
    "NEGATIVE": Code(
        "warning", "a row can release a negative count", ("give count n noise of at least −n",)
    ),
    "IGNORES-KEY": Code(
        "warning",
        "a row adds the same to every key: rounding, not noise",
        ("let the noise depend on the key",),
    ),
    "ASYMMETRY": Code(
        "note",
        "a row is not symmetric; nothing to do where −z would release a negative count or a hole",
        ("give z and −z the same number of keys, as the rule `symmetric` does",),
    ),
    "NOT-MONOTONE": Code(
        "note",
        "noise farther from 0 is likelier than noise nearer to it",
        ("let the number of keys fall from noise 0 outward, on both sides",),
    ),
    "DECLARED-BIAS": Code("error", "a row has another bias than declared", _CORRECT),
    "DECLARED-VARIANCE": Code("error", "a row has another variance than declared", _CORRECT),
    "DECLARED-NOISE": Code("error", "a row has larger noise than declared", _CORRECT),
    "DECLARED-HOLES": Code(
        "error",
        "a value that is declared never to be released is, or another one never is",
        _CORRECT,
    ),
    "DECLARED-ZERO": Code("error", "a count of 0 does something else than declared", _CORRECT),
    "DECLARED-STAY": Code(
        "error", "a row leaves a count as it is less often than declared", _CORRECT
    ),
    "DECLARED-MONOTONE": Code(
        "error", "probabilities of a row do not rise up to noise 0, as declared", _CORRECT
    ),
    "DEMANDS": Code(
        "note",
        "no row can keep the declared demands together; the multipliers prove it",
        ("leave one of these demands out, or change it",),
    ),
    "GAP": Code(
        "error", "a key between two intervals has no noise", ("give every key one noise value",)
    ),
    "OVERLAP": Code("error", "a key lies in two intervals", ("give every key one noise value",)),
    "MISSING-KEY": Code("error", "a key without an entry", ("give every key one noise value",)),
    "DUPLICATE-KEY": Code(
        "error", "a key, or a count, with two entries", ("keep one line for each",)
    ),
    "MISSING-COUNT": Code(
        "error or warning",
        "counts without a row, between others or (a warning) below the first",
        ("give them rows",),
    ),
    "ROW-SUM": Code(
        "error, warning or note",
        "rows that do not sum to one, by how much exactly, the worst first; with --normalise they "
        "are divided by it; of printed `p` beside bounds as P-MISMATCH",
        ("write probabilities that sum to exactly 1", "where there are bounds, write p = ub − lb"),
    ),
    "FIRST-BOUND": Code("error", "a row that does not begin at 0", ("begin each row at 0",)),
    "LAST-BOUND": Code("error", "a row that does not end at 1", ("end each row at exactly 1",)),
    "DECREASING": Code(
        "error or warning",
        "bounds, or lines, in another order",
        ("write the bounds in increasing order", "sort the lines by their lower bound"),
    ),
    "P-MISMATCH": Code(
        "error, warning or note",
        "`p` is not the difference of the bounds, which a lookup uses: a note up to one unit of "
        "its digits (at most 1/100), an error by more than 10⁻⁶ and where `p` is no probability",
        ("write p = ub − lb",),
    ),
    "NOISE-MISMATCH": Code("error", "`v` is not `j − i`", ("write v = j − i",)),
    "ROW-ORDER": Code(
        "warning or note",
        "rows that a positional reader would shift",
        ("write the rows 0, 1, 2, …",),
    ),
    "GRID": Code("note", "digits finer than the grid in use", ("round them to that grid",)),
}


def page_rows() -> list[str]:
    """Return the lines of the table in ``verification/FINDINGS.md``."""
    return [
        f"| {name} | {code.severity} | {code.says} | {'; or '.join(code.remedies)} |"
        for name, code in CODES.items()
    ]
