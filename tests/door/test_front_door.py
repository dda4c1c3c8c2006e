"""The front door for Python: its names, what it loads, and that it is typed."""

import ast
import subprocess
import sys

import pytest

import ptcert
from tests.house_rules import ROOT


def imported_names(text: str) -> set[str]:
    """Return the names that a module imports from the three rooms."""
    froms = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom))
    rooms = ("exact.", "verification.", "reports.")
    return {
        alias.name
        for node in froms
        if node.module is not None and node.module.startswith(rooms)
        for alias in node.names
    }


def test_every_name_of_the_front_door_is_there() -> None:
    """What ``__all__`` lists can be got, and nothing else is offered."""
    for name in ptcert.__all__:
        assert getattr(ptcert, name).__name__ == name
    assert dir(ptcert) == sorted(ptcert.__all__)
    with pytest.raises(AttributeError, match="module 'ptcert' has no attribute 'certifie'"):
        getattr(ptcert, "certifie")  # noqa: B009 -- a type checker would refuse the attribute


@pytest.mark.parametrize("name", ["ptcert.py", "reports/door/ptcert.pyi"])
def test_type_checkers_see_the_same_names(name: str) -> None:
    """Both the module and its stub import each name of ``__all__`` from where it lives."""
    text = (ROOT / name).read_text(encoding="utf-8")
    assert imported_names(text) == set(ptcert.__all__)


def test_importing_the_front_door_loads_no_room() -> None:
    """Each part is loaded when it is first used."""
    program = (
        "import sys, ptcert\n"
        "rooms = {'exact', 'verification', 'reports'}\n"
        "assert not rooms & {name.partition('.')[0] for name in sys.modules}\n"
        "from ptcert import InputError\n"
        "assert 'reports' not in sys.modules\n"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0
