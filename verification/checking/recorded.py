"""What is only recorded (solvers, Coq, findings, scope): its form is checked, not its truth."""

from verification.checking.reading import Document, fits
from verification.checking.refusing import demand, refuse, same

LINE, WORD, DIGEST, ANSWER = ".+", "[0-9A-Za-z][0-9A-Za-z.+_-]*", "[0-9a-f]{64}", "sat|unsat"
SAID: Document = {"expected": ANSWER, "answer": f"{ANSWER}|unknown", "reason": (LINE,)}
PROBLEM = SAID | {"id": WORD, "claim": WORD}
RECORD = {"name": "z3|cvc5", "version": WORD, "edition": range(2**62), "problems": [PROBLEM]}
OPTIONS = dict.fromkeys(("keys", "beyond", "zero", "columns", "holes", "sheet"), (LINE,))
FORMS: Document = {
    "input": {"sha256": DIGEST, "format": (WORD,), "bytes": (range(2**62),), "options": OPTIONS},
    "scope": {"covers": LINE, "does_not_cover": [LINE]},
    "tool": {"name": WORD, "version": WORD},
    "findings": [{"code": WORD, "severity": "error|warning|note", "message": LINE, "remedy": LINE}],
    "solvers": [RECORD | {"counterexamples": [{"id": WORD, "found": [range(-(2**128), 2**128)]}]}],
}
KERNEL = {"prover": "Coq", "version": WORD, "source_sha256": DIGEST, "statement": [LINE]}


def check_records(cert: Document, claims: list[str]) -> list[str]:
    """Check the form of every record; return the problems that a solver left open.

    A solver that says nothing of an edition of the problems was asked those of the oldest. A
    counterexample of a solver is a remark: the claim fails by the evidence, computed anew.
    """
    cert = cert | {"solvers": [{"edition": 0, "counterexamples": []} | s for s in cert["solvers"]]}
    for name, form in FORMS.items():
        fits(cert[name], form)
    if "kernel" in cert:
        lines = cert["kernel"]["statement"].split("\n")
        same("the theorem", lines[0], "Theorem main_theorem :")
        fits(cert["kernel"] | {"statement": lines}, KERNEL | {"assumptions": [WORD]})
    problems = [problem for solver in cert["solvers"] for problem in solver["problems"]]
    for p in problems:
        if p["claim"] not in claims:
            refuse(f"a problem of a claim that is not made: {p['claim'][:40]}")
        demand(p["answer"] in ("unknown", p["expected"]), f"an answer to {p['id']} is wrong")
    return [f"undecided by a solver: {p['id']}" for p in problems if p["answer"] == "unknown"]


def errors_of(cert: Document) -> list[str]:
    """Return the codes of the errors that the audit found, each once; version 1 records none."""
    errors = (finding for finding in cert.get("findings", []) if finding["severity"] == "error")
    return list(dict.fromkeys(finding["code"] for finding in errors))
