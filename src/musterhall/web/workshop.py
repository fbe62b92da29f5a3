"""Heavy work for whoever asks: only so much of it at once, only so many who wait, and nobody for long.

Work that has begun cannot be stopped. Whoever waits too long is sent away, but the place stays taken until the work is
done, so that asking again and again brings nobody more of the machine.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from musterhall.problems import BadInput

Made = TypeVar("Made")


class Busy(BadInput):
    """There is too much to do just now, and nothing wrong with what was sent."""


class Workshop:
    """A few hands, apart from the threads that serve the events."""

    def __init__(self, name: str, hands: int, waiting: int, seconds: float) -> None:
        self.name = name
        self.places = hands + waiting
        self.seconds = seconds
        self._taken = 0
        self._lock = threading.Lock()
        self._hands = ThreadPoolExecutor(max_workers=hands, thread_name_prefix="musterhall-work")

    async def do(self, work: Callable[[], Made], remedy: str = "send something smaller") -> Made:
        """What the work makes, off the event loop; `remedy` is for work that takes too long."""
        self._enter()
        try:
            begun: Future[Made] = self._hands.submit(work)
        except BaseException:
            self._leave()
            raise
        begun.add_done_callback(self._leave)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(begun), self.seconds)
        except TimeoutError:
            raise Busy(f"{self.name}: this takes longer than {self.seconds:g} seconds; {remedy}.") from None

    def close(self) -> None:
        self._hands.shutdown(wait=False, cancel_futures=True)

    def _enter(self) -> None:
        with self._lock:
            if self._taken >= self.places:
                raise Busy(f"{self.name}: too many are waiting just now; try again in a few seconds.")
            self._taken += 1

    def _leave(self, _done: object = None) -> None:
        with self._lock:
            self._taken -= 1
