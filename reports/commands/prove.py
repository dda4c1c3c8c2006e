"""``ptcert prove``: ask a solver again all the problems of a certificate."""

import argparse
import json
from pathlib import Path

from reports.progress import progress
from reports.tables import table as text_table
from verification.smt.prove import ask, read_problems


def run(options: argparse.Namespace) -> int:
    """Re-prove a folder of SMT-LIB problems; undecided where an answer is missing."""
    problems = read_problems(Path(options.folder))
    testimony = ask(options.solver, problems, progress)
    rows = [(p.name, p.expected, answer, reason) for p, answer, reason in testimony.answers]
    if options.json:
        answers = [
            dict(zip(("id", "expected", "answer", "reason"), row, strict=True)) for row in rows
        ]
        found = {"solver": options.solver, "version": testimony.version, "problems": answers}
        print(json.dumps(found, indent=2))
    else:
        print(text_table(rows, ("problem", "expected", "answer", "reason")))
        agreed = sum(1 for _, expected, answer, _ in rows if expected == answer)
        print(f"\n{options.solver} {testimony.version}: {agreed} of {len(rows)} as expected")
    if testimony.agrees:
        return 0
    contradicted = any(answer not in (expected, "unknown") for _, expected, answer, _ in rows)
    return 1 if contradicted else 3
