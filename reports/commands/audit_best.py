"""``ptcert audit --best``: how far a table is from the best of its peers, in whole keys."""

from dataclasses import dataclass
from fractions import Fraction

from exact.complete.best import Effort, Found, best_table
from exact.complete.of_table import WITHOUT, Peers, peers_of_table
from exact.errors import InputError
from exact.table.extremes import noise_range
from exact.table.holes import listed
from exact.table.ptable import PTable
from exact.table.zero import FirstPair
from reports.decimals import DOWN, UP, decimal
from reports.document.blocks import Block
from reports.document.making import facts, lines
from reports.jsons import delta_json, epsilon_json, rational_json
from reports.proposals.highs import HighsSession
from reports.views.distance import (
    PEERS,
    at_most_text,
    bound_json,
    could_have,
    first_pair_words,
)
from verification.audit import Audit
from verification.measures.best import subject

_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Distance:
    """A table among its peers, and the best of them that was found: the table itself at worst."""

    peers: Peers
    found: Found
    first_pair: FirstPair

    @property
    def table(self) -> PTable:
        """The best table that was found."""
        return self.peers.member(self.found.keys)


def distance(audited: Audit, first_pair: FirstPair | None) -> Distance:
    """Return how far the table of an audit is from the best of its peers.

    A declared variance stands for those of the rows; the pair (0, 1) is left out unless it is said
    how it counts.
    """
    if audited.privacy is None:
        raise InputError("epsilon", "", "is missing", "--best needs --epsilon")
    first, variance = first_pair or WITHOUT, audited.declared.bounded_variance
    table = subject(audited.profiles, first)
    peers = peers_of_table(table, audited.privacy.epsilon, variance, first)
    known = Effort(known=(peers.own,))
    found = best_table(peers.problem, table.keysize, HighsSession, known)
    return Distance(peers, found, first)


def distance_blocks(found: Distance, path: str) -> tuple[Block, ...]:
    """Say it for people."""
    peers, best = found.peers, found.found
    rows, more = peers.problem.rows, ", and so on" if peers.shape.endless else ""
    if best.delta.compare_to(peers.delta) < 0:
        said = could_have(best.delta, peers.delta)
    else:
        own = at_most_text(peers.delta)
        said = f"A table with the same noise and variance was not found with a delta below {own}"
    known = [
        ("noise at most", str(max(map(abs, noise_range(peers.table))))),
        ("mean square of the noise at most", _range([row.variance or Fraction(0) for row in rows])),
        ("bias at most", _range([row.bias or Fraction(0) for row in rows])),
        ("released values that never occur", f"{listed(peers.shape.unused) or 'none'}{more}"),
        ("delta of every such table, at least", decimal(best.proved, _DIGITS + 6, DOWN)),
    ]
    return (
        lines(f"{said}, {first_pair_words(found.first_pair)}. {PEERS}."),
        facts(known, "The best table with the same bounds"),
        lines(f"That table is written to {path}"),
    )


def distance_json(found: Distance, path: str) -> dict[str, object]:
    """Say it for machines."""
    best = found.found
    return {
        "epsilon": epsilon_json(best.problem.epsilon),
        "first_pair": found.first_pair.text,
        "delta": delta_json(found.peers.delta),
        "best_delta": delta_json(best.delta),
        "bound": bound_json(best.bound, best.delta),
        "gap_keys": rational_json(best.gap_keys),
        "proved_optimal": best.proved_optimal,
        "written": path,
    }


def _range(values: list[Fraction]) -> str:
    low, high = (decimal(end, _DIGITS + 4, UP) for end in (min(values), max(values)))
    return low if low == high else f"{low} to {high}, row by row as in the file"
