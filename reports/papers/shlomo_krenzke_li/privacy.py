"""Sections 3.1 to 3.3: the (epsilon, delta) that the mechanisms really give, pair by pair."""

from fractions import Fraction

from exact.laws.exp_ratio import ExpRatio
from exact.mechanisms.pram import BLOCK, PRINTED
from exact.mechanisms.truncated_rows import released_delta
from exact.mechanisms.up_to_q import up_to_q_table
from exact.pmf import Pmf
from exact.privacy.profile import profile
from reports.papers.check import Check, Part, number, statement
from reports.papers.kinds import misprint, rounded, too_wide
from reports.papers.shlomo_krenzke_li.mechanisms import EPSILON, LAW, derived_pram, printed_noise
from reports.papers.shlomo_krenzke_li.pair_deltas import (
    BITS,
    PAIRS,
    Q_EPSILON,
    derived_delta,
    largest,
    pram_picture,
    printed_delta,
    q_pairs,
    q_picture,
)
from reports.papers.values import shown


def part() -> Part:
    """Return the checks of 3.1 to 3.3 and delta by pairs of counts."""
    return Part(
        "privacy",
        "3.1 to 3.3. The parameters of the three mechanisms",
        (*_dp(), *_pram_of_one(), *_pram_pairs(), *_q()),
        (pram_picture(), q_picture()),
    )


def _dp() -> list[Check]:
    pair = profile(printed_noise().shifted(1), printed_noise())
    as_printed = pair.delta(EPSILON).enclosure(BITS)
    tight = _unclipped_delta()
    return [
        number("3.1", "δ: the probability at the cap", "0.000000633", LAW.delta),
        statement(
            "3.1",
            "δ is determined by the probability at the cap",
            f"the tight δ over all events at ε = 2 is p(7) exactly: {shown(tight, 6)}",
            (tight - LAW.delta).sign() == 0,
        ),
        statement(
            "3.1, Table 1 as printed",
            "(2, 0.000000633)-differential privacy",
            f"the printed numbers give δ = {shown(as_printed)} at ε = 2",
            as_printed.hi <= Fraction("0.0000006335"),
            rounded(
                "Rounding makes p(1)/p(2) and others exceed e² by a little, which adds a tenth to "
                "δ. Keys should be made from the law, or δ computed from the printed table."
            ),
        ),
        statement(
            "2.1",
            "negative counts can be converted to zeros without violating the guarantee",
            "δ at ε = 2 with negatives set to 0 is at most p(7) for the counts 0 … 9",
            all((_clipped_delta(n) - LAW.delta).sign() <= 0 for n in range(9)),
        ),
        statement(
            "2.1",
            "the probability at the cap is very small, for example less than 1/N",
            f"{shown(LAW.delta, 3)} is below 1/44 000",
            LAW.delta.compare(Fraction(1, 44_000)) < 0,
        ),
    ]


def _noise_at(count: int, clipped: bool) -> dict[int, ExpRatio]:
    released: dict[int, ExpRatio] = {}
    for z in range(-LAW.m, LAW.m + 1):
        y = max(0, count + z) if clipped else count + z
        chance = LAW.probability(z)
        released[y] = released[y] + chance if y in released else chance
    return released


def _unclipped_delta() -> ExpRatio:
    return released_delta(_noise_at(8, clipped=False), _noise_at(7, clipped=False))


def _clipped_delta(count: int) -> ExpRatio:
    one, other = _noise_at(count, clipped=True), _noise_at(count + 1, clipped=True)
    return largest((released_delta(one, other), released_delta(other, one)))


def _pram_of_one() -> list[Check]:
    first = derived_delta(0, PRINTED)
    to_zero, to_six = derived_pram(1, PRINTED)[0], derived_pram(1, PRINTED)[6]
    return [
        number("3.2", "probability that a count of 1 becomes 0", "0.119203", to_zero),
        statement(
            "3.2, Table 4",
            "for an original count of 1 PRAM has ε = 2 and δ = 0.119203",
            f"the counts 1 and 0 have δ = {shown(first, 6)}, whatever ε is",
            (first - to_zero).sign() <= 0,
            too_wide(
                "A count of 0 is always released as 0, so every other release proves a count of 1 "
                "or more: δ is 1 − P(1 → 0), not P(1 → 0)."
            ),
        ),
        number("3.2", "δ of a count of 1 in the other direction", "0.000034576", to_six),
        statement(
            "3.2",
            "0.000034576 belongs to a count of 1 perturbed to a higher value of, say, 8",
            "it is P(1 → 6); Table 2 has no value above 6, so P(1 → 8) = 0",
            8 in derived_pram(1, PRINTED),
            misprint("The largest value that 1 can become is 6: “8” should read “6”."),
        ),
    ]


