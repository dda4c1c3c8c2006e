"""Claim by claim: what it says, its value, where it comes from, who proved it, how to re-check."""

from collections.abc import Callable
from dataclasses import dataclass

from reports.content import words
from reports.content.numbers import delta, logarithm
from reports.content.subject import Subject, claimed
from reports.decimals import UP
from reports.document.blocks import Block, Code, Column, Facts, Grid, Number, Section, Status, Text
from reports.numbers import rational, whole
from verification.certificate.numbers import ratio

_PAPER = "Sadeghi and Chien"


@dataclass(frozen=True, slots=True)
class _Claim:
    """What never changes about a kind of claim, and how to take its value from a certificate."""

    title: str
    says: str
    source: str
    value: Callable[[Subject], tuple[tuple[Text, Text], ...]]


def claims(subject: Subject) -> Section:
    """Return the claims as one table, then each by itself."""
    rows = tuple(
        (
            (whole(kind),),
            (_CLAIMS[kind].title,),
            (Status(subject.claim(kind)["status"]),),
            (_proved_by(subject, kind),),
        )
        for kind in _CLAIMS
    )
    columns = (Column("Claim", True), Column("What"), Column("Status"), Column("Proved by"))
    overview = Grid("claims", "The eight claims of the certificate", columns, rows)
    return Section("claim-by-claim", "Claim by claim", (overview, *_sections(subject)))


def _sections(subject: Subject) -> tuple[Block, ...]:
    return tuple(_section(subject, kind, claim) for kind, claim in _CLAIMS.items())


def _section(subject: Subject, kind: int, claim: _Claim) -> Section:
    status = subject.claim(kind)["status"]
    entries: list[tuple[Text, Text]] = [
        (("Status",), (Status(status),)),
        (("It says",), (claim.says,)),
    ]
    if status == "not claimed":
        entries.append((("Why not",), (_WHY_NOT[kind],)))
    else:
        entries += claim.value(subject)
        entries += [
            (("Source",), (claim.source,)),
            (("Proved by",), (_proved_by(subject, kind),)),
            (("Re-check",), (Code(f"ptcert check {subject.typed}"),)),
        ]
    facts = Facts(f"Claim {kind} in detail", tuple(entries))
    return Section(f"claim-{kind}", f"Claim {kind}: {claim.title}", (facts,))


_WHY_NOT = {
    3: "The file of the table names no law, so there is nothing that its integers should follow.",
    8: "The number of keys is no power of two, and nobody said how cell keys are made.",
}


def _proved_by(subject: Subject, kind: int) -> str:
    """Say how many problems of this claim each solver answered as expected, and the checker."""
    if subject.claim(kind)["status"] == "not claimed":
        return "–"
    parts = []
    for solver in subject.certificate["solvers"]:
        asked = [p for p in solver["problems"] if p["claim"] == kind]
        agreed = sum(1 for p in asked if p["answer"] == p["expected"])
        if asked:
            name = f"{words.brief(solver['name'])} {words.brief(solver['version'])}"
            parts.append(f"{name} ({agreed} of {len(asked)} problems)")
    return ", ".join([*parts, "the small checker"])


Values = tuple[tuple[Text, Text], ...]


def _partition(subject: Subject) -> Values:
    table = subject.table
    text = f"the key ranges of every row add up to {words.keys(table.keysize)}"
    return ((("Value",), (text,)),)


def _completeness(subject: Subject) -> Values:
    made = subject.claim(2)["keys_made"]
    lines: list[tuple[Text, Text]] = []
    supports = {tuple(row["support"]) for row in subject.claim(2)["rows"]}
    low, high = min(s[0] for s in supports), max(s[1] for s in supports)
    lines.append((("Noise values",), (f"from {low} to {high}, each with a witness key",)))
    if made is not None:
        lines.append((("Keys that can be made",), (f"{made:,} of {subject.table.keysize:,}",)))
    return tuple(lines)


def _quantisation(subject: Subject) -> Values:
    origin = subject.table.origin
    assert origin is not None  # claimed only where a law is declared
    bits = subject.claim(3)["bits"]
    return (
        (("Law",), (f"{origin.law.formula} on −{origin.law.D} … {origin.law.D}",)),
        (("Rate" if origin.law.rate else "Parameters",), (origin.law.fixed_by,)),
        (("Rule",), (origin.rule,)),
        (("Evidence",), (f"bounds on the grid of 2^−{bits} that hold no integer between them",)),
    )


