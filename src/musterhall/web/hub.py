"""Bells for open pages: whoever listens to something is told when it has changed."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field


@dataclass(slots=True)
class Hub:
    """Tells open pages that an event has changed."""

    loop: asyncio.AbstractEventLoop | None = None
    _bells: dict[str, set[asyncio.Event]] = field(default_factory=dict)
    closed: bool = False

    def tell(self, event: str) -> None:
        """From any thread."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._ring, event)

    def tell_all(self) -> None:
        """From any thread: somebody may have been put out, and every open page looks whether it was them."""
        for event in list(self._bells):
            self.tell(event)

    def bell(self, event: str) -> asyncio.Event:
        bell = asyncio.Event()
        self._bells.setdefault(event, set()).add(bell)
        return bell

    def leave(self, event: str, bell: asyncio.Event) -> None:
        self._bells.get(event, set()).discard(bell)

    def listeners(self) -> int:
        return sum(map(len, self._bells.values()))

    def close(self) -> None:
        """Let every open stream end."""
        self.closed = True
        if self.loop is not None and not self.loop.is_closed():
            for event in list(self._bells):
                self.loop.call_soon_threadsafe(self._ring, event)

    def _ring(self, event: str) -> None:
        for bell in self._bells.get(event, ()):
            bell.set()
