"""A complete table as the front door hands it out: a row for every count, and a proved bound."""

from dataclasses import dataclass
from fractions import Fraction

from exact.complete.asked import Missed, asked, complete_table, leaves_given
from exact.complete.asked_rules import AskedRules, ByRow
from exact.complete.best import Effort
from exact.complete.made import Made
from exact.complete.proof import Proof
from reports.content.plain_table import table_document
from reports.decimals import DOWN, decimal
from reports.document.blocks import Document
from reports.document.text import blocks_text
from reports.door.design import TargetMissed, table_made
from reports.door.given import FilePath, flag_given, path_given, word_given
from reports.door.notebook import framed
from reports.door.table import Table
from reports.door.values import Bounds, Number
from reports.files import write_atomically
from reports.numbers import delta_bounds
from reports.proposals.opening import open_highs
from reports.views.complete_design import made_blocks, made_json
from verification.certificate.proof_file import proof_text

_DIGITS = 10


def complete(
    epsilon: Number | None = None,
    delta: Number | None = None,
    *,
    D: ByRow,
    variance: ByRow | None = None,
    keysize: Number,
    criterion: str | None = None,
    exact_variance: bool = False,
    holes: str | None = None,
    js: Number | None = None,
    zero: str | None = None,
    rows: Number | None = None,
    pstay: ByRow | None = None,
    monotone: bool = False,
    unimodal: bool = False,
    allow_bias: bool = False,
    first_pair: str | None = None,
    leaves: Number | None = None,
) -> "CompleteDesign":
    """Make the best table with a row for every count, in whole keys, with a proved bound.

    The arguments are those of ``ptcert design --complete``:
    ``complete(1, D=5, variance=3, holes="1..2", keysize="2^8")``. Where no table meets ``delta``
    it raises ``TargetMissed`` with the bound that shows it.
    """
    rules = AskedRules(
        D=D,
        variance=variance,
        exact_variance=flag_given(exact_variance, "exact_variance"),
        holes=word_given(holes, "holes"),
        js=js,
        zero=word_given(zero, "zero"),
        rows=rows,
        allow_bias=flag_given(allow_bias, "allow_bias"),
        pstay=pstay,
        monotone=flag_given(monotone, "monotone"),
        unimodal=flag_given(unimodal, "unimodal"),
        first_pair=word_given(first_pair, "first_pair"),
    ).rules(delta)
    by, effort = word_given(criterion, "criterion"), Effort(leaves_given(leaves))
    wanted = asked(rules, keysize, by, epsilon, delta, effort)
    try:
        made = complete_table(wanted, open_highs)
    except Missed as missed:
        least = decimal(missed.bound, _DIGITS, DOWN)
        asked_for = "so small a delta of the pair (0, 1)"
        what = asked_for if missed.of_first_pair else f"delta <= {delta}"
        said = f"no table of so many keys with these rules has {what}: it is at least"
        why = "; the pair (0, 1) counts, see first_pair" if missed.counts_zero else ""
        raise TargetMissed(f"{said} {least} at epsilon = {missed.epsilon.text}{why}") from None
    return CompleteDesign(table_made("complete", made.table), made)


@dataclass(frozen=True, slots=True, repr=False)
class CompleteDesign:
    """A complete table, with what is proved about every other one that keeps the same rules."""

    table: Table
    made: Made

    @property
    def delta(self) -> Bounds | None:
        """The tight delta of the pairs that count; None where no epsilon was given."""
        return None if self.made.delta is None else Bounds.of(delta_bounds(self.made.delta))

    @property
    def bound(self) -> Fraction | None:
        """What no table with these rules is below; None for the largest entropy.

        It is of delta, or of the variance where that was made small. Where epsilon was searched
        for, no table has the target at the epsilon of ``proof``.
        """
        return None if self.made.found is None or self.made.least else self.made.found.bound

    @property
    def gap_keys(self) -> Fraction | None:
        """How many keys the table is above the bound, at most; 0 where no table is better."""
        return None if self.bound is None or not self.made.found else self.made.found.gap_keys

    @property
    def proved_optimal(self) -> bool:
        """Whether it is proved that no table of as many keys with these rules is better."""
        return self.made.proved_optimal

    @property
    def proof(self) -> Proof | None:
        """The proof of the bound, for ``certify(..., proof=...)``; None for the largest entropy."""
        return self.made.proof

    def save_proof(self, path: FilePath) -> None:
        """Write the proof as ``ptcert design --complete --proof`` does."""
        write_atomically(path_given(path, "path"), proof_text(self.made))

    @property
    def text(self) -> str:
        """All of it, as ``ptcert design --complete`` prints it."""
        return blocks_text(made_blocks(self.made, None))

    def to_dict(self) -> dict[str, object]:
        """Return all of it, as ``ptcert design --complete --json`` prints it."""
        return made_json(self.made)

    def __repr__(self) -> str:
        reached = "" if self.delta is None else f", delta {self.delta}"
        return f"<CompleteDesign {self.table.text}{reached}{self._how_good()}>"

    def _how_good(self) -> str:
        if self.proved_optimal:
            return ", proved optimal"
        gap = self.gap_keys
        return "" if gap is None else f", within {-(-gap // 1)} keys of a proved bound"

    def _repr_html_(self) -> str:
        shown = table_document(self.table.ptable, self.table.name, self.table.notes)
        blocks = made_blocks(self.made, None)
        return framed(
            Document(shown.title, "A complete table", blocks, shown.sections, shown.glossary)
        )
