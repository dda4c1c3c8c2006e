"""Post-randomisation (PRAM) rows from a noise law, as Shlomo-Krenzke-Li truncate them (3.2).

A value i of 0..size-1 becomes j with the probability p(j - i) of the noise law. Noise that would
leave the range is added to the neighbour of i on that side; at an end of the range, to the only
neighbour. These are the rows of their Tables 2 (size 7) and 3 (size 15), epsilon = 2, cap 7.
"""

from collections.abc import Mapping

from exact.errors import InputError
from exact.laws.cut_rows import landing
from exact.laws.discrete_laplace import LaplaceLaw
from exact.laws.exp_ratio import ExpRatio, total
from exact.numbers.guard import integer

MAX_SIZE = 1000
Released = Mapping[int, ExpRatio]


def truncated_row(law: LaplaceLaw, value: int, size: int) -> dict[int, ExpRatio]:
    """Return the probabilities of the values 0..size-1 that can be released for ``value``.

    >>> from fractions import Fraction
    >>> from exact.numbers.epsilon import Epsilon
    >>> law = LaplaceLaw(Epsilon(exp=Fraction(2)), 2)
    >>> {j: p.exact for j, p in truncated_row(law, 1, 3).items()}
    {0: Fraction(3, 10), 1: Fraction(2, 5), 2: Fraction(3, 10)}
    """
    integer(size, "size", 2, MAX_SIZE)
    if not 0 <= value < size:
        raise InputError("value", value, f"must be from 0 to {size - 1}", "use a row of the matrix")
    found = {value: law.probability(0)}
    for z in (z for k in range(1, law.m + 1) for z in (-k, k)):
        j = landing(value, z, size)
        found[j] = found[j] + law.probability(z) if j in found else law.probability(z)
    return dict(sorted(found.items()))


def small_count_rows(law: LaplaceLaw, size: int) -> tuple[dict[int, ExpRatio], ...]:
    """Return the rows of the counts 0..size-1; a count of 0 is not perturbed, Table 2."""
    unchanged = {0: ExpRatio.of(law.epsilon, (1,))}
    return (unchanged, *(truncated_row(law, n, size) for n in range(1, size)))


def residue_rows(law: LaplaceLaw, size: int) -> tuple[dict[int, ExpRatio], ...]:
    """Return the rows of the residues 0..size-1 of large counts, Table 3."""
    return tuple(truncated_row(law, m, size) for m in range(size))


def released_delta(p: Released, q: Released) -> ExpRatio:
    """Return the tight delta of two released laws at the epsilon that they are made from.

    delta = sum_y max(0, p(y) - E q(y)), E = e^epsilon, exactly.
    """
    epsilon = next(iter(p.values())).epsilon
    excesses = (chance - q[y].times_exp() if y in q else chance for y, chance in p.items())
    return total((excess for excess in excesses if excess.sign() > 0), epsilon)
