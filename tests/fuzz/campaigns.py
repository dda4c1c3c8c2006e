"""Three campaigns: changes of certificates, crossovers of two, and broken files for every reader.

Each yields what went wrong: a false certificate that the checker accepts, or an input that ends in
another exception than the kind errors of the house. All of it is drawn from seeds.
"""

import json
import random
from dataclasses import dataclass
from functools import cache

from exact.errors import PtcertError
from exact.formats.reading import read_table_bytes
from exact.formats.registry import NAMES
from exact.formats.writing import write_table
from exact.table.ptable import PTable, Stop, Wrap
from exact.table.row import Row
from tests.attacks_on_ptcert.mutations import at, paths
from tests.attacks_on_ptcert.recomputation import is_harmless
from tests.attacks_on_ptcert.tampering import WHERE, changes, seeded
from tests.certificate.making import (
    REFUSALS,
    Json,
    example_1,
    is_accepted,
    requests,
    small_law,
    source,
    targets,
    text_of,
)
from verification import checker
from verification.claims.request import Request

_SNIPPETS = (b"\x00", b"\xff\xfe", b"9" * 400, b"-", b"1e999", b";", b",", b'"', b"\n", b"{", b"[")


@dataclass(frozen=True)
class Tally:
    """How many inputs were tried, how many of them were accepted, and what is wrong."""

    tried: int
    accepted: int
    wrong: tuple[str, ...]


def with_holes() -> PTable:
    """Return a table that never releases 1, with a row for 0 and its keys from 1 on."""
    rows = (Row(((0, 16),)), Row(((-1, 8), (1, 8))), Row(((-2, 4), (0, 8), (2, 4))))
    last = Row(((-1, 4), (0, 8), (1, 4)))
    return PTable(16, 0, (*rows, last), Stop(), "row", first_key=1, holes=(1,))


@cache
def certificates() -> dict[str, str]:
    """Return ten certificates by name: small ones of every kind, Example 1, holes, one epsilon."""
    more = {
        "example": Request(example_1(), source(example_1()), targets("1/2:1/10000", "1/10")),
        "holes": Request(with_holes(), source(with_holes()), targets("1:9/10")),
        "symmetric": Request(small_law("symmetric"), source(small_law("symmetric")), targets("1")),
    }
    return {name: text_of(request) for name, request in {**requests(), **more}.items()}


def changed(name: str, number: int) -> Tally:
    """Change one certificate ``number`` times; what the checker accepts must be true."""
    wrong, accepted = [], 0
    for kind, mutate, document in changes(name, certificates()[name], number):
        if is_accepted(document):
            accepted += 1
            if not is_harmless(document) or not WHERE.fullmatch(kind):
                wrong.append(f"{name}: {mutate.__name__} at {kind}")
    return Tally(number, accepted, tuple(wrong))


def crossed(name: str, number: int) -> Tally:
    """Put parts of other certificates into one, at the same place."""
    draw, texts = seeded("crossing", name), certificates()
    others = sorted(texts)
    wrong, accepted = [], 0
    for _ in range(number):
        document, other = json.loads(texts[name]), json.loads(texts[draw.choice(others)])
        for path in draw.sample(list(paths(other)), draw.randrange(1, 4)):
            _graft(document, other, path)
        if is_accepted(document):
            accepted += 1
            if not is_harmless(document):
                wrong.append(f"{name}: a crossover that is accepted")
    return Tally(number, accepted, tuple(wrong))


def _graft(document: Json, other: Json, path: tuple[str | int, ...]) -> None:
    try:
        at(document, path[:-1])[path[-1]] = at(other, path)
    except (LookupError, TypeError):
        return  # the other has a place that this one has not


@cache
def files() -> tuple[bytes, ...]:
    """Return a valid file of each format that can be written, and some certificates."""
    tables = (with_holes(), PTable(8, 1, (Row(((-1, 2), (0, 4), (1, 2))),), Wrap(1, 1), "preserve"))
    found = []
    for table in tables:
        for name in NAMES:
            try:
                found.append(write_table(table, name).encode())
            except PtcertError:
                continue  # a format that cannot hold this table
    return (*found, *(text.encode() for text in list(certificates().values())[:3]))


def broken(seed: str, number: int) -> Tally:
    """Read damaged files: a table, a kind error, a refusal of the checker, and nothing else."""
    draw = seeded("breaking", seed)
    wrong, accepted = [], 0
    for _ in range(number):
        content = damaged(draw.choice(files()), draw)
        try:
            accepted += _read(content)
        except Exception as error:  # noqa: BLE001 -- whatever it is, it is what is looked for
            wrong.append(f"{type(error).__name__} from {content[:200]!r}")
    return Tally(number, accepted, tuple(wrong))


def _read(content: bytes) -> bool:
    """Give the bytes to every reader of ours; tell whether one takes them."""
    try:
        checker.check(checker.load(content))
    except REFUSALS:
        pass
    else:
        return True
    try:
        return read_table_bytes(content).table is not None
    except PtcertError:
        return False


def damaged(content: bytes, draw: random.Random) -> bytes:
    """Change, drop, repeat, insert or cut some bytes, a few times."""
    for _ in range(draw.randrange(1, 5)):
        place = draw.randrange(len(content) + 1)
        end = min(len(content), place + draw.choice((1, 1, 2, 8, 60)))
        piece = draw.choice(
            (
                b"",
                bytes([draw.randrange(256)]),
                content[place:end] * 2,
                draw.choice(_SNIPPETS),
                bytes(draw.choices(b'0123456789,;."-/{}[]:', k=draw.randrange(1, 6))),
            )
        )
        content = content[:place] + piece + content[end:]
        if draw.random() < 1 / 30:
            content = content[:place]
    return content
