"""How much of the server one asker may have: long addresses and heads, live pages, and the desk's own places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from musterhall.web.connections import PASS
from musterhall.web.doors import address_of, is_here
from musterhall.web.sessions import has_desk_role, signed_in

if TYPE_CHECKING:
    from musterhall.web.entrance import Pass
    from musterhall.web.house import House

STREAM = "/stream"
SECONDS_TO_COME_BACK = "10"


class Crowd:
    """The outermost layer: everything that can be refused before anything is read or worked out."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self.app = app
        self.house = house
        self.bounds = house.settings.bounds
        self._streams: Counter[str] = Counter()
        self._by_proxy: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        refusal = self._too_long(request) or self._no_place(request)
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        with self._counted(request):
            await self.app(scope, receive, send)

    def _too_long(self, request: Request) -> Response | None:
        asked = len(request.scope.get("raw_path") or b"") + len(request.scope["query_string"])
        if asked > self.bounds.url_bytes:
            return _refused(request, 414, "This address is too long; go back to the page and try again.")
        if sum(len(name) + len(value) for name, value in request.scope["headers"]) > self.bounds.head_bytes:
            return _refused(request, 431, "The request's head is too long; clear this site's cookies and try again.")
        return None

    def _no_place(self, request: Request) -> Response | None:
        """The hall is full, or this address has its share already; the desk gets in all the same."""
        known = _pass_of(request)
        address = address_of(request)
        if known is not None and known.spare and not known.proven:
            if not self._is_desk(request):
                return _refused(request, 503, "The server is full just now; try again in a moment.")
            known.proven = True
        if _is_stream(request) and self._streams[address] >= self.bounds.address_streams:
            if not self._is_desk(request):
                return _refused(request, 429, "Too many live pages are open at this address; close some of them.")
        elif (
            known is not None
            and known.by_proxy
            and self._by_proxy[address] >= self.bounds.address_connections
            and not self._is_desk(request)
        ):
            return _refused(request, 429, "Too much is asked from this address at once; try again in a moment.")
        return None

    def _is_desk(self, request: Request) -> bool:
        accounts, secure = self.house.accounts, self.house.settings.secure_cookies
        return (
            is_here(request)
            or signed_in(request, accounts, secure=secure) is not None
            or has_desk_role(request, accounts, secure=secure)
        )

    @contextmanager
    def _counted(self, request: Request) -> Iterator[None]:
        """Count a request while it lasts, under the address that a trusted proxy names."""
        counts = [self._streams] if _is_stream(request) else []
        known = _pass_of(request)
        if known is not None and known.by_proxy:
            counts.append(self._by_proxy)
        address = address_of(request)
        for count in counts:
            count[address] += 1
        try:
            yield
        finally:
            for count in counts:
                count[address] -= 1
                if not count[address]:
                    del count[address]


def _pass_of(request: Request) -> Pass | None:
    found: Pass | None = request.scope.get("state", {}).get(PASS)
    return found


def _is_stream(request: Request) -> bool:
    path: str = request.scope["path"]
    return path.startswith(("/e/", "/api/battles/")) and path.endswith(STREAM)


def _refused(request: Request, status: int, sentence: str) -> Response:
    headers = {"Connection": "close", "Retry-After": SECONDS_TO_COME_BACK, "Cache-Control": "no-store"}
    if "text/html" in request.headers.get("accept", ""):
        return PlainTextResponse(sentence, status, headers)
    return JSONResponse({"error": sentence}, status, headers)
