"""Who may talk to the page: this machine, by its own name, with the token of the address.

A page of another site can make a browser send requests here, but it knows no token, and its own
name stands in ``Host`` (after DNS rebinding) or in ``Origin``.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from secrets import compare_digest
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]

FORBIDDEN, TOO_LARGE = 403, 413
# Nothing is fetched from elsewhere and nothing leaves; Shiny writes scripts and styles in the page.
_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; "
    "connect-src 'self'; frame-src 'self'; frame-ancestors 'self'; base-uri 'self'; "
    "form-action 'self'; object-src 'none'"
)
_HEADERS = (
    (b"content-security-policy", _POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"cache-control", b"no-store"),
)


class TooLarge(Exception):
    """A request brings more than is taken."""


class Guard:
    """An application that answers 403 to whoever has not the token or names another host."""

    def __init__(self, app: App, token: str, port: int, most_bytes: int) -> None:
        self._app, self._token, self._most = app, token, most_bytes
        self._hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] == "lifespan":
            return await self._app(scope, receive, send)
        if not self._admitted(scope):
            return await _refuse(scope, send, FORBIDDEN)
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        if _length(scope) > self._most:
            return await _refuse(scope, send, TOO_LARGE)
        return await self._app(scope, self._bounded(receive), _with_headers(send))

    def _admitted(self, scope: MutableMapping[str, Any]) -> bool:
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1")
        origin = headers.get(b"origin", b"").decode("latin-1")
        token = scope["path"].split("/", 2)[1] if scope["path"].startswith("/") else ""
        own = host in self._hosts and origin in ("", f"http://{host}")
        return own and compare_digest(token.encode(), self._token.encode())

    def _bounded(self, receive: Receive) -> Receive:
        """Return ``receive`` that ends a request whose body grows beyond what it announced."""
        seen = 0

        async def bounded() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self._most:
                raise TooLarge
            return message

        return bounded


def _length(scope: MutableMapping[str, Any]) -> int:
    text = dict(scope["headers"]).get(b"content-length", b"0")
    return int(text) if text.isdigit() and len(text) < 20 else 0


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            have = {name.lower() for name, _ in message.get("headers", ())}
            added = [pair for pair in _HEADERS if pair[0] not in have]
            message["headers"] = [*message.get("headers", ()), *added]
        await send(message)

    return sending


async def _refuse(scope: MutableMapping[str, Any], send: Send, status: int) -> None:
    if scope["type"] == "websocket":  # closed before it is accepted: the server answers 403
        return await send({"type": "websocket.close", "code": 1008})
    headers = [(b"content-type", b"text/plain; charset=utf-8"), *_HEADERS]
    words = {FORBIDDEN: b"Open the address that ptcert app printed.\n", TOO_LARGE: b"Too large.\n"}
    await send({"type": "http.response.start", "status": status, "headers": headers})
    return await send({"type": "http.response.body", "body": words[status]})
