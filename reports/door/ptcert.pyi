"""The names of ``ptcert.py`` for type checkers: installed as ``ptcert-stubs``."""

from exact.errors import InputError, PtcertError, Undecided
from reports.door.audit import Audit, audit
from reports.door.certificate import Certificate, certify, check
from reports.door.comparison import Comparison, compare
from reports.door.complete import CompleteDesign, complete
from reports.door.design import Design, TargetMissed, design
from reports.door.table import Profile, Table, read
from reports.door.values import Bounds
from verification.findings.finding import Finding

__all__ = [
    "Audit",
    "Bounds",
    "Certificate",
    "Comparison",
    "CompleteDesign",
    "Design",
    "Finding",
    "InputError",
    "Profile",
    "PtcertError",
    "Table",
    "TargetMissed",
    "Undecided",
    "audit",
    "certify",
    "check",
    "compare",
    "complete",
    "design",
    "read",
]
