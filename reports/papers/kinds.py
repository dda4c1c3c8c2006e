"""Why print and computation differ: a misprint, a simulation, rounding, or a statement too wide."""

import re

MISPRINT, SIMULATION, ROUNDING, STATEMENT = "misprint", "simulation", "rounding", "statement"
_MISPRINTED = (
    r"misprint|is missing|is meant|slip of|should read|\bprinted for\b|as printed|wrong z"
    r"|factor 2|is lost|must be|belongs to the denominator|contradict|is wrong|leaves out"
    r"|has “0, otherwise”|[Tt]he printed sign|needs ≥|are? the rate at"
)
# The words by which a remark says which it is, in the order in which they decide.
_WORDS = (
    (SIMULATION, r"simulat|standard errors|chance explains|[Rr]ead here as|PRAM"),
    (
        ROUNDING,
        r"round|last printed digits|[Cc]ut off, not|decimals are too few|digits .* appended",
    ),
    (
        MISPRINT,
        _MISPRINTED,
    ),
)


def kind_of_difference(remark: str) -> str:
    """Return the label of a difference, from the words of its remark.

    >>> kind_of_difference("A misprint: ε is undefined."), kind_of_difference("True of u_1.")
    ('misprint', 'statement')
    """
    found = (kind for kind, words in _WORDS if re.search(words, remark))
    return next(found, STATEMENT)
