"""Findings about the number of published triples: do they give the noise bound away?

Bach 4.3: with N independent triples F + M = T in the output, the bound E stays hidden at the
confidence level of 68 % exactly if N is less than the m of (7).
"""

from collections.abc import Iterator
from fractions import Fraction

from exact.attacks.table_bound import WorstTriple, worst_triple
from exact.attacks.tuples_needed import MAX_OUTPUTS, tuples_needed
from exact.numbers.guard import integer
from exact.table.ptable import PTable
from verification.findings.finding import NOTE, NOTHING_TO_DO, WARNING, Finding

CODE = "OUTPUTS"


def outputs_findings(table: PTable, outputs: int) -> Iterator[Finding]:
    """Say whether ``outputs`` independent triples reveal the noise bound, at the worst counts.

    >>> from exact.table.row import Row
    >>> table = PTable(25, 1, (Row(((-2, 1), (-1, 5), (0, 13), (1, 5), (2, 1))),))
    >>> [finding.severity for n in (50, 1000) for finding in outputs_findings(table, n)]
    ['note', 'warning']
    """
    integer(outputs, "outputs", 1, MAX_OUTPUTS)
    worst = worst_triple(table)
    needed = tuples_needed(worst.probability)
    if needed is None:
        message = f"no triple of counts reveals the noise bound {worst.bound}: its p_1 is 0"
        yield Finding(CODE, NOTE, message, NOTHING_TO_DO)
    elif outputs < needed:
        kept = f"{outputs} triples do not reveal the noise bound at 68 %: "
        said = (kept, *_said(worst), f", so {needed} would be needed")
        remedy = f"{NOTHING_TO_DO} while fewer than that are published"
        yield Finding(CODE, NOTE, said, remedy)
    else:
        given = f"{outputs} triples reveal the noise bound {worst.bound} at 68 % or more: "
        said = (given, *_said(worst), f", so {needed} are enough")
        remedy = f"publish fewer than {needed} triples"
        yield Finding(CODE, WARNING, said, remedy)


def _said(worst: WorstTriple) -> tuple[str, Fraction]:
    total = worst.female + worst.male
    counts = f"the counts {worst.female} + {worst.male} = {total}"
    return f"{counts} give it away with probability ", worst.probability
