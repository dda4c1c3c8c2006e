"""The papers that can be reproduced, by name."""

from importlib import import_module

from exact.errors import InputError
from reports.papers.check import Paper

NAMES = (
    "sadeghi-chien",
    "rinott-okeefe-shlomo-skinner",
    "sadeghi-asoodeh-calmon",
    "bach",
    "shlomo-krenzke-li",
)


def paper(name: str) -> Paper:
    """Return the paper of a name; its modules are loaded only now."""
    if name not in NAMES:
        raise InputError("paper", name, "is not one of the papers", f"use {', '.join(NAMES)}")
    module = import_module(f"reports.papers.{name.replace('-', '_')}")
    found: Paper = module.PAPER
    return found
