"""The file of a proof that no table with the same rules is better: one reader, one writer."""

import json
from dataclasses import dataclass
from fractions import Fraction

from exact.complete.bound import Multipliers
from exact.complete.made import Made
from exact.complete.proof import Proof
from exact.complete.rules import TableRules
from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from verification.claims.optimality import PROOF_PARTS, tree_of, written_nodes
from verification.shapes.shape import Shape, constant, converted, record
from verification.shapes.strict import parsed

FORMAT, VERSION = "ptcert-proof", 1


@dataclass(frozen=True, slots=True)
class _Written:
    """A proof as it stands in its file."""

    format: str
    version: int
    rules: TableRules
    objective: str
    epsilon: Epsilon
    target: Fraction | None
    nodes: tuple[tuple[int, ...], ...]
    vectors: tuple[Multipliers, ...]


def _of(written: _Written) -> Proof:
    tree = tree_of(written.rules, written.nodes, written.vectors)
    return Proof(written.rules, written.objective, written.epsilon, written.target, tree)


def _back(proof: Proof) -> _Written:
    return _Written(
        FORMAT,
        VERSION,
        proof.rules,
        proof.objective,
        proof.epsilon,
        proof.target,
        written_nodes(proof),
        proof.tree.vectors,
    )


_PROOF: Shape[Proof] = converted(
    record(
        _Written,
        "A proof of optimality.",
        format=constant(FORMAT),
        version=constant(VERSION),
        **PROOF_PARTS,
    ),
    _of,
    _back,
)


def write_proof(proof: Proof) -> str:
    """Return the text of the file."""
    return json.dumps(_PROOF.write(proof), separators=(",", ":")) + "\n"


def proof_text(made: Made) -> str:
    """Return the text of the file for a table that was made; refuse where nothing is proved."""
    if made.proof is None and made.least is not None:
        rule = "has nothing to prove: no epsilon above 0 is excluded"
        raise InputError("proof", "", rule, "leave it out, or choose a smaller delta")
    if made.proof is None:
        rule = "does not go with --criterion entropy, which bounds no other table"
        raise InputError("proof", "", rule, "use --criterion privacy or variance")
    return write_proof(made.proof)


def read_proof(content: bytes) -> Proof:
    """Read the bytes of the file; whether its numbers prove anything is not asked here."""
    return _PROOF.read(parsed(content, "proof", "give what --proof wrote"), "proof")
