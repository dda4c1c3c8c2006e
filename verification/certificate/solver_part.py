"""The shape of what solvers answered, as a certificate records it."""

from verification.certificate.certificate import Answer, Counterexample, SolverRecord
from verification.claims.registry import CLAIMS
from verification.shapes.shape import (
    choice,
    described,
    line,
    many,
    named,
    optional,
    record,
    text,
    unsaid,
    whole,
)

_LINE = line(20_000)
_ID = text(r"[a-z0-9][A-Za-z0-9_.-]*", 5000)
_ANSWER = named(
    "problem",
    record(
        Answer,
        "One question to a solver. Its answer is testimony: the checker asks no solver, it "
        "computes every claim anew.",
        id=described(
            _ID,
            "The name of the problem and of its SMT-LIB file.",
        ),
        claim=described(choice(*(kind.name for kind in CLAIMS)), "The claim that it is about."),
        expected=described(
            choice("sat", "unsat"),
            "The answer that agrees with the status of the claim: of one that fails, sat.",
        ),
        answer=described(choice("sat", "unsat", "unknown"), "What the solver said."),
        reason=optional(_LINE, "Why it said unknown."),
    ),
)
_COUNTEREXAMPLE = named(
    "counterexample",
    record(
        Counterexample,
        "What the model of a solver says of the table, where it refutes a claim. The checker does "
        "not rely on it: it computes the worst event of every pair itself.",
        id=described(_ID, "The problem."),
        found=many(
            whole(-(1 << 128), 1 << 128),
            "The released values of an event; or one released value, noise value or key.",
            unique=True,
        ),
    ),
)
SOLVERS = many(
    record(
        SolverRecord,
        "One solver and all that it said.",
        {"edition": None, "counterexamples": []},
        name=choice("z3", "cvc5"),
        version=text(r"[0-9A-Za-z][0-9A-Za-z.+_-]*", 60),
        edition=unsaid(
            described(
                whole(0), "The edition of the problems that it answered; unsaid: 0, the oldest."
            )
        ),
        problems=many(_ANSWER, "All problems, in order."),
        counterexamples=many(
            _COUNTEREXAMPLE, "One for each answer that refutes a claim; unsaid: none.", least=0
        ),
    ),
    "What solvers answered, as recorded when the certificate was made.",
    least=0,
)
