"""Files that were dropped on the page: by their SHA-256, in a folder that goes with the page."""

import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from exact.errors import InputError

MOST_BYTES, MOST_FILES = 1 << 26, 64
_ODD = re.compile(r"[^A-Za-z0-9._-]+")
_DIGEST = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Kept:
    """One file: the digest by which an address names it, and the name that it came with."""

    digest: str
    path: Path

    @property
    def name(self) -> str:
        """Its name, of plain letters: commands are shown with it."""
        return self.path.name


def plain_name(name: str) -> str:
    """Return a name that is no path and no option.

    >>> plain_name("../my table.csv"), plain_name("-o")
    ('my_table.csv', 'o')
    """
    plain = _ODD.sub("_", name.replace("\\\\", "/").rsplit("/", 1)[-1]).lstrip("-._")
    return plain[-80:] or "table"


class Store:
    """The files of one page: those that do not fit any more are refused, none is replaced."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, name: str, content: bytes) -> Kept:
        """Keep a file; the same bytes are kept once."""
        if len(content) > MOST_BYTES:
            raise InputError("file", name, f"has more than {MOST_BYTES} bytes", "use the command")
        digest = sha256(content).hexdigest()
        found = self.find(digest)
        if found is not None:
            return found
        if sum(1 for _ in self._folder.iterdir()) >= MOST_FILES:
            raise InputError("file", name, f"is one of more than {MOST_FILES}", "start anew")
        path = self._folder / digest / plain_name(name)
        path.parent.mkdir()
        path.write_bytes(content)
        return Kept(digest, path)

    def find(self, digest: str) -> Kept | None:
        """Return the file with this digest, or None where it never came or is gone."""
        if not _DIGEST.fullmatch(digest) or not (self._folder / digest).is_dir():
            return None
        return Kept(digest, next((self._folder / digest).iterdir()))

    def all(self) -> tuple[Kept, ...]:
        """Return every file, the newest last."""
        folders = sorted(self._folder.iterdir(), key=lambda folder: folder.stat().st_mtime_ns)
        return tuple(Kept(folder.name, next(folder.iterdir())) for folder in folders)
