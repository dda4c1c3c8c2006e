"""A certificate in a few lines for people; the report says more."""

from collections.abc import Sequence
from pathlib import Path

from reports.counterexamples import agreement, counterexamples
from reports.decimals import UP
from reports.document.blocks import Block
from reports.document.making import Cell, grid, lines
from reports.numbers import rational
from reports.views.verdict_line import conditions
from verification.audit import Audit
from verification.certificate.certificate import Certificate, SolverRecord
from verification.claims.dp_all_events import AllEvents
from verification.claims.pairs import EventDelta, worst_of
from verification.claims.registry import kind_of
from verification.claims.shown import AGAINST
from verification.findings.finding import ERROR
from verification.verdict import HOLDS, MEASURED


def certificate_blocks(
    made: Certificate, audit: Audit, path: Path, written: Sequence[Path]
) -> tuple[Block, ...]:
    """Return the verdict, the claims, the tight deltas, and who proved what."""
    claims = [
        (claim.name, "holds" if claim.holds else "fails", kind_of(claim.name).brief)
        for claim in made.claims
    ]
    return (
        lines(f"verdict: {made.verdict.upper()}{_why(made)}{_about(made, audit)}"),
        grid(("claim", "status", "what it says"), claims, "Claims"),
        *_against(made),
        grid(("epsilon", "count", "against", "tight delta", "event"), _deltas(made), "Deltas"),
        lines(
            *(_testimony(solver) for solver in made.solvers),
            "The small checker re-checked every claim from the text of the certificate.",
        ),
        lines(
            f"Certificate written to {path}",
            *reports_written(written),
            f"Re-check it with: ptcert check {path}",
        ),
    )


def _about(made: Certificate, audit: Audit) -> str:
    """Say which counts the verdict is about: not those from 1 alone where a cap is not kept."""
    privacy = audit.privacy
    apart = privacy is not None and privacy.apart
    alone = made.first_pair.cap is None or made.verdict == HOLDS
    return f"{' for counts from 1' if apart and alone else ''}{conditions(audit)}"


def _against(made: Certificate) -> tuple[Block, ...]:
    """Say of claims that do not hold what stands against them, where there is a witness."""
    found = [
        f"{claim.name}: {''.join(str(part) for part in values)}"
        for claim in made.claims
        for name, values in kind_of(claim.name).shown(made.request, claim.evidence)
        if name == AGAINST
    ]
    found += [f"{name}: {said}" for name, said in counterexamples(made)]
    return (lines(*found),) if found else ()


def _why(made: Certificate) -> str:
    """Say in a few words what stands behind a verdict that is not plain from the claims."""
    errors = [finding.code for finding in made.findings if finding.severity == ERROR]
    found = f"errors of the audit: {', '.join(dict.fromkeys(errors))}" if errors else ""
    failing = [claim.name for claim in made.claims if not claim.holds]
    said = [f"claims that fail: {', '.join(failing)}"] if failing else []
    said += [found] if found else []
    if made.verdict == MEASURED:
        said.insert(0, "nothing was promised")
    elif made.verdict == HOLDS and all(target.delta is None for target in made.targets):
        said.append("of what is declared; no delta was claimed")
    return f" ({'; '.join(said)})" if said else ""


def reports_written(paths: Sequence[Path]) -> list[str]:
    """Return a line for each report that was written; drawings go with their report."""
    return [f"Report written to {path}" for path in paths if path.suffix != ".svg"]


def _deltas(made: Certificate) -> list[tuple[Cell, ...]]:
    """Return the largest tight delta at each epsilon, rounded up."""
    found = made.evidence("dp-all-events", AllEvents)
    pairs = () if found is None else found.pairs
    rows: list[tuple[Cell, ...]] = []
    for target in made.targets if pairs else ():
        worst = worst_of(pairs, target.epsilon)
        assert isinstance(worst, EventDelta)
        size = len(worst.event)
        event = str(worst.event[0]) if size == 1 else f"{size} outcomes"
        delta = rational(worst.delta.hi, UP, 10)
        rows.append((target.epsilon.text, str(worst.count), str(worst.other), delta, event))
    return rows


def _testimony(solver: SolverRecord) -> str:
    return f"{solver.name} {solver.version}: {agreement(solver.problems)}"


def kernel_blocks(made: Certificate, folder: Path, written: Sequence[Path]) -> tuple[Block, ...]:
    """Say what Coq's kernel accepted, from which axioms, and where to compile it again."""
    kernel = made.kernel
    assert kernel is not None
    axioms = [f"  {name}" for name in kernel.assumptions] or ["  none"]
    return (
        lines(f"kernel-checked: yes, by {kernel.prover} {kernel.version}"),
        lines(*kernel.statement.split("\n")),
        lines("It assumes:", *axioms),
        lines(*reports_written(written)),
        lines(f"Compile it again in {folder}: coq_makefile -f _CoqProject -o Makefile && make"),
    )
