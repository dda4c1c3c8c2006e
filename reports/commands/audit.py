"""``ptcert audit``: what a table does, and whether a claim holds."""

import argparse
import json
from pathlib import Path

from exact.numbers.epsilon import epsilon as read_epsilon
from exact.numbers.guard import probability
from reports.commands.reading import read_table
from reports.views.audit import audit_json, audit_text
from verification.audit import HOLDS, audit


def run(options: argparse.Namespace) -> int:
    """Audit one file; the exit status is 1 where a claim fails."""
    epsilon = read_epsilon(options.epsilon)
    target = None if options.delta is None else probability(options.delta, "delta")
    table, digest = read_table(options.file)
    result = audit(table, epsilon, target)
    if options.json:
        print(json.dumps(audit_json(result, digest), indent=2))
    else:
        print(audit_text(result, Path(options.file).name))
    return 0 if result.verdict == HOLDS else 1
