"""Section 4.1: definitions, Bob, the two relaxations and Lemma 1."""

from fractions import Fraction
from itertools import combinations

from exact.laws.exp_ratio import ExpRatio
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.pmf import Pmf
from exact.privacy.probabilistic import TwoDeltas, two_deltas
from exact.privacy.profile import profile
from exact.privacy.witness import check_witness, no_finite_epsilon
from reports.document.blocks import Picture
from reports.papers.check import Check, Part, Unchecked, number, statement
from reports.papers.kinds import misprint, too_wide
from reports.papers.rinott_okeefe_shlomo_skinner.values import rational_laplace
from reports.papers.sadeghi_chien.figure_curves import Figure, curve, drawn
from reports.papers.values import shown

# One released pair (b_1, b_2) as one outcome b_1 * _BASE + b_2.
_BASE = 1000
_GRID = tuple((Fraction(E), m) for E in ("11/10", "3/2", "2", "4") for m in (1, 3, 7))
_OTHERS = "values of other authors (δ = 0.00001, ε > 4; ε of the order of 1): quoted"


def part() -> Part:
    """Return the checks of 4.1."""
    checks = (
        _single_outcomes(),
        *_bob(),
        *_lemma_1(),
        _strict(),
        _reading_of_delta(),
        _one_record(),
        _all_records(),
        number("4.1", "e^0.1", "1.1", ExpRatio.of(Epsilon(value=Fraction(1, 10)), [0, 1])),
        number("4.1", "ln(10)", "2.3", Epsilon(exp=Fraction(10))),
    )
    return Part(
        "definitions",
        "4.1. Definitions, the example of Bob, Lemma 1",
        checks,
        (_two_deltas_over_epsilon(),),
        (Unchecked("4.1, parameters in practice", _OTHERS),),
    )


def bob(noise: Pmf, others: int) -> tuple[Pmf, Pmf]:
    """Return the law of both answers with Bob (``others`` + 1 and ``others``) and without him.

    With Bob the two groups differ, so their noise is independent; without him they are the same
    people, so "same participants, same perturbation" releases the same number twice.
    """
    places = list(zip(noise.outcomes, noise.weights, strict=True))
    with_bob = Pmf.of(
        ((others + 1 + y) * _BASE + others + z, v * w) for y, v in places for z, w in places
    )
    without = Pmf.of(((others + z) * _BASE + others + z, w) for z, w in places)
    return with_bob, without


def _single_outcomes() -> Check:
    holds = True
    for E, m in ((Fraction(2), 2), (Fraction(3), 3)):
        _, noise = rational_laplace(E, m)
        one, other = (noise.shifted(by).merged(lambda y: max(0, min(3, y))) for by in (1, 2))
        found = profile(one, other).pure_epsilon()
        events = [s for n in range(1, 5) for s in combinations(range(4), n)]
        ratios = [_chance(one, s) / _chance(other, s) for s in events if _chance(other, s)]
        holds = holds and found is not None and found.exp == max(ratios)
    return statement(
        "(4.1), (4.2)",
        "single outcomes suffice for DP(ε)",
        "the largest ratio over all events is that of an outcome (enumerated, two mechanisms)",
        holds,
    )


def _chance(pmf: Pmf, event: tuple[int, ...]) -> Fraction:
    return sum((pmf.probability(y) for y in event), Fraction(0))


