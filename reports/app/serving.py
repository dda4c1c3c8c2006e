"""Serve the page to this machine alone, until it is interrupted."""

import asyncio
import os
import socket
from collections.abc import Sequence
from pathlib import Path
from secrets import token_urlsafe
from tempfile import TemporaryDirectory

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route

from exact.errors import InputError
from reports.app.child import Main
from reports.app.guard import Guard
from reports.app.page import page
from reports.app.running import Kitchen
from reports.app.store import MOST_BYTES, Store
from reports.interrupts import cleaned_up, held_back
from reports.printing import flush, say_lines

HOST = "127.0.0.1"
# A page that was made from a file of somebody else: it runs its own script and reaches nothing.
_POLICY = (
    "sandbox allow-scripts allow-popups; default-src 'none'; img-src data:; font-src data:; "
    "style-src 'unsafe-inline'; script-src 'unsafe-inline'; frame-ancestors 'self'"
)
_OPENING = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={0}"><title>ptcert</title></head>
<body><a href="{0}">ptcert</a></body></html>
"""


def serve(port: int, browser: bool, main: Main, used: Sequence[str]) -> None:
    """Open the page at a free port (0) or at this one; ends with an interrupt or with its terminal.

    ``main`` runs a command line, and ``used`` are the modules that commands import.
    """
    listening = _listening(port)
    port, token = listening.getsockname()[1], token_urlsafe(24)
    address = f"http://{HOST}:{port}/{token}/"
    with cleaned_up(), TemporaryDirectory(prefix="ptcert-app-") as folder:
        kitchen = Kitchen(_made(Path(folder), "made"), main, used)
        inside = _application(Path(folder), token, kitchen)
        application = Guard(inside, token, port, MOST_BYTES + (1 << 20))
        settings = uvicorn.Config(
            application, log_level="error", lifespan="on", ws="websockets-sansio"
        )
        say_lines(f"ptcert app: {address}", "Ctrl-C ends it; nothing is kept unless downloaded.")
        flush()
        if browser:
            import webbrowser

            webbrowser.open(_opening(Path(folder), address).as_uri())
        with held_back() as received:  # until the server hears them itself
            asyncio.run(_served(uvicorn.Server(settings), listening, received))


async def _served(server: uvicorn.Server, at: socket.socket, received: Sequence[int]) -> None:
    """Serve until an interrupt comes, or came before."""
    server.should_exit = bool(received)
    await server.serve(sockets=[at])


def _listening(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
        listening.listen()
    except OSError as error:
        listening.close()
        rule = f"cannot be listened at ({error.strerror})"
        raise InputError("port", port, rule, "leave --port out, or take another") from None
    return listening


def _opening(folder: Path, address: str) -> Path:
    """Return a file that leads to the address: arguments of a browser are seen by everybody.

    The folder is of one user, and so is the file.
    """
    path = folder / "open.html"
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(_OPENING.format(address))
    return path


def _made(folder: Path, name: str) -> Path:
    (folder / name).mkdir()
    return folder / name


def _application(folder: Path, token: str, kitchen: Kitchen) -> Starlette:
    """Return the whole: the page, and the files of its answers beside it."""
    made, kept = folder / "made", _made(folder, "kept")
    kitchen.open()

    async def file(request: Request) -> Response:
        path = (made / request.path_params["path"]).resolve()
        if not path.is_relative_to(made.resolve()) or not path.is_file():
            return PlainTextResponse("There is no such file any more.\n", 404)
        headers = {"content-security-policy": _POLICY} if path.suffix == ".html" else {}
        return FileResponse(path, headers=headers)

    async def to_page(_: Request) -> Response:
        return RedirectResponse(f"/{token}/")

    routes = [
        Route(f"/{token}", to_page),
        Route(f"/{token}/made/{{path:path}}", file),
        Mount(f"/{token}", app=page(Store(kept), kitchen)),
    ]
    return Starlette(routes=routes)
