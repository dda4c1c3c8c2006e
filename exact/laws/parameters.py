"""The parameters of a law: what each means, its range, and how it is read: exactly."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.numbers.guard import Rational, integer, probability, rational


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter by name; ``of_text`` reads what a person gives, ``of_json`` a file."""

    name: str
    meaning: str
    bounds: str
    of_text: Callable[[Rational | str], object]
    of_json: Callable[[object], object]
    required: bool = True

    @property
    def option(self) -> str:
        """The name on the command line, without its dashes."""
        return self.name.replace("_", "-")

    def missing(self, law: str) -> InputError:
        """Return the error of a command line without it."""
        remedy = f"--law {law} needs --{self.option}, {self.meaning}: {self.bounds}"
        return InputError(self.option, "", "is missing", remedy)


def whole(name: str, meaning: str, least: int, most: int) -> Parameter:
    """Return an integer parameter.

    >>> whole("m", "largest noise", 1, 9).of_text("10")
    Traceback (most recent call last):
    exact.errors.InputError: m = '10': must be from 1 to 9; choose a value in that range
    """
    option = name.replace("_", "-")

    def of_json(value: object) -> int:
        if type(value) is not int:
            remedy = f"write {meaning} as a number from {least} to {most}"
            raise InputError(option, value, "must be an integer", remedy)
        return integer(value, option, least, most)

    return Parameter(
        name,
        meaning,
        f"from {least} to {most}",
        lambda text: integer(text, option, least, most),
        of_json,
    )


def number(
    name: str,
    meaning: str,
    bounds: str,
    check: Callable[[Fraction], Fraction],
    required: bool = True,
) -> Parameter:
    """Return a rational parameter; ``check`` returns it or refuses it."""
    return _written(
        name, meaning, bounds, lambda text: check(rational(text, name)), required=required
    )


def share(name: str, meaning: str) -> Parameter:
    """Return a probability other than 0 and 1."""
    return _written(name, meaning, "between 0 and 1", lambda text: probability(text, name))


def epsilon(required: bool = True) -> Parameter:
    """Return the privacy parameter that a law is made for."""
    bounds = "a rational, or ln of one"
    return _written("epsilon", "the privacy parameter", bounds, read_epsilon, required=required)


def text(value: object, name: str) -> str:
    """Return a text of a file."""
    if not isinstance(value, str):
        raise InputError(name, value, "must be text", "write it in quotation marks")
    return value


def _written(
    name: str,
    meaning: str,
    bounds: str,
    read: Callable[[Rational | str], object],
    required: bool = True,
) -> Parameter:
    """Return a parameter that stands in a file as the text that a command line takes."""
    return Parameter(name, meaning, bounds, read, lambda value: read(text(value, name)), required)
