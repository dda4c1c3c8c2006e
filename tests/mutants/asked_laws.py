"""Questions about rows that are given: by the law of a count, or by the rules of the last row."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from types import ModuleType
from unittest.mock import patch

from tests.mutants.asked_numbers import shares, together
from tests.mutants.cases import Asked, Judged, Outcome, answers, decided


def _noises(checker: ModuleType, law: str, given: dict[str, object], last: int) -> list[Judged]:
    """Return the noise of the counts 0, 1, ..., or how the parameters are refused."""
    found = []
    for bits in (5, 70):
        made = answers(checker, law, [(given, None, bits)])[0]
        counts = [made] if isinstance(made, Outcome) else map(made, range(last + 1))
        found += [shares(noise) for noise in counts]
    return found


def _pram(checker: ModuleType) -> Judged:
    """Every count up to past the last one that has a noise, by both readings and none."""
    asked = product(("1/2", "ln(3)"), (0, 1, 2, 3, 101), ("printed", "block", "x"))
    given = [{"epsilon": e, "cap": cap, "reading": reading} for e, cap, reading in asked]
    return together([one for each in given for one in _noises(checker, "pram", each, 14)])


def _up_to_q(checker: ModuleType) -> Judged:
    """Shares inside and outside of (0, 1], counts up to past the first that has all the noise."""
    asked = product((0, 1, 3, 101), ("0", "1/3", "2/5", "1", "4/3", "-1/2"))
    given = [{"cap": cap, "share": share} for cap, share in asked]
    return together([one for each in given for one in _noises(checker, "up_to_q", each, 12)])


def _rates(checker: ModuleType) -> object:
    """Rates of 0, above 0 and below, as numbers and as logarithms; the largest noise around 1."""
    asked = product(("0", "1/9", "2", "ln(1)", "ln(10/9)", "ln(2)", "-1"), (0, 1, 2))
    return answers(checker, "read_rate", [({"epsilon": e, "m": m},) for e, m in asked])


def _bounds_of_x(checker: ModuleType) -> Judged:
    """Long and short bounds of x = 1/2, the root of (2.7) for D = 1 and the variance 1/2."""
    given = {"D": 1, "gamma": {"variance": "1/2"}}
    found = []
    with patch.object(checker, "MOST_ROOT_BITS", 6):
        for a, b in product(range(3, 9), repeat=2):
            lo, hi = f"{2 ** (a - 1) - 1}/{2**a}", f"{2 ** (b - 1) + 1}/{2**b}"
            made = answers(checker, "maxent", [(given, {"lo": lo, "hi": hi}, 20)])[0]
            found.append(shares(made if isinstance(made, Outcome) else made(1)))
    return together(found)


def _listed(conditions: Callable[..., Iterator[object]], *given: object) -> list[object]:
    """Return all conditions of a row of three noise values."""
    return list(conditions(*given, [-1, 0, 1]))


def _last_rows(checker: ModuleType) -> object:
    """Ask for the conditions of a last row by probabilities for its noise, too few and too many."""
    shares = ("1/4", "1/2", "1/4")
    rules = {"zero": "row", "last": 2, "unbiased": False, "variance": [], "stay": [], "shape": ""}
    found = []
    for size, count in product(range(5), (1, 2)):
        said = rules | {"last_row": list((*shares, "0/1")[:size])}
        found.append(decided(checker, partial(_listed, checker.conditions_of, said, count)))
    return found


def asked_laws() -> Iterator[Asked]:
    """Yield the questions."""
    yield Asked("pram", _pram)
    yield Asked("up-to-q", _up_to_q)
    yield Asked("rates", _rates)
    yield Asked("bounds of x", _bounds_of_x)
    yield Asked("last rows", _last_rows)
