"""The embedded engine, DuckDB: its memory bounded, its files ours, its errors one line."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from exact.errors import InputError
from reports.files import scratch_folder

REMEDY = "install it with: pip install 'ptcert[apply]'"
# Where no memory is stated: what the engine begins with for each part of the data, and its most.
_MOST_MEGABYTES = 2000
_MEGABYTES_OF_PART = 80
_BYTES_OF_PART = 1 << 26
_SHOWN = 300
_INTERRUPTED = "interrupted"
_OUT_OF_MEMORY = "OutOfMemoryException"


@dataclass(frozen=True, slots=True)
class Engine:
    """A connection; whatever it refuses is an input error about what it was given.

    ``grows`` where nobody stated its memory: a statement with too little is run again with more.
    """

    connection: Any
    errors: type[Exception]
    version: str
    grows: bool = False

    def suit(self, size: int) -> None:
        """Take a thread, and memory, for each part of so many bytes of data.

        Every thread keeps cells of its own in memory. What does not fit goes to the disk.
        """
        parts = 1 + size // _BYTES_OF_PART
        (most,) = self.rows("SELECT current_setting('threads')")[0]
        self.run(f"SET threads = {min(int(most), parts)}")
        if self.grows:
            memory = min(_MOST_MEGABYTES, parts * _MEGABYTES_OF_PART)
            self.run(f"SET memory_limit = '{memory}MB'")

    def run(self, statement: str, given: Sequence[object] = (), about: str = "data") -> Any:
        """Run one statement and return its cursor."""
        try:
            return self._executed(statement, given)
        except self.errors as error:
            raise _refusal(error, about) from None
        except RuntimeError as error:  # so the engine tells of a Ctrl-C
            if _INTERRUPTED in str(error):
                raise KeyboardInterrupt from None
            raise

    def _executed(self, statement: str, given: Sequence[object]) -> Any:
        try:
            return self.connection.execute(statement, list(given))
        except self.errors as error:
            if not (self.grows and type(error).__name__ == _OUT_OF_MEMORY):
                raise
        self.connection.execute(f"SET memory_limit = '{_MOST_MEGABYTES}MB'")
        return self.connection.execute(statement, list(given))

    def rows(self, statement: str, given: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return all rows of a small answer."""
        found = self.run(statement, given)
        try:
            answer: list[tuple[Any, ...]] = found.fetchall()
        except self.errors as error:
            raise _refusal(error, "data") from None
        return answer

    def fill(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[int]]) -> None:
        """Make a table of integers of our own."""
        import numpy

        found = numpy.array(rows, dtype=numpy.int64).reshape(len(rows), len(columns))
        given = {name: found[:, place].copy() for place, name in enumerate(columns)}
        self.connection.register("given_rows", given)
        self.run(f"CREATE OR REPLACE TABLE {table} AS SELECT * FROM given_rows")
        self.connection.unregister("given_rows")


@contextmanager
def engine(memory: str | None = None, in_order: bool = False) -> Iterator[Engine]:
    """Open an engine that keeps to the memory and writes what does not fit to a folder of its own.

    Without ``memory`` it has what suits the data, at most 2 GB. It loads no extension and reads
    nothing from a network. ``in_order`` keeps records in the order of their file, which counting
    does not need.
    """
    duckdb = _duckdb()
    with scratch_folder() as folder:
        config = {
            "autoinstall_known_extensions": "false",
            "autoload_known_extensions": "false",
            "temp_directory": str(folder),
            "memory_limit": memory or f"{_MOST_MEGABYTES}MB",
            # What was freed goes back to the system, so that phases do not add up.
            "allocator_flush_threshold": "1MB",
            "allocator_bulk_deallocation_flush_threshold": "1MB",
            "preserve_insertion_order": "true" if in_order else "false",
        }
        try:
            connection = duckdb.connect(":memory:", config=config)
        except duckdb.Error as error:
            raise _refusal(error, "memory") from None
        try:
            yield Engine(connection, duckdb.Error, str(duckdb.__version__), memory is None)
        finally:
            connection.close()


def _duckdb() -> Any:
    try:
        return import_module("duckdb")
    except ImportError:
        rule = "is not installed, and records are counted by it"
        raise InputError("engine", "duckdb", rule, REMEDY) from None


def _refusal(error: Exception, about: str) -> BaseException:
    """Return what the engine refused as one line; an interrupt stays one."""
    if type(error).__name__ == "InterruptException":
        return KeyboardInterrupt()
    text = " ".join(str(error).split("\n\n")[0].split())
    if type(error).__name__ == _OUT_OF_MEMORY:
        return InputError("memory", "", f"is not enough ({text[:_SHOWN]})", "give --memory more")
    return InputError(about, "", f"the engine refused ({text[:_SHOWN]})", "look at the file")
