"""The page answers whoever has its address, and nobody else."""

from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from reports.app.store import MOST_BYTES
from tests.browser.app_server import served

Headers = dict[str, str]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Return the address of a page that is served."""
    with served() as found:
        yield found


def asked(address: str, path: str, headers: Headers, method: str = "GET") -> HTTPResponse:
    """Return the answer to a request."""
    connection = HTTPConnection("127.0.0.1", urlsplit(address).port, timeout=60)
    with closing(connection):
        connection.request(method, path, headers={"Connection": "close", **headers})
        response = connection.getresponse()
        response.read()
        return response


def test_only_the_token_opens_the_page(address: str) -> None:
    """With it 200; without it, with another or with a part of it 403."""
    token = urlsplit(address).path
    assert asked(address, token, {}).status == 200
    for path in ("/", "/app.js", "/made/x", token[:-2] + "/", "/x" + token[2:], "//" + token[1:]):
        assert asked(address, path, {}).status == 403


def test_a_foreign_host_or_origin_is_refused(address: str) -> None:
    """As after DNS rebinding, or from the script of another site that learnt the address."""
    token, port = urlsplit(address).path, urlsplit(address).port
    assert asked(address, token, {"Host": f"localhost:{port}"}).status == 200
    for host in ("example.org", f"example.org:{port}", "127.0.0.1", ""):
        assert asked(address, token, {"Host": host}).status == 403
    for origin in ("http://example.org", "null", f"https://127.0.0.1:{port}"):
        assert asked(address, token, {"Origin": origin}).status == 403


def test_a_socket_needs_the_token_too(address: str) -> None:
    """What the page says later goes through a websocket: it is guarded as the page is."""
    port = urlsplit(address).port
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://127.0.0.1:{port}/websocket/")
    assert refused.value.response.status_code == 403
    with connect(f"{address.replace('http', 'ws', 1)}websocket/") as socket:
        assert "config" in str(socket.recv())


def test_uploads_are_bounded(address: str) -> None:
    """More than is ever read is refused by its length, before it is sent."""
    headers = {"Content-Length": str(2 * MOST_BYTES)}
    assert asked(address, urlsplit(address).path + "x", headers, "POST").status == 413


def test_answers_lead_nowhere_else(address: str) -> None:
    """No path leads out of the folder of answers; nothing is fetched from elsewhere."""
    token = urlsplit(address).path
    for path in ("made/../../etc/passwd", "made/%2e%2e/%2e%2e/etc/passwd", "made//etc/passwd"):
        assert asked(address, token + path, {}).status in (403, 404)
    policy = asked(address, token, {}).getheader("content-security-policy") or ""
    assert "default-src 'self'" in policy
    assert "http" not in policy
