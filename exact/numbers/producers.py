"""e^x and log x on a grid, by the producer in use: FLINT's balls, or plain Python integers.

Both return the floor, so the same integer, or one of them is wrong. ``agreed`` computes with each,
one after the other, and refuses if the results ever differ. What is remembered between calls is
remembered for each producer by itself.
"""

from collections.abc import Callable
from contextvars import ContextVar
from fractions import Fraction
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

from exact.errors import Disagreement

Result = TypeVar("Result")
Function = TypeVar("Function", bound=Callable[..., Any])

FLINT, INTEGERS = "FLINT", "plain integers"
_in_use: ContextVar[str] = ContextVar("producer", default=FLINT)


def in_use() -> str:
    """Return the name of the producer in use."""
    return _in_use.get()


def exp_floor(x: Fraction, bits: int) -> int:
    """Return floor(e^x 2^bits).

    >>> exp_floor(Fraction(1), 10)
    2783
    """
    return int(_producer().exp_floor(x, bits))


def log_floor(x: Fraction, bits: int) -> int:
    """Return floor(log(x) 2^bits) for x > 0.

    >>> log_floor(Fraction(10), 10)
    2357
    """
    return int(_producer().log_floor(x, bits))


def agreed(compute: Callable[[], Result], what: str) -> Result:
    """Return what ``compute`` returns with either producer; refuse if that differs.

    >>> agreed(lambda: exp_floor(Fraction(-1), 10), "e^-1")
    376
    """
    first = compute()
    if first != _by_integers(compute):
        raise Disagreement(f"{what}: {FLINT} and {INTEGERS} give different results")
    return first


def remembered(maxsize: int) -> Callable[[Function], Function]:
    """Remember the last results of a function of hashable arguments, for each producer."""

    def decorator(function: Function) -> Function:
        @lru_cache(maxsize=maxsize)
        def kept(_producer: str, *arguments: Any) -> Any:
            return function(*arguments)

        @wraps(function)
        def called(*arguments: Any) -> Any:
            return kept(in_use(), *arguments)

        called.cache_clear = kept.cache_clear  # type: ignore[attr-defined]  # as lru_cache has it
        return cast(Function, called)

    return decorator


def _by_integers(compute: Callable[[], Result]) -> Result:
    token = _in_use.set(INTEGERS)
    try:
        return compute()
    finally:
        _in_use.reset(token)


def _producer() -> Any:
    if in_use() == FLINT:
        from exact.numbers import arb_floor

        return arb_floor
    from exact.numbers import integer_floor

    return integer_floor
