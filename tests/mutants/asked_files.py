"""Questions about files: of a release, each table that names one; and those of earlier versions."""

import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import product
from types import ModuleType
from typing import Any

from tests.mutants.cases import Asked, answers

_ROW = {"count": 1, "noise": [-1, 1], "keys": [1, 1]}
_TABLE: dict[str, Any] = {"format": "ptcert-ptable", "version": 2, "keysize": 2, "first_key": 0}
_TABLE |= {"zero": "preserve", "beyond": {"rule": "stop"}, "holes": [], "origin": None}
_TABLE |= {"rows": [_ROW]}


def _named(checker: ModuleType) -> object:
    """Ask about a file that is named by its own table, by another one, by both and by none."""
    content = json.dumps(_TABLE).encode()
    here, elsewhere = sha256(content).hexdigest(), "0" * 64
    asked = []
    for own, other, said, zero in product(
        (here, elsewhere), (here, elsewhere), (None, "x"), ("preserve", "none")
    ):
        source = {"sha256": own, "format": "native", "options": {"sheet": said}}
        others = [{"sha256": other, "table": _TABLE | {"zero": zero}}]
        cert = {"version": 2, "input": source, "table": _TABLE, "release": {"others": others}}
        asked.append((cert, content))
    return answers(checker, "check_file", asked)


def _older(checker: ModuleType) -> object:
    """Ask how a table is said today: with no law, one of today, one of version 1, one of both."""
    law = {"law": "maxent", "rule": "ceiling", "epsilon": None, "delta": None}
    beside, parameters = {"D": 2, "gamma": "1/3"}, {"parameters": {"D": 2, "gamma": "1/3"}}
    origins = (None, law | parameters, law | beside, law | beside | parameters, law | {"D": 2}, law)
    first = {name: _TABLE[name] for name in _TABLE if name not in ("first_key", "holes")}
    asked = [
        (table | {"origin": origin},)
        for table, origin in product((_TABLE | {"first_key": 1, "holes": [3]}, first), origins)
    ]
    return answers(checker, "newer", [*asked, ({"rows": []},)])


def _keyed(checker: ModuleType) -> object:
    """Ask about the two keys of a count in a file that numbers them from somewhere."""
    asked = []
    for said, first, version in product((0, 1, 5), (0, 1, 5), (1, 2)):
        content = f"pcv,ckey,pvalue\n1,{first},-1\n1,{first + 1},1\n".encode()
        asked.append((_TABLE | {"first_key": said}, content, version))
    return answers(checker, "check_keyed", asked)


def _errors(checker: ModuleType) -> object:
    """Ask which errors are recorded: none, one, one twice, beside notes; and in version 1."""
    marks = (("A", "note"), ("B", "error"), ("C", "error"), ("B", "error"))
    found = [{"code": code, "severity": severity} for code, severity in marks]
    asked = [({"findings": found[:number]},) for number in range(5)]
    return answers(checker, "errors_of", [*asked, ({},)])


def asked_files() -> Iterator[Asked]:
    """Yield the questions."""
    yield Asked("files of a release", _named)
    yield Asked("tables of earlier versions", _older)
    yield Asked("keys of a file", _keyed)
    yield Asked("errors that are recorded", _errors)
