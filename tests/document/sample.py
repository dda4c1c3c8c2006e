"""A document with every kind of block, to test the settings with."""

from reports.document.blocks import (
    ABOUT,
    AT_LEAST,
    AT_MOST,
    Code,
    Commands,
    Document,
    Entry,
    Facts,
    Finding,
    Items,
    Number,
    Paragraph,
    Picture,
    Section,
    Sign,
    SignOff,
    Status,
    Term,
    Verdict,
)
from tests.document.sample_drawings import bars, curve, heat_map
from tests.document.sample_grids import (
    LAW,
    behind,
    law_grid,
    long_grid,
    probability,
    sizes_grid,
    wide_grid,
)

HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"


def pictures() -> tuple[Picture, ...]:
    """Return bars, two curves and a heat map."""
    keys = tuple(keys for _, keys in LAW)
    squares = tuple((x, x * x) for x in range(8))
    cells = tuple((x, x * 5 % 9) for x in range(36))
    return (
        Picture(
            "law-bars",
            "How often each noise value is drawn",
            "Bars: symmetric around 0, highest at 0, and very small at -4 and 4.",
            ("Each bar is the share of keys; the largest is ", probability(max(keys)), "."),
            bars(tuple((str(noise), count) for noise, count in LAW)),
            behind("law-bars-numbers", "Keys for each noise value", LAW),
        ),
        Picture(
            "two-curves",
            "Two curves against each other",
            "Two rising curves: the second stays below the first.",
            ("The upper curve is the square, the lower one its half.",),
            curve(squares),
            behind("two-curves-numbers", "Points of the upper curve", squares),
        ),
        Picture(
            "heat",
            "Pairs of counts",
            "A grid of six by six cells in nine shades.",
            ("Darker means a larger ", Term("excess", "delta"), "."),
            heat_map(tuple(level for _, level in cells), 6),
            behind("heat-numbers", "Shade of each cell", cells),
        ),
    )


def findings() -> tuple[Finding, ...]:
    """Return one finding of each severity."""
    return (
        Finding(
            "error",
            "DELTA",
            (
                "the tight ",
                Sign("δ", "delta"),
                " of ",
                Number("0.000122071", "1/8192", AT_MOST),
                " is larger than the declared ",
                Number("0.0001", "1/10000"),
            ),
            ("declare a larger ", Sign("δ", "delta"), ", or choose a larger D"),
        ),
        Finding(
            "warning",
            "ZERO-ROW",
            "the row of count 0 is perturbed",
            "say so where the table is used",
        ),
        Finding(
            "note", "SYMMETRY", "every row but the first three is symmetric", "nothing needs doing"
        ),
    )


def glossary() -> tuple[Entry, ...]:
    """Return the entries that the sample's terms point to."""
    return (
        Entry(
            "epsilon",
            "ε (epsilon)",
            "The privacy parameter: e^ε bounds how much likelier one outcome becomes.",
        ),
        Entry("delta", "δ (delta)", "The excess over that bound which the table allows."),
        Entry(
            "ptable",
            "Perturbation table",
            "For each true count the noise that each range of keys leads to.",
        ),
    )


def summary(status: str) -> tuple[Verdict, Facts, SignOff]:
    """Return the page that is signed."""
    delta = Number("9.54e-5", "3277/34359738368", AT_MOST)
    verdict = Verdict(
        status,
        f"Every claim about this table is looked at, and the answer is: it {status}.",
        (
            (
                "Nobody can tell a true count from its neighbour better than ",
                Term("ε", "epsilon"),
                " = ",
                Number("0.5", "1/2"),
                " allows, except with probability ",
                Term("δ", "delta"),
                " ",
                delta,
                ".",
            ),
            ("The published count differs from the true count by at most ", Number("4", "4"), "."),
            ("On average it does not differ: the bias is ", Number("0", "0"), "."),
        ),
    )
    facts = Facts(
        "The table in brief",
        (
            (("Table",), (Code("census-2021.ptable.json"),)),
            (("SHA-256",), (Code(HASH),)),
            (("Number of keys",), (Number("4294967296", "2^32"),)),
            ((Term("Tight δ", "delta"),), (delta,)),
            (("Variance",), (Number("1.3718", "1473019921/1073741824", ABOUT),)),
            (("Status",), (Status(status),)),
        ),
    )
    return verdict, facts, SignOff(("Prepared by", "Checked by", "Released by"))


def sample(status: str = "holds") -> Document:
    """Return a document with every kind of block and inline."""
    bars_picture, curve_picture, heat_picture = pictures()
    words = Items(
        (
            ("a list with ", Code("code"), ","),
            ("a number ", Number("0.333", "1/3", AT_LEAST), " and"),
            ("a verdict: ", Status("not claimed"), "."),
        )
    )
    prose = Paragraph(
        (
            "A ",
            Term("perturbation table", "ptable"),
            (
                " says for each true count which noise is added. The table examined here draws the "
                "noise from "
            ),
            Number("9", "9"),
            " values, and the chance that nothing changes is ",
            probability(1_254_133_874),
            (
                ". What is claimed of it is proved below, number by number, and can be checked "
                "again on another machine."
            ),
        )
    )
    every_status = Items(
        tuple((Status(word),) for word in ("holds", "fails", "undecided", "not claimed"))
    )
    sections = (
        Section("findings", "What to know before release", (every_status, *findings())),
        Section(
            "table",
            "What the table does",
            (
                prose,
                bars_picture,
                law_grid(),
                Section(
                    "sizes",
                    "Numbers of every size",
                    (
                        Paragraph(("Sorted by value, whatever their form.",)),
                        sizes_grid(),
                        Section("deeper", "One level deeper", (words, heat_picture)),
                    ),
                ),
                Section("rows", "Row by row", (wide_grid(), long_grid())),
            ),
        ),
        Section("privacy", "What it promises", (curve_picture,)),
        Section(
            "checking",
            "How to check this again",
            (
                Paragraph(("Type these lines:",)),
                Commands(
                    (
                        "ptcert check census-2021.certificate.json census-2021.ptable.json",
                        f"echo {HASH}  census-2021.ptable.json | sha256sum --check --strict",
                    )
                ),
            ),
        ),
    )
    return Document(
        "Certificate of a perturbation table",
        "census-2021.ptable.json, examined with ptcert 0.1.0",
        summary(status),
        sections,
        glossary(),
    )
