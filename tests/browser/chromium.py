"""Where the browser is, and how it is started: headless, and with no line out."""

import os
import shutil

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome")
# No sandbox: containers forbid it, and only our own files are opened.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium() -> str:
    """Return the path of Chromium, or fail in one line that says what to install."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        pytest.fail(
            "The browser tests need Chromium: run .ci/packages chromium fonts-dejavu-core "
            "(Debian's packages), or set CHROMIUM to the path of another one.",
            pytrace=False,
        )
    return found
