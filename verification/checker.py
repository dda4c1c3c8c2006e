#!/usr/bin/env python3
"""Re-check a ptcert certificate with nothing but the standard library.

    python verification/checker.py CERTIFICATE [TABLE]

It takes from the file only the table's integers and the parameters that the claims speak of. Every
sum, bound and verdict is computed anew here and must be what the certificate says. With TABLE, that
file must be the one certified, and hold the certified table. Exit status 0: every claim was
re-checked, and the verdict is holds or measured; 1: a claim fails, or its evidence does, or an
error of the audit is recorded; 2: the file is no certificate; 3: a solver left a question open;
74: the answer could not be written.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

if __name__ == "__main__":  # as a program it finds its own files, wherever it is started
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from verification.checking.claims import CLAIMS, coverage, implied
from verification.checking.files import check_file
from verification.checking.parameters import Parameters, read_parameters
from verification.checking.reading import Document, only, parse
from verification.checking.recorded import check_records, errors_of
from verification.checking.refusing import MALFORMED, BadFile, ClaimFails, line, refuse, same
from verification.checking.version_1 import NEWER, NOT_READ, upgraded

MAX_BYTES = 256 << 20
FORMAT = "ptcert-certificate"
HEAD = ("format", "version", "verdict", "input", "scope", "tool", "findings", "solvers")
BODY = ("table", "epsilons", "declared", "key_arithmetic", "claims")
MAY_BE = {1: ("kernel",), 2: ("kernel", "release", "first_pair")}  # by the version
STATUS = {"holds": 0, "fails": 1, "measured": 0, "undecided": 3}
BAD_INPUT, UNWRITTEN = 2, 74


def load(content: bytes) -> Document:
    """Parse a certificate of a version that this program knows."""
    found = parse(content)
    if found.get("format") != FORMAT or type(found.get("version")) is not int:
        refuse("the file is not a ptcert certificate")
    if found["version"] not in MAY_BE:
        refuse(f"version {str(found['version'])[:40]} is unknown; a newer ptcert may know it")
    return found


def check(cert: Document) -> tuple[list[str], str, int]:
    """Re-check every claim; raise where the evidence is wrong.

    Return what is not shown to hold, as the certificate says too, the verdict, the exit status.
    """
    if cert["version"] == 1:
        cert = upgraded(cert)
    only(cert, *HEAD, *BODY, *(name for name in MAY_BE[cert["version"]] if name in cert))
    given = read_parameters(cert)
    holds: dict[str, bool] = {}
    for claim in cert["claims"] or refuse("no claim is made"):
        if claim["name"] not in CLAIMS or claim["name"] in holds:
            refuse(f"claim {str(claim['name'])[:40]} stands twice, or only a newer ptcert knows it")
        holds[claim["name"]] = check_claim(given, claim)
    if left_out := given.version > 1 and implied(given) - holds.keys():
        refuse(f"what is stated implies claims that are not made: {', '.join(sorted(left_out))}")
    left_open, errors = check_records(cert, [*holds]), errors_of(cert)
    failing = [f"claim {name}" for name in holds if not holds[name]]
    verdict = verdict_of(given.promised, bool(failing), bool(errors), bool(left_open))
    older = cert["version"] == 1 and verdict == "measured"
    same("verdict", cert["verdict"], "holds" if older else verdict)
    return [*failing, *left_open], verdict, 1 if errors else STATUS[verdict]


def check_claim(given: Parameters, claim: Document) -> bool:
    """Compute a claim anew; return whether it holds. All of it must be what the claim says."""
    evidence, holds = CLAIMS[claim["name"]](given, claim)
    status = {"name": claim["name"], "status": "holds" if holds else "fails"}
    expected = status | {"covers": coverage(given, evidence)} | evidence
    if given.version == 1:
        expected = {key: value for key, value in expected.items() if key not in NEWER}
    same(f"claim {claim['name']}", claim, expected)
    return holds


def verdict_of(promised: bool, broken: bool, errors: bool, left_open: bool) -> str:
    """Return the verdict: holds only if something was promised and nothing stands against it."""
    if broken or (promised and errors):
        return "fails"
    return "undecided" if left_open else ("holds" if promised else "measured")


def read(path: Path) -> bytes:
    """Read a file, and no more of it than a certificate or a table can have."""
    if not path.is_file():  # nobody waits for a pipe
        refuse(f"{path} does not exist or is no regular file")
    with path.open("rb") as file:
        content = file.read(MAX_BYTES + 1)
    return content if len(content) <= MAX_BYTES else refuse(f"{path} is too large")


def answer(arguments: list[str], compare: Callable[[Document, bytes], str]) -> tuple[int, str]:
    """Return the exit status, and what is to be said."""
    if not 1 <= len(arguments) <= 2:
        return BAD_INPUT, str(__doc__)
    about = arguments[0]
    try:
        certificate, *tables = (read(Path(name)) for name in arguments)
        failing, verdict, status = check(cert := load(certificate))
        left_out = [NOT_READ] if cert["version"] == 1 and cert["table"]["origin"] else []
        about = arguments[-1]
        left_out += [compare(cert, content) for content in tables]
    except ClaimFails as error:
        return 1, line(f"REJECTED: {error}")
    except (BadFile, OSError, MemoryError, *MALFORMED) as error:
        known = isinstance(error, BadFile | OSError)
        return BAD_INPUT, line(f"{about}: {error if known else repr(error)}")
    lines = [f"as the certificate says, this is not shown to hold: {name}" for name in failing]
    lines += [f"not compared: {what}" for what in left_out if what]
    lines += [f"an error that the audit found: {code}" for code in errors_of(cert)]
    hold = "not all hold" if any(name.startswith("claim ") for name in failing) else "all hold"
    first = f" (the pair (0, 1): {cert['first_pair']})" if "first_pair" in cert else ""
    lines.append(f"every claim re-checked: {hold}; verdict: {verdict}{first}")
    return status, "\n".join(map(line, lines))


def written(text: str, stream: TextIO | None, number: int) -> bool:
    """Write a text; tell whether that was possible, and if not, let Python not try again."""
    try:
        print(text, file=stream, flush=True)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), number)
        return False
    return stream is not None


def main(arguments: list[str], compare: Callable[[Document, bytes], str] = check_file) -> int:
    """Check the certificate named on the command line, and say the result."""
    status, text = answer(arguments, compare)
    if status == BAD_INPUT:
        written(text, sys.stderr, 2)
    elif not written(text, sys.stdout, 1):
        written("the answer could not be written to standard output", sys.stderr, 2)
        return UNWRITTEN
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
