"""What is to be certified: the table, the privacy claims, what is declared, the key law."""

from dataclasses import dataclass
from fractions import Fraction

from exact.cellkeys.arithmetic import ByteFold, KeyArithmetic
from exact.complete.proof import Proof
from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.table.lookups import looked_up_by_records
from exact.table.pairs import PairProfile
from exact.table.ptable import PTable
from exact.table.zero import EVERY_PAIR, EXCLUDE, FirstPair, first_is_alone, limit_of
from verification.claims.released import Released
from verification.claims.source import Source
from verification.findings.declared import NOTHING_DECLARED, Declared


@dataclass(frozen=True, slots=True)
class Noted:
    """A finding of the audit as a certificate records it: in words, each of one line."""

    code: str
    severity: str
    message: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Target:
    """An epsilon, and the delta that is claimed to hold at it (None: only measured)."""

    epsilon: Epsilon
    delta: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """A table with everything that its certificate is to speak of."""

    table: PTable
    source: Source
    targets: tuple[Target, ...]
    arithmetic: KeyArithmetic | None = None
    # Nobody said how keys are made: then delta under that law is measured, not claimed.
    assumed: bool = False
    declared: Declared = NOTHING_DECLARED
    findings: tuple[Noted, ...] = ()
    # That no table with the same rules is better.
    proof: Proof | None = None
    # Everything that is published of the same people, composed.
    release: Released | None = None
    # How the pair (0, 1) counts for the deltas that are claimed.
    first_pair: FirstPair = EVERY_PAIR

    @property
    def stated(self) -> bool:
        """Whether it is stated, not assumed, how keys are made of records."""
        return self.arithmetic is not None and not self.assumed

    def _counts_empty_cells(self, proof: Proof) -> bool:
        """Tell whether it makes a difference to a proof that an empty cell has one key."""
        differs = looked_up_by_records(self.table) is not self.table
        return differs and proof.rules.first_pair != EXCLUDE

    def __post_init__(self) -> None:
        if not self.targets:
            raise InputError("epsilon", "", "is missing", "give at least one epsilon")
        if len({target.epsilon for target in self.targets}) < len(self.targets):
            raise InputError("epsilon", self.targets, "is given twice", "give each epsilon once")
        if isinstance(self.arithmetic, ByteFold):
            raise InputError(
                "cell keys", "byte-fold", "has no certificate yet", "use the audit for it"
            )
        if self.arithmetic is not None and self.arithmetic.keysize != self.table.keysize:
            rule = f"makes {self.arithmetic.keysize} keys, and the table has {self.table.keysize}"
            raise InputError("cell keys", self.arithmetic, rule, "make keys and table of one size")
        if self.proof is not None and self.stated and self._counts_empty_cells(self.proof):
            rule = "is about uniform keys of empty cells, and keys of records give these the key 0"
            raise InputError(
                "proof", "the pair (0, 1)", rule, "leave out --cell-keys, or the proof"
            )
        if not any(True for _ in self.table.neighbours()):
            rule = "covers no two neighbouring counts"
            raise InputError("table", "one row", rule, "give a rule past the last row")

    @property
    def claims_the_design(self) -> bool:
        """Whether the epsilon that the table was designed for is a target, with its delta."""
        origin = self.table.origin
        if origin is None or (origin.epsilon, origin.delta) == (None, None):
            return True
        deltas = [target.delta for target in self.targets if target.epsilon == origin.epsilon]
        return any(origin.delta in (None, delta) for delta in deltas)

    def limit(self, target: Target, pair: PairProfile, seen: PTable) -> Fraction | None:
        """Return the delta that is claimed of a pair of a table as cells see it; None: none is."""
        return limit_of(seen, pair, target.delta, self.first_pair)

    def counts_apart(self, count: int, other: int) -> bool:
        """Tell whether two counts are the pair (0, 1), and it does not count as the others do."""
        if self.first_pair == EVERY_PAIR or min(count, other) > 0:
            return False
        return first_is_alone(looked_up_by_records(self.table) if self.stated else self.table)
