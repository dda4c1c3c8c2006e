"""Reading with a bound, writing all or nothing."""

import os
import tempfile
from pathlib import Path

from exact.errors import InputError


def read_bytes(path: Path, most_bytes: int) -> bytes:
    """Return the bytes of a file, refusing what is no regular file of a sane size."""
    try:
        if not path.is_file():
            rule = "is a folder" if path.is_dir() else "does not exist or is no regular file"
            raise InputError("file", path, rule, "give the path of a table")
        with path.open("rb") as stream:
            content = stream.read(most_bytes + 1)
    except OSError as error:
        raise InputError(
            "file", path, f"cannot be read ({error.strerror})", "check its permissions"
        ) from None
    if len(content) > most_bytes:
        raise InputError("file", path, f"has more than {most_bytes} bytes", "give a table")
    return content


def read_text(path: Path, most_bytes: int) -> str:
    """Return the text of a small UTF-8 file."""
    try:
        return read_bytes(path, most_bytes).decode("utf-8")
    except UnicodeDecodeError:
        raise InputError("file", path, "is not UTF-8 text", "save it as UTF-8") from None


def output_path(name: str) -> Path:
    """Return where to write; an empty name is no path (though it would mean this folder)."""
    if not name:
        raise InputError("output", name, "is empty", "give a path")
    return Path(name)


def write_atomically(path: Path, text: str) -> None:
    """Replace ``path`` by ``text`` in one step: a reader sees the old file or the new one."""
    write_bytes_atomically(path, text.encode("utf-8"))


def write_bytes_atomically(path: Path, content: bytes) -> None:
    """Replace ``path`` by ``content`` in one step."""
    if not path.name or (path.exists() and not path.is_file()):
        raise InputError("output", path, "is no regular file", "choose another path")
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise InputError(
            "output", path, f"cannot be written ({error.strerror})", "choose another path"
        ) from None
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except OSError as error:
        Path(temporary).unlink(missing_ok=True)
        raise InputError(
            "output", path, f"cannot be written ({error.strerror})", "choose another path"
        ) from None
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def make_folder(folder: Path) -> None:
    """Make a folder for output, with its parents."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            "output", str(folder), f"cannot be made ({error.strerror})", "choose another folder"
        ) from None
