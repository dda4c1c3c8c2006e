"""The shape of the part of a certificate that describes a whole release."""

from dataclasses import asdict

from exact.composition.enclosed import MAX_GRID_BITS
from exact.release.plan import (
    KEYS,
    MAX_CATEGORIES,
    MAX_CELLS,
    MAX_COUNT_FLOOR,
    MAX_NAME,
    SECRETS,
)
from verification.certificate.parts import FORMAT, OPTIONS, TABLE
from verification.claims.released import OtherTable, Released, ReleaseTarget, TableOfPlan
from verification.claims.source import ReadAs
from verification.shapes.common import EPSILON, POSITIVE
from verification.shapes.shape import (
    choice,
    described,
    line,
    many,
    optional,
    pair,
    record,
    text,
    whole,
)

_NAMES = many(line(MAX_NAME), "Dimensions, in rising order.", least=0, unique=True)
RELEASE = record(
    Released,
    "Everything that is published of the same people, for the claim composition or margins.",
    {"categories": []},
    keys=described(choice(*KEYS), "What is said of the keys of different cells."),
    secret=described(choice(*SECRETS), "What an attacker does not know."),
    grid=described(whole(1, MAX_GRID_BITS), "Losses are put on a grid of the step 2^-grid."),
    targets=many(
        record(
            ReleaseTarget,
            "One epsilon at which delta of everything together is bounded.",
            epsilon=EPSILON,
            delta=optional(POSITIVE, "The delta that is claimed here; null: only measured."),
        ),
        "Each epsilon once.",
    ),
    others=many(
        record(
            OtherTable,
            "A perturbation table that the release uses besides.",
            {"format": None, "options": asdict(ReadAs())},
            sha256=described(text("[0-9a-f]{64}", 64), "SHA-256 of its file."),
            table=TABLE,
            format=FORMAT,
            options=OPTIONS,
        ),
        "The perturbation tables beside the one certified, from number 1 on.",
        least=0,
    ),
    tables=many(
        record(
            TableOfPlan,
            "A published table: the cells of it that one person is in.",
            name=line(MAX_NAME),
            ptable=described(whole(0), "0: the table certified; 1: the first other one."),
            dimensions=optional(_NAMES, "What its cells are by; null where only cells is known."),
            margins=many(_NAMES, "The dimensions of its published margins.", least=0),
            cells=optional(whole(1, MAX_CELLS), "How many cells; null where dimensions are."),
            count_floor=described(
                whole(0, MAX_COUNT_FLOOR), "No true count of its cells is smaller."
            ),
        ),
        "The published tables.",
    ),
    categories=many(
        pair(line(MAX_NAME), whole(1, MAX_CATEGORIES), "A dimension, and how many values it has."),
        "Where the keys of margins are sums of keys.",
        least=0,
    ),
)
