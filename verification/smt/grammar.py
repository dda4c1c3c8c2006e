"""A strict reader of problems: a file from outside is data, whoever wrote it.

A problem is ``set-logic``, ``set-info :status``, declarations and definitions of constants,
assertions, one ``check-sat``, perhaps ``get-value`` or ``get-model`` and ``exit``, in this order
(``set-option :produce-models true`` may come first). A term has the operators that ptcert writes,
numbers, and constants that are declared. What a solver is asked is put together anew from what was
read here: it never sees anything else.
"""

import re
from collections.abc import Callable

from exact.errors import InputError
from verification.smt.expressions import Expression, Unreadable, expressions, rendered
from verification.smt.problem import SAT, UNSAT, Problem

LOGICS = ("QF_LRA", "QF_LIA", "QF_NRA", "QF_BV")
_SORTS = ("Real", "Int", "Bool")
_CONNECTIVES = ("and", "or", "not", "ite", "=", "<", "<=", ">", ">=")
_ARITHMETIC = ("+", "-", "*", "/", "bvult", "bvuge", "bvxor")
_OPERATORS = frozenset((*_CONNECTIVES, *_ARITHMETIC))
_MOST_BITS = 4096
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_TAKEN = frozenset(("true", "false", "let", "forall", "exists", "match", "par", "as", *_OPERATORS))
_BIT_VECTOR = re.compile(r"bv[0-9]+")
_REMEDY = "use files written by ptcert certify --smt"


def read_problem(name: str, text: str) -> Problem:
    """Read a problem from its text; what is not of the grammar is refused."""
    try:
        script = _Script()
        for command in expressions(text):
            script.take(command)
        return script.problem(name)
    except Unreadable as error:
        raise InputError("problem", name, str(error), _REMEDY) from None


class _Script:
    """What has been read of a problem so far."""

    def __init__(self) -> None:
        self.stage = 0
        self.logic = self.status = ""
        self.body: list[str] = []
        self.declared: set[str] = set()
        self.constants: tuple[str, ...] = ()

    def take(self, command: Expression) -> None:
        """Take the next command, in the order of the grammar."""
        head = command[0] if isinstance(command, list) and command else None
        if not isinstance(head, str) or head not in _COMMANDS:
            shown = rendered(head if isinstance(head, str) else command)[:40]
            raise Unreadable(f"has {shown}, which is no command of a problem")
        stage, repeats, read = _COMMANDS[head]
        if stage < self.stage or (stage == self.stage and not repeats):
            raise Unreadable(f"has {head} where it cannot stand")
        self.stage = stage
        read(self, list(command[1:]))

    def problem(self, name: str) -> Problem:
        """Return the problem, if all of it has been read."""
        if self.stage < _ASKED or not self.logic or not self.status:
            raise Unreadable("is not one problem with its expected answer")
        body = "\n".join(self.body)
        return Problem(name, "", self.status, self.logic, body, (), self.constants)

    def option(self, rest: list[Expression]) -> None:
        """``(set-option :produce-models true)``: no other option may be set."""
        if rest != [":produce-models", "true"]:
            raise Unreadable(f"sets the option {rendered(rest)[:40]}")

    def set_logic(self, rest: list[Expression]) -> None:
        """``(set-logic QF_LRA)``."""
        if len(rest) != 1 or rest[0] not in LOGICS:
            raise Unreadable(f"has the logic {rendered(rest)[:40]}")
        self.logic = str(rest[0])

    def info(self, rest: list[Expression]) -> None:
        """``(set-info :status unsat)``: the expected answer."""
        if rest not in ([":status", SAT], [":status", UNSAT]):
            raise Unreadable(f"has the information {rendered(rest)[:40]}")
        self.status = str(rest[1])

    def declare(self, rest: list[Expression]) -> None:
        """``(declare-const x Real)``, or ``(declare-fun x () Real)``."""
        match rest:
            case [str(name), sort] | [str(name), [], sort]:
                _check_sort(sort)
                self.name(name)
                self.body.append(rendered(["declare-const", name, sort]))
            case _:
                raise Unreadable(f"declares {rendered(rest)[:40]}")

    def define(self, rest: list[Expression]) -> None:
        """``(define-fun x () Real (+ 1.0 y))``, or ``define-const`` without the parentheses."""
        match rest:
            case [str(name), [], sort, term] | [str(name), sort, term]:
                _check_sort(sort)
                self.check(term)
                self.name(name)
                self.body.append(rendered(["define-fun", name, [], sort, term]))
            case _:
                raise Unreadable(f"defines {rendered(rest)[:40]}")

    def assertion(self, rest: list[Expression]) -> None:
        """``(assert (< 0 x))``."""
        if len(rest) != 1:
            raise Unreadable("has an assertion of several terms")
        self.check(rest[0])
        self.body.append(rendered(["assert", rest[0]]))

    def nothing(self, rest: list[Expression]) -> None:
        """``(check-sat)``, ``(get-model)`` and ``(exit)`` stand alone."""
        if rest:
            raise Unreadable(f"asks {rendered(rest)[:40]}")

    def values(self, rest: list[Expression]) -> None:
        """``(get-value (x y))``: the constants, so that a model can be checked."""
        names = rest[0] if len(rest) == 1 and isinstance(rest[0], list) else []
        self.constants = tuple(name for name in names if isinstance(name, str))
        if not names or len(self.constants) < len(names) or not self.declared.issuperset(names):
            raise Unreadable("asks for values of what is no constant of it")

    def name(self, name: str) -> None:
        """Note a constant; its name is plain, and new."""
        if not _NAME.fullmatch(name) or name in _TAKEN or name in self.declared:
            raise Unreadable(f"declares the name {name[:40]}")
        self.declared.add(name)

    def check(self, term: Expression) -> None:
        """Check that a term has nothing but known operators, numbers and declared constants."""
        match term:
            case str():
                known = term in ("true", "false") or term in self.declared
                if not known and not _NUMBER.fullmatch(term):
                    raise Unreadable(f"has {term[:40]}, which is not declared")
            case ["_", str(value), str(bits)] if _BIT_VECTOR.fullmatch(value) and _is_width(bits):
                return
            case [str(head), *arguments] if head in _OPERATORS and arguments:
                for argument in arguments:
                    self.check(argument)
            case _:
                raise Unreadable(f"has the term {rendered(term)[:40]}")


def _check_sort(sort: Expression) -> None:
    match sort:
        case str() if sort in _SORTS:
            return
        case ["_", "BitVec", str(bits)] if _is_width(bits):
            return
    raise Unreadable(f"has the sort {rendered(sort)[:40]}")


def _is_width(bits: str) -> bool:
    return bits.isdecimal() and len(bits) < 5 and 0 < int(bits) <= _MOST_BITS


_ASKED = 4
# Each command: where it stands, whether it may come again there, and what reads it.
_COMMANDS: dict[str, tuple[int, bool, Callable[[_Script, list[Expression]], None]]] = {
    "set-option": (0, True, _Script.option),
    "set-logic": (1, False, _Script.set_logic),
    "set-info": (2, False, _Script.info),
    "declare-const": (3, True, _Script.declare),
    "declare-fun": (3, True, _Script.declare),
    "define-const": (3, True, _Script.define),
    "define-fun": (3, True, _Script.define),
    "assert": (3, True, _Script.assertion),
    "check-sat": (_ASKED, False, _Script.nothing),
    "get-value": (5, False, _Script.values),
    "get-model": (5, False, _Script.nothing),
    "exit": (6, False, _Script.nothing),
}
