"""The front door for Python against importing a library, and against the command line."""

import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path

import ptcert
from reports.cli import main
from tests.bench.claim import Claim, ms
from tests.bench.processes import import_front_door, import_sympy, nothing
from tests.bench.timing import best_times

MOST_FOR_IMPORT, MOST_FOR_AUDIT = 0.1, 1.1
REPETITIONS = 7


def audit_by_command(path: Path) -> str:
    """Return what ``ptcert audit --json`` prints, run in this process."""
    printed = StringIO()
    with redirect_stdout(printed):
        main(["audit", str(path), "--epsilon", "1/2", "--delta", "1e-4", "--json"])
    return printed.getvalue()


def audit_by_door(path: Path) -> str:
    """Return the same from the front door."""
    found = ptcert.audit(ptcert.read(path), "1/2", "1e-4")
    return json.dumps(found.to_dict(), indent=2)


def door_claims(table: Path) -> Iterator[Claim]:
    """What importing the front door adds to an empty process, and its audit of Example 1."""
    empty, door, sympy = best_times((nothing, import_front_door, import_sympy), REPETITIONS)
    added, heavy = max(0.0, door - empty), sympy - empty
    ratio = f"{added / heavy:.2f} ({ms(added)} / {ms(heavy)})"
    goal = f"<= {MOST_FOR_IMPORT:g}"
    yield Claim("import ptcert / import sympy", ratio, goal, added <= MOST_FOR_IMPORT * heavy)
    if json.loads(audit_by_door(table)) != json.loads(audit_by_command(table)):
        raise ValueError("the front door and the command disagree")
    works = (partial(audit_by_door, table), partial(audit_by_command, table))
    own, command = best_times(works, REPETITIONS)
    ratio = f"{own / command:.2f} ({ms(own)} / {ms(command)})"
    name, goal = "ptcert.audit / ptcert audit, in one process", f"<= {MOST_FOR_AUDIT:g}"
    yield Claim(name, ratio, goal, own <= MOST_FOR_AUDIT * command)
