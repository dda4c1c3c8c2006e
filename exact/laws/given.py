"""A law of a name and the parameters that were given: those of another law are refused."""

from collections.abc import Mapping

from exact.errors import InputError
from exact.laws.law import Law
from exact.laws.registry import kind_of
from exact.numbers.guard import Rational

Given = Rational | str


def check_given(name: str, given: Mapping[str, Given]) -> None:
    """Refuse a parameter that the law would ignore.

    >>> check_given("laplace", {"D": 3})
    Traceback (most recent call last):
    exact.errors.InputError: D = 3: is no parameter of the law laplace; it takes --epsilon, --m
    """
    taken = kind_of(name).taken
    for parameter, value in given.items():
        if parameter not in {p.name for p in taken}:
            option, takes = parameter.replace("_", "-"), ", ".join(f"--{p.option}" for p in taken)
            rule = f"is no parameter of the law {name}"
            raise InputError(option, value, rule, f"it takes {takes}")


def law_given(name: str, epsilon: Given | None, given: Mapping[str, Given]) -> Law:
    """Return the law of its parameters; epsilon is left out where the law takes none.

    >>> law_given("laplace", "1/2", {"m": 3}).D
    3
    """
    check_given(name, given)
    takes = any(p.name == "epsilon" for p in kind_of(name).taken)
    own: Mapping[str, Given] = {"epsilon": epsilon} if takes and epsilon is not None else {}
    return kind_of(name).of_text({**given, **own})
