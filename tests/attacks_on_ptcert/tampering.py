"""Seeded single changes of certificates, and where one may be harmless.

``make test`` makes a slice of them (``test_tampered_certificates.py``), ``make fuzz`` all.
"""

import json
import random
import re
from collections.abc import Iterator
from hashlib import sha256

from tests.attacks_on_ptcert.mutations import MUTATIONS, Mutate, Path, places_by_kind
from tests.certificate.making import Json

# Where a change may be harmless, and why.
WHERE = re.compile(
    r"(scope|tool|input)(\..*)?"  # claims nothing
    r"|table\.origin(\.(epsilon|delta))?"  # the design's target, quoted; no origin at all
    r"|table\.origin\.(rule|parameters\.gamma(\.(ln|times))?)"  # another law with the same integers
    r"|table\.zero"  # preserve or none where no covered count is next to 0: no claim differs
    r"|solvers(\..*)?"  # testimony, which the checker does not need
    r"|findings(\..*)?"  # recorded; an error that is added or taken away changes the verdict
    r"|declared(\.(bias|variance|noise)(\.(lo|hi))?)?"  # another declaration: moments says so
    r"|epsilons\.\*\.delta"  # another target: then the claims about pairs say so
    r"|key_arithmetic\.assumed"  # whether key-law is held against the target
    r"|epsilons\.\*\.exp(\.(lo|hi))?"  # wider bounds that no delta depends on
    r"|claims"  # another order, or one less of which nothing is promised
    r"|claims\.quantisation\.(x(\.(lo|hi))?|bits)"  # wider bounds; more or fewer bits that tell
    r"|claims\.quantisation\.bounds(\..*)?"  # of version 1: computed anew, and shown nowhere
    r"|claims\.dp-singletons\.pairs\.\*\.outcome"  # another outcome with the same excess
    r"|claims\.optimality\.vectors(\..*)?"  # another proof of the same bound
    r"|claims\.optimality\.rules\.(D|variance)(\.\*)?"  # the same for every row, or not used
    r"|release\.(secret|tables(\.\*\.name)?)"  # no claim differs
    r"|release\.targets\.\*\.delta"  # another target: then composition says so
    r"|release\.others\.\*\.(sha256|format|options)(\..*)?"  # compared with a file that is given
    r"|release\.others\.\*\.table\.(first_key|holes|zero|origin|rows\.\*\.count)"  # not used there
    r"|claims\.composition\.cells(\.\*\.(count|scores(\..*)?))?"  # another proof of the same bound
    r"|claims\.composition\.points\.\*\.(added|least|delta(\.(lo|hi))?)"  # another, or wider bounds
)


def seeded(*words: str) -> random.Random:
    """Return a generator that these words determine."""
    return random.Random(sha256("/".join(words).encode()).digest())


def changes(name: str, text: str, number: int) -> Iterator[tuple[str, Mutate, Json]]:
    """Yield changed certificates with the kind of place and what was done there.

    Kinds of places are drawn evenly, so that a single field is met as often as a long list.
    """
    draw = seeded("tampering", name)
    kinds = places_by_kind(json.loads(text))
    names, made = sorted(kinds), 0
    while made < number:
        kind = draw.choice(names)
        path: Path = draw.choice(kinds[kind])
        mutate, document = draw.choice(MUTATIONS), json.loads(text)
        if mutate(document, path, draw):
            made += 1
            yield kind, mutate, document
