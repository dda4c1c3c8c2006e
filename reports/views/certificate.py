"""A certificate in a few lines for people; the report says more."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from reports.decimals import UP, decimal
from reports.tables import table as text_table
from verification.certificate.numbers import ratio

_WHAT = {
    "well-formed": "key ranges partition the keys of every row",
    "key-completeness": "every noise value has a key, every key that can be made has a noise value",
    "quantisation": "the integers are what the rule makes of the declared law",
    "moments": "bias and variance of every row",
    "dp-all-events": "(epsilon, delta) over all events, every pair, both directions, tight",
    "dp-singletons": "the same over single outcomes only (weaker)",
    "paper-measures": "epsilon^Q and delta^Q as the paper defines them",
    "key-law": "distance of the cell-key law from uniform, and delta under it",
}


def certificate_view(document: Mapping[str, Any], path: Path, written: Sequence[Path]) -> str:
    """Return the verdict, the claims, the tight deltas, and who proved what."""
    claims = [
        (str(claim["kind"]), claim["name"], claim["status"], _WHAT[claim["name"]])
        for claim in document["claims"]
    ]
    return "\n\n".join(
        [
            f"verdict: {str(document['verdict']).upper()}",
            text_table(claims, ("claim", "name", "status", "what it says")),
            text_table(_deltas(document), ("epsilon", "count", "against", "tight delta", "event")),
            "\n".join(_testimony(solver) for solver in document["solvers"])
            + "\nThe small checker re-checked every claim from the text of the certificate.",
            "\n".join(
                [
                    f"Certificate written to {path}",
                    *(f"Report written to {p}" for p in written if p.suffix != ".svg"),
                    f"Re-check it with: ptcert check {path}",
                ]
            ),
        ]
    )


def _deltas(document: Mapping[str, Any]) -> list[Sequence[str]]:
    """Return the largest tight delta at each epsilon, rounded up."""
    rows: list[Sequence[str]] = []
    pairs = document["claims"][4]["pairs"]
    for target in document["epsilons"]:
        entries = [entry for entry in pairs if entry["epsilon"] == target["epsilon"]]
        worst = max(entries, key=lambda entry: ratio(entry["delta"]["hi"]))
        delta = "at most " + decimal(ratio(worst["delta"]["hi"]), 10, UP)
        size = len(worst["event"])
        event = str(worst["event"][0]) if size == 1 else f"{size} outcomes"
        rows.append((target["epsilon"], str(worst["count"]), str(worst["other"]), delta, event))
    return rows


def _testimony(solver: Mapping[str, Any]) -> str:
    problems = solver["problems"]
    agreed = sum(1 for problem in problems if problem["answer"] == problem["expected"])
    return f"{solver['name']} {solver['version']}: {agreed} of {len(problems)} problems as expected"


def kernel_view(document: Mapping[str, Any], folder: Path, written: Sequence[Path]) -> str:
    """Say what Coq's kernel accepted, from which axioms, and where to compile it again."""
    kernel = document["kernel"]
    axioms = "\n".join(f"  {name}" for name in kernel["assumptions"]) or "  none"
    return "\n\n".join(
        [
            f"kernel-checked: yes, by {kernel['prover']} {kernel['version']}",
            kernel["statement"],
            f"It assumes:\n{axioms}",
            "\n".join(f"Report written to {p}" for p in written if p.suffix != ".svg"),
            f"Compile it again in {folder}: coqc -Q Ptcert Ptcert certified_table.v",
        ]
    )
