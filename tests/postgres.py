"""A PostgreSQL server of the tests' own: in a temporary folder, on a free port of this machine, gone afterwards."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import Any

PASSWORD = "open-sesame"
SECONDS_TO_START = 120.0


class NoServer(Exception):
    """Why there can be no server here."""


class Server:
    """Starts at once; `new_database` gives each test one of its own, `take_back` ends its use.

    Databases are emptied and used again: making a new one for each test took longer than the tests.
    """

    def __init__(self) -> None:
        self._programs = _programs()
        self._owner = _owner()
        self._folder = Path(tempfile.mkdtemp(prefix="musterhall-postgres-"))
        self._numbers = count(1)
        self._free: list[str] = []
        self._given: list[str] = []
        self._server: subprocess.Popen[bytes] | None = None
        try:
            self._set_up()
            self._start_somewhere()
        except BaseException:
            self.close()
            raise

    def new_database(self) -> str:
        """The address of a new and empty database."""
        if not self._free:
            name = f"test_{next(self._numbers)}"
            self._say("postgres", f"CREATE DATABASE {name}")
            self._free.append(name)
        self._given.append(self._free.pop())
        return self.address(self._given[-1])

    def take_back(self) -> None:
        """Empty all databases that were given out."""
        others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        while self._given:
            name = self._given.pop()
            self._say(name, f"SELECT pg_terminate_backend(pid) {others}")
            self._say(name, "DROP SCHEMA public CASCADE")
            self._say(name, "CREATE SCHEMA public")
            self._free.append(name)

    def address(self, database: str, password: str = PASSWORD) -> str:
        return f"postgresql://muster:{password}@127.0.0.1:{self._port}/{database}"

    def close(self) -> None:
        if self._server is not None:
            self._server.send_signal(signal.SIGQUIT)
            self._server.wait(60)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _say(self, database: str, command: str) -> None:
        import psycopg

        with psycopg.connect(self.address(database), autocommit=True) as connection:
            connection.execute(command.encode())

    def _set_up(self) -> None:
        password = self._folder / "password"
        password.write_text(PASSWORD, encoding="utf-8")
        if self._owner:
            for path in (self._folder, password):
                shutil.chown(path, *self._owner)
        options = ["--no-sync", "--auth=scram-sha-256", "--username=muster", "--encoding=UTF8", "--locale=C"]
        made = subprocess.run(
            [self._programs / "initdb", "-D", self._folder / "data", f"--pwfile={password}", *options],
            capture_output=True,
            check=False,
            **self._as_owner(),
        )
        if made.returncode:
            raise NoServer(f"initdb fails: {made.stderr.decode(errors='replace').strip()}")

    def _start_somewhere(self) -> None:
        """The port is free when it is looked for, and may be somebody's a moment later."""
        for _ in range(3):
            try:
                return self._start()
            except NoServer as reason:
                if "Address already in use" not in str(reason):
                    raise
        return self._start()

    def _start(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self._port),
            "unix_socket_directories": "",
            "shared_buffers": "4MB",
            "max_connections": "40",
        }
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with (self._folder / "log").open("wb") as log:
            self._server = subprocess.Popen(
                [self._programs / "postgres", "-D", self._folder / "data", *words],
                stdout=log,
                stderr=log,
                **self._as_owner(),
            )
        self._wait()

    def _wait(self) -> None:
        import psycopg

        assert self._server is not None
        until = time.monotonic() + SECONDS_TO_START
        while True:
            try:
                psycopg.connect(self.address("postgres"), connect_timeout=10).close()
                return
            except psycopg.OperationalError:
                if self._server.poll() is not None or time.monotonic() > until:
                    log = (self._folder / "log").read_text(encoding="utf-8", errors="replace")
                    raise NoServer(f"postgres does not start: {log.strip()}") from None
            time.sleep(0.02)

    def _as_owner(self) -> dict[str, Any]:
        who: dict[str, Any] = {"cwd": self._folder}
        if self._owner:
            who |= {"user": self._owner[0], "group": self._owner[1], "extra_groups": []}
        return who


def _programs() -> Path:
    """The folder of PostgreSQL's programs: $PGBIN, Debian's newest, or the search path's."""
    named = [Path(os.environ["PGBIN"])] if os.environ.get("PGBIN") else []
    found = [Path(path).parent for path in (shutil.which("initdb"),) if path]
    for folder in (*named, *sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), *found):
        if os.access(folder / "initdb", os.X_OK) and os.access(folder / "postgres", os.X_OK):
            return folder
    raise NoServer("no initdb of PostgreSQL: install postgresql or name its programs' folder in $PGBIN")


def _owner() -> tuple[int, int] | None:
    """PostgreSQL refuses to run as root, so root runs it as the user that its package brings."""
    if os.geteuid() != 0:
        return None
    import pwd

    try:
        user = pwd.getpwnam("postgres")
    except KeyError:
        raise NoServer("root cannot run PostgreSQL, and there is no user postgres: install postgresql") from None
    return user.pw_uid, user.pw_gid
