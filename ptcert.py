"""ptcert for Python: what a perturbation table does, proved before it is released.

    import ptcert

    table = ptcert.read("table.csv")
    audit = ptcert.audit(table, epsilon="1/2", delta="1e-4")

Numbers are exact: give ``"1/2"``, ``Fraction(1, 2)`` or ``7``, never a float. What is given
wrongly is an ``InputError``, what the allowed work did not settle is ``Undecided``. In a notebook
each value shows itself as a part of the report. What ``__all__`` does not list is internal.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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

# Where each name lives: it is loaded when it is first used, so that importing this costs nothing.
_HOMES = {
    "exact.errors": ("InputError", "PtcertError", "Undecided"),
    "reports.door.audit": ("Audit", "audit"),
    "reports.door.certificate": ("Certificate", "certify", "check"),
    "reports.door.comparison": ("Comparison", "compare"),
    "reports.door.complete": ("CompleteDesign", "complete"),
    "reports.door.design": ("Design", "TargetMissed", "design"),
    "reports.door.table": ("Profile", "Table", "read"),
    "reports.door.values": ("Bounds",),
    "verification.findings.finding": ("Finding",),
}


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            value: object = getattr(import_module(home), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module 'ptcert' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
