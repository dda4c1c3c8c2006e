"""Reading with a bound, writing all or nothing: every file comes and goes through here."""

import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import TextIO

from exact.errors import InputError
from reports.interrupts import held_back

NOTHING: Mapping[Path, bytes] = {}
_FILE_SUFFIXES = (".html", ".pdf", ".md", ".txt", ".json", ".csv", ".parquet", ".smt2", ".toml")
# Waiting for the disk takes milliseconds a file; for many files one wait for all of them is less.
_SYNCED_ONE_BY_ONE = 100


def read_bytes(
    path: Path, most_bytes: int, argument: str = "file", wanted: str = "a table"
) -> bytes:
    """Return the bytes of a file, refusing what is no regular file of a sane size."""
    try:
        content = _read_regular(path, most_bytes)
    except (OSError, ValueError) as error:  # a ValueError: the name holds a NUL character
        rule = f"cannot be read ({getattr(error, 'strerror', None) or error})"
        raise InputError(argument, path, rule, "check the path and its permissions") from None
    if content is None:
        rule = "is a folder" if path.is_dir() else "does not exist or is no regular file"
        raise InputError(argument, path, rule, f"give the path of {wanted}")
    if len(content) > most_bytes:
        raise InputError(argument, path, f"has more than {most_bytes} bytes", f"give {wanted}")
    return content


def _read_regular(path: Path, most_bytes: int) -> bytes | None:
    """Return at most one byte more than asked for; None where the path is no regular file.

    It is opened without waiting (for whoever writes to a pipe) and then looked at, so that what is
    read is what was looked at.
    """
    if not path.is_file():
        return None
    with open(path, "rb", opener=_without_waiting) as stream:
        regular = stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
        return stream.read(most_bytes + 1) if regular else None


def is_file(path: Path) -> bool:
    """Tell whether a path leads to a regular file; a name that no file can have does not."""
    try:
        return path.is_file()
    except OSError:
        return False


def _without_waiting(name: str, flags: int) -> int:
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def open_stream(path: Path) -> TextIO:
    """Open text that is read as it comes, also from a pipe; one that nobody writes to is empty."""
    stream = open(path, encoding="utf-8-sig", newline="", opener=_without_waiting)  # noqa: SIM115
    os.set_blocking(stream.fileno(), True)
    return stream


def read_text(path: Path, most_bytes: int, argument: str = "file", wanted: str = "a table") -> str:
    """Return the text of a small UTF-8 file."""
    try:
        return read_bytes(path, most_bytes, argument, wanted).decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(argument, path, "is not UTF-8 text", "save it as UTF-8") from None


def output_path(name: str) -> Path:
    """Return where to write; an empty name is no path (though it would mean this folder)."""
    if not name or "\0" in name:
        rule = "holds a NUL character" if name else "is empty"
        raise InputError("output", name, rule, "give a path")
    return Path(name)


def folder_path(name: str) -> Path:
    """Return a folder to write to; one that is called as a file would surprise who finds it."""
    folder = output_path(name)
    if folder.suffix.lower() in _FILE_SUFFIXES and not folder.is_dir():
        rule = "is the name of a file, and several files are written to a folder"
        raise InputError("output", name, rule, f"name a folder, such as {folder.with_suffix('')}")
    return folder


def own_folder(name: str) -> Path:
    """Return a folder for many files, checked before any work is done for it."""
    folder = folder_path(name)
    _check_own(folder)
    return folder


def check_apart(read: Iterable[str], written: Mapping[str, str]) -> None:
    """Refuse to write over a file that is read, or two outputs to one file.

    ``written`` are the outputs by the names of their options.
    """
    known = {_resolved(Path(name)) for name in read if name and "\0" not in name}
    for option, name in written.items():
        path = output_path(name)
        if _resolved(path) in known or any(_is_same(path, one) for one in known):
            rule = "is one of the files that the command reads or writes"
            raise InputError(option, name, rule, "choose another path")
        known.add(_resolved(path))


