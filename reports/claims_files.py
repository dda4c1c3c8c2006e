"""Files that follow from the claims: ``python -m reports.claims_files`` writes them anew.

The schema of certificates, and the page that says which function and which test stand behind each
claim (``make claims``).
"""

import sys
from pathlib import Path

import verification
from reports.files import write_atomically
from reports.printing import say_lines
from verification.certificate.schema import schema_text
from verification.claims.registry import CLAIMS

_ROOM = Path(verification.__file__).resolve().parent
SCHEMA, PAGE = _ROOM / "certificate" / "schema.json", _ROOM / "CLAIMS.md"
_HEAD = """# Which module makes a claim, and which test stands behind it

A certificate lists the claims that it makes, by name. Each kind of claim is one module of
`verification/claims`: its name, its sentence for people, how its evidence is computed, the problems
for solvers, its part of Coq's theorem, its part of `verification/certificate/schema.json`. The
checker has one function for each (`verification/checking`), which shares no code with the module.
This page is written by `make claims` from the modules; `tests/test_claims_page.py` checks that it
is, and that everything named here exists.

| claim | made by | solvers prove | Coq proves | re-checked by | tested in |
|---|---|---|---|---|---|
"""
_FOOT = """
What each claim says:

{sentences}

A new kind of claim is its module, a line in `verification/claims/registry.py`, its function in the
checker, its tests, and `make claims`. A checker that does not know a claim's name refuses the
certificate. Certificates of version 1, which made the first eight claims by number, are still
checked, and what Coq accepts is added to one in its own words.

## What you must trust

[TRUST.md](TRUST.md) says it for each level: report, checker, two solvers, Coq's kernel.
"""


def claims_page() -> str:
    """Return the page of claims."""
    rows = []
    for kind in CLAIMS:
        module = kind.name.replace("-", "_")
        solvers = f"no: {kind.proof}" if kind.proof else "yes"
        tests = ", ".join(f"`{test}`" for test in kind.tests)
        rows.append(
            f"| {kind.name} | `verification/claims/{module}.py` | {solvers} "
            f"| {kind.coq_says or 'no'} | `{_rechecked_in(module)}::{module}` | {tests} |\n"
        )
    sentences = "\n".join(f"- *{kind.name}*: {kind.says}" for kind in CLAIMS)
    return _HEAD + "".join(rows) + _FOOT.format(sentences=sentences)


def _rechecked_in(module: str) -> str:
    """Return the file of the checker that has the function of a claim: one of its own, or all's."""
    own = _ROOM / "checking" / f"{module}.py"
    return f"verification/checking/{own.name if own.exists() else 'claims.py'}"


def main() -> int:
    """Write both files."""
    for path, text in ((SCHEMA, schema_text()), (PAGE, claims_page())):
        write_atomically(path, text)
        say_lines(f"Written: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
