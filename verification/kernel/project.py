"""The Coq project of one table: the library's sources, the table's file, and what lists them."""

from pathlib import Path

LIBRARY = Path(__file__).resolve().parent.parent / "coq"
LIBRARY_NAME = "Ptcert"
TABLE_FILE = "certified_table.v"


def library_files() -> tuple[Path, ...]:
    """Return the library's source files, each after what it needs."""
    lines = (LIBRARY / "_CoqProject").read_text(encoding="utf-8").splitlines()
    return tuple(LIBRARY / line for line in lines if line.endswith(".v"))


def project(source: str) -> dict[str, bytes]:
    """Return the files of the project by their names, for whoever compiles it by hand.

    ``coq_makefile -f _CoqProject -o Makefile && make`` compiles it in the folder that holds them.
    """
    files = {f"{LIBRARY_NAME}/{file.name}": file.read_bytes() for file in library_files()}
    listed = "\n".join([*files, TABLE_FILE])
    lists = f"-Q {LIBRARY_NAME} {LIBRARY_NAME}\n\n{listed}\n"
    return {**files, "_CoqProject": lists.encode(), TABLE_FILE: source.encode()}
