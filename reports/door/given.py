"""What people give to the front door beside numbers: paths, words, yes or no, one or several."""

from collections.abc import Iterable, Mapping
from os import PathLike, fspath
from pathlib import Path
from typing import Any, TypeAlias

from exact.errors import InputError
from reports.door.values import Number

FilePath: TypeAlias = str | PathLike[str]


def path_text(given: object, argument: str) -> str:
    """Return a path as it was given, as text; what is no path is refused.

    >>> path_text(Path("tables") / "one.csv", "path")
    'tables/one.csv'
    """
    name = fspath(given) if isinstance(given, str | PathLike) else None
    if not isinstance(name, str):
        raise InputError(argument, given, "is no path", "give it as text or as a Path")
    if not name or "\0" in name:
        rule = "holds a NUL character" if name else "is empty"
        raise InputError(argument, given, rule, "give a path")
    return name


def path_given(given: object, argument: str) -> Path:
    """Return a path, refusing what is none."""
    return Path(path_text(given, argument))


def word_given(given: object, argument: str) -> str | None:
    """Return a word as the command line knows it; None where nothing was said.

    >>> word_given("", "zero")
    Traceback (most recent call last):
    exact.errors.InputError: zero = '': must be a word; write it as on the command line
    """
    if given is None or (isinstance(given, str) and given):
        return given
    raise InputError(argument, given, "must be a word", "write it as on the command line")


def choice_given(given: object, argument: str, known: tuple[str, ...]) -> str:
    """Return one of a few words."""
    if isinstance(given, str) and given in known:
        return given
    raise InputError(argument, given, "is not known", f"use one of {', '.join(known)}")


def flag_given(given: object, argument: str) -> bool:
    """Return yes or no; 0, "" and "no" are neither.

    >>> flag_given("no", "monotone")
    Traceback (most recent call last):
    exact.errors.InputError: monotone = 'no': must be True or False; give one of them
    """
    if isinstance(given, bool):
        return given
    raise InputError(argument, given, "must be True or False", "give one of them")


def several(given: Number | Iterable[Number]) -> tuple[Number, ...]:
    """Return what was given one by one; a text, a number or whatever else is no list is one.

    >>> several("1/2"), several(["1/2", 1])
    (('1/2',), ('1/2', 1))
    """
    one: Any = given  # what is neither a number nor a list is refused by whoever takes it
    if isinstance(given, str | bytes | bytearray | Mapping) or not isinstance(given, Iterable):
        return (one,)
    return tuple(given)
