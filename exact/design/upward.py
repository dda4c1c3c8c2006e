"""The laws of a guide in the order in which they are tried: D upward, as long as keys allow.

With K keys D cannot grow for ever. Let p = C e^(-gamma D^2) be the probability of the noise D, and
gamma at a fixed position of (2.20). If D >= 2, K >= 8 and K p max(2D+1, 1 + e^epsilon) < 1, then
every rule loses a noise value, for this D and for every larger one:

* ``ceiling`` leaves floor(K p) = 0 keys to the noise D;
* ``symmetric`` gives ceil(K p) = 1 key to D, and none to D - 1 unless K (p + p(D-1)) > 1; but
  p(D-1) / p = e^(gamma (2D-1)) < e^epsilon;
* ``largest-remainder``: let n noise values have a fractional part of K p(z) above K p. The keys
  left over are fewer than n + (2D+1) K p < n + 1, so at most n, and those n come before D.

The bound falls with D: p falls (see ``guide``), and so does (2D+1) p, because gamma D^2 grows by at
least 4 epsilon / 9 when D >= 2 grows by 1, T does not fall, and log(1 + 2/(2D+1)) < 4 epsilon / 9:
from (2D+1) p < 1/K and T <= 2D+1 follows e^(-gamma D^2) < 1/K, hence
2 epsilon D / 3 > gamma D^2 > log K and (2D+1) epsilon > 3 log 8 > 9/2.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from exact.design.smallest import laws_at_kinks
from exact.laws.maxent import MAX_D, MaxEntLaw, law_of_epsilon
from exact.numbers.epsilon import Epsilon

_BITS = 192


def laws_of_guide(
    epsilon: Epsilon, position: Fraction, first_D: int, keysize: int
) -> Iterator[MaxEntLaw]:
    """Yield the laws of the paper's guide from D upward, all whose noise values K keys can keep.

    >>> half = Epsilon(value=Fraction(1, 2))
    >>> [law.D for law in laws_of_guide(half, Fraction(9, 10), 25, 2**8)][-1]
    27
    """
    for D in range(first_D, min(MAX_D, (keysize - 1) // 2) + 1):
        law = law_of_epsilon(D, epsilon, position)
        yield law
        if _hopeless(law, epsilon, keysize):
            return


def laws_below(
    epsilon: Epsilon, position: Fraction, first_D: int, keysize: int
) -> Iterator[MaxEntLaw]:
    """Yield the laws of the guide with a smaller D, the nearest first: they miss the target."""
    for D in range(min(first_D - 1, (keysize - 1) // 2), 0, -1):
        yield law_of_epsilon(D, epsilon, position)


def laws_by_variance(
    epsilon: Epsilon, target: Fraction, tried: Iterable[int]
) -> Iterator[MaxEntLaw]:
    """Yield the laws at kinks that reach the target, for each D by rising variance."""
    for D in tried:
        yield from laws_at_kinks(epsilon, target, D)


def _hopeless(law: MaxEntLaw, epsilon: Epsilon, keysize: int) -> bool:
    """Tell whether K p max(2D+1, 1 + e^epsilon) < 1 is sure."""
    if law.D < 2 or keysize < 8:
        return False
    weights = law.weights(_BITS)
    most = max((2 * law.D + 1) << _BITS, (1 << _BITS) + epsilon.exp_bounds(_BITS)[1])
    return keysize * weights.hi[-1] * most < weights.total_lo << _BITS
