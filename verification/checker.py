#!/usr/bin/env python3
"""Re-check a ptcert certificate with nothing but the standard library.

    python verification/checker.py CERTIFICATE [TABLE]

It takes from the file only the table's integers and the parameters that the claims speak of. Every
sum, bound and verdict is computed anew here and must be what the certificate says. With TABLE, the
SHA-256 of that file must be the one certified. Exit status 0: every claim was re-checked and holds;
1: a claim fails, or its evidence does; 2: the file is no certificate.
"""

import hashlib
import sys
from pathlib import Path

if __name__ == "__main__":  # as a program it finds its own files, wherever it is started
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from verification.checking.claims import CLAIMS
from verification.checking.parameters import Parameters, read_parameters
from verification.checking.reading import Document, only, parse
from verification.checking.refusing import MALFORMED, BadFile, ClaimFails, line, refuse, same

MAX_BYTES = 256 << 20
FORMAT, VERSION = "ptcert-certificate", 1
CERTIFICATE_KEYS = (
    *("format", "version", "verdict", "input", "scope", "table", "epsilons", "declared"),
    *("key_arithmetic", "claims", "solvers", "tool"),
)


def load(content: bytes) -> Document:
    """Parse a certificate of a version that this program knows."""
    found = parse(content)
    if found.get("format") != FORMAT:
        refuse("the file is not a ptcert certificate")
    if type(found.get("version")) is not int or found["version"] != VERSION:
        refuse(f"certificate version {str(found.get('version'))[:20]} is unknown")
    return found


def check(cert: Document) -> list[str]:
    """Re-check every claim; return those that do not hold, raise where the evidence is wrong."""
    only(cert, *CERTIFICATE_KEYS, *(["kernel"] if "kernel" in cert else []))
    given = read_parameters(cert)
    heads = [{"kind": kind, "name": name} for kind, name in enumerate(CLAIMS, 1)]
    same("claims", [{key: c[key] for key in ("kind", "name")} for c in cert["claims"]], heads)
    statuses = {claim["name"]: status(given, claim) for claim in cert["claims"]}
    failing = [f"claim {name}" for name, word in statuses.items() if word == "fails"]
    open_questions = unanswered(cert)
    verdict = "fails" if failing else "undecided" if open_questions else "holds"
    same("verdict", cert["verdict"], verdict)
    return failing + [f"undecided by a solver: {name}" for name in open_questions]


def status(given: Parameters, claim: Document) -> str:
    """Return whether a claim holds, which must be what it says of itself."""
    name = claim["name"]
    function, evidence = CLAIMS[name]
    needed = {"quantisation": given.origin, "key-law": given.law}.get(name, True)
    if needed is None:
        only(claim, "kind", "name", "status")
        found = "not claimed"
    else:
        only(claim, "kind", "name", "status", *evidence)
        found = "holds" if function(given, claim) else "fails"
    same(f"claim {name}: status", claim["status"], found)
    return found


def unanswered(cert: Document) -> list[str]:
    """Return the problems that a solver left open; an answer that is wrong fails."""
    left_open = []
    for problem in (p for solver in cert["solvers"] for p in solver["problems"]):
        if problem["answer"] == "unknown":
            left_open.append(problem["id"])
        else:
            where = f"a solver's answer to {problem['id']}"
            same(where, problem["answer"], problem["expected"])
    return left_open


def main(arguments: list[str]) -> int:
    """Check the certificate named on the command line, and say the result in one line."""
    if not 1 <= len(arguments) <= 2:
        print(__doc__)
        return 2
    try:
        paths = [Path(name) for name in arguments]
        if any(path.stat().st_size > MAX_BYTES for path in paths):
            refuse("the file is too large")
        cert = load(paths[0].read_bytes())
        failing = check(cert)
        for path in paths[1:]:
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            same("SHA-256 of the table", cert["input"]["sha256"], digest)
    except ClaimFails as error:
        print(line(f"REJECTED: {error}"))
        return 1
    except (BadFile, OSError) as error:
        print(line(f"{arguments[0]}: {error}"), file=sys.stderr)
        return 2
    except MALFORMED as error:
        print(line(f"{arguments[0]}: malformed: {type(error).__name__} {error}"), file=sys.stderr)
        return 2
    for name in failing:
        print(line(f"as the certificate says, this is not shown to hold: {name}"))
    print("every claim re-checked: " + ("not all hold" if failing else "all hold"))
    return 1 if failing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