def _pram_pairs() -> list[Check]:
    inner = largest(derived_delta(n, PRINTED) for n in PAIRS if n > 0)
    block = largest(derived_delta(n, BLOCK) for n in PAIRS if n > 0)
    return [
        statement(
            "3.2",
            "small and large counts have the same value of ε = 2, and δ varies",
            f"counts above 0, p = m − v as printed: δ up to {shown(inner)} at ε = 2 (for 6 and 7, "
            "13 and 14, 15 and 16, …)",
            inner.compare(Fraction("0.1193")) <= 0,
            too_wide(
                "δ = 0.88 recurs at every multiple of 15 and where the two matrices meet; the δ "
                "of the small counts is not the maximal one. Table 4's “maximal value” fails too."
            ),
        ),
        statement(
            "3.2, p = m − v",
            "the final perturbation is p = m − v",
            f"with p = v − m, which the columns of Table 3 mean, δ = {shown(block)} at every ε: 14 "
            "and 15 (29 and 30, …) have no release in common",
            derived_pram(15, PRINTED) == derived_pram(15, BLOCK),
            misprint(
                "Table 3 keeps a residue within its block of 15, as the invariant matrix needs; "
                "then p = v − m. The printed sign turns the rows round, which also moves the bias "
                "at the ends outward."
            ),
        ),
        statement(
            "3.2, Tables 2 and 3",
            "Table 2 is for counts below 6, Table 3 for counts over 7",
            "Table 2 has rows up to 6, and no table is for a count of 7 by these words",
            all(n < 6 or n > 7 for n in PAIRS),
            misprint(
                "Read here as: Table 2 up to 6, Table 3 from 7 on, so that all counts are covered."
            ),
        ),
        statement(
            "3.2, Tables 2 and 3 as printed",
            "the printed rows have ε = 2",
            f"δ at ε = 2 for the counts 21 and 22, p = m − v: derived "
            f"{shown(derived_delta(21, PRINTED), 3)}, printed "
            f"{shown(printed_delta(PRINTED)(Fraction(21)), 3)}",
            printed_delta(PRINTED)(Fraction(21)).hi <= derived_delta(21, PRINTED).enclosure(67).lo,
            rounded("Five decimals are too few: 0.00026 for 0.000255 alone breaks the ratio e²."),
        ),
    ]


def _q() -> list[Check]:
    table = up_to_q_table()
    deltas = {
        pair.alike[0]: pair.profile.delta(Q_EPSILON)
        for pair in q_pairs()
        if pair.count > pair.other
    }
    same = [_uniform_epsilon(q) for q in (1, 7)]
    ratio = table.row(100).pmf.probability(0) / table.row(101).pmf.probability(-1)
    return [
        number("3.3", "δ for q = 7", "0.067", Fraction(1, 15)),
        number("3.3", "δ for q = 1", "0.333", Fraction(1, 3)),
        statement(
            "3.3",
            "the uniform mechanism has a very small ε, in this case 0.01",
            "where both counts have the same q, δ = 1/(2q + 1) at every ε, also at ε = 0; from "
            f"100 to 101 the release 100 is {ratio} times likelier: no ε below ln({ratio}) = 0.51 "
            "bounds that",
            same != [1, 1] and Q_EPSILON.compare_exp(ratio) >= 0,
            too_wide(
                "0.01 is the 1 % of the method, not an ε: it is too large for equal q, and too "
                "small where q changes."
            ),
        ),
        statement(
            "3.3, Table 4",
            "δ is 0.333 for q = 1, its maximal value, at an original count of 1",
            f"the counts 1 and 0 have δ = {deltas[0].exact}, and 101 and 100 δ = "
            f"{deltas[100].exact}, both at ε = 0.01",
            deltas[0].compare(Fraction(1, 3)) <= 0,
            too_wide(
                "Zeros are not perturbed: a count of 1 is told from 0 by every release above 0. "
                "At a multiple of 100 the longer range reaches two values that the shorter does "
                "not."
            ),
        ),
    ]


def _uniform_epsilon(q: int) -> Fraction | None:
    """Return e^epsilon for the least epsilon at which uniform noise on -q..q has 1/(2q+1)."""
    noise = Pmf(tuple(range(-q, q + 1)), (1,) * (2 * q + 1))
    found = profile(noise.shifted(1), noise).epsilon(Fraction(1, 2 * q + 1))
    return None if found is None else found.exp
