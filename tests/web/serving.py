"""A real server in a process of its own, on a free port of this machine, for tests that need the network."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

SECONDS_TO_START = 40.0


@dataclass(slots=True)
class Running:
    """A server that was started with `muster serve`."""

    process: subprocess.Popen[bytes]
    port: int
    folder: Path
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def said(self) -> str:
        return (self.folder / "out").read_text(encoding="utf-8", errors="replace")

    def log(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")

    def log_lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log().splitlines()]

    def stop(self, how: signal.Signals = signal.SIGINT, seconds: float = 20.0) -> float:
        """Tell it to stop; how many seconds it took."""
        started = time.monotonic()
        self.process.send_signal(how)
        self.process.wait(seconds)
        return time.monotonic() - started


@contextmanager
def running(folder: Path, db: str, *options: str, port: int | None = None, **environment: str) -> Iterator[Running]:
    """A server on this database: a file's path, or an address of PostgreSQL."""
    server = start(folder, db, *options, port=port, **environment)
    try:
        yield server
    finally:
        end(server)


def start(folder: Path, db: str, *options: str, port: int | None = None, **environment: str) -> Running:
    folder.mkdir(parents=True, exist_ok=True)
    chosen = port or free_port()
    command = [sys.executable, "-m", "musterhall.cli.main", "serve", "--host", "127.0.0.1", "--port", str(chosen)]
    known = {**os.environ, "MUSTER_HOME": str(folder), "PYTHONUNBUFFERED": "1", **environment}
    with (folder / "out").open("wb") as out, (folder / "log").open("wb") as log:
        process = subprocess.Popen([*command, "--db", db, *options], stdout=out, stderr=log, env=known)
    server = Running(process, chosen, folder, environment)
    try:
        _wait(server)
    except BaseException:
        end(server)
        raise
    return server


def end(server: Running) -> None:
    if server.process.poll() is None:
        server.process.send_signal(signal.SIGTERM)
        try:
            server.process.wait(10)
        except subprocess.TimeoutExpired:
            server.process.kill()
            server.process.wait(10)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _wait(server: Running) -> None:
    until = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            httpx.get(f"{server.url}/api/packs", timeout=5, trust_env=False).raise_for_status()
            return
        except httpx.HTTPError:
            if server.process.poll() is not None or time.monotonic() > until:
                raise AssertionError(f"the server does not start: {server.said()}\n{server.log()}") from None
        time.sleep(0.05)
