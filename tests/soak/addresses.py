"""Requests that nobody would send: to the API by its own description, and to a real port by none."""

from __future__ import annotations

import random
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import httpx
import hypothesis
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok
from tests.soak.trials import trial
from tests.web.scene import EVENT, Scene, scene
from tests.web.serving import running_here
from tests.web.test_edited_exports import take_edited
from tests.web.test_schema import BOUNDED, api, send_as_described

from musterhall.packs.model import shipped_packs
from musterhall.web.app import create_app
from musterhall.web.bounds import USUAL
from musterhall.web.settings import Settings

OPERATIONS = 6
EXAMPLES = 8
LINES = 40
SECONDS = 20.0
"""Patience with an answer; where all is well nobody waits so long."""
BOUNDS = replace(USUAL, connections=64, desk_connections=4, head_seconds=1.0, body_seconds=1.0)
"""Those of a small hall that is in a hurry."""


@trial("every answer of the API is described", sample=1)
def described_answers(seed: int) -> None:
    """Whatever is sent to an address of the API, nothing fails and every answer is one that is described."""
    luck = random.Random(seed)
    operations = [found.ok() for found in api.get_all_operations() if isinstance(found, Ok)]
    with _hall() as hall:
        for operation in luck.sample(operations, OPERATIONS):
            _send_some(operation, hall, seed)


def _send_some(operation: Any, hall: Scene, seed: int) -> None:
    @hypothesis.seed(seed)
    @settings(BOUNDED, max_examples=EXAMPLES, derandomize=False)
    @given(case=operation.as_strategy())
    def send(case: Any) -> None:
        send_as_described(case, hall)

    send()


@contextmanager
def _hall() -> Iterator[Scene]:
    # Too often is an answer that is described, but then nothing else would be tried.
    with (
        TemporaryDirectory() as folder,
        patch("musterhall.web.limits.WRITES", (1_000_000, 0.001)),
        scene(Settings(db=str(Path(folder, "house.db")))) as hall,
    ):
        yield hall


@trial("edited exports on every page", sample=1)
def edited_exports(seed: int) -> None:
    """An export in which somebody has changed, removed or retyped something is refused, or no page of it fails."""
    with _hall() as hall:

        @hypothesis.seed(seed)
        @settings(BOUNDED, max_examples=EXAMPLES, derandomize=False)
        @given(data=st.data(), pack=st.sampled_from(shipped_packs()))
        def take(data: st.DataObject, pack: str) -> None:
            take_edited(data, pack, hall)

        take()


@trial("odd requests on a real port", sample=1)
def odd_requests(seed: int) -> None:
    """Bytes that are no request, or half of one, are answered or cut off, and the next visitor is served as ever."""
    luck = random.Random(seed)
    with TemporaryDirectory() as folder:
        app = create_app(Settings(db=str(Path(folder, "house.db"))))
        with running_here(app, bounds=BOUNDS) as server:
            answers = [_answer(server.port, _odd(luck)) for _ in range(LINES)]
            assert not [answer for answer in answers if answer.startswith(b"HTTP/1.1 5")]
            assert httpx.get(f"{server.url}/", timeout=SECONDS, trust_env=False, follow_redirects=True).is_success


def _answer(port: int, request: bytes) -> bytes:
    """What comes back until the server has said enough, or a request that is not whole is given up."""
    with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as line:
        line.sendall(request)
        line.shutdown(socket.SHUT_WR)
        try:
            return line.recv(4096)
        except ConnectionError:
            return b""


def _odd(luck: random.Random) -> bytes:
    method = luck.choice([b"GET", b"POST", b"PUT", b"DELETE", b"HEAD", b"get", b"BREW", luck.randbytes(4)])
    path = luck.choice([b"/", f"/e/{EVENT}".encode(), b"/api/events", b"/%00", b"/..//..", b"*", luck.randbytes(20)])
    lengths = [b"", b"Content-Length: 10\r\n", b"Content-Length: -1\r\n", b"Transfer-Encoding: chunked\r\n"]
    extra = luck.choice(
        [b"", b"Cookie: hall=" + luck.randbytes(9).hex().encode() + b"\r\n", luck.randbytes(12) + b"\r\n"]
    )
    body = luck.choice([b"", b"{", b"a=b&c", luck.randbytes(30)])
    whole = method + b" " + path + b" HTTP/1.1\r\nHost: hall\r\n" + luck.choice(lengths) + extra + b"\r\n" + body
    return whole[: luck.randint(1, len(whole))] if luck.random() < 0.3 else whole
