"""Work counted in steps instead of seconds: the same in every run, on every machine."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from types import FrameType
from typing import Any


def steps(work: Callable[[], object]) -> int:
    """Return how many calls a piece of work makes, of Python functions and of built-in ones.

    A generator that goes on counts as a call too, so a loop that is hidden in one is seen.

    >>> steps(lambda: [abs(n) for n in range(50)]) - steps(lambda: [abs(n) for n in range(10)])
    40
    """
    count = 0

    def counted(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    work()  # what is only done the first time (imports, caches of modules) is not counted
    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


@dataclass
class Work:
    """What a piece of work cost: bytecode instructions, and the bits of its largest integer."""

    operations: int = 0
    bits: int = 0


def work_in(folder: str, work: Callable[[], object]) -> Work:
    """Count the instructions that the modules of a folder carry out in a piece of work.

    The integers are those that its functions hold in local variables, and the last ones of lists.
    """
    found = Work()

    def counted(frame: FrameType, event: str, _argument: object) -> Any:
        if event == "call":
            if folder not in frame.f_code.co_filename:
                return None
            frame.f_trace_opcodes = True
        elif event == "opcode":
            found.operations += 1
        elif event == "line":
            found.bits = max(found.bits, *map(_bits, frame.f_locals.values()), 0)
        return counted

    before = sys.gettrace()
    sys.settrace(counted)
    try:
        work()
    finally:
        sys.settrace(before)
    return found


def _bits(value: object) -> int:
    if isinstance(value, list) and value:
        return _bits(value[-1])
    if isinstance(value, Fraction):
        return max(value.numerator.bit_length(), value.denominator.bit_length())
    return value.bit_length() if isinstance(value, int) else 0
