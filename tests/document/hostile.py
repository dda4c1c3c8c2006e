"""A document of hostile text: every text of every block tries to be more than text."""

from reports.document.blocks import (
    AT_MOST,
    Code,
    Column,
    Commands,
    Document,
    Entry,
    Facts,
    Finding,
    Grid,
    Items,
    Number,
    Paragraph,
    Picture,
    Section,
    Sign,
    SignOff,
    Status,
    Term,
    Text,
    Verdict,
)
from tests.document.sample_drawings import bars
from tests.document.sample_grids import behind

HOSTILE = (
    "<script>alert(1)</script>",
    '" onmouseover="alert(1)" x=\'',
    "</title></style></script><img src=x onerror=alert(1)>",
    "]]> --> <!-- &amp; &#60;",
    "an override \u202e reverses \u2066 isolates \u2069 text",
    "a NUL \x00, a bell \x07, an escape \x1b[31m, a C1 \x85 and a tab\there",
    "a lone surrogate \ud800 and its other half \udfff",
    "=HYPERLINK(1)",
    "# [link](x) *star* _under_ `tick` | pipe $x$ \\ #set @ref",
    "A" * 300,
)


def hostile() -> Document:
    """Return a document in which every text of every block is hostile."""
    sections = tuple(_hostile_section(text) for text in HOSTILE)
    return Document(
        HOSTILE[0],
        HOSTILE[4],
        (Verdict("holds", HOSTILE[1], tuple((text,) for text in HOSTILE)), SignOff(HOSTILE)),
        sections,
        tuple(Entry(text, text, text) for text in HOSTILE),
    )


def _hostile_section(text: str) -> Section:
    everything: Text = (
        text,
        Number(text, text + "!", AT_MOST),
        Code(text),
        Term(text, text),
        Sign(text, text),
    )
    grid = Grid(
        text,
        text,
        (Column(text), Column(text, True)),
        ((everything, everything), ((Status(text),), (text,))),
    )
    drawing = Picture(
        text, text, text, everything, bars((("a", 1), ("b", 2))), behind(text + "+", text, ())
    )
    return Section(
        text,
        text,
        (
            Paragraph(everything),
            Items((everything,)),
            Facts(text, ((everything, everything),)),
            grid,
            Commands((text, text)),
            Finding(text, text, text, text),
            Finding(text, text, everything, everything),
            drawing,
            Section(text, text, ()),
        ),
    )
