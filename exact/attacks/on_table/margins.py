"""Cells and their margin attacked together: what their residual says, by both laws of keys."""

from dataclasses import dataclass
from fractions import Fraction

from exact.attacks.bound import bound_of
from exact.attacks.every_key import MAX_KEYS
from exact.attacks.on_table.asked import Asked
from exact.attacks.residuals import Residuals
from exact.attacks.tuples_needed import tuples_needed
from exact.errors import InputError
from exact.margins.counts import Counts, key_row
from exact.margins.known_keys import known_keys
from exact.margins.law import JointLaw
from exact.margins.residues import by_residues
from exact.table.ptable import PTable

ASSUMED = "so many keys in an order are not counted: noise is taken as independent, by assumption"


@dataclass(frozen=True, slots=True)
class ByResidual:
    """Under one law: p_1, the triples that reveal E at each level, and what is said of z_F."""

    residuals: Residuals
    revealing: Fraction
    needed: tuple[tuple[Fraction, int | None], ...]


@dataclass(frozen=True, slots=True)
class MarginAttack:
    """F, M and T = F + M of the attacked counts, ``bound`` being the largest noise of the three.

    ``blind`` is how likely the best guess of z_F is right that does not look at the residual.
    ``added`` is for keys that add, None where ``why_not`` says why there is none. ``known`` is the
    probability that the release proves the person to whoever knows the keys of all others.
    """

    counts: Counts
    bound: int
    blind: Fraction
    independent: ByResidual
    added: ByResidual | None
    known: Fraction | None
    why_not: str

    @property
    def never(self) -> tuple[int, ...]:
        """The residuals that keys which add cannot give, and independent ones do."""
        if self.added is None:
            return ()
        occur = self.added.residuals.weights
        return tuple(sorted(r for r in self.independent.residuals.weights if r not in occur))


def margin_attack(asked: Asked) -> MarginAttack:
    """Return the attack on the first cell, the others together, and their total."""
    first = asked.partition.cells[0]
    counts = (first, asked.partition.count - first)
    table, noise = asked.table, [asked.table.row(n).pmf for n in (*counts, sum(counts))]
    E = bound_of(*noise)
    by_keys, why_not = _keyed(asked)
    added = known = None
    if by_keys is not None:
        try:
            rows = [key_row(by_keys, n) for n in (*counts, sum(counts))]
            added = _by(Residuals.of(JointLaw.of(rows[:2], rows[2])), E, asked)
            found = known_keys(by_keys, [counts])
            known = None if found is None else found.delta
        except InputError as error:
            why_not = f"{error.argument} {error.rule}"
    blind = Fraction(max(noise[0].weights), table.keysize)
    apart = _by(Residuals.independent(*noise), E, asked)
    return MarginAttack(counts, E, blind, apart, added, known, why_not)


def _keyed(asked: Asked) -> tuple[PTable | None, str]:
    """Return the table by its keys where they add, or why it is not looked at."""
    if not asked.adds:
        return None, ""
    few = asked.table.key_order is None or asked.table.keysize <= MAX_KEYS
    return (by_residues(asked.table), "") if few else (None, ASSUMED)


def _by(residuals: Residuals, bound: int, asked: Asked) -> ByResidual:
    p = residuals.revealing(bound)
    levels = dict.fromkeys((asked.triple_level, *asked.levels))
    needed = tuple((level, tuples_needed(p, level)) for level in levels)
    return ByResidual(residuals, p, needed)
