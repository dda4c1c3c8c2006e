"""Questions about files: of a release, each table that names one; and those of earlier versions."""

import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import product
from types import ModuleType
from typing import Any
from unittest.mock import patch

from tests.mutants.cases import Asked, answers

_ROW = {"count": 1, "noise": [-1, 1], "keys": [1, 1]}
_TABLE: dict[str, Any] = {"format": "ptcert-ptable", "version": 2, "keysize": 2, "first_key": 0}
_TABLE |= {"zero": "preserve", "beyond": {"rule": "stop"}, "holes": [], "origin": None}
_TABLE |= {"rows": [_ROW]}


_KEYED = (
    "pcv,ckey,pvalue\n1,0,-1\n1,1,1\n",
    "pcv,ckey,pvalue,pvalue\n1,0,-1,1\n1,1,1,0\n",
    "PCV, ckey ,pvalue\n1,0,-1\n1,1,1",
    "pcv,ckey\n1,0\n1,1\n",
    'pcv,ckey,pvalue\n"1",0,-1\n1,"1",1\n',
    'pcv,ckey,pvalue\n"1,0,-1\n1,1,1\n',
    'pcv,ckey,pvalue\n"1\n",0,-1\n1,1,1\n',
    'pcv,ckey,pvalue\n1,0,-1\n1,1,1"\n',
    "pcv,ckey,pvalue\n1,0,-1\n1,1,1\n1,1,1\n",
    "pcv,ckey,pvalue\n1,0,-1\n1,0,-1\n",
    "pcv,ckey,pvalue\n1,0,-1,4\n1,1,1\n",
    "\u00e9,ckey,pvalue\n1,0,-1\n",
)


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
    head, lines = ["pcv,ckey,pvalue"], ["1,0,-1", "1,1,1"]
    ends = ("\n", "\r", "\r\n", "\n\r", "\x0b", "\n\n")
    asked += [(_TABLE, end.join([*head, *lines, ""]).encode(), 2) for end in ends]
    texts = [*_KEYED, *(text.replace(",", ";") for text in _KEYED), *(f"{t}\0" for t in _KEYED)]
    asked += [(_TABLE, text.encode(code), 2) for text in texts for code in ("utf-8", "latin-1")]
    cells = ["1", " 1", "1.0", "1.", ".1", "", ".", "+", "-1", "+1", "1e0", "1E+1", "1e-1", "10e-1"]
    cells += [
        "1e400",
        "1e401",
        "0e-400",
        "0e-401",
        "1e99999",
        "1e100000",
        "0" * 399 + "1",
        "0" * 400 + "1",
        "1_0",
        "nan",
    ]
    numbers = answers(checker, "read_integer", [(cell,) for cell in cells])
    found = [*answers(checker, "check_keyed", asked), *numbers]
    found += answers(checker, "read_lines", [(text.encode(),) for text in (*texts, "a,b\n;;;")])
    for most in (2, 3):
        with patch.object(checker, "MOST_LINES", most):
            found += answers(checker, "read_lines", [(_KEYED[0].encode(),)])
    return found


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
