"""The embedded engine, DuckDB: its memory bounded, its files ours, its errors one line."""

import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from exact.errors import InputError
from reports.files import scratch_folder
from reports.interrupts import held_back

REMEDY = "install it with: pip install 'ptcert[apply]'"
MEMORY = "2GB"
_BYTES_OF_THREAD = 1 << 26
_BYTES_TO_SORT = 1 << 25
_SIZE = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})? ?[KMGT]i?B", re.IGNORECASE)
_SHOWN = 300
_SECONDS_TO_LOOK = 0.1


@dataclass(frozen=True, slots=True)
class Engine:
    """A connection; whatever it refuses is an input error about what it was given."""

    connection: Any
    errors: type[Exception]
    version: str
    beside: ThreadPoolExecutor
    has_stated_memory: bool = False

    def take_threads(self, size: int) -> None:
        """Take a thread for each part of so many bytes of data: each keeps cells of its own."""
        (most,) = self.rows("SELECT current_setting('threads')")[0]
        self.run(f"SET threads = {min(int(most), 1 + size // _BYTES_OF_THREAD)}")

    @contextmanager
    def sorting(self) -> Iterator[None]:
        """Leave little memory beside what is in use: a sort is hardly slower on the disk."""
        if self.has_stated_memory:
            yield
            return
        used, threads = self.rows(
            "SELECT sum(memory_usage_bytes), current_setting('threads') FROM duckdb_memory()"
        )[0]
        self.run(f"SET memory_limit = '{int(used) + int(threads) * _BYTES_TO_SORT} bytes'")
        try:
            yield
        finally:
            self.run(f"SET memory_limit = '{MEMORY}'")

    def run(self, statement: str, given: Sequence[object] = (), about: str = "data") -> Any:
        """Run one statement and return its cursor; a Ctrl-C ends it at once.

        It runs in a thread beside: the engine sees no signal while it waits for its own threads.
        """
        # No interrupt comes between the locks that both threads use: one would stay locked.
        with held_back() as interrupts:
            running = self.beside.submit(self.connection.execute, statement, list(given))
            while not wait((running,), _SECONDS_TO_LOOK).done:
                if interrupts:  # again and again: before a statement has begun, it is lost
                    self.connection.interrupt()
        try:
            return running.result()
        except self.errors as error:
            raise _refusal(error, about) from None

    def rows(self, statement: str, given: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return all rows of a small answer."""
        found = self.run(statement, given)
        try:
            answer: list[tuple[Any, ...]] = found.fetchall()
        except self.errors as error:
            raise _refusal(error, "data") from None
        return answer

    def fill(
        self,
        table: str,
        columns: Sequence[str],
        rows: Sequence[Sequence[float | str]],
        kind: str = "BIGINT",
    ) -> None:
        """Make a table of our own, of integers where nothing else is said."""
        given = [[row[place] for row in rows] for place in range(len(columns))]
        made = ", ".join(f"unnest(CAST(? AS {kind}[])) AS {name}" for name in columns)
        self.run(f"CREATE OR REPLACE TABLE {table} AS SELECT {made}", given)


@contextmanager
def engine(memory: str | None = None, in_order: bool = False) -> Iterator[Engine]:
    """Open an engine that keeps to the memory and writes what does not fit to a folder of its own.

    It loads no extension and reads nothing from a network. ``in_order`` keeps records in the order
    of their file, which counting does not need. Joins are made as they are written, what is smaller
    on the right: the engine's own guess may keep the cells in memory where the table would do.
    """
    duckdb = _duckdb()
    if memory is not None and not _SIZE.fullmatch(memory):
        raise InputError("memory", memory, "is no size", "write it as 2GB or 500MB")
    with scratch_folder() as folder, ThreadPoolExecutor(1) as beside:
        with held_back():
            beside.submit(int).result()  # its thread is there from now on
        config = {
            "autoinstall_known_extensions": "false",
            "autoload_known_extensions": "false",
            "temp_directory": str(folder),
            "memory_limit": memory or MEMORY,
            "disabled_optimizers": "join_order,build_side_probe_side",
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
            version = str(duckdb.__version__)
            yield Engine(connection, duckdb.Error, version, beside, bool(memory))
        finally:
            connection.close()


def _duckdb() -> Any:
    try:
        return import_module("duckdb")
    except ImportError:
        rule = "is not installed, and records are counted by it"
        raise InputError("engine", "duckdb", rule, REMEDY) from None


def _refusal(error: Exception, about: str) -> InputError:
    """Return what the engine refused as one line."""
    text = " ".join(str(error).split("\n\n")[0].split())
    if type(error).__name__ == "OutOfMemoryException":
        return InputError("memory", "", f"is not enough ({text[:_SHOWN]})", "give --memory more")
    return InputError(about, "", f"the engine refused ({text[:_SHOWN]})", "look at the file")
