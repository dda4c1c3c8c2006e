"""What is true: a law, its table, or both, and which of them a column is about."""

from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError
from exact.laws.law import WeightedLaw, has_one_noise
from exact.laws.squares import SquareLaw
from exact.numbers.epsilon import Epsilon
from exact.numbers.real import Known, Real
from exact.quantiser.rules import key_counts, quantised_cmf
from exact.table.ptable import PTable
from exact.table.row import Row
from verification.comparison.law_values import LawValues
from verification.comparison.noise_values import NoiseValues
from verification.comparison.table_values import TableValues

# Columns by what labels a value in them: a noise value z, an epsilon, or nothing.
BY_NOISE = ("p", "c", "pq", "cq")
# Whole numbers: c^Q(z), and the number of keys K p^Q(z) that some print in the place of p^Q(z).
KEYS = "keys"
COUNTED = ("cq", KEYS)
BY_EPSILON = ("delta",)
ALONE = ("epsilonq", "deltaq", "bias", "variance")
COLUMNS = (*BY_NOISE, *BY_EPSILON, *ALONE)

Label = int | Epsilon | None


@dataclass(frozen=True)
class Reference:
    """A law before quantisation, a table, or a law with its table.

    p and c are of the law where one is known, else of the table; pq, cq and deltaq are of the
    table; delta, epsilonq, bias and variance are of the table where there is one, else of the law.
    ``epsilon`` is where delta is taken in a row that does not say. ``rule`` is how the table was
    made from the law.
    """

    law: NoiseValues | None
    table: TableValues | None
    epsilon: Epsilon | None = None
    rule: str | None = None

    @property
    def support(self) -> range:
        """The noise values that can occur."""
        values = self.law or self.table
        assert values is not None
        return values.support

    def source(self, column: str) -> NoiseValues | TableValues:
        """Return what a column is about."""
        if column in ("p", "c") and self.law is not None:
            return self.law
        if self.table is not None:
            return self.table
        if column in ("pq", *COUNTED, "deltaq"):
            remedy = "give --keysize or --table, or leave it out"
            raise InputError("column", column, "is about a table, and there is none", remedy)
        assert self.law is not None
        return self.law

    def truth(self, column: str, label: Label) -> Real | None:
        """Return the true value of a column at a label; None stands for infinity."""
        values = self.source(column)
        if isinstance(label, int):
            return _by_noise(values, column, label)
        if isinstance(label, Epsilon):
            return values.delta(label)
        return _alone(values, column)


def _by_noise(values: NoiseValues | TableValues, column: str, z: int) -> Real:
    if column == "cq" and isinstance(values, TableValues):
        return values.cq(z)
    if column == KEYS and isinstance(values, TableValues):
        return Known(Fraction(values.keys(z)))
    return values.c(z) if column == "c" else values.p(z)


def _alone(values: NoiseValues | TableValues, column: str) -> Real | None:
    if column == "deltaq" and isinstance(values, TableValues):
        return values.deltaq()
    if column == "epsilonq":
        return values.epsilonq()
    return values.bias() if column == "bias" else values.variance()


def law_reference(
    law: WeightedLaw, keysize: int | None, rule: str, epsilon: Epsilon | None
) -> Reference:
    """Return a law, and with a keysize its table by ``rule``: for every count from D upward.

    Noise values that the rule loses are lost in the reference too.
    """
    values = _values(law)
    if keysize is None:
        return Reference(values, None, epsilon)
    cmf = quantised_cmf(law, keysize, rule)
    row = Row.of(list(zip(law.support, key_counts(cmf), strict=True)))
    table = TableValues(PTable(keysize, law.D, (row,)), law.D)
    return Reference(values, table, epsilon, rule)


def table_reference(table: PTable, count: int | None, epsilon: Epsilon | None) -> Reference:
    """Return a table and the count whose row is meant; with several rows it must be said.

    A table that names the law it was made from brings that law along.
    """
    if count is None and len(set(table.rows)) > 1:
        rule = f"has {len(set(table.rows))} different rows"
        raise InputError("table", f"{len(table.rows)} rows", rule, "say which with --count")
    chosen = table.first_count if count is None else count
    table.row(chosen)  # refuse a count that is not covered, before anything is read
    values, origin = TableValues(table, chosen), table.origin
    if origin is None:
        return Reference(None, values, epsilon)
    law = _values(origin.law) if has_one_noise(origin.law) else None
    return Reference(law, values, epsilon or origin.epsilon, origin.rule)


def _values(law: WeightedLaw) -> NoiseValues:
    """Return the values of a law; more is known where the weights are x^(k^2)."""
    return LawValues(law) if isinstance(law, SquareLaw) else NoiseValues(law)
