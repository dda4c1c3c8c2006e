"""Ask the solvers in this process: the engines of the child, without starting one for each test."""

from collections.abc import Sequence
from functools import cache

from verification.smt import child
from verification.smt.desk import Answer, judged
from verification.smt.problem import Problem
from verification.smt.testimony import Testimony, testimony_of


@cache
def engine(name: str) -> child.Engine:
    """Return the solver, loaded once."""
    return child.ENGINES[name]()


def answer(name: str, problem: Problem) -> Answer:
    """Return what a solver says to one problem."""
    found = child.answer(engine(name), problem.logic, problem.body, list(problem.constants))
    return judged(problem, found)


def said(name: str, problem: Problem) -> str:
    """Return the bare answer: sat, unsat or unknown."""
    return answer(name, problem).answer


def answers_of(name: str, problems: Sequence[Problem]) -> Testimony:
    """Return a solver's answers to all problems."""
    found = [(problem, answer(name, problem)) for problem in problems]
    return testimony_of(name, engine(name).version, found)
