"""Around every answer: its session, its headers, and its line in the log.

It passes on what the application sends, message by message. Starlette's own way to write such a layer as one function
puts a task and a queue between the two, which cost as much as a small page.
"""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Callable
from email.utils import formatdate
from typing import TYPE_CHECKING

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from musterhall.store.steady import CLOCK
from musterhall.web.gate import session_of
from musterhall.web.logs import shown_address
from musterhall.web.sessions import Session, write_session

if TYPE_CHECKING:
    from musterhall.web.house import House

log = logging.getLogger("musterhall.web")

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HSTS = "max-age=31536000"
"""Where https is on: for a year a browser asks for nothing else here. It means this host alone."""
LINK_PATHS = ("/p/", "/join/")
SEAT_LINK = re.compile(r"(/play/[^/]+/)(?!rematch$|replay$).")
SOMETHING_WRONG = "Something went wrong here; try again, and tell the organiser if it keeps happening."
NOBODY_THERE = 499

Told = Callable[[Request, int, str], Response]
"""Makes an answer of a status and one sentence."""


class Around:
    """The layer that sees every request with its session, and every answer."""

    def __init__(self, app: ASGIApp, house: House, told: Told) -> None:
        self.app = app
        self.house = house
        self.told = told

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        request = Request(scope)
        session = session_of(request)
        begun = ended = False

        async def dressed(message: Message) -> None:
            nonlocal begun, ended
            ended = message["type"] == "http.response.body" and not message.get("more_body", False)
            if message["type"] == "http.response.start":
                begun = True
                self._dress(request, session, message)
                log.info(_line(request, message["status"], started))
            await send(message)

        try:
            await self.app(scope, receive, dressed)
            if begun and not ended:
                # The stream of a live page is left off when the server stops.
                await dressed({"type": "http.response.body", "body": b""})
        except ClientDisconnect:
            # Nobody is there to read the answer, and whoever hangs up a thousand times is not to fill the log with
            # traces.
            if not begun:
                await Response(status_code=NOBODY_THERE)(scope, receive, dressed)
        except Exception:
            if begun:
                raise
            log.exception("a request failed: %s %s", request.method, shown_path(scope["path"]))
            await self.told(request, 500, SOMETHING_WRONG)(scope, receive, dressed)

    def _dress(self, request: Request, session: Session, message: Message) -> None:
        headers = MutableHeaders(raw=message.setdefault("headers", []))
        secure = self.house.settings.secure_cookies
        write_session(headers, session, self.house.accounts, secure=secure)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if secure:
            headers.setdefault("Strict-Transport-Security", HSTS)
        # By the clock that pages go by; the projector looks here when it has no stream.
        headers["Date"] = formatdate(CLOCK.seconds(), usegmt=True)
        if request.scope["path"].startswith("/static/") and message["status"] == 200:
            headers["Cache-Control"] = "public, max-age=31536000, immutable"
        else:
            headers.setdefault("Cache-Control", "no-store")


def _line(request: Request, status: int, started: float) -> str:
    milliseconds = round((time.perf_counter() - started) * 1000, 1)
    path = shown_path(request.scope["path"])
    return json.dumps({"method": request.method, "path": path, "status": status, "ms": milliseconds})


def shown_path(path: str) -> str:
    """The secret part of a player's link, or of a seat's at a battle, stays out of every log."""
    for secret in LINK_PATHS:
        if path.startswith(secret):
            return f"{secret}..."
    found = SEAT_LINK.match(path)
    return f"{found[1]}..." if found else shown_address(path)
