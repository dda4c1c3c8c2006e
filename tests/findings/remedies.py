"""For each remedy of each finding: something that has the finding, and the same with the remedy.

A case is two inputs. What the remedy says is done to the first, by hand, gives the second.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from exact.cellkeys.arithmetic import ByteFold, SumModulo, XorOfFour
from exact.design.table import table_of_law
from exact.formats.format import FRACTION
from exact.formats.options import ReadOptions
from exact.formats.reading import read_table_bytes
from exact.formats.registry import format_named
from exact.keyorder.order import Listed, Mixed
from exact.laws.maxent import law_of_gamma
from exact.numbers.epsilon import Epsilon
from exact.table.native import write_native
from exact.table.origin import Origin
from exact.table.ptable import PTable, Repeat, Stop
from exact.table.row import Row
from exact.table.zero import EXCLUDE, FirstPair
from verification.audit import AuditOptions, audit
from verification.findings.declared import read_declared
from verification.findings.finding import Finding

NOTHING_SAID, HALF = AuditOptions(), Fraction(1, 2)
# The ONS files of the cases need a rule past their last row; others have one.
REPEAT = ReadOptions(beyond=Repeat())


@dataclass(frozen=True)
class Given:
    """A table, or the text of a file, with what is said about it."""

    table: PTable | None = None
    text: str = ""
    epsilon: Fraction = Fraction(2)  # e^epsilon
    target: Fraction | None = None
    options: AuditOptions = NOTHING_SAID

    def findings(self) -> tuple[Finding, ...]:
        """Return what the audit, and before it the reader, finds."""
        table, options = self.table, self.options
        if table is None:
            native = self.text.startswith("{")
            reading = read_table_bytes(self.text.encode(), ReadOptions() if native else REPEAT)
            problems = tuple(
                Finding(p.code, p.severity, p.message, p.remedy) for p in reading.problems
            )
            if reading.table is None:
                return problems
            table = reading.table
            by_fraction = format_named(reading.format).lookup == FRACTION
            keys = table.keysize if by_fraction else None
            options = replace(options, problems=problems, interval_keys=keys)
        return audit(table, Epsilon(exp=self.epsilon), self.target, options).findings


@dataclass(frozen=True)
class Case:
    """The remedy, as the page has it; before; after."""

    remedy: str
    before: Given
    after: Given


def row(*keys: tuple[int, int]) -> Row:
    """Return a row of (noise, number of keys)."""
    return Row(keys)


def table(*rows: Row, first: int = 3, **changes: object) -> PTable:
    """Return a table of these rows, for counts from ``first`` on."""
    found = PTable(rows[0].keysize, first, rows, zero="none" if first else "row")
    return replace(found, **changes)  # type: ignore[arg-type]


def given(*rows: Row, first: int = 3, **changes: object) -> Given:
    """Return such a table as it is."""
    return Given(table(*rows, first=first, **changes))


FAIR = row((-1, 4), (0, 8), (1, 4))
KEPT = row((0, 16))
LAW = law_of_gamma(2, Fraction(1, 3))
OF_LAW = table_of_law(LAW, 64)


def _origin() -> list[Case]:
    (z0, n0), (z1, n1), *rest = OF_LAW.rows[0].runs
    moved = PTable(64, 2, (row((z0, n0 + 1), (z1, n1 - 1), *rest),), origin=Origin(LAW, "ceiling"))
    return [
        Case("quantise the law again", Given(moved), Given(OF_LAW)),
        Case("remove the declaration", Given(moved), Given(replace(moved, origin=None))),
    ]


def _delta() -> list[Case]:
    # delta(E) = 3/4 - E/4 up to E = 2 for this row against itself, shifted.
    claimed = Given(table(FAIR), epsilon=Fraction(1), target=Fraction(3, 8))
    return [
        Case("claim at least the tight δ", claimed, replace(claimed, target=Fraction(1, 2))),
        Case("claim at least that ε", claimed, replace(claimed, epsilon=Fraction(3, 2))),
    ]


def _supports() -> dict[str, list[Case]]:
    apart = given(row((0, 16)), row((3, 16)), beyond=Stop())
    touching = given(row((0, 8), (4, 8)), row((3, 16)), beyond=Stop())
    shifted = given(row((0, 8), (1, 8)), row((0, 8), (1, 8)), beyond=Stop())
    level = given(row((0, 8), (1, 8)), row((-1, 8), (0, 8)), beyond=Stop())
    return {
        "DISJOINT": [Case("let their noise overlap", apart, touching)],
        "PLATEAU": [Case("let both counts release the same values", shifted, level)],
    }


def _zero() -> dict[str, list[Case]]:
    preserved = given(FAIR, first=1, zero="preserve")
    silent = given(FAIR, first=1)
    noisy = given(row((0, 8), (1, 8)), FAIR, first=0)
    remedy = (
        "give a count of 0 a row with noise, and empty cells keys that are drawn for them: keys "
        "made of records are 0 there"
    )
    apart = replace(preserved, target=HALF, options=AuditOptions(first_pair=FirstPair(EXCLUDE)))
    stated = replace(noisy, options=AuditOptions(arithmetic=SumModulo(16)))
    return {
        "ZERO": [
            Case("claim for the counts from 1 alone (`--first-pair exclude`)", preserved, apart),
            Case(remedy, preserved, noisy),
            Case(remedy, silent, noisy),
        ],
        "EMPTY-CELL": [
            Case("preserve zeros", noisy, preserved),
            Case("preserve zeros", stated, preserved),
        ],
    }


def _keys() -> dict[str, list[Case]]:
    # 13^4 quadruples make the sixteen keys unequally likely: delta is above 1/4 then.
    claimed = Given(table(FAIR), target=Fraction(1, 4))
    xor = replace(claimed, options=AuditOptions(arithmetic=XorOfFour(16, 13)))
    summed = replace(claimed, options=AuditOptions(arithmetic=SumModulo(16)))
    few = replace(claimed, options=AuditOptions(arithmetic=XorOfFour(16, 7)))
    enough = replace(claimed, options=AuditOptions(arithmetic=XorOfFour(16, 9)))
    larger = replace(claimed, options=AuditOptions(arithmetic=SumModulo(32)))
    bytes_of = table(row((-1, 64), (0, 128), (1, 64)))
    low, high = (
        Given(bytes_of, options=AuditOptions(arithmetic=ByteFold(n))) for n in (200, 1 << 32)
    )
    reached = "use a modulus that reaches every key"
    return {
        "KEY-LAW": [
            Case("claim the δ under that law", xor, replace(xor, target=Fraction(1, 2))),
            Case("make keys by one sum modulo the number of keys", xor, summed),
            Case("make keys by one sum modulo the number of keys", claimed, summed),
        ],
        "KEYS": [
            Case("make keys and table of one size", larger, summed),
            Case(reached, few, enough),
            Case(reached, low, high),
        ],
    }


def _outputs() -> list[Case]:
    known = row((-2, 1), (-1, 5), (0, 13), (1, 5), (2, 1))
    many, few = (Given(table(known), options=AuditOptions(outputs=n)) for n in (1000, 50))
    return [Case("publish fewer triples than are needed for that", many, few)]


def _keys_add() -> list[Case]:
    rising = row((-1, 4), (0, 8), (1, 4))
    mixed = row((0, 3), (-1, 1), (1, 2), (0, 3), (-1, 3), (1, 2), (0, 2))
    add, apart = AuditOptions(arithmetic=SumModulo(16)), AuditOptions(arithmetic=XorOfFour(16, 13))
    before = Given(table(rising), options=add)
    return [
        Case("look keys up in a mixed order", before, Given(table(mixed), options=add)),
        Case("make cell keys that do not add", before, Given(table(rising), options=apart)),
    ]


def _key_orders() -> dict[str, list[Case]]:
    rising = row((-1, 4), (0, 8), (1, 4))
    add, xor = AuditOptions(arithmetic=SumModulo(16)), AuditOptions(arithmetic=XorOfFour(16, 13))
    times_3 = Listed(tuple(3 * key % 16 for key in range(16)))
    linear = Given(table(rising, key_order=times_3), options=add)
    mixed = Given(table(rising, key_order=Mixed("x")), epsilon=Fraction(4), options=add)
    long = table(row((-1, 2048), (0, 4096), (1, 2048)), key_order=Mixed("x"))
    many = Given(long, options=AuditOptions(arithmetic=SumModulo(8192)))
    xored = Given(table(rising), epsilon=Fraction(4), options=xor)
    other = replace(xored, table=table(rising, key_order=Mixed("x")))
    again = "sort the rows and mix the keys (`ptcert convert --key-order mixed`)"
    return {
        "LINEAR-ORDER": [Case(again, linear, mixed)],
        "KEYS-MIXED": [Case("use more keys", mixed, many)],
        "KEYS-XOR": [Case("look keys up in a mixed order", xored, other)],
    }


def _moments() -> dict[str, list[Case]]:
    uneven = given(row((-1, 4), (0, 6), (1, 6)))
    same = "give z and −z the same number of keys, as the rule `symmetric` does"
    cut_off = "where a side is cut off, move keys until noise times keys sums to 0"
    cut = given(row((-1, 4), (0, 8), (1, 2), (2, 2)), first=1)
    balanced = given(row((-1, 6), (0, 6), (1, 2), (2, 2)), first=1)
    upward = given(row((0, 8), (1, 8)))
    raised, kept = given(row((0, 8), (1, 8)), FAIR, first=0), given(KEPT, FAIR, first=0)
    rising = given(row((-2, 3), (-1, 2), (0, 6), (1, 2), (2, 3)))
    falling = given(row((-2, 2), (-1, 3), (0, 6), (1, 3), (2, 2)))
    return {
        "BIAS": [
            Case(same, uneven, given(FAIR)),
            Case(cut_off, cut, balanced),
            Case("where all noise has one sign, let it have both", upward, given(FAIR)),
            Case("at a count of 0, only noise 0 is without bias", raised, kept),
        ],
        "ASYMMETRY": [Case(same, uneven, given(FAIR))],
        "NOT-MONOTONE": [
            Case("let the number of keys fall from noise 0 outward, on both sides", rising, falling)
        ],
        "NEGATIVE": [
            Case(
                "give count n noise of at least −n",
                given(row((-2, 4), (-1, 4), (0, 8)), first=1),
                given(row((-1, 8), (0, 8)), first=1),
            )
        ],
        "IGNORES-KEY": [Case("let the noise depend on the key", given(row((2, 16))), given(FAIR))],
    }


def _support() -> list[Case]:
    # Counts 1 and 2 are never released as 1: R ptable's js = 1.
    js = table(
        row((-1, 4), (1, 4)), row((-2, 2), (0, 4), (1, 2)), row((-1, 2), (0, 4), (1, 2)), first=1
    )
    gapped = given(row((-2, 1), (0, 6), (2, 1)))
    filled = given(row((-2, 1), (-1, 1), (0, 4), (1, 1), (2, 1)))
    more = given(row((-2, 1), (-1, 1), (0, 12), (1, 1), (2, 1)))
    declared = AuditOptions(declared=read_declared("holes=1"))
    return [
        Case(
            "declare holes that are meant (`--holes 1..2`)",
            Given(js),
            Given(replace(js, holes=(1,))),
        ),
        Case(
            "declare holes that are meant (`--holes 1..2`)", Given(js), Given(js, options=declared)
        ),
        Case("give each of the values a key", gapped, filled),
        Case("use more keys", gapped, more),
        Case("use a smaller range of noise", gapped, given(row((-1, 1), (0, 6), (1, 1)))),
    ]


def _declared() -> dict[str, list[Case]]:
    def said(text: str, about: PTable) -> Given:
        return Given(about, options=AuditOptions(declared=read_declared(text)))

    fair, uneven = table(FAIR), table(row((-1, 4), (0, 6), (1, 6)))
    wide = table(row((-2, 4), (-1, 2), (0, 4), (1, 2), (2, 4)))
    holed = table(row((-1, 4), (1, 4)), row((0, 4), (1, 4)), first=1, beyond=Stop())
    whole = table(row((-1, 2), (0, 2), (1, 4)), row((0, 4), (1, 4)), first=1, beyond=Stop())
    noisy, kept = table(row((0, 8), (1, 8)), FAIR, first=0), table(KEPT, FAIR, first=0)
    wrong = {
        "BIAS": (said("bias=0", uneven), fair, "bias=1/8"),
        "VARIANCE": (said("variance=1/2", wide), fair, "variance=9/4"),
        "NOISE": (said("noise=1", wide), fair, "noise=2"),
        "HOLES": (said("holes=1", whole), holed, "holes=7"),
        "ZERO": (said("zero=preserve", noisy), kept, "zero=row"),
        "STAY": (said("stay=1/2", wide), fair, "stay=1/4"),
        "MONOTONE": (said("monotone=yes", wide), fair, "noise=2"),
    }
    demands, changed = (said(f"variance={V},bias=0,noise=1", fair) for V in ("2", "1/2"))
    remedy = "leave one of these demands out, or change it"
    cases = {"DEMANDS": [Case(remedy, demands, changed)]}
    for name, (before, corrected, statement) in wrong.items():
        assert before.table is not None
        declared = replace(before.options, declared=read_declared(statement))
        cases[f"DECLARED-{name}"] = [
            Case("correct the table", before, replace(before, table=corrected)),
            Case("correct the statement", before, replace(before, options=declared)),
        ]
    return cases


def _texts() -> dict[str, list[Case]]:
    """The findings of readers: tau-Argus' intervals, ONS' keys, transition matrices."""
    head, sas = "i;j;p;v;p_int_ub\n", "i;j;p;v;p_int_lb;p_int_ub\n"
    zero = "0;0;1;0;1\n"
    good = head + zero + "1;0;0.3;-1;0.3\n1;1;0.7;0;1\n"
    bounds = sas + "0;0;1;0;0;1\n"
    right = bounds + "1;0;0.3;-1;0;0.3\n1;1;0.7;0;0.3;1\n"
    keyed = "pcv,ckey,pvalue\n1,0,-1\n1,1,1\n2,0,0\n2,1,1\n"
    matrix = "count,-1,0,1\n0,0,1,0\n1,0.5,0.25,0.25\n"
    one = "give every key one noise value"

    def case(remedy: str, before: str, after: str) -> Case:
        return Case(remedy, Given(text=before), Given(text=after))

    gap = bounds + "1;0;0.3;-1;0;0.2\n1;1;0.7;0;0.3;1\n"
    overlap = bounds + "1;0;0.3;-1;0;0.4\n1;1;0.7;0;0.3;1\n"
    late = bounds + "1;0;0.3;-1;0.1;0.3\n1;1;0.7;0;0.3;1\n"
    short = head + zero + "1;0;0.3;-1;0.3\n1;1;0.7;0;0.9\n"
    reversed_ = bounds + "1;0;0.3;-1;0.3;0\n1;1;0.7;0;0.3;1\n"
    shuffled = bounds + "1;1;0.7;0;0.3;1\n1;0;0.3;-1;0;0.3\n"
    doubles = head + zero + "1;0;0.1;-1;0.10000000000000001\n1;1;0.9;0;1\n"
    number = "use keys by number (`ptcert convert`), which lie on no bound"
    written = read_table_bytes(good.encode(), ReadOptions()).table
    assert written is not None
    return {
        "GAP": [case(one, gap, right)],
        "OVERLAP": [case(one, overlap, right)],
        "FIRST-BOUND": [case("begin each row at 0", late, right)],
        "LAST-BOUND": [case("end each row at exactly 1", short, good)],
        "DECREASING": [
            case("write the bounds in increasing order", reversed_, right),
            case("sort the lines by their lower bound", shuffled, right),
        ],
        "P-MISMATCH": [case("write p = ub − lb", good.replace(";0.3;-1", ";0.29;-1"), good)],
        "ROW-SUM": [
            case("where there are bounds, write p = ub − lb", good.replace("0.7;0", "0.6;0"), good),
            case(
                "write probabilities that sum to exactly 1",
                matrix.replace("0.5,0.25,0.25", "0.5,0.25,0.24"),
                matrix,
            ),
        ],
        "NOISE-MISMATCH": [case("write v = j − i", good.replace("1;0;0.3;-1", "1;0;0.3;-2"), good)],
        "ROW-ORDER": [
            case("write the rows 0, 1, 2, …", head + good.removeprefix(head + zero) + zero, good)
        ],
        "GRID": [
            case("round them to that grid", doubles, doubles.replace("0.10000000000000001", "0.1"))
        ],
        "MISSING-KEY": [case(one, keyed.replace("2,0,0\n", ""), keyed)],
        "DUPLICATE-KEY": [case("keep one line for each", keyed + "2,1,1\n", keyed)],
        "MISSING-COUNT": [
            case("give them rows", keyed.replace("\n2,", "\n3,"), keyed),
            case("give them rows", keyed.replace("\n1,", "\n5,").replace("\n2,", "\n6,"), keyed),
        ],
        "LOOKUP": [case(number, good, write_native(written))],
    }


_SINGLE: dict[str, Callable[[], list[Case]]] = {
    "ORIGIN": _origin,
    "DELTA": _delta,
    "OUTPUTS": _outputs,
    "KEYS-ADD": _keys_add,
    "SUPPORT": _support,
}


def cases() -> dict[str, list[Case]]:
    """Return the cases of every code."""
    found = {code: make() for code, make in _SINGLE.items()}
    for several in (_supports, _zero, _keys, _key_orders, _moments, _declared, _texts):
        found |= several()
    return found
