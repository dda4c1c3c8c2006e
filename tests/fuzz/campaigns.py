"""Three campaigns: changes of certificates, crossovers of two, and broken files for every reader.

Each yields what went wrong: a false certificate that the checker accepts, or an input that ends in
another exception than the kind errors of the house. All of it is drawn from seeds.
"""

import json
import random
from dataclasses import dataclass

from tests.attacks_on_ptcert.judge import is_harmless
from tests.attacks_on_ptcert.mutations import at, paths
from tests.attacks_on_ptcert.tampering import WHERE, changes, seeded
from tests.certificate.making import Json, is_accepted
from tests.fuzz.corpus import certificates, files
from tests.fuzz.readers import taken

_SNIPPETS = (b"\x00", b"\xff\xfe", b"9" * 400, b"-", b"1e999", b";", b",", b'"', b"\n", b"{", b"[")


@dataclass(frozen=True)
class Tally:
    """How many inputs were tried, how many of them were accepted, and what is wrong."""

    tried: int
    accepted: int
    wrong: tuple[str, ...]


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
    """Put parts of other certificates into one, at the same places."""
    draw, texts = seeded("crossing", name), certificates()
    others = sorted(texts)
    wrong, accepted, made = [], 0, 0
    while made < number:
        document, other = json.loads(texts[name]), json.loads(texts[draw.choice(others)])
        for path in draw.sample(list(paths(other)), draw.randrange(1, 4)):
            _graft(document, other, path)
        if document == json.loads(texts[name]):
            continue  # both say the same there
        made += 1
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


def broken(seed: str, number: int) -> Tally:
    """Read damaged files: each reader takes them or refuses them, and nothing else."""
    draw = seeded("breaking", seed)
    wrong, accepted = [], 0
    for _ in range(number):
        content = damaged(draw.choice(files()), draw)
        try:
            accepted += taken(content) > 0
        except Exception as error:  # noqa: BLE001 -- whatever it is, it is what is looked for
            wrong.append(f"{type(error).__name__} from {content!r}")
    return Tally(number, accepted, tuple(wrong))


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
