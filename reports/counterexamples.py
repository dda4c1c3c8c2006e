"""What the models of solvers show against claims that fail, and how many answers prove a claim."""

from collections.abc import Iterator, Sequence

from reports.decimals import DOWN, UP
from reports.numbers import rational
from reports.words import ranges
from verification.certificate.certificate import Answer, Certificate
from verification.claims.dp_all_events import AllEvents
from verification.claims.dp_singletons import SingleOutcomes
from verification.claims.kind import Claim
from verification.claims.pairs import EventDelta, OutcomeDelta, claimed_problem
from verification.smt.keys import COMPLETE
from verification.smt.problem import is_counterexample

_DIGITS = 6
_ROW = f"{COMPLETE}-row-"
# What solvers found, by problem: the values, and who found them.
_Found = dict[str, dict[tuple[int, ...], list[str]]]


def agreement(answers: Sequence[Answer], things: str = "problems ") -> str:
    """Say how many answers are as expected; where a claim fails, how many refute it.

    >>> tight, broken = (Answer(f"a-{end}", "a", "sat", "sat", None) for end in ("tight", "claim"))
    >>> agreement([tight]), agreement([tight, broken])
    ('1 of 1 problems as expected', '1 of 2 problems as claimed, 1 refutes a claim')
    """
    refuted = [is_counterexample(one.id, one.answer) for one in answers]
    agreed = sum(
        one.answer == one.expected and not refutes
        for one, refutes in zip(answers, refuted, strict=True)
    )
    if not any(refuted):
        return f"{agreed} of {len(answers)} {things}as expected"
    refute = "refutes" if sum(refuted) == 1 else "refute"
    return f"{agreed} of {len(answers)} {things}as claimed, {sum(refuted)} {refute} a claim"


def counterexamples(made: Certificate) -> Iterator[tuple[str, str]]:
    """Yield what models of solvers show against a claim: its name, and a sentence.

    Of a claim about pairs it is the pair with the largest delta at each epsilon, and how many more.
    """
    found: _Found = {}
    for solver in made.solvers:
        for one in solver.counterexamples:
            found.setdefault(one.id, {}).setdefault(one.found, []).append(solver.name)
    for claim in made.claims:
        of_pairs = isinstance(claim.evidence, AllEvents | SingleOutcomes)
        sentences = _of_pairs(made, claim, found) if of_pairs else _of_keys(claim, found)
        yield from ((claim.name, sentence) for sentence in sentences)


def _of_pairs(made: Certificate, claim: Claim, found: _Found) -> Iterator[str]:
    for target in made.targets:
        entries = [
            pair
            for pair in claim.evidence.pairs
            if pair.epsilon == target.epsilon and claimed_problem(claim.name, pair) in found
        ]
        if not entries:
            continue
        worst = max(entries, key=lambda pair: pair.delta.hi)
        others = f"{len(entries) - 1} more pair{'s' if len(entries) > 2 else ''} of counts"
        more = f"; {others} at this ε refuted too" if len(entries) > 1 else ""
        for values, solvers in found[claimed_problem(claim.name, worst)].items():
            yield f"{' and '.join(solvers)} found {_event(worst, values)}{more}"


def _event(pair: EventDelta | OutcomeDelta, values: tuple[int, ...]) -> str:
    """Say which event breaks the claim, and how probable it is where that is in the evidence."""
    said = f"the event {ranges(values)}, at ε = {pair.epsilon.text}"
    if values != (pair.event if isinstance(pair, EventDelta) else (pair.outcome,)):
        return f"{said}, count {pair.count} against {pair.other}"
    p, q = (rational(v, way, _DIGITS) for v, way in ((pair.A, DOWN), (pair.B, UP)))
    above = rational(pair.delta.lo, DOWN, _DIGITS)
    return (
        f"{said}: probability {p.decimal} for a count of {pair.count}, {q.decimal} for one of "
        f"{pair.other}, which is e^ε times as much and {above.decimal} more"
    )


def _of_keys(claim: Claim, found: _Found) -> Iterator[str]:
    """Say which noise value is amiss, or which key cannot be made."""
    for name, each in found.items():
        if not name.startswith(f"{claim.name}-"):
            continue
        for values, solvers in each.items():
            at = f"noise {values[0]} at a count of {name.removeprefix(_ROW)}"
            what = at if name.startswith(_ROW) else f"the key {values[0]}"
            yield f"{' and '.join(solvers)} found {what}"