def _resolved(path: Path) -> Path:
    """Return a path without links; of links that lead in a circle, as it is written."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path.absolute()


def _is_same(path: Path, other: Path) -> bool:
    """Tell whether two names lead to one file; a folder may be read and written to."""
    return is_file(path) and is_file(other) and path.samefile(other)


def check_suffix(path: Path, suffixes: Sequence[str], else_: str = "") -> None:
    """Refuse a file whose suffix promises something else than what would be in it."""
    if path.suffix not in suffixes:
        remedy = f"end it in {', '.join(suffixes)}{else_}"
        raise InputError("output", path, "does not say by its suffix what to write", remedy)


def write_atomically(path: Path, text: str) -> None:
    """Replace ``path`` by ``text`` in one step: a reader sees the old file or the new one."""
    write_together({path: text.encode("utf-8")})


def write_together(
    files: Mapping[Path, bytes], own: Iterable[Path] = (), given: Path | None = None
) -> None:
    """Replace several files: all are written before the first takes its place, or none does.

    The folder that the user has ``given``, and the ``own`` folders of ptcert, are made before, and
    taken away again if a file cannot be written. A link in the place of a file is replaced, one in
    the place of an own folder refused: neither is followed. An interrupt (Ctrl-C) while the files
    take their places is held back until the last has done so.
    """
    own = list(own)
    made: list[Path] = []
    staged: list[_Staged] = []
    with ExitStack() as handles:
        try:
            if given is not None:
                made += make_folder(given)
            for folder in own:
                _check_own(folder)
                made += make_folder(folder)
            for path, content in files.items():
                link = os.O_NOFOLLOW if path.parent in own else 0
                staged.append(_prepared(path, staged, handles, link))
                staged[-1].write(content, sync=len(files) <= _SYNCED_ONE_BY_ONE)
            if len(files) > _SYNCED_ONE_BY_ONE:
                os.sync()
            with held_back():
                for one in staged:
                    one.take_place()
        except BaseException:
            for one in staged:
                one.remove()
            for folder in reversed(made):
                with suppress(OSError):
                    folder.rmdir()
            raise


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """Lend a private folder for what does not fit into memory; it is gone at the end."""
    with TemporaryDirectory(prefix="ptcert-", ignore_cleanup_errors=True) as name:
        yield Path(name)


@contextmanager
def staged(path: Path) -> Iterator[Path]:
    """Lend a name beside ``path`` to write a large file to, which takes its place at the end.

    Whatever goes wrong before, the file is taken away and ``path`` is as it was.
    """
    with staged_together((path,)) as temporary:
        yield temporary[0]


@contextmanager
def staged_together(paths: Sequence[Path]) -> Iterator[list[Path]]:
    """Lend names beside several paths: all files take their places at the end, or none does."""
    for path in paths:
        with _refused(path):
            if not path.name or (path.exists() and not path.is_file()):
                raise InputError("output", path, "is no regular file", "choose another path")
            if not path.parent.is_dir():
                raise InputError("output", path, "is in no folder", "make the folder first")
    temporary = [path.parent / f".ptcert-{token_hex(8)}" for path in paths]
    try:
        yield temporary
        with held_back():
            for one, path in zip(temporary, paths, strict=True):
                with _refused(path):
                    one.replace(path)
    finally:
        for one in temporary:
            with suppress(OSError):
                one.unlink(missing_ok=True)


@contextmanager
def folder_for(folder: Path) -> Iterator[None]:
    """Make a folder for what is written meanwhile; where that fails, those made are gone again."""
    _check_own(folder)
    made = make_folder(folder)
    try:
        yield
    except BaseException:
        for one in reversed(made):
            with suppress(OSError):
                one.rmdir()
        raise


def make_folder(folder: Path) -> list[Path]:
    """Make a folder for output, with its parents; return those that were not there."""
    with _refused(folder, "cannot be made"):
        missing = [path for path in (folder, *folder.parents) if not path.exists()]
        folder.mkdir(parents=True, exist_ok=True)
    return missing[::-1]


def _check_own(folder: Path) -> None:
    """Refuse a folder for many files that is a link, which could lead anywhere, or no folder."""
    with _refused(folder, "cannot be made"):
        if folder.is_symlink():
            raise InputError("output", folder, "is a link to elsewhere", "name the folder itself")
        if folder.exists() and not folder.is_dir():
            raise InputError("output", folder, "is no folder", "choose another path")


@dataclass(frozen=True, slots=True)
class _Staged:
    """A file under a name of its own, in the folder where it is to take its place.

    ``folder`` is that folder, held open: nobody can put a link in its place meanwhile.
    """

    path: Path
    temporary: str
    folder: int

    def write(self, content: bytes, sync: bool) -> None:
        """Make the file anew with its content."""
        new = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        with _refused(self.path):
            handle = os.open(self.temporary, new, 0o644, dir_fd=self.folder)
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
                stream.flush()
                if sync:
                    os.fsync(handle)

    def take_place(self) -> None:
        """Put the file in its place: whoever reads there sees the old one or this one."""
        here = {"src_dir_fd": self.folder, "dst_dir_fd": self.folder}
        with _refused(self.path):
            os.replace(self.temporary, self.path.name, **here)  # noqa: PTH105 — Path has no dir_fd

    def remove(self) -> None:
        """Take the file away, unless it has taken its place."""
        with suppress(OSError):
            os.unlink(self.temporary, dir_fd=self.folder)


def _prepared(path: Path, others: Sequence[_Staged], handles: ExitStack, link: int) -> _Staged:
    """Return the place for one file; its folder is opened once for all files in it."""
    with _refused(path):
        if not path.name or (path.exists() and not path.is_file()):
            raise InputError("output", path, "is no regular file", "choose another path")
        if others and others[-1].path.parent == path.parent:
            folder = others[-1].folder
        else:
            folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | link)
            handles.callback(os.close, folder)
    return _Staged(path, f".ptcert-{token_hex(8)}", folder)


@contextmanager
def _refused(path: Path, what: str = "cannot be written") -> Iterator[None]:
    try:
        yield
    except OSError as error:
        rule = f"{what} ({error.strerror})"
        raise InputError("output", path, rule, "choose another path") from None
