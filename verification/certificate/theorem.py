"""The theorem about the table of a certificate, and the record of who accepted it.

Coq is told the integers and rationals of the certificate, whether they are true or not.
"""

from dataclasses import replace
from fractions import Fraction
from hashlib import sha256

from exact.complete.problem import DELTA
from exact.complete.proof import Proof, keys_of_table
from exact.complete.tree import Split
from exact.laws.law import SQUARES
from exact.laws.registry import kind_of
from exact.table.origin import Origin
from exact.table.ptable import PTable, Repeat, Wrap
from exact.table.zero import EVERY_PAIR, EXCLUDE, FirstPair
from verification.certificate.certificate import Certificate, KernelRecord, this_tool
from verification.claims.context import BoundedTarget
from verification.claims.dp_all_events import AllEvents
from verification.claims.moments import Moments
from verification.claims.optimality import Optimality
from verification.claims.quantisation import LawValues
from verification.claims.registry import CLAIMS
from verification.kernel.answer import KernelAnswer
from verification.kernel.facts import (
    Facts,
    LawFacts,
    LeastFacts,
    OptimalityFacts,
    PairFacts,
    PrivacyFacts,
    TableFacts,
)
from verification.kernel.source import coq_source

# Leaves of a tree times noise values of a table: more would keep Coq busy for long.
MOST_WORK = 1 << 18


def theorem_source(certificate: Certificate) -> str:
    """Return the Coq source about the table of a certificate."""
    return source_of(facts_of(certificate))


def source_of(found: Facts) -> str:
    """Return the Coq source that states these facts, claim by claim."""
    return coq_source(found, tuple(part for kind in CLAIMS for part in kind.coq(found)))


def with_kernel(made: Certificate, answer: KernelAnswer, source: str) -> Certificate:
    """Return the certificate with what Coq's kernel accepted, from which file, assuming what.

    One of version 1 stays one: it does not say what later versions say, such as findings.
    """
    answer.demand()
    digest = sha256(source.encode()).hexdigest()
    kernel = KernelRecord("Coq", answer.version, digest, answer.statement, answer.assumptions)
    return replace(made, kernel=kernel, tool=this_tool())


def facts_of(certificate: Certificate) -> Facts:
    """Return what the file of one table states, and what it leaves out."""
    table, privacy = _table(certificate.table), _privacy(certificate)
    law, why_no_law = _law(certificate)
    optimality, why_no_bound = _optimality(certificate)
    moments = certificate.evidence("moments", Moments)
    rows = () if moments is None else moments.rows
    return Facts(
        sha256=certificate.source.sha256,
        table=table,
        moments=tuple((row.count, row.bias, row.variance) for row in rows),
        privacy=privacy,
        law=law,
        optimality=optimality,
        left_out=(
            *_lost_noise(table),
            *_unmet_targets(privacy, certificate.first_pair),
            *why_no_law,
            *why_no_bound,
        ),
        seen=_seen(certificate),
    )


def _seen(certificate: Certificate) -> TableFacts | None:
    """Return the table as cells see it, where keys of records make that another one."""
    seen = certificate.seen
    return None if seen is certificate.table else _table(seen)


def _table(table: PTable) -> TableFacts:
    beyond = table.beyond
    wraps = isinstance(beyond, Wrap)
    return TableFacts(
        keysize=table.keysize,
        first=table.first_count,
        rows=tuple(row.runs for row in table.rows),
        rule="wrap" if wraps else "repeat" if isinstance(beyond, Repeat) else "stop",
        wrap=(beyond.start, beyond.period) if isinstance(beyond, Wrap) else (0, 0),
        zero=table.zero,
        ordered=table.key_order is not None,
    )


def _privacy(certificate: Certificate) -> tuple[PrivacyFacts, ...]:
    found = certificate.evidence("dp-all-events", AllEvents)
    if found is None:
        return ()
    return tuple(_at_epsilon(target, found) for target in certificate.targets)


