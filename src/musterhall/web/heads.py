"""HEAD wherever GET is: the same answer without its body, as link previews and watchers of servers ask for it."""

from __future__ import annotations

import asyncio

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Heads:
    """The innermost layer, so that logs and limits still see what was asked."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return
        answered = asyncio.Event()

        async def head_only(message: Message) -> None:
            if message["type"] == "http.response.start":
                await send(message)
                await send({"type": "http.response.body", "body": b""})
                answered.set()

        async def hung_up() -> Message:
            # A stream goes on for as long as somebody listens.
            await answered.wait()
            return {"type": "http.disconnect"}

        try:
            await self.app({**scope, "method": "GET"}, hung_up, head_only)
        except ClientDisconnect:
            if not answered.is_set():
                raise
