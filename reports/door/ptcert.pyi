"""The names of ``ptcert.py`` for type checkers: installed as ``ptcert-stubs``."""

from exact.errors import InputError, PtcertError, Undecided
from reports.door.table import Profile, Table, read
from reports.door.values import Bounds

__all__ = ["Bounds", "InputError", "Profile", "PtcertError", "Table", "Undecided", "read"]
