"""Sections 3, 4.1 and 4.2: cell keys, the quantised cmf, Examples 2 and 3."""

from fractions import Fraction

from exact.cellkeys.arithmetic import XorOfFour
from exact.design.table import table_of_law
from exact.laws.maxent import law_of_gamma
from exact.numbers.epsilon import Epsilon
from exact.pmf import Pmf
from exact.quantiser.rules import key_counts, quantised_cmf
from exact.table.measures import delta_q, epsilon_q
from reports.papers.check import Check, Part, number, statement
from reports.papers.kinds import NO_REMARK, rounded, too_wide
from reports.papers.sadeghi_chien.design import GAMMA

_LAW = law_of_gamma(25, GAMMA)
_KEYS = 2**32
_NOISE_OF_DOUBLES = rounded(
    "off in the last printed digits, as a sum of doubles is; ⌈…⌉ is right all the same"
)


def parts() -> tuple[Part, ...]:
    """Return sections 3 to 4.2."""
    return (
        Part("section-3", "3 Cell keys", _cell_keys()),
        Part("section-4-1", "4.1 Sampling, Example 2", _example_2()),
        Part("section-4-2", "4.2 Measures after sampling, Example 3", _example_3()),
    )


def _cell_keys() -> tuple[Check, ...]:
    keys = XorOfFour.with_largest_prime(_KEYS)
    distance = keys.law_at(1).distance_from_uniform()
    return (
        statement(
            "section 3, footnote 3",
            "with a prime bigN close to KEYSIZE, CellKey is essentially uniform",
            f"bigN = {keys.modulus}: the distance from uniform is below 10^-35",
            agrees=0 < distance < Fraction(1, 10**35),
        ),
        statement(
            "section 3",
            "CellKey values are uniformly generated in [0, KEYSIZE − 1]",
            "key 0 is a little likelier than the others",
            agrees=distance == 0,
            remark=too_wide(
                "not exactly uniform for any prime bigN, since four residues cannot fill 2^n keys "
                "evenly; the distance is known exactly and harmless"
            ),
        ),
    )


def _example_2() -> tuple[Check, ...]:
    cmf = dict(zip(range(-25, 26), quantised_cmf(_LAW, _KEYS), strict=True))
    integers = ((-25, "425760"), (-24, "1126343"), (-23, "2255949"), (25, str(2**32)))
    decimals = (
        (-25, "0.000099129808160", NO_REMARK),
        (-24, "0.0002622470798742925", _NOISE_OF_DOUBLES),
        (-23, "0.0005252540370388639", _NOISE_OF_DOUBLES),
    )
    table = table_of_law(_LAW, _KEYS)
    small = quantised_cmf(_LAW, 2**8)[:3]
    return (
        *(number("(4.4)", f"c_Z({z})", text, _LAW.cmf(z), r) for z, text, r in decimals),
        *(number("(4.4)", f"c^Q({z})", text, Fraction(cmf[z])) for z, text in integers),
        number("(4.4)", "c^Q(−26)", "0", Fraction(0)),
        number("Example 2", "size of the lookup table", "51", Fraction(len(cmf))),
        number("Example 2", "noise of key 2552", "-25", Fraction(table.noise(25, 2552))),
        number("Example 2", "noise of key 1200124", "-23", Fraction(table.noise(25, 1200124))),
        statement(
            "Example 2",
            "with 2^8 keys c^Q(−25) = c^Q(−24) = c^Q(−23) = 1",
            f"{', '.join(map(str, small))}",
            agrees=small == (1, 1, 1),
        ),
    )


def _example_3() -> tuple[Check, ...]:
    counts = key_counts(quantised_cmf(_LAW, _KEYS))
    noise = Pmf.of(zip(range(-25, 26), counts, strict=True))
    found = epsilon_q(noise)
    assert found is not None  # the support is full
    printed = (
        (-25, "0.000099129974842"),
        (-24, "0.000163117190823"),
        (-23, "0.0002630068920552731"),
        (25, "0.00009912974201142788"),
    )
    return (
        *(number("(4.12)", f"p^Q({z})", text, noise.probability(z)) for z, text in printed),
        number("(4.12)", "c^Q(24)", "4294541537", Fraction(_KEYS - counts[-1])),
        number("Example 3", "B^Q, (4.6)", "-5.820766091346741e-9", noise.mean()),
        number("Example 3", "V^Q, (4.7)", "49.002167175291106", noise.variance()),
        number("Example 3", "ε^Q, (4.10)", "0.498039387067656", found),
        number("Example 3", "δ^Q, (4.11)", "9.9129974842e-5", delta_q(noise)),
        _minimum(found),
        statement(
            "below (4.11)",
            "1/KEYSIZE is a lower bound on δ^Q",
            f"δ^Q = {delta_q(noise)} ≥ 1/2^32, and in any table with full support",
            agrees=delta_q(noise) >= Fraction(1, _KEYS),
        ),
    )


def _minimum(found: Epsilon) -> Check:
    """At the infimum itself the largest ratio is e^epsilon, not less."""
    assert found.exp is not None
    return statement(
        "(4.8), (4.9)",
        "the argument of a minimum over ε with p/p < e^ε",
        f"at {found.text} the largest ratio equals e^ε: an infimum that is not attained",
        agrees=found.compare_exp(found.exp) > 0,
        remark=too_wide("the inequality is strict, so no smallest ε exists; ε^Q is the infimum"),
    )
