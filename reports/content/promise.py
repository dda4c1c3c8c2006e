"""The page that a director signs: may it go out, and what does it promise."""

from exact.table.extremes import largest_bias, largest_variance, unchanged_range
from exact.table.ptable import PTable
from reports.content import words
from reports.content.kernel import kernel_checked
from reports.content.numbers import delta, factor, one_in, square_root
from reports.content.optimality import best_possible
from reports.content.subject import Subject
from reports.decimals import UP
from reports.document.blocks import Block, Facts, SignOff, Term, Text, Verdict
from reports.document.making import in_signs
from reports.numbers import rational
from reports.views.verdict_line import uncovered
from verification.claims.context import BoundedTarget
from verification.claims.pairs import EventDelta
from verification.findings.finding import ERROR
from verification.verdict import FAILS, HOLDS, MEASURED, UNDECIDED

_HEADLINES = {
    HOLDS: "What was promised is kept; every claim of this certificate was re-checked.",
    FAILS: "An error of the audit stands against what was promised: the table must not go out so.",
    MEASURED: "Nothing was promised: every number was re-checked, and is measured, not promised.",
    UNDECIDED: "Not every claim could be proved: treat the table as not certified.",
}
ROLES = ("Released by", "Checked by")


def summary(subject: Subject) -> tuple[Block, ...]:
    """Return the one page: verdict, what it promises, the main facts, lines to sign."""
    return (
        Verdict(subject.verdict, _headline(subject), tuple(_promises(subject))),
        Facts("At a glance", tuple(_facts(subject))),
        SignOff(ROLES),
    )


def _headline(subject: Subject) -> str:
    failing = [claim.name for claim in subject.certificate.claims if not claim.holds]
    parts = [_HEADLINES[subject.verdict]]
    if failing:
        names = ", ".join(failing)
        parts = [f"At least one claim does not hold ({names}): the table must not go out under it."]
    if all(target.delta is None for target in subject.targets) and subject.verdict != MEASURED:
        parts.append("No level of privacy was claimed: it is measured, not promised.")
    errors = sum(1 for finding in subject.findings if finding.severity == ERROR)
    if errors:
        found = "an error: settle it" if errors == 1 else f"{errors} errors: settle them"
        parts.append(f"The audit found {found} before release (see Findings).")
    if left_out := uncovered(subject.audit):
        parts.append(in_signs(f"It speaks of the counts that the table covers{left_out}."))
    return " ".join(parts)


def _promises(subject: Subject) -> list[Text]:
    if not subject.events:
        return [("This certificate claims nothing about all events.",)]
    said = [_promise(subject, target) for target in subject.targets]
    return said + best_possible(subject)


def _promise(subject: Subject, target: BoundedTarget) -> Text:
    """Say what (epsilon, delta) means for somebody who looks at one released count."""
    worst = subject.worst(target)
    tight = delta(worst)
    change = "if the true count differs by one, the probability of any set of released values"
    meaning: Text = (
        f"At ε = {target.epsilon.text}: {change} is at most e^ε (",
        factor(target),
        ") times as large, plus ",
        Term("δ", "delta"),
        " (",
        tight,
        *_chance(worst),
        ")",
    )
    if target.delta is None:
        return (*meaning, "; no limit was claimed here.")
    met = "within" if worst.delta.hi <= target.delta else "above"
    return (*meaning, f", {met} the claimed ", rational(target.delta), ".")


def _chance(worst: EventDelta) -> Text:
    return () if worst.delta.hi <= 0 else (f", {one_in(worst.delta.hi)}",)


def _facts(subject: Subject) -> list[tuple[Text, Text]]:
    table = subject.table
    return [
        (("Table",), (subject.name, f", {words.counts(table)}")),
        (("Largest noise",), (words.noise(table),)),
        (
            (Term("Bias", "bias"), ", largest of any row"),
            (rational(largest_bias(table), digits=4),),
        ),
        ((Term("Standard deviation", "variance"), ", largest of any row"), spread(table)),
        (("Counts released unchanged",), unchanged(table)),
        ((Term("Cell keys", "cell-key"),), (words.keys(table.keysize),)),
        (("Proved by",), (witnesses(subject),)),
        ((Term("Kernel-checked", "kernel"),), (kernel_checked(subject),)),
        (("Findings",), (_findings(subject),)),
    ]


def spread(table: PTable) -> Text:
    """Say the largest standard deviation of any row, with the variance that it is the root of."""
    variance = largest_variance(table)
    return (square_root(variance, 4), " (variance ", rational(variance, digits=6), ")")


def unchanged(table: PTable) -> Text:
    """Say how many counts are released as they are."""
    least, most = unchanged_range(table)
    low, high = rational(100 * least, digits=4), rational(100 * most, UP, 4)
    if least == most:
        return (low, " % of the keys")
    return ("from ", low, " % to ", high, " % of the keys, by row")


def witnesses(subject: Subject) -> str:
    """Say who stands behind the claims."""
    recorded = "" if subject.asked_here else " (recorded)"
    solvers = [f"{s.name} {s.version}{recorded}" for s in subject.certificate.solvers]
    return ", ".join([*solvers, "the small checker (standard library alone)"])


def _findings(subject: Subject) -> str:
    severities = [finding.severity for finding in subject.findings]
    texts = []
    for word in ("error", "warning", "note"):
        number = severities.count(word)
        texts.append(f"{number} {word}{'' if number == 1 else 's'}")
    return ", ".join(texts)