def _moments(subject: Subject) -> Values:
    rows, declared = subject.claim(4)["rows"], subject.certificate["declared"]
    biases = [ratio(row["bias"]) for row in rows]
    variances = [ratio(row["variance"]) for row in rows]
    found: list[tuple[Text, Text]] = [
        (("Bias",), _span(rational(min(biases)), rational(max(biases)))),
        (
            ("Variance",),
            _span(rational(min(variances), digits=12), rational(max(variances), digits=12)),
        ),
    ]
    found += [
        ((f"Declared {name}",), (rational(ratio(declared[name])),))
        for name in ("bias", "variance")
        if declared[name] is not None
    ]
    return tuple(found)


def _span(low: Number, high: Number) -> Text:
    return (low,) if low == high else ("from ", low, " to ", high, ", by row")


def _events(subject: Subject, kind: int = 5) -> Values:
    found: list[tuple[Text, Text]] = []
    for target in subject.targets:
        worst = subject.worst(target, kind)
        limit = claimed(target)
        against: Text = (
            ("; nothing was claimed",) if limit is None else ("; claimed: ", rational(limit))
        )
        pair = f", true count {worst['count']} against {worst['other']}"
        found.append(((f"δ at ε = {target['epsilon']}",), (delta(worst, 10), pair, *against)))
    return tuple(found)


def _singletons(subject: Subject) -> Values:
    return _events(subject, 6)


def _measures(subject: Subject) -> Values:
    rows = subject.claim(7)["rows"]
    infinite = any(row["exp"] is None for row in rows)
    largest = None if infinite else max((row["exp"] for row in rows), key=ratio)
    deltas = [ratio(row["delta"]) for row in rows]
    return (
        (("ε^Q, largest of any row",), (logarithm(largest, 10), " (an infimum)")),
        (("δ^Q, largest of any row",), (rational(max(deltas), UP, 10),)),
    )


def _key_law(subject: Subject) -> Values:
    claim = subject.claim(8)
    distance = rational(ratio(claim["distance"]), UP, 6)
    made: tuple[Text, Text] = (("Cell keys",), (words.cell_keys(subject),))
    return (made, (("Distance from uniform",), (distance,)), *_events(subject, 8))


_CLAIMS = {
    1: _Claim(
        "the key ranges are a partition",
        "Every key of every row leads to exactly one noise value.",
        f"{_PAPER}, section 4.1, (4.3)",
        _partition,
    ),
    2: _Claim(
        "keys and noise values are complete",
        "Every noise value between the smallest and the largest has a key, and every key that the "
        "key arithmetic can make has a noise value.",
        f"{_PAPER}, (3.1)-(3.2) and step 5 of section 4.1",
        _completeness,
    ),
    3: _Claim(
        "the integers follow the declared law",
        "Each number of keys is what the quantisation rule makes of the declared law.",
        f"{_PAPER}, (2.3)-(2.5) and (4.1)-(4.3)",
        _quantisation,
    ),
    4: _Claim(
        "bias and variance",
        "The bias and the variance of the noise in every row are these, exactly.",
        f"{_PAPER}, (4.6) and (4.7)",
        _moments,
    ),
    5: _Claim(
        "privacy over all events",
        "For every pair of neighbouring counts, in both directions, and every set S of released "
        "values, P(S) ≤ e^ε·Q(S) + δ; and this δ is tight: the worst event reaches it.",
        f"{_PAPER}, (2.9)-(2.11) and Appendix B",
        _events,
    ),
    6: _Claim(
        "privacy over single values",
        "The same for sets of one released value only, which is a weaker statement.",
        f"{_PAPER}, (2.9) with sets of one value",
        _singletons,
    ),
    7: _Claim(
        "the measures of the paper",
        "ε^Q and δ^Q as the paper defines them from single noise values; the strict inequality of "
        "(4.8) makes ε^Q an infimum that is not attained.",
        f"{_PAPER}, (4.8)-(4.11)",
        _measures,
    ),
    8: _Claim(
        "the law of the cell key",
        "How far cell keys are from uniform when record keys are independent and uniform, and the "
        "tight δ under the real law of the key.",
        f"{_PAPER}, (3.1)-(3.2)",
        _key_law,
    ),
}
