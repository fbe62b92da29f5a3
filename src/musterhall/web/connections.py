"""A connection that does not wait for ever: for a head, for a body, or for somebody to take an answer.

It is uvicorn's own with clocks added. Some state is read from it that it does not promise to keep, which the tests of
`tests/web/test_crowd.py` would notice on an update.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from musterhall.web.bounds import USUAL, Bounds
from musterhall.web.entrance import Pass, pass_of

HEAD, BODY = "head", "body"
FAIR_RATE = 10_000
"""Bytes in a second: whoever sends a body at least this fast may take as long as it needs."""
PASS = "musterhall.pass"
"""Where the application finds it, in the state of a request."""


class PatientProtocol(H11Protocol):
    """Patient up to a point."""

    _pass: Pass | None = None
    _bounds: Bounds = USUAL
    _awaited = ""
    _since = 0.0
    _came = 0
    _clock: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._pass = pass_of(transport)
        if self._pass is not None:
            self._pass.begun()
            self._bounds = self._pass.bounds
            self.app_state = {**self.app_state, PASS: self._pass}
        self._await(HEAD)

    def connection_lost(self, exc: Exception | None) -> None:
        self._await("")
        self._stop_unread()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._came += len(data)
        super().data_received(data)
        self._await(self._missing())

    def on_response_complete(self) -> None:
        super().on_response_complete()
        # Between two requests uvicorn's own clock runs.
        if self._missing() != BODY:
            self._await("")

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stop_unread()
        self._unread = self.loop.call_later(self._bounds.answer_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_unread()

    def _missing(self) -> str:
        """What the other side still has to send."""
        if self.transport.is_closing():
            return ""
        return {h11.IDLE: HEAD, h11.SEND_BODY: BODY}.get(self.conn.their_state, "")

    def _await(self, what: str) -> None:
        """Start the clock for this, unless it runs already."""
        if what == self._awaited:
            return
        self._awaited, self._since, self._came = what, self.loop.time(), 0
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        if what:
            self._clock = self.loop.call_later(self._allowed(), self._look)

    def _allowed(self) -> float:
        if self._awaited == HEAD:
            return self._bounds.head_seconds
        return self._bounds.body_seconds + self._came / FAIR_RATE

    def _look(self) -> None:
        """Time is up, unless more of a body came meanwhile."""
        left = self._since + self._allowed() - self.loop.time()
        if left > 0:
            self._clock = self.loop.call_later(left, self._look)
        else:
            self._give_up()

    def _give_up(self) -> None:
        if self.cycle is not None:
            # Whoever works on it reads that nobody is there any more, and writes nothing.
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self._say_why()
        self.transport.close()

    def _say_why(self) -> None:
        words = b"The request took too long to arrive; send it again.\n"
        headers: list[tuple[bytes, Any]] = [
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", str(len(words)).encode()),
            (b"connection", b"close"),
        ]
        answer = h11.Response(status_code=408, headers=headers, reason=b"Request Timeout")
        for event in (answer, h11.Data(data=words), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")

    def _stop_unread(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
