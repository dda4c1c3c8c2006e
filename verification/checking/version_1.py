"""Certificates of version 1 in the form of version 2.

Version 1 made eight claims, by number, some of them "not claimed"; it knew no holes, said neither
what a claim covers nor what the audit found, and had no word for a table about which nothing was
promised. It gave bounds of the values of the law, which are not read: they are computed here.
"""

from verification.checking.claims import CLAIMS
from verification.checking.reading import Document, only, whole
from verification.checking.recorded import OPTIONS
from verification.checking.refusing import refuse, same

NAMES = list(CLAIMS)[:8]
NEWER = ("covers", "witness")
DROPPED = ("kind", "bounds")
NOT_READ = "the bounds of the values of the law (version 1), which are computed anew"
NOTHING_SAID = {"format": None, "bytes": None, "options": dict.fromkeys(OPTIONS)}


def upgraded(cert: Document) -> Document:
    """Return what a certificate of version 1 says; its claims and its verdict stay as they are."""
    if "findings" in cert:
        refuse("findings are recorded, which version 1 does not do")
    nothing = {"quantisation": cert["table"]["origin"], "key-law": cert["key_arithmetic"]}
    heads = [{"kind": kind, "name": name} for kind, name in enumerate(NAMES, 1)]
    same("claims", [{"kind": c["kind"], "name": c["name"]} for c in cert["claims"]], heads)
    idle = [c | {"status": "not claimed"} for c in heads if nothing.get(str(c["name"]), c) is None]
    made = [claim for claim in cert["claims"] if claim not in idle]
    declared = only(cert["declared"], "bias", "variance").items()
    moments = {name: {"lo": value, "hi": value} for name, value in declared if value is not None}
    return cert | {
        "input": only(cert["input"], "sha256") | NOTHING_SAID,
        "declared": {"bias": None, "variance": None, "noise": None} | moments,
        "claims": [{key: c[key] for key in c if key not in DROPPED} for c in made],
        "solvers": [s | {"problems": [*map(renamed, s["problems"])]} for s in cert["solvers"]],
        "findings": [],
    }


def renamed(problem: Document) -> Document:
    """Return a problem with its claim by name, and a reason."""
    return {"reason": None} | problem | {"claim": NAMES[whole(problem["claim"], 1, 8) - 1]}
