"""Optional programs: loaded where one is asked for, named where one is missing."""

import warnings
from importlib import import_module, metadata
from types import ModuleType

from exact.errors import InputError

REMEDY = "install it with: pip install 'ptcert[peers]'"


def optional(module: str) -> ModuleType | None:
    """Return a module of another program, or None where it is not installed."""
    try:
        return _imported(module)
    except ImportError:
        return None


def required(package: str, *modules: str) -> tuple[ModuleType, ...]:
    """Return the modules that a peer needs, or say which package is missing and how to install it.

    >>> required("nothing-like-it", "nothing_like_it")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    exact.errors.InputError: peer = 'nothing-like-it': needs nothing_like_it, which cannot be ...
    """
    try:
        return tuple(map(_imported, modules))
    except ImportError as error:
        missing = (error.name or package).partition(".")[0]
        rule = f"needs {missing}, which cannot be imported"
        raise InputError("peer", package, rule, REMEDY) from None


def _imported(module: str) -> ModuleType:
    """Import, deaf to warnings: what a program warns about while it loads is not its answer."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return import_module(module)


def version(package: str) -> str:
    """Return the installed version of a package.

    >>> version("nothing-like-it")
    'not installed'
    """
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"
