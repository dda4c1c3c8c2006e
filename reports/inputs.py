"""What a user gives as a file: a table with its SHA-256, a policy, another program's output."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from exact.complete.proof import Proof
from exact.errors import InputError
from exact.formats.options import ReadOptions
from exact.formats.reading import Reading, read_table_bytes
from exact.table.ptable import PTable
from reports.document.visible import visible
from reports.files import open_stream, read_bytes, read_text
from verification.certificate.proof_file import read_proof
from verification.policy import Policy, read_policy
from verification.shapes.strict import MAX_BYTES

_MAX_BYTES = 64 << 20
_MAX_POLICY_BYTES = 1 << 20


def read_file(path: str, options: ReadOptions) -> tuple[Reading, str]:
    """Return what a file says and the SHA-256 of the file as it was read."""
    content = read_bytes(Path(path), _MAX_BYTES)
    try:
        return read_table_bytes(content, options), sha256(content).hexdigest()
    except InputError as error:
        argument = f"{visible(path)}: {error.argument}"
        raise InputError(argument, error.value, error.rule, error.remedy) from None


def read_whole_file(
    path: str, options: ReadOptions, judged: bool = False
) -> tuple[Reading, PTable, str]:
    """Return the reading, the table and the SHA-256, refusing a file whose structure is broken.

    A file whose columns contradict each other has a table, but for whoever ``judged`` it alone.
    """
    reading, digest = read_file(path, options)
    problem = next((p for p in reading.problems if p.severity == "error"), None)
    if reading.table is None or (problem is not None and not judged):
        assert problem is not None  # a file without a table has one
        raise InputError(visible(path), problem.code, problem.message, problem.remedy)
    return reading, reading.table, digest


def read_table_file(
    path: str, options: ReadOptions, judged: bool = False
) -> tuple[Reading, str, int]:
    """Return the reading of a file that has a table, its SHA-256, and how many bytes it has."""
    reading, _, digest = read_whole_file(path, options, judged)
    return reading, digest, Path(path).stat().st_size


def read_table(path: str, options: ReadOptions) -> tuple[PTable, str]:
    """Return the table in a file that has one, refusing a file whose structure is broken."""
    _, table, digest = read_whole_file(path, options)
    return table, digest


def read_policy_file(path: str) -> Policy:
    """Return the policy in a file: which findings fail an audit."""
    return read_policy(read_text(Path(path), _MAX_POLICY_BYTES, "policy", "a TOML file"))


def read_proof_file(path: str) -> Proof:
    """Return the proof of optimality in a file."""
    return read_proof(read_bytes(Path(path), MAX_BYTES, wanted="a proof"))


@contextmanager
def output_of_program(name: str) -> Iterator[TextIO]:
    """Open the output of the other program as text; ``-`` is standard input."""
    if name == "-":
        if sys.stdin is None:
            raise InputError("file", name, "is closed", "give the output of a program")
        text = TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig", newline="")
        try:
            yield text
        finally:
            text.detach()  # standard input is not ours to close
        return
    path = Path(name)
    if not name or path.is_dir():
        raise InputError("file", name, "is no file", "give the output of a program, or -")
    try:
        stream = open_stream(path)
    except (OSError, ValueError) as error:  # a ValueError: the name holds a NUL character
        rule = f"cannot be read ({getattr(error, 'strerror', None) or error})"
        raise InputError("file", name, rule, "check the path") from None
    with stream:
        yield stream


def output_name(path: str) -> str:
    """Return what to call the output of another program."""
    return "standard input" if path == "-" else Path(path).name
