"""Engines for the tests: a private Postgres on a socket, and what Spark needs to run here."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

_SPARK = """\
spark.master local[2]
spark.sql.shuffle.partitions 2
spark.ui.enabled false
spark.ui.showConsoleProgress false
spark.driver.host 127.0.0.1
spark.driver.bindAddress 127.0.0.1
"""


def spark_configuration(folder: Path) -> dict[str, str]:
    """Write Spark's defaults into a folder; return the environment that names it."""
    (folder / "spark-defaults.conf").write_text(_SPARK)
    return {"SPARK_CONF_DIR": str(folder), "SPARK_LOCAL_IP": "127.0.0.1"}


def _binary(name: str) -> str:
    found = [str(path) for path in sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))]
    path = found[-1] if found else shutil.which(name)
    if path is None:
        raise FileNotFoundError(f"{name} is missing: install the Debian package postgresql")
    return path


def _as_nobody() -> tuple[list[str], str]:
    """Return how to start a program as somebody who is not root, and who that is."""
    if os.getuid():
        return [], pwd.getpwuid(os.getuid()).pw_name
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"], "postgres"


def _run(words: list[str]) -> None:
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, cwd="/")


@contextmanager
def postgres() -> Iterator[str]:
    """Run a server of our own, reached by a socket in its folder alone; yield its URL."""
    before, user = _as_nobody()
    with TemporaryDirectory(prefix="pg") as name:
        folder = Path(name)
        data = folder / "data"
        if before:
            shutil.chown(folder, user)
        made = [_binary("initdb"), "-D", str(data), "-A", "trust", "--no-sync"]
        _run([*before, *made])
        settings = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
        control = [*before, _binary("pg_ctl"), "-D", str(data), "-w"]
        _run([*control, "-o", settings, "-l", f"{folder}/log", "start"])
        try:
            yield f"postgres://{user}@/postgres?host={folder}"
        finally:
            _run([*control, "-m", "immediate", "stop"])
