"""The audit of a table as the front door hands it out."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from exact.errors import InputError
from reports.content.audit import audit_document
from reports.content.publish import write_document
from reports.door.given import FilePath, path_given, path_text, word_given
from reports.door.notebook import framed
from reports.door.table import Table, table_given
from reports.door.values import Bounds, Number
from reports.inputs import read_policy_file
from reports.numbers import delta_bounds
from reports.proposals.opening import open_highs
from reports.views.audit import audit_json
from reports.views.verdict_line import verdict_line
from verification.audit import Audit as Result
from verification.findings.declared import NOTHING_DECLARED, Declared, read_declared
from verification.findings.finding import Finding
from verification.policy import DEFAULT_POLICY
from verification.reading_audit import (
    Question,
    ReadingAudit,
    audit_reading,
    claim_given,
    first_pair_given,
)


def audit(
    table: Table,
    epsilon: Number | None = None,
    delta: Number | None = None,
    *,
    declare: Mapping[str, Number] | str | None = None,
    policy: FilePath | None = None,
    cell_keys: str | None = None,
    bigN: Number | None = None,
    used_keys: Number | None = None,
    outputs: Number | None = None,
    first_pair: str | None = None,
) -> "Audit":
    """Audit a table: what it does to every count, and whether what is promised of it holds.

    Without ``epsilon`` the table's own design says it. The other arguments are those of
    ``ptcert audit``: ``declare={"bias": 0, "variance": "3±1e-6"}``, ``policy="policy.toml"``,
    ``cell_keys="sum"``, ``bigN``, ``used_keys="2^8"``, ``outputs``, ``first_pair="exclude"``.
    """
    table = table_given(table, "table")
    question = question_of(epsilon, delta, declare, policy, cell_keys, bigN)
    first = first_pair_given(word_given(first_pair, "first_pair"))
    question = replace(question, used_keys=used_keys, outputs=outputs, door=open_highs)
    question = replace(question, first_pair=first)
    return Audit(table, audit_reading(table.reading, question))


def question_of(
    epsilon: Number | None,
    delta: Number | None,
    declare: Mapping[str, Number] | str | None,
    policy: FilePath | None,
    cell_keys: str | None,
    bigN: Number | None,
) -> Question:
    """Return what is asked of a table, by an audit and by a certificate."""
    declared = _declared(declare)
    return Question(
        claim_given(epsilon, delta, declared),
        declared,
        DEFAULT_POLICY if policy is None else read_policy_file(path_text(policy, "policy")),
        cell_keys,
        bigN,
    )


def _declared(declare: Mapping[str, Number] | str | None) -> Declared:
    if declare is None:
        return NOTHING_DECLARED
    if isinstance(declare, str):
        return read_declared(declare)
    if not isinstance(declare, Mapping):
        rule = "is no list of names and values"
        raise InputError("declare", declare, rule, 'give for example {"bias": 0} or "bias=0"')
    for name, value in declare.items():
        if isinstance(value, bool) or not isinstance(value, str | int | Fraction):
            kind = "a float is not exact" if isinstance(value, float) else "must be a number"
            raise InputError(name, value, kind, "write it as text or as a Fraction")
    return read_declared(",".join(f"{name}={value}" for name, value in declare.items()))


@dataclass(frozen=True, slots=True, repr=False)
class Audit:
    """What an audit says: the verdict, the tight delta, and the findings with what to do."""

    table: Table
    found: ReadingAudit

    @property
    def result(self) -> Result:
        """The audit inside."""
        assert self.found.audit is not None
        return self.found.audit

    @property
    def verdict(self) -> str:
        """``holds``, ``fails``, or ``measured`` where nothing was promised."""
        return self.found.verdict

    @property
    def delta(self) -> Bounds | None:
        """The tight delta over all events; ``hi`` is safe to quote. None without an epsilon."""
        privacy = self.result.privacy
        return None if privacy is None else Bounds.of(delta_bounds(privacy.worst.delta))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found, each with its severity, code, message and remedy."""
        return self.found.findings

    @property
    def text(self) -> str:
        """The verdict in one line."""
        return f"{self.table.name}: {verdict_line(self.result)}"

    def to_dict(self) -> dict[str, object]:
        """Return all of it, as ``ptcert audit --json`` prints it."""
        return audit_json(self.found, self.table.sha256)

    def save(self, path: FilePath) -> None:
        """Write it as HTML, Markdown, PDF or text, as the suffix says."""
        target = path_given(path, "path")
        drawn = target.suffix != ".txt"
        write_document(audit_document(self.found, self.table.name, drawn), target)

    def __repr__(self) -> str:
        return f"<Audit {self.text}>"

    def _repr_html_(self) -> str:
        return framed(audit_document(self.found, self.table.name, drawn=True))
