"""Questions to the laws of single counts: which noise a count has, and between which bounds."""

from collections.abc import Iterator
from itertools import product
from types import ModuleType

from tests.mutants.asked_numbers import shares, together
from tests.mutants.cases import Asked, Judged, Outcome, answers


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


def asked_laws() -> Iterator[Asked]:
    """Yield the questions."""
    yield Asked("pram", _pram)
    yield Asked("up-to-q", _up_to_q)
