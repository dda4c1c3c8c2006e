"""The laws by name, as they are found in ``exact/laws/named``."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from exact.errors import InputError
from exact.laws import named
from exact.laws.law import Law, LawKind


@cache
def kinds() -> Mapping[str, LawKind]:
    """Return the registered laws by name.

    >>> kinds()["laplace"].title
    'discrete Laplace'
    """
    modules = (import_module(f"{named.__name__}.{m.name}") for m in iter_modules(named.__path__))
    found: list[LawKind] = [module.LAW for module in modules]
    return {kind.name: kind for kind in found}


def kind_of(name: str) -> LawKind:
    """Return a registered law, refusing a name that is not known."""
    known = kinds()
    if not isinstance(name, str) or name not in known:
        raise InputError("law", name, "is not known", f"this program knows {', '.join(known)}")
    return known[name]


def law_text(law: Law) -> str:
    """Return the title of a law, its support and what fixes it."""
    return f"{kind_of(law.name).title} on -{law.D} ... {law.D}, {law.fixed_by}"
