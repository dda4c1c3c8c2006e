"""A table as the front door hands it out: read from a file or designed, looked at, written."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from exact.errors import InputError, power_of_two
from exact.formats.options import read_options
from exact.formats.reading import Reading
from exact.formats.writing import write_table
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.numbers.guard import rational
from exact.table.extremes import noise_range
from exact.table.pairs import PairProfile, pair_profiles, worst_pair
from exact.table.ptable import PTable
from reports.content.plain_table import profile_document, table_document
from reports.door.given import FilePath, path_given
from reports.door.notebook import framed
from reports.door.values import Bounds, Number
from reports.files import write_atomically
from reports.inputs import read_table_file
from reports.numbers import delta_bounds
from verification.claims.source import ReadAs


def read(
    path: FilePath,
    *,
    format: str | None = None,  # noqa: A002 -- the word that users know from --format
    keys: str | None = None,
    beyond: str | None = None,
    zero: str | None = None,
    columns: str | None = None,
    holes: str | None = None,
    sheet: str | None = None,
) -> "Table":
    """Read a table of any known format; where two readings are possible, say which one is meant.

    The arguments are those of the command line: ``format="ess"``, ``keys="1..1000"``,
    ``beyond="wrap:501:250"``, ``zero="preserve"``, ``columns="noise"``, ``holes="1..2"``,
    ``sheet="Table 1"``.
    """
    said = ReadAs(keys, beyond, zero, columns, holes, sheet)
    options = read_options(format=format, **said.said)
    file = path_given(path, "path")
    reading, digest, size = read_table_file(str(file), options)
    return Table(file.name, reading.format, digest, size, reading.notes, reading, said)


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """A perturbation table: which noise each key leads to, for each true count.

    ``name`` and ``format`` say where it comes from, ``notes`` how it was read, ``sha256`` and
    ``size`` are of the bytes of its file.
    """

    name: str
    format: str
    sha256: str
    size: int
    notes: tuple[str, ...]
    reading: Reading
    said: ReadAs = field(default=ReadAs())

    @property
    def ptable(self) -> PTable:
        """The table inside."""
        assert self.reading.table is not None
        return self.reading.table

    @property
    def keysize(self) -> int:
        """How many keys there are."""
        return self.ptable.keysize

    @property
    def counts(self) -> range:
        """The true counts that have a row of their own."""
        return range(self.ptable.first_count, self.ptable.last_count + 1)

    @property
    def noise_range(self) -> tuple[int, int]:
        """The smallest and the largest noise of any row."""
        return noise_range(self.ptable)

    def noise(self, count: int, key: int) -> int:
        """Return the noise for a true count and a cell key, as the file numbers its keys."""
        return self.ptable.noise(count, key)

    def probabilities(self, count: int) -> Mapping[int, Fraction]:
        """Return how likely each noise is for a true count, with uniform keys."""
        pmf = self.ptable.row(count).pmf
        return {z: pmf.probability(z) for z in pmf.outcomes}

    def profile(self) -> "Profile":
        """Return the privacy profile: the tight delta at every epsilon."""
        return Profile(self.name, tuple(pair_profiles(self.ptable)))

    def save(self, path: FilePath, format: str = "native") -> None:  # noqa: A002 -- as in read
        """Write the table in any format that can hold it, exactly or not at all."""
        write_atomically(path_given(path, "path"), write_table(self.ptable, format))

    @property
    def text(self) -> str:
        """The table in one line."""
        low, high = self.noise_range
        counts, keys = self.counts, power_of_two(self.keysize)
        rows = f"counts {counts[0]}..{counts[-1]}" if len(counts) > 1 else f"count {counts[0]}"
        return f"{self.name}: {rows}, {keys} keys, noise {low}..{high}"

    def __repr__(self) -> str:
        return f"<Table {self.text}>"

    def _repr_html_(self) -> str:
        return framed(table_document(self.ptable, self.name, self.notes))


def has_table(given: object) -> bool:
    """Tell whether a value has a table of its own, as a design and an audit have."""
    return isinstance(getattr(given, "table", None), Table)


def table_given(given: object, argument: str) -> Table:
    """Return a table, refusing what is none: a path is not read silently."""
    if isinstance(given, Table):
        return given
    if has_table(given):
        raise InputError(argument, given, "is no table, but has one", "give its .table")
    raise InputError(argument, given, "is no table", "read it with ptcert.read first")


@dataclass(frozen=True, slots=True, repr=False)
class Profile:
    """The privacy profile of a table, exact at every epsilon, over all neighbouring counts."""

    name: str
    pairs: tuple[PairProfile, ...]

    def __post_init__(self) -> None:
        if not self.pairs:
            rule = "covers no two neighbouring counts"
            raise InputError("table", self.name, rule, "it has no privacy to measure")

    def delta(self, epsilon: Number) -> Bounds:
        """Return the tight delta over all events at ``epsilon``."""
        return Bounds.of(delta_bounds(worst_pair(self.pairs, read_epsilon(epsilon)).delta))

    def epsilon(self, delta: Number) -> str | None:
        """Return the least epsilon at which ``delta`` is kept, as text; None where there is none.

        It is the logarithm of a rational: ``ln(3/2)`` can be given as an epsilon again.
        """
        wanted = rational(delta, "delta")
        if not 0 <= wanted < 1:
            raise InputError("delta", delta, "must lie from 0 to below 1", "for example 1e-4")
        found = [pair.profile.epsilon(wanted) for pair in self.pairs]
        exps = [each.exp for each in found if each is not None and each.exp is not None]
        if len(exps) < len(found):
            return None
        return "0" if max(exps) == 1 else f"ln({max(exps)})"

    def __repr__(self) -> str:
        plateau = max(pair.profile.delta_at_infinity() for pair in self.pairs)
        return f"<Profile of {self.name}: delta falls to {Bounds(plateau, plateau)}>"

    def _repr_html_(self) -> str:
        return framed(profile_document(self.name, self.pairs))
