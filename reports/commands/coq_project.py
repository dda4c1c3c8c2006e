"""Where Coq source is written for whoever compiles it by hand: a folder without compiled files."""

from pathlib import Path

from exact.errors import InputError
from verification.kernel.project import LIBRARY_NAME, project


def coq_files(folder: Path, source: str) -> dict[Path, bytes]:
    """Return the files of the project of a theorem; refuse a folder that holds compiled ones.

    By hand, Coq takes a compiled file for what it was compiled from, whatever stands beside it.
    """
    compiled = (file for place in (folder, folder / LIBRARY_NAME) for file in place.glob("*.vo*"))
    for file in sorted(compiled):
        rule = "is compiled, and Coq would take it for what was compiled from the new source"
        raise InputError("folder", file, rule, "remove it, or write to another folder")
    return {folder / name: content for name, content in project(source).items()}
