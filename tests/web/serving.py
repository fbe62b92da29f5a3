"""A real server on a free port of this machine, in a process of its own or in a thread, for tests of the network."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI

from musterhall.web.bounds import USUAL, Bounds
from musterhall.web.entrance import PROXIES, Entrance
from musterhall.web.serving import server_config

SECONDS_TO_START = 120.0
"""Patience with what must come: a machine that is busy is slow, and where all is well nobody waits so long."""
SECONDS_TO_STOP = 30.0


@dataclass(slots=True)
class Running:
    """A server that was started with `muster serve`."""

    process: subprocess.Popen[bytes]
    port: int
    folder: Path
    environment: dict[str, str] = field(default_factory=dict)
    scheme: str = "http"

    @property
    def url(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}"

    def said(self) -> str:
        return (self.folder / "out").read_text(encoding="utf-8", errors="replace")

    def log(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")

    def log_lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log().splitlines()]

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Tell it to stop, and see that it does."""
        self.process.send_signal(how)
        self.process.wait(SECONDS_TO_STOP)


@dataclass(frozen=True, slots=True)
class Here:
    """A server in a thread of this process, so that a test can reach into it."""

    server: uvicorn.Server
    thread: threading.Thread
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        """Tell it to stop, and see that it does; live pages are cut off."""
        self.server.should_exit = True
        self.thread.join(SECONDS_TO_STOP)
        assert not self.thread.is_alive(), "the server does not stop"


@contextmanager
def running(folder: Path, db: str, *options: str, port: int = 0, **environment: str) -> Iterator[Running]:
    """A server on this database: a file's path, or an address of PostgreSQL."""
    server = start(folder, db, *options, port=port, **environment)
    try:
        yield server
    finally:
        end(server)


def start(folder: Path, db: str, *options: str, port: int = 0, **environment: str) -> Running:
    """It takes a free port by itself; one is named to come back where another server was."""
    until = time.monotonic() + SECONDS_TO_START
    while True:
        server = _begun(folder, db, *options, port=port, **environment)
        try:
            _wait(server, until)
            return server
        except BaseException:
            end(server)
            # A port that was given back may belong to somebody's outgoing line for a moment.
            if "cannot be listened on" not in server.log() or time.monotonic() > until:
                raise
        time.sleep(0.2)


def end(server: Running) -> None:
    if server.process.poll() is None:
        server.process.send_signal(signal.SIGTERM)
        try:
            server.process.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            server.process.kill()
            server.process.wait(SECONDS_TO_STOP)


@contextmanager
def running_here(app: FastAPI, bounds: Bounds = USUAL, proxies: Sequence[str] = PROXIES, **more: Any) -> Iterator[Here]:
    """A server in a thread of this process; `more` is for uvicorn."""
    server = start_here(app, bounds=bounds, proxies=proxies, **more)
    try:
        yield server
    finally:
        server.stop()


def start_here(
    app: FastAPI, port: int = 0, bounds: Bounds = USUAL, proxies: Sequence[str] = PROXIES, **more: Any
) -> Here:
    """The port is ours before the server begins, so that nobody can take it in between."""
    plain = _listening(port)
    listening = Entrance(plain.family, plain.type, fileno=plain.detach(), bounds=bounds, proxies=proxies)
    server = uvicorn.Server(server_config(app, listening, log_level="error", timeout_graceful_shutdown=1, **more))
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    found = Here(server, thread, int(listening.getsockname()[1]))
    thread.start()
    until = time.monotonic() + SECONDS_TO_START
    while not server.started:
        assert thread.is_alive(), "the server has ended before it had begun"
        assert time.monotonic() < until, "the server does not start"
        time.sleep(0.02)
    return found


def until(so: Callable[[], bool]) -> None:
    """Wait for what must come."""
    end = time.monotonic() + SECONDS_TO_START
    while not so():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)


def _begun(folder: Path, db: str, *options: str, port: int, **environment: str) -> Running:
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "musterhall.cli.main", "serve", "--host", "127.0.0.1", "--port", str(port)]
    known = {**os.environ, "MUSTER_HOME": str(folder), "PYTHONUNBUFFERED": "1", **environment}
    with (folder / "out").open("wb") as out, (folder / "log").open("wb") as log:
        process = subprocess.Popen([*command, "--db", db, *options], stdout=out, stderr=log, env=known)
    return Running(process, port, folder, environment, "https" if "--certificate" in options else "http")


def _wait(server: Running, until: float) -> None:
    """Until it answers; which port it has taken stands in what it says."""
    while not _answers(server):
        if server.process.poll() is not None or time.monotonic() > until:
            raise AssertionError(f"the server does not start: {server.said()}\n{server.log()}")
        time.sleep(0.05)


def _answers(server: Running) -> bool:
    told = re.search(r"://localhost:(\d+)", server.said())
    if told is None:
        return False
    server.port = int(told[1])
    try:
        return httpx.get(f"{server.url}/api/packs", timeout=30, trust_env=False, verify=False).is_success
    except httpx.HTTPError:
        return False


def _listening(port: int) -> socket.socket:
    until = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            return socket.create_server(("127.0.0.1", port))
        except OSError:
            if time.monotonic() > until:
                raise
        time.sleep(0.2)
