"""A certificate in a few lines for people; the report says more."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from reports.decimals import UP
from reports.document.blocks import Block
from reports.document.making import Cell, grid, lines
from reports.numbers import rational
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


def certificate_blocks(
    document: Mapping[str, Any], path: Path, written: Sequence[Path]
) -> tuple[Block, ...]:
    """Return the verdict, the claims, the tight deltas, and who proved what."""
    claims = [
        (str(claim["kind"]), claim["name"], claim["status"], _WHAT[claim["name"]])
        for claim in document["claims"]
    ]
    return (
        lines(f"verdict: {str(document['verdict']).upper()}"),
        grid(("claim", "name", "status", "what it says"), claims, "Claims"),
        grid(("epsilon", "count", "against", "tight delta", "event"), _deltas(document), "Deltas"),
        lines(
            *(_testimony(solver) for solver in document["solvers"]),
            "The small checker re-checked every claim from the text of the certificate.",
        ),
        lines(
            f"Certificate written to {path}",
            *reports_written(written),
            f"Re-check it with: ptcert check {path}",
        ),
    )


def reports_written(paths: Sequence[Path]) -> list[str]:
    """Return a line for each report that was written; drawings go with their report."""
    return [f"Report written to {path}" for path in paths if path.suffix != ".svg"]


def _deltas(document: Mapping[str, Any]) -> list[tuple[Cell, ...]]:
    """Return the largest tight delta at each epsilon, rounded up."""
    rows: list[tuple[Cell, ...]] = []
    pairs = document["claims"][4]["pairs"]
    for target in document["epsilons"]:
        entries = [entry for entry in pairs if entry["epsilon"] == target["epsilon"]]
        worst = max(entries, key=lambda entry: ratio(entry["delta"]["hi"]))
        delta = rational(ratio(worst["delta"]["hi"]), UP, 10)
        size = len(worst["event"])
        event = str(worst["event"][0]) if size == 1 else f"{size} outcomes"
        rows.append((target["epsilon"], str(worst["count"]), str(worst["other"]), delta, event))
    return rows


def _testimony(solver: Mapping[str, Any]) -> str:
    problems = solver["problems"]
    agreed = sum(1 for problem in problems if problem["answer"] == problem["expected"])
    return f"{solver['name']} {solver['version']}: {agreed} of {len(problems)} problems as expected"


def kernel_blocks(
    document: Mapping[str, Any], folder: Path, written: Sequence[Path]
) -> tuple[Block, ...]:
    """Say what Coq's kernel accepted, from which axioms, and where to compile it again."""
    kernel = document["kernel"]
    axioms = [f"  {name}" for name in kernel["assumptions"]] or ["  none"]
    return (
        lines(f"kernel-checked: yes, by {kernel['prover']} {kernel['version']}"),
        lines(*kernel["statement"].split("\n")),
        lines("It assumes:", *axioms),
        lines(*reports_written(written)),
        lines(f"Compile it again in {folder}: coqc -Q Ptcert Ptcert certified_table.v"),
    )
