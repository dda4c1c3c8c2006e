"""Best tables of a few keys with a tree of splits that proves it: ``data/best``.

    python -m tests.certificate.best_of_few_keys

writes them anew. They are kept so that no campaign depends on what a solver proposes today.
"""

from fractions import Fraction
from pathlib import Path

from exact.complete.best import Effort, best_table
from exact.complete.problem import least_delta, least_variance
from exact.complete.proof import Proof, proof
from exact.complete.rules import TableRules
from exact.complete.table import table_of_keys
from exact.numbers.epsilon import epsilon
from exact.table.native import read_native, write_native
from exact.table.ptable import PTable
from verification.certificate.proof_file import read_proof, write_proof

FOLDER = Path(__file__).with_name("data") / "best"
_PEAKED = TableRules(D=(2,), shape="unimodal", variance=(Fraction(3, 2),))
_CAPPED = TableRules(
    D=(2,), holes=(1,), zero="row", first_pair="cap", cap=Fraction(3, 4), variance=(Fraction(2),)
)
# Rules, keys, epsilon, and the target of delta where the mean square is made small.
CASES: dict[str, tuple[TableRules, int, str, Fraction | None]] = {
    "hole": (TableRules(D=(2,), variance=(Fraction(2),), holes=(1,), last=4), 8, "1/4", None),
    "peak": (_PEAKED, 7, "1/4", None),
    "zero": (TableRules(D=(1,), zero="row", first_pair="include"), 5, "1/4", None),
    "cap": (_CAPPED, 6, "ln(2)", None),
    "variance": (TableRules(D=(2,)), 8, "ln(3/2)", Fraction(2, 5)),
}


def best_of_few_keys() -> dict[str, tuple[PTable, Proof]]:
    """Return every table with its proof, as they are kept."""
    return {
        name: (
            read_native((FOLDER / f"{name}.ptable.json").read_text("utf-8")),
            read_proof((FOLDER / f"{name}.proof.json").read_bytes()),
        )
        for name in CASES
    }


def main() -> None:
    """Search for every table, and write it with its proof."""
    from reports.proposals.highs import HighsSession

    FOLDER.mkdir(exist_ok=True)
    for name, (rules, keysize, text, target) in CASES.items():
        at = epsilon(text)
        problem = least_delta(rules, at) if target is None else least_variance(rules, at, target)
        found = best_table(problem, keysize, HighsSession, Effort(leaves=2000))
        made = proof(rules, problem, found.tree, target)
        table = table_of_keys(rules, found.keys)
        (FOLDER / f"{name}.ptable.json").write_text(write_native(table), encoding="utf-8")
        (FOLDER / f"{name}.proof.json").write_text(write_proof(made), encoding="utf-8")


if __name__ == "__main__":
    main()
