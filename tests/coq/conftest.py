"""Coq's library, compiled once for all workers; each worker has a copy of its own."""

import fcntl
import shutil
from contextlib import nullcontext
from pathlib import Path

import pytest

from verification.kernel import workshop as workshop_module
from verification.kernel.coqc import coq_version
from verification.kernel.workshop import Workshop


@pytest.fixture(scope="session")
def shop(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Workshop:
    """Return a folder with the compiled library: what a command makes anew each time."""
    if shutil.which("coqc") is None:
        pytest.fail("coqc is not installed: install the Debian package coq", pytrace=False)
    # With several workers the base folders stand side by side in one; alone, it is the own base.
    base = tmp_path_factory.getbasetemp()
    shared = (base if worker_id == "master" else base.parent) / "coq_library"
    shared.mkdir(exist_ok=True)
    made, done = Workshop(shared / "made", coq_version()), shared / "done"
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            made.folder.mkdir()
            made.compile_library()
            made.check_library()
            done.touch()
    own = tmp_path_factory.mktemp("coq") / "project"
    return Workshop(Path(shutil.copytree(made.folder, own)), made.version)


@pytest.fixture
def in_shop(shop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands use the library that is compiled already."""
    monkeypatch.setattr(workshop_module, "workshop", lambda *_: nullcontext(shop))
