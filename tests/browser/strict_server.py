"""A server that forbids everything a page could run or load, as a mailbox might."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread


class _Strict(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", "default-src 'none'")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing: the browser's own record is what counts."""


@contextmanager
def strictly_served(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine only, and give its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Strict, directory=str(folder)))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