def _bob() -> list[Check]:
    epsilon, noise = rational_laplace(2, 7)
    with_bob, without = bob(noise, 10)
    witness = no_finite_epsilon(with_bob, without)
    assert witness is not None
    check_witness(witness, with_bob, without)
    differ = tuple(y for y in with_bob.outcomes if y // _BASE != y % _BASE)
    chance = _chance(with_bob, differ)
    pair = profile(with_bob, without)
    return [
        statement(
            "2.2, 4.1, Bob",
            "P(b_1 ≠ b_2) > 0 with Bob and P(b_1′ ≠ b_2′) = 0 without: differential privacy does "
            "not hold for any ε",
            f"Laplace noise, ε = ln 2, m = 7, 10 others: the event b_1 ≠ b_2 has probability "
            f"{chance} ≈ {shown(chance)} with Bob and 0 without",
            chance > 0 and not set(differ) & set(without.outcomes),
        ),
        statement(
            "2.2, 4.1, Bob",
            "… for any ε",
            f"no larger event is impossible without him (these are {len(witness.event)} pairs of "
            f"answers, each re-checked); at ε = ln 2 and at every larger one δ = {chance}",
            witness.event == differ
            and pair.pure_epsilon() is None
            and pair.delta(epsilon).exact == pair.delta_at_infinity() == chance,
        ),
    ]


def _grid_deltas() -> list[tuple[bool, TwoDeltas]]:
    """Return, for noise made for E0 and judged at other E, whether E >= E0, and both deltas."""
    found = []
    for E0, m in _GRID:
        _, noise = rational_laplace(E0, m)
        pair = profile(noise, noise.shifted(1))
        places = (Fraction(1), Fraction(21, 20), E0, 2 * E0)
        found += [(E >= E0, two_deltas(pair, Epsilon(exp=E))) for E in places]
    return found


def _lemma_1() -> list[Check]:
    found = _grid_deltas()
    own = [both for at_least, both in found if at_least]
    below = [both for at_least, both in found if not at_least]
    return [
        statement(
            "Lemma 1",
            "(ε, δ)-probabilistic differential privacy implies DP(ε, δ)",
            f"in {len(found)} pairs of laws and ε the tight δ is at most the probabilistic one",
            all(both.order <= 0 for _, both in found),
        ),
        statement(
            "Lemma 1",
            "the δ that it gives for DP(ε, δ) is the probabilistic one",
            "that is the tight δ exactly if no outcome with a loss above ε is possible for the "
            f"neighbour: so for truncated Laplace noise at its own ε and above "
            f"({len(own)} cases); below it, the tight δ is smaller ({len(below)} cases)",
            all(both.order == 0 and both.conversion_is_free for both in own)
            and all(both.order < 0 for both in below),
        ),
    ]


def _strict() -> Check:
    epsilon, noise = rational_laplace(2, 7)
    found = two_deltas(profile(noise, noise.shifted(1)), epsilon)
    inside = 1 - found.probabilistic
    return statement(
        "(4.5), Theorem 4.2",
        "probabilistic differential privacy is P(M(a) ∈ G) > 1 − δ; truncated noise has it with "
        "δ = p(m), unbounded noise with δ = 0",
        f"Laplace noise, ε = ln 2, m = 7: P(G) = {inside} = 1 − p(m) exactly; and P(G) > 1 is "
        "impossible",
        inside > 1 - noise.probability(7),
        misprint("The definition needs ≥. With it Lemma 1 and its uses hold as they stand."),
    )


def _reading_of_delta() -> Check:
    _, noise = rational_laplace(2, 7)
    both = two_deltas(profile(noise, noise.shifted(1)), Epsilon(exp=Fraction(3, 2)))
    true, tight = both.probabilistic, both.tight.exact
    assert tight is not None
    return statement(
        "4.1, after (4.4)",
        "in DP(ε, δ), δ is the probability of an undesirable likelihood ratio",
        f"Laplace noise for ln 2, m = 7, at ε = ln 1.5: δ = {shown(tight)}, but the ratio exceeds "
        f"e^ε with probability {shown(true)}",
        true == tight,
        too_wide(
            "That is the δ of probabilistic differential privacy; the δ of (4.4) may be much "
            "smaller."
        ),
    )


def _one_record() -> Check:
    exact = []
    for N in (2, 5, 20):
        larger, smaller = Pmf.of((i, 1) for i in range(N)), Pmf.of((i, 1) for i in range(N - 1))
        both = (profile(larger, smaller), profile(smaller, larger))
        for E in (1, 2, 100):
            deltas = [p.delta(Epsilon(exp=Fraction(E))) for p in both]
            most = max(delta.A - delta.B * E for delta in deltas)
            exact.append(most == Fraction(1, N))
    return statement(
        "4.1",
        "releasing one individual at random satisfies DP(ε, 1/N) for any ε",
        "the tight δ is 1/N exactly, for N = 2, 5, 20 and ε = 0, ln 2, ln 100, in both directions",
        all(exact),
    )


def _all_records() -> Check:
    share = Fraction(1, 1000)
    with_data, without = Pmf.of([(0, 999), (1, 1)]), Pmf.of([(0, 999), (2, 1)])
    found = [profile(with_data, without).delta(Epsilon(exp=Fraction(E))).exact for E in (1, 2, 99)]
    return statement(
        "4.1",
        "under DP(ε, δ) the whole data set may be released with probability δ",
        "everything with probability 1/1000, else nothing: the tight δ is 1/1000 at ε = 0, ln 2, "
        "ln 99",
        all(one == share for one in found),
    )


def _two_deltas_over_epsilon() -> Picture:
    _, noise = rational_laplace(2, 7)
    pair = profile(noise, noise.shifted(1))
    figure = Figure(
        "two-deltas",
        "The two δ of Laplace noise made for ε = ln 2, m = 7",
        "Below ln 2 the probability of a loss above ε stays at about 2/3, while the tight δ falls "
        "steadily; from ln 2 on both are p(7).",
        "e^ε",
        "δ",
        log_y=True,
    )
    places = [Fraction(n, 40) for n in range(40, 101, 2)]

    def tight(E: Fraction) -> Enclosure:
        return two_deltas(pair, Epsilon(exp=E)).tight.enclosure(67)

    def probabilistic(E: Fraction) -> Enclosure:
        found = two_deltas(pair, Epsilon(exp=E)).probabilistic
        return Enclosure(found, found)

    return drawn(
        figure,
        (curve("probabilistic", places, probabilistic), curve("tight", places, tight)),
    )