def _at_epsilon(target: BoundedTarget, found: AllEvents) -> PrivacyFacts:
    pairs = tuple(
        PairFacts(pair.count, pair.other, pair.delta.lo, pair.delta.hi)
        for pair in found.pairs
        if pair.epsilon == target.epsilon
    )
    return PrivacyFacts(target.epsilon, target.exp.lo, target.exp.hi, target.delta, pairs)


def _lost_noise(table: TableFacts) -> tuple[str, ...]:
    return () if table.gapless else ("a key for every noise value (some have none)",)


def _unmet_targets(privacy: tuple[PrivacyFacts, ...], first: FirstPair) -> tuple[str, ...]:
    why = "the table does not meet it"
    if first != EVERY_PAIR:
        why = "it is not claimed of the pair (0, 1), whose delta is among those of all pairs"
    return tuple(
        f"delta at most {at.target} at epsilon = {at.epsilon.text} ({why})"
        for at in privacy
        if at.target is not None and not at.meets_target
    )


def _law(certificate: Certificate) -> tuple[LawFacts | None, tuple[str, ...]]:
    """Return the law where Coq can check it, and otherwise why it is left out."""
    origin, claim = certificate.table.origin, certificate.claim("quantisation")
    if origin is None or claim is None:
        return None, ("the law behind the integers (none is declared)",)
    if not claim.holds:
        return None, ("the law behind the integers (they do not follow the declared one)",)
    assert isinstance(claim.evidence, LawValues)
    return _law_facts(origin, claim.evidence.bits)


def _law_facts(origin: Origin, bits: int) -> tuple[LawFacts | None, tuple[str, ...]]:
    if kind_of(origin.law.name).shape != SQUARES or origin.law.rate is None:
        return None, (f"the law behind the integers (Coq's part knows no {origin.law.name})",)
    D, written = origin.law.D, origin.law.rate.json()
    if isinstance(written, str):
        return LawFacts(D, origin.rule, Fraction(written), None, bits), ()
    if "ln" in written:
        factor, base = Fraction(written["times"]), Fraction(written["ln"])
        return LawFacts(D, origin.rule, factor, base, bits), ()
    return None, ("the law behind the integers (its gamma is given by a variance)",)


def _optimality(certificate: Certificate) -> tuple[OptimalityFacts | None, tuple[str, ...]]:
    """Return the bound of every table with the same rules, or why it is left out."""
    found = certificate.evidence("optimality", Optimality)
    if found is None:
        return None, ()
    why_not = _why_not(found.proof)
    if why_not:
        return None, (f"the bound of every table with the same rules ({why_not})",)
    least = _least(certificate.table, found) if found.least else None
    return OptimalityFacts(found.proof, found.bound, least), ()


def _least(table: PTable, found: Optimality) -> LeastFacts:
    """Return what the table has, in whole numbers of K-th parts."""
    K, problem = table.keysize, found.proof.problem
    keys = keys_of_table(found.rules, table)
    if problem.objective != DELTA:
        return LeastFacts(found.value.hi, int(K * problem.spread(keys)), 0)
    delta = problem.delta(keys)
    return LeastFacts(found.value.hi, int(K * delta.A), int(K * delta.B))


def _why_not(proof: Proof) -> str:
    """Return why Coq is not given a proof of optimality; empty where it is."""
    leaves, values = proof.tree.leaves, sum(len(row.support) for row in proof.rules.rows())
    if leaves * values > MOST_WORK:
        much = f"{leaves} leaves times {values} noise values"
        return f"its tree has {much}, and Coq is given a product of {MOST_WORK} at most"
    # Coq's part speaks of a count of 0 where a pair does.
    at_zero = any(isinstance(node, Split) and node.place[0] == 0 for node in proof.tree.nodes)
    if at_zero and proof.rules.first_pair == EXCLUDE:
        return "its tree splits the row of a count of 0, which no pair counts"
    return ""
