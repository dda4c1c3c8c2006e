"""Reading with a bound, writing all or nothing."""

import os
import signal
import stat
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from exact.errors import InputError


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


def _without_waiting(name: str, flags: int) -> int:
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def read_text(path: Path, most_bytes: int, argument: str = "file", wanted: str = "a table") -> str:
    """Return the text of a small UTF-8 file."""
    try:
        return read_bytes(path, most_bytes, argument, wanted).decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(argument, path, "is not UTF-8 text", "save it as UTF-8") from None


def output_path(name: str) -> Path:
    """Return where to write; an empty name is no path (though it would mean this folder)."""
    if not name:
        raise InputError("output", name, "is empty", "give a path")
    return Path(name)


def check_suffix(path: Path, suffixes: Sequence[str], else_: str = "") -> None:
    """Refuse a file whose suffix promises something else than what would be in it."""
    if path.suffix not in suffixes:
        remedy = f"end it in {', '.join(suffixes)}{else_}"
        raise InputError("output", path, "does not say by its suffix what to write", remedy)


def write_atomically(path: Path, text: str) -> None:
    """Replace ``path`` by ``text`` in one step: a reader sees the old file or the new one."""
    write_bytes_atomically(path, text.encode("utf-8"))


def write_bytes_atomically(path: Path, content: bytes) -> None:
    """Replace ``path`` by ``content`` in one step."""
    write_together({path: content})


def write_together(files: Mapping[Path, bytes]) -> None:
    """Replace several files: all are written before the first takes its place, or none does.

    An interrupt (Ctrl-C) while they take their places is held back until the last has done so. A
    link in the place of a file is replaced, never followed.
    """
    staged: dict[Path, Path] = {}
    try:
        for path, content in files.items():
            staged[path] = _staged(path, content)
        with _uninterrupted():
            for path, temporary in staged.items():
                with _refused(path):
                    temporary.replace(path)
    finally:
        for temporary in staged.values():
            temporary.unlink(missing_ok=True)


def make_folder(folder: Path) -> None:
    """Make a folder for output, with its parents."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        rule = f"cannot be made ({error.strerror})"
        raise InputError("output", folder, rule, "choose another folder") from None


def make_own_folder(folder: Path) -> None:
    """Make a folder whose name ptcert chose, refusing a link: it could lead anywhere."""
    if folder.is_symlink():
        raise InputError("output", folder, "is a link to elsewhere", "remove it")
    make_folder(folder)


def _staged(path: Path, content: bytes) -> Path:
    """Write a temporary file beside ``path``, and return it."""
    with _refused(path):
        if not path.name or (path.exists() and not path.is_file()):
            raise InputError("output", path, "is no regular file", "choose another path")
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".ptcert-")
        temporary = Path(name)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            temporary.chmod(0o644)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    return temporary


@contextmanager
def _refused(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        rule = f"cannot be written ({error.strerror})"
        raise InputError("output", path, rule, "choose another path") from None


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Hold an interrupt back until the end; only the main thread receives one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    received: list[int] = []

    def remember(number: int, _: FrameType | None) -> None:
        received.append(number)

    before = signal.signal(signal.SIGINT, remember)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if received:
        raise KeyboardInterrupt
