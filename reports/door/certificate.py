"""Certificates as the front door hands them out: made, or re-checked from a file."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from exact.complete.proof import Proof
from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.numbers.epsilon import epsilon as read_epsilon
from reports.certificates.certify import Wanted, certified, recheck
from reports.certificates.check import accepted
from reports.certificates.files import file_name, subject_made, subject_of, write_certificate
from reports.content.publish import FORMATS
from reports.content.report import report
from reports.content.subject import SUFFIX, Subject
from reports.door.audit import question_of
from reports.door.given import FilePath, choice_given, path_given, path_text, several, word_given
from reports.door.notebook import framed
from reports.door.table import Table, table_given
from reports.door.values import Number
from reports.files import read_bytes
from reports.inputs import read_proof_file
from reports.progress import progress
from verification.claims.source import Source
from verification.reading_audit import first_pair_given
from verification.shapes.strict import MAX_BYTES
from verification.smt.desk import SOLVERS


def certify(
    table: Table,
    epsilon: Number | None = None,
    delta: Number | None = None,
    *,
    also: Number | Sequence[Number] = (),
    declare: Mapping[str, Number] | str | None = None,
    policy: FilePath | None = None,
    cell_keys: str | None = None,
    bigN: Number | None = None,
    solvers: str | Sequence[str] = (),
    proof: Proof | FilePath | None = None,
    first_pair: str | None = None,
) -> "Certificate":
    """Prove what a table does; the checker accepts what is handed out.

    The arguments are those of ``ptcert certify``: delta is measured at ``also`` too, which is one
    epsilon or several; ``solvers``, one or several, are by default z3, and cvc5 where it is
    installed. ``proof`` is that no table with the same rules is better: the ``proof`` of a complete
    design, or its file. ``first_pair`` says how the pair (0, 1) counts for ``delta``: "include", as
    every other pair, "exclude", or "cap:0.3".
    """
    table = table_given(table, "table")
    question = question_of(epsilon, delta, declare, policy, cell_keys, bigN)
    first = first_pair_given(word_given(first_pair, "first_pair"))
    question = replace(question, first_pair=first)
    source = Source(table.sha256, table.format, table.size, table.said)
    wanted = Wanted(_epsilons(also), _solvers(solvers), _proof(proof))
    found = certified(table.reading, source, question, wanted, progress)
    recheck(found.content)
    name = file_name(Path(table.name))
    path = Path(f"{name}{SUFFIX}")
    return Certificate(name, subject_made(path, name, found))


def _epsilons(given: Number | Sequence[Number]) -> tuple[Epsilon, ...]:
    return tuple(read_epsilon(each, "also") for each in several(given))


def _solvers(given: str | Sequence[str]) -> tuple[str, ...]:
    return tuple(choice_given(each, "solvers", SOLVERS) for each in several(given))


def _proof(given: object) -> Proof | None:
    if given is None or isinstance(given, Proof):
        return given
    if isinstance(getattr(given, "proof", None), Proof):
        raise InputError("proof", given, "is no proof, but has one", "give its .proof")
    return read_proof_file(path_text(given, "proof"))


def check(certificate: FilePath, table: FilePath | None = None) -> "Certificate":
    """Re-check a certificate by the small checker, and return it; raise where it is wrong.

    With ``table``, that file must be the one certified, and hold the certified table. Whether the
    claims hold is the certificate's ``verdict``: one that says truly that they fail is accepted.
    """
    path = path_given(certificate, "certificate")
    content = read_bytes(path, MAX_BYTES, wanted="a certificate")
    file = None if table is None else read_bytes(path_given(table, "table"), MAX_BYTES)
    made = accepted(str(path), content, file)
    return Certificate(file_name(path), subject_of(file_name(path), made, content, path.name))


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Certificate:
    """A certificate that the checker accepts: a table, what is claimed of it, and the evidence.

    Two are equal where their names are and their files hold the same, whoever made them and when.
    """

    name: str
    subject: Subject

    @property
    def verdict(self) -> str:
        """``holds``, ``fails``, ``measured`` where nothing was promised, or ``undecided``."""
        return self.subject.verdict

    @property
    def claims(self) -> Mapping[str, bool]:
        """The claims by name, and whether each holds."""
        return {claim.name: claim.holds for claim in self.subject.certificate.claims}

    def to_dict(self) -> dict[str, object]:
        """Return it as its file holds it, in the words of the version that the file is of."""
        found: dict[str, object] = json.loads(self.subject.content)
        return found

    def save(self, folder: FilePath, formats: str | Sequence[str] = FORMATS) -> list[Path]:
        """Write the certificate and its report into a folder; return the files.

        ``formats`` is one of html, pdf and md, or several; an empty list asks for no report.
        """
        path = path_given(folder, "folder") / f"{self.name}{SUFFIX}"
        wanted = tuple(choice_given(each, "formats", FORMATS) for each in several(formats))
        return [path, *write_certificate(path, self.subject, wanted)]

    def _content(self) -> tuple[str, str]:
        return self.name, json.dumps(self.to_dict(), sort_keys=True)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Certificate):
            return NotImplemented
        return self._content() == other._content()

    def __hash__(self) -> int:
        return hash(self._content())

    def __repr__(self) -> str:
        held, made = sum(self.claims.values()), len(self.claims)
        return f"<Certificate {self.name}: {self.verdict.upper()}, {held} of {made} claims hold>"

    def _repr_html_(self) -> str:
        return framed(report(self.subject))
