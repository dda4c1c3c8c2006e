"""Questions about the files of a release: each table that names one must be in it."""

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


def asked_files() -> Iterator[Asked]:
    """Yield the question."""
    yield Asked("files of a release", _named)
