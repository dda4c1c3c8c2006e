"""The program that asks one solver: problems come in, answers go out, no file is opened or written.

``python child.py NAME SECONDS GIGABYTES``: a line of JSON on standard input is a list of problems
``[logic, body, names]``; each gets one line of JSON on standard output, ``{"said": ...}`` with
``"values"`` where it is satisfiable and names are given. The first line says the solver's version.

It runs in an interpreter of its own (see ``interview``), so that a solver that crashes, hangs or
eats memory harms nobody. Only the standard library and the solver are imported.
"""

import json
import os
import re
import resource
import signal
import sys
import time
from collections.abc import Callable
from typing import Any, Protocol

# A context keeps a little of every problem it has seen; this many pay for making it.
_PROBLEMS_A_CONTEXT = 64
_PUSH, _POP = "(push 1)\n", "(pop 1)\n"
_COMMENT = re.compile(r";[^\n]*")
_DECLARED = re.compile(r"\(declare-const (\S+) ([^()]+|\([^()]+\))\)")
_DEFINED = re.compile(r"\(define-fun (\S+)")


class Engine(Protocol):
    """A solver that takes commands of SMT-LIB as text and returns what it prints."""

    version: str

    def entering(self, logic: str, body: str) -> str:
        """Return the commands that leave the problem before and state this one."""

    def run(self, commands: str) -> str:
        """Run commands, return what they print; what cannot be read raises ValueError."""


class Z3:
    """One context for all problems: each is pushed and popped."""

    def __init__(self) -> None:
        import z3

        self.version = z3.get_version_string()
        self._z3: Any = z3
        self._context: Any = z3.Context()
        self._asked = False

    def entering(self, logic: str, body: str) -> str:
        """Return the commands that state a problem; z3 finds by itself what logic it needs."""
        leaving, self._asked = _POP * self._asked, True
        return f"{leaving}{_PUSH}{body}"

    def run(self, commands: str) -> str:
        """Run commands, return what they print."""
        try:
            said = str(self._z3.Z3_eval_smtlib2_string(self._context.ref(), commands))
        except self._z3.Z3Exception as error:
            # What the problem left behind goes with its context.
            self._context, self._asked = self._z3.Context(), False
            raise ValueError(str(error)) from None
        return said.strip()


class Cvc5:
    """A context for some problems of the same logic, which share their constants.

    A declaration alone says nothing of a constant, so it may outlive its problem, whose assertions
    do not. What cvc5 has set up for a constant serves the next problem that declares the same.
    """

    def __init__(self) -> None:
        import cvc5

        self.version = str(cvc5.__version__)
        self._cvc5: Any = cvc5
        self._left, self._logic = 0, ""
        self._constants: dict[str, str] = {}

    def entering(self, logic: str, body: str) -> str:
        """Return the commands that state a problem, in a new context where this one will not do."""
        bare = _COMMENT.sub("", body)
        constants = dict(_DECLARED.findall(bare))
        leaving = _POP
        if logic != self._logic or not self._left or self._clashes(constants, bare):
            leaving = self._begin(logic)
        self._left -= 1
        new = [item for item in constants.items() if item[0] not in self._constants]
        self._constants |= constants
        declaring = "".join(f"(declare-const {name} {sort})" for name, sort in new)
        return f"{leaving}{declaring}{_PUSH}{_DECLARED.sub('', bare)}"

    def _clashes(self, constants: dict[str, str], body: str) -> bool:
        """Tell whether a name of a problem means something else in this context."""
        other = any(self._constants.get(name, sort) != sort for name, sort in constants.items())
        return other or any(name in self._constants for name in _DEFINED.findall(body))

    def _begin(self, logic: str) -> str:
        self._left, self._logic, self._constants = _PROBLEMS_A_CONTEXT, logic, {}
        self._solver = self._cvc5.Solver()
        self._solver.setOption("incremental", "true")
        self._solver.setOption("produce-models", "true")
        self._symbols = self._cvc5.SymbolManager(self._solver)
        return f"(set-logic {logic})\n"

    def run(self, commands: str) -> str:
        """Run commands, return what they print."""
        parser = self._cvc5.InputParser(self._solver, self._symbols)
        parser.setStringInput(self._cvc5.InputLanguage.SMT_LIB_2_6, commands, "problem")
        said = []
        try:
            while not (command := parser.nextCommand()).isNull():
                said.append(command.invoke(self._solver, self._symbols))
        except RuntimeError as error:
            self._left = 0
            raise ValueError(str(error)) from None
        return "".join(said).strip()


ENGINES: dict[str, Callable[[], Engine]] = {"z3": Z3, "cvc5": Cvc5}


def answer(engine: Engine, logic: str, body: str, names: list[str]) -> dict[str, str]:
    """Return what the solver says to one problem."""
    try:
        said = engine.run(f"{engine.entering(logic, body)}\n(check-sat)")
        found = {"said": said}
        if said == "sat" and names:
            found["values"] = engine.run(f"(get-value ({' '.join(names)}))")
        elif said == "unknown":
            found["reason"] = engine.run("(get-info :reason-unknown)")
    except ValueError as error:
        return {"error": str(error)}
    return found


def limit(what: int, value: int) -> None:
    """Lower a limit of this process; one that is lower already stays."""
    _, most = resource.getrlimit(what)
    value = value if most == resource.RLIM_INFINITY else min(value, most)
    resource.setrlimit(what, (value, most if what == resource.RLIMIT_CPU else value))


def main() -> None:
    """Answer all problems of standard input."""
    name, seconds, gigabytes = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    # Ctrl-C is for the program that asks: it ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit(resource.RLIMIT_FSIZE, 0)
    limit(resource.RLIMIT_CORE, 0)
    limit(resource.RLIMIT_AS, gigabytes << 30)
    # What a solver prints by itself must not be taken for an answer.
    output = os.dup(1)
    os.dup2(2, 1)

    def say(found: dict[str, str]) -> None:
        line = json.dumps(found).encode() + b"\n"
        while line:
            line = line[os.write(output, line) :]

    try:
        engine = ENGINES[name]()
    except ImportError:
        return say({"missing": name})
    say({"version": engine.version})
    # From here on no file can be opened, neither for writing nor for reading.
    limit(resource.RLIMIT_NOFILE, output + 1)
    for line in sys.stdin.buffer:
        for logic, body, names in json.loads(line):
            limit(resource.RLIMIT_CPU, time.process_time_ns() // 10**9 + seconds + 1)
            say(answer(engine, logic, body, names))
    return None


if __name__ == "__main__":
    main()
