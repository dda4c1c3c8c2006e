"""Ask a solver. An answer that is not the expected one, or none in time, is never a pass."""

from collections.abc import Callable
from dataclasses import dataclass

from exact.errors import InputError
from verification.smt.problem import SAT, UNSAT, Problem

UNKNOWN = "unknown"
DEFAULT_SECONDS = 120


@dataclass(frozen=True, slots=True)
class Answer:
    """What a solver said; ``reason`` says why where it said neither sat nor unsat."""

    answer: str
    reason: str = ""


Solve = Callable[[Problem, int], Answer]


def solver(name: str) -> tuple[str, Solve]:
    """Return the version and the solve function of a solver by name."""
    if name == "z3":
        import z3

        return z3.get_version_string(), _solve_with_z3
    if name == "cvc5":
        try:
            import cvc5
        except ImportError:
            raise InputError(
                "solver", name, "is not installed", "install it with: pip install cvc5"
            ) from None
        return str(cvc5.__version__), _solve_with_cvc5
    raise InputError("solver", name, "is not known", "use z3 or cvc5")


def _solve_with_z3(problem: Problem, seconds: int) -> Answer:
    import z3

    engine = z3.Solver()
    engine.set("timeout", seconds * 1000)
    try:
        engine.from_string(problem.text)
    except z3.Z3Exception as error:
        raise _unreadable(problem, error) from None
    result = str(engine.check())
    if result == UNKNOWN:
        return Answer(UNKNOWN, engine.reason_unknown())
    if result == SAT and problem.chosen is not None:
        model = engine.model()
        half = z3.RealVal("1/2")
        chosen = [
            name
            for name in problem.indicators
            if z3.is_true(model.eval(z3.Real(name) > half, model_completion=True))
        ]
        return _judged(problem, chosen)
    return Answer(result)


def _solve_with_cvc5(problem: Problem, seconds: int) -> Answer:
    import cvc5

    engine = cvc5.Solver()
    engine.setOption("tlimit-per", str(seconds * 1000))
    parser = cvc5.InputParser(engine)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, problem.text, problem.name)
    symbols = parser.getSymbolManager()
    outputs = []
    try:
        while not (command := parser.nextCommand()).isNull():
            outputs.append(command.invoke(engine, symbols).strip())
    except RuntimeError as error:
        raise _unreadable(problem, error) from None
    said = [output for output in outputs if output]
    result = said[-1] if said else "no answer"
    if result not in (SAT, UNSAT):
        return Answer(UNKNOWN, result)
    if result == SAT and problem.chosen is not None:
        terms = {str(term): term for term in symbols.getDeclaredTerms()}
        if not set(problem.indicators) <= set(terms):
            raise _unreadable(problem, "it names indicators that it does not declare")
        half = engine.mkReal(1, 2)
        chosen = [
            name
            for name in problem.indicators
            if engine.getValue(engine.mkTerm(cvc5.Kind.GT, terms[name], half)).getBooleanValue()
        ]
        return _judged(problem, chosen)
    return Answer(result)


def _unreadable(problem: Problem, why: object) -> InputError:
    """Return the error for a text that is no problem."""
    rule = f"is not SMT-LIB that the solver can read ({str(why)[:120]})"
    return InputError("problem", problem.name, rule, "use files written by ptcert certify --smt")


def _judged(problem: Problem, chosen: list[str]) -> Answer:
    """Accept a model only if it is the worst event: this makes a vacuous proof impossible."""
    if tuple(chosen) == problem.chosen:
        return Answer(SAT)
    return Answer(UNKNOWN, "the model is not the worst event")
