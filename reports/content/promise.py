"""The page that a director signs: may it go out, and what does it promise."""

from fractions import Fraction

from exact.table.extremes import largest_bias, largest_variance, unchanged_range
from exact.table.ptable import PTable
from reports.content import words
from reports.content.numbers import delta, factor, one_in, square_root
from reports.content.subject import Entry, Subject, claimed
from reports.decimals import UP
from reports.document.blocks import Block, Facts, SignOff, Term, Text, Verdict
from reports.numbers import rational
from verification.findings.finding import ERROR

_HEADLINES = {
    "holds": "Every claim of this certificate is proved and was re-checked.",
    "fails": "At least one claim does not hold: the table must not go out under it.",
    "undecided": "Not every claim could be proved: treat the table as not certified.",
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
    parts = [_HEADLINES[subject.verdict]]
    if all(claimed(target) is None for target in subject.targets):
        parts.append("No level of privacy was claimed: it is measured, not promised.")
    errors = sum(1 for finding in subject.audit.findings if finding.severity == ERROR)
    if errors:
        noun = "error" if errors == 1 else "errors"
        parts.append(f"The audit found {errors} {noun}: settle them before release (see Findings).")
    return " ".join(parts)


def _promises(subject: Subject) -> list[Text]:
    return [_promise(subject, target) for target in subject.targets]


def _promise(subject: Subject, target: Entry) -> Text:
    """Say what (epsilon, delta) means for somebody who looks at one released count."""
    worst = subject.worst(target)
    tight = delta(worst)
    change = "if the true count differs by one, the probability of any set of released values"
    meaning: Text = (
        f"At ε = {target['epsilon']}: {change} is at most e^ε (",
        factor(target),
        ") times as large, plus ",
        Term("δ", "delta"),
        " (",
        tight,
        *_chance(worst),
        ")",
    )
    limit = claimed(target)
    if limit is None:
        return (*meaning, "; no limit was claimed here.")
    met = "within" if _met(subject, target, limit) else "above"
    return (*meaning, f", {met} the claimed ", rational(limit), ".")


def _chance(worst: Entry) -> Text:
    high = Fraction(worst["delta"]["hi"])
    return () if high <= 0 else (f", {one_in(high)}",)


def _met(subject: Subject, target: Entry, limit: Fraction) -> bool:
    entries = subject.claim(5)["pairs"]
    return all(
        Fraction(e["delta"]["hi"]) <= limit for e in entries if e["epsilon"] == target["epsilon"]
    )


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
    solvers = [
        f"{words.brief(s['name'])} {words.brief(s['version'])}"
        for s in subject.certificate["solvers"]
    ]
    return ", ".join([*solvers, "the small checker (standard library alone)"])


def kernel_checked(subject: Subject) -> str:
    """Say whether a proof assistant's kernel accepted a theorem about the table."""
    kernel = subject.kernel
    if kernel is None:
        return "not kernel-checked (ptcert prove CERTIFICATE --coq does it)"
    return f"yes, by {words.brief(kernel['prover'])} {words.brief(kernel['version'])}"


def _findings(subject: Subject) -> str:
    severities = [finding.severity for finding in subject.audit.findings]
    texts = []
    for word in ("error", "warning", "note"):
        number = severities.count(word)
        texts.append(f"{number} {word}{'' if number == 1 else 's'}")
    return ", ".join(texts)
