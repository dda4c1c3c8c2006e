"""The Coq project of one table: the library's sources, the table's file, and what lists them."""

import re
from pathlib import Path

LIBRARY = Path(__file__).resolve().parent.parent / "coq"
LIBRARY_NAME = "Ptcert"
TABLE_FILE = "certified_table.v"
_NEEDED = re.compile(rf"From {LIBRARY_NAME} Require (?:Import|Export) ([^.]*)\.")


def library_files() -> tuple[Path, ...]:
    """Return the library's source files, each after what it needs."""
    lines = (LIBRARY / "_CoqProject").read_text(encoding="utf-8").splitlines()
    return tuple(LIBRARY / line for line in lines if line.endswith(".v"))


def library_levels() -> list[list[Path]]:
    """Return the library's files in groups: a file needs files of earlier groups alone."""
    level: dict[str, int] = {}
    groups: list[list[Path]] = []
    for file in library_files():
        found = _NEEDED.findall(file.read_text(encoding="utf-8"))
        needed = [name for names in found for name in names.split()]
        level[file.stem] = 1 + max((level[name] for name in needed), default=-1)
        groups += [[]] * (level[file.stem] + 1 - len(groups))
        groups[level[file.stem]] = [*groups[level[file.stem]], file]
    return groups


def project(source: str) -> dict[str, bytes]:
    """Return the files of the project by their names, for whoever compiles it by hand.

    ``coq_makefile -f _CoqProject -o Makefile && make`` compiles it in the folder that holds them.
    """
    files = {f"{LIBRARY_NAME}/{file.name}": file.read_bytes() for file in library_files()}
    listed = "\n".join([*files, TABLE_FILE])
    # Without "-I ." coq_makefile would give the folder, the library in it too, the name Top.
    lists = f"-I .\n-Q {LIBRARY_NAME} {LIBRARY_NAME}\n\n{listed}\n"
    return {**files, "_CoqProject": lists.encode(), TABLE_FILE: source.encode()}
