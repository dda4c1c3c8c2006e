"""Files that were dropped on the page, in a folder that goes with it; whose they are."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes

from shiny import reactive

from exact.errors import InputError

MOST_BYTES, MOST_FILES = 1 << 26, 64
_ODD = re.compile(r"[^A-Za-z0-9._-]+")
_KEY = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Kept:
    """One file: the key by which an address names it, and the name that it came with."""

    key: str
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
    plain = _ODD.sub("_", name.replace("\\", "/").rsplit("/", 1)[-1]).lstrip("-._")
    return plain[-80:] or "table"


class Store:
    """The files of all pages: those that do not fit any more are refused, none is replaced.

    A file is named by a key of its name and its bytes that nobody can make who does not have it
    from this store: equal bytes under two names are two files.
    """

    def __init__(self, folder: Path) -> None:
        self._folder, self._secret = folder, token_bytes(32)

    def keep(self, name: str, content: bytes) -> Kept:
        """Keep a file; the same bytes are kept once under a name."""
        if len(content) > MOST_BYTES:
            raise InputError("file", name, f"has more than {MOST_BYTES} bytes", "use the command")
        plain = plain_name(name)
        key = sha256(self._secret + plain.encode() + b"\0" + content).hexdigest()
        found = self.find(key)
        if found is not None:
            return found
        if sum(1 for _ in self._folder.iterdir()) >= MOST_FILES:
            raise InputError("file", name, f"is one of more than {MOST_FILES}", "start again")
        path = self._folder / key / plain
        path.parent.mkdir()
        path.write_bytes(content)
        return Kept(key, path)

    def find(self, key: str) -> Kept | None:
        """Return the file with this key, or None where it never came or is gone."""
        if not _KEY.fullmatch(key) or not (self._folder / key).is_dir():
            return None
        return Kept(key, next((self._folder / key).iterdir()))


class Shelf:
    """The files of one page in one browser: those that came there, and those of its address."""

    def __init__(self, store: Store, keys: Iterable[str]) -> None:
        self._store = store
        found = (store.find(key) for key in keys)
        kept = dict.fromkeys(file for file in found if file is not None)
        self._files: reactive.Value[tuple[Kept, ...]] = reactive.Value(tuple(kept))

    def keep(self, name: str, content: bytes) -> Kept:
        """Keep a file; it is the newest then, also where it came before."""
        file = self._store.keep(name, content)
        with reactive.isolate():
            self._files.set((*(other for other in self._files() if other != file), file))
        return file

    def all(self) -> tuple[Kept, ...]:
        """Return every file, the newest last."""
        return self._files()

    def find(self, key: str) -> Kept | None:
        """Return the file with this key, if it is of this page."""
        return next((file for file in self._files() if file.key == key), None)


def labels(files: Iterable[Kept]) -> dict[str, str]:
    """Return what each file is called, by its key: files of one name are told apart."""
    listed = tuple(files)
    names = [file.name for file in listed]
    return {
        file.key: file.name if names.count(file.name) == 1 else f"{file.name} ({file.key[:8]})"
        for file in listed
    }
