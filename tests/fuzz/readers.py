"""Every reader of ours, for bytes from anywhere: it takes them, or refuses them kindly."""

from collections.abc import Callable
from functools import partial
from io import BytesIO, TextIOWrapper

from exact.errors import PtcertError
from exact.formats.reading import ReadOptions, read_table_bytes
from exact.inference.released import read_released
from exact.numbers.epsilon import epsilon
from exact.release.plan_file import read_plan
from exact.table.ptable import Repeat
from exact.utility.reading import read_counts
from tests.certificate.making import REFUSALS
from verification import checker
from verification.audit import audit
from verification.certificate.file import read_certificate
from verification.certificate.proof_file import read_proof
from verification.comparison.reading import read_output
from verification.policy import read_policy
from verification.smt.grammar import read_problem

_SAID = (ReadOptions(), ReadOptions(beyond=Repeat()), ReadOptions(format="ess"))
_ONE = epsilon("1")


def taken(content: bytes) -> int:
    """Return how many readers take the bytes.

    The checker's program turns ``REFUSALS`` into one line; all others may raise errors of ours
    only. Whatever else is raised comes out.
    """
    text = content.decode("utf-8", "replace")
    return sum(
        (
            _takes(lambda: checker.check(checker.load(content)), REFUSALS),
            _takes(lambda: read_certificate(content)),
            _takes(lambda: read_problem("problem", text)),
            _takes(lambda: read_policy(text)),
            _takes(lambda: read_plan(text)),
            _takes(lambda: read_released(text)),
            _takes(lambda: read_counts(text)),
            _takes(lambda: read_proof(content)),
            _takes(lambda: [*read_output(TextIOWrapper(BytesIO(content), "utf-8-sig")).rows]),
            *(_takes(partial(_audited, content, said)) for said in _SAID),
        )
    )


def _takes(
    read: Callable[[], object], refusals: tuple[type[Exception], ...] = (PtcertError,)
) -> bool:
    """Tell whether a reader takes what it is given."""
    try:
        read()
    except refusals:
        return False
    return True


def _audited(content: bytes, said: ReadOptions) -> None:
    """Read a table, and audit it where it could be read."""
    table = read_table_bytes(content, said).table
    if table is not None:
        audit(table, _ONE)
