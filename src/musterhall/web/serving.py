"""Starting and stopping the server: on which address, how phones find it, and how it ends with pages open."""

from __future__ import annotations

import os
import signal
import socket
import ssl
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors import Multiprocess

from musterhall.problems import BadInput
from musterhall.store.opening import address_of, open_store
from musterhall.store.steady import CLOCK
from musterhall.store.writable import is_writable
from musterhall.web import logs
from musterhall.web.app import create_app
from musterhall.web.bounds import Bounds, bounds_from_text, bounds_text
from musterhall.web.connections import PatientProtocol
from musterhall.web.counts import FILE as COUNTS
from musterhall.web.entrance import PROXIES, Entrance, trusted, with_descriptors
from musterhall.web.settings import Settings

FACTORY = "musterhall.web.serving:app_from_environment"
SECONDS_TO_STOP = 5
"""How long open requests may take after the server was told to stop; live pages are let go at once."""
MOST_WORKERS = 64
EVERYWHERE = ("0.0.0.0", "::", "")
NOWHERE = "192.0.2.1"
"""An address that is kept for examples: asking for the way to it sends nothing."""

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Https:
    """The files for https; without a certificate pages go by plain http."""

    certificate: str = ""
    key: str = ""


PLAIN = Https()


def run(
    settings: Settings,
    host: str = "0.0.0.0",
    port: int = 8000,
    workers: int = 1,
    log_level: str = "info",
    say: Say = print,
    https: Https = PLAIN,
    proxies: Sequence[str] = PROXIES,
) -> None:
    """Serve until told to stop."""
    _require_sense(settings, workers, log_level)
    _require_pair(https)
    trusted(proxies)
    _require_writable(settings)
    listening = _listening(host, port, proxies)
    scheme = "https" if https.certificate else "http"
    try:
        own = own_address(host, listening.getsockname()[1], scheme)
        logs.set_up(log_level)
        bounds = with_descriptors(settings.bounds)
        shared = _share(bounds, workers)
        found = replace(settings, address=settings.address.rstrip("/") or own, bounds=shared)
        to_environment(found, log_level)
        say(welcome(found.address, host, listening.getsockname()[1], scheme))
        listening.bounds = shared
        with counted_together(workers):
            _serve(listening, workers, https)
    finally:
        listening.close()


@contextmanager
def counted_together(workers: int) -> Iterator[None]:
    """While several processes serve: a file in which they count tries together, each being asked by anybody."""
    if workers == 1:
        yield
        return
    with TemporaryDirectory(prefix="musterhall-") as folder:
        os.environ[COUNTS] = str(Path(folder) / "counts.db")
        try:
            yield
        finally:
            del os.environ[COUNTS]


def app_from_environment() -> FastAPI:
    """The application as `run` was told, in this process or in one of several."""
    logs.set_up(os.environ.get(LOG_LEVEL, "info"))
    if parent := os.environ.get(PARENT):
        threading.Thread(target=_end_with, args=(int(parent),), daemon=True).start()
    if ahead := os.environ.get(AHEAD):
        CLOCK.ahead = float(ahead)
    return create_app(from_environment())


# Settings go to the other processes by the environment.

DB = "MUSTER_DB"
ADDRESS = "MUSTER_ADDRESS"
SECURE = "MUSTER_SECURE"
HOSTS = "MUSTER_HOSTS"
PRIVATE_HOOKS = "MUSTER_PRIVATE_HOOKS"
LOG_LEVEL = "MUSTER_LOG_LEVEL"
BOUNDS = "MUSTER_BOUNDS"
PARENT = "MUSTER_PARENT"
AHEAD = "MUSTER_CLOCK"
"""All processes go by the clock of the first, also one that is started anew after the machine's was set."""


def to_environment(settings: Settings, log_level: str) -> None:
    os.environ |= {ADDRESS: settings.address, LOG_LEVEL: log_level, BOUNDS: bounds_text(settings.bounds)}
    os.environ |= {SECURE: "1" if settings.secure else "", PRIVATE_HOOKS: "1" if settings.private_hooks else ""}
    os.environ[HOSTS] = " ".join(settings.hosts)
    os.environ[AHEAD] = repr(CLOCK.ahead)
    if settings.db:
        os.environ[DB] = settings.db


def from_environment() -> Settings:
    known = os.environ.get
    return Settings(
        db=known(DB) or None,
        address=known(ADDRESS, ""),
        secure=bool(known(SECURE)),
        hosts=tuple(known(HOSTS, "").split()),
        private_hooks=bool(known(PRIVATE_HOOKS)),
        bounds=bounds_from_text(known(BOUNDS, "")),
    )


# Addresses


def own_address(host: str, port: int, scheme: str = "http") -> str:
    """How others in the same network reach this machine, as far as can be told without asking anybody."""
    name = lan_number() if host in EVERYWHERE else host
    return f"{scheme}://{f'[{name}]' if ':' in name else name}:{port}"


def lan_number() -> str:
    """The number of this machine in its network; its own one for itself where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect((NOWHERE, 9))
            return str(way.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def welcome(address: str, host: str, port: int, scheme: str = "http") -> str:
    """What the organiser reads first; on a terminal with a code for phones."""
    lines = [f"Musterhall is open at {address}"]
    if host in EVERYWHERE or host.startswith("127."):
        lines.append(f"On this computer: {scheme}://localhost:{port}")
    if (urlsplit(address).hostname or "").startswith(("127.", "localhost", "::1")):
        lines.append("Phones cannot reach that address; give one that they can with --address, or --host 0.0.0.0.")
    elif code := _code(address):
        lines += ["Phones in the same network may scan this:", code]
    return "\n".join([*lines, "Ctrl-C stops it."])


def _code(address: str) -> str:
    """A QR code in half blocks, where the terminal can show them."""
    if not sys.stdout.isatty() or "utf" not in (sys.stdout.encoding or "").lower():
        return ""
    import io

    import segno

    text = io.StringIO()
    segno.make(address, micro=False).terminal(out=text, compact=True)
    return text.getvalue().rstrip("\n")


# Serving


def server_config(app: str | FastAPI, listening: Entrance, **more: Any) -> uvicorn.Config:
    """How uvicorn serves on our own socket, with our own limits."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        http=PatientProtocol,
        ws="none",
        forwarded_allow_ips=list(listening.proxies),
        timeout_keep_alive=listening.bounds.idle_seconds,
        h11_max_incomplete_event_size=listening.bounds.head_bytes,
        **more,
    )


def _serve(listening: Entrance, workers: int, https: Https) -> None:
    """Told to stop, the streams of live pages end at once (sse-starlette sees to it), and then the rest."""
    config = server_config(
        FACTORY,
        listening,
        factory=True,
        workers=workers,
        timeout_graceful_shutdown=SECONDS_TO_STOP,
        ssl_certfile=https.certificate or None,
        ssl_keyfile=https.key or None,
    )
    if workers == 1:
        uvicorn.Server(config).run(sockets=[listening])
    else:
        os.environ[PARENT] = str(os.getpid())
        Multiprocess(config, sockets=[listening]).run()


def _end_with(parent: int) -> None:
    """End this process when the one that started it is gone: killed, it could not tell its others to stop."""
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)


def _require_sense(settings: Settings, workers: int, log_level: str) -> None:
    if log_level not in logs.LEVELS:
        raise BadInput(f"log level {log_level!r}: is none; choose from {', '.join(logs.LEVELS)}.")
    if not 1 <= workers <= MOST_WORKERS:
        raise BadInput(f"workers: {workers} cannot be; give 1 to {MOST_WORKERS}.")
    if workers > 1 and address_of(settings.db).path is not None:
        raise BadInput("workers: several processes need PostgreSQL; name one with --db, or take one worker.")
    if settings.address and not urlsplit(settings.address).scheme.startswith("http"):
        raise BadInput(f"address {settings.address!r}: is none for a browser; write http://192.168.1.20:8000.")


def _require_writable(settings: Settings) -> None:
    """A hall in which nothing can be written down is not open."""
    with open_store(settings.db) as store:
        if not is_writable(store):
            raise BadInput(
                f"{store.url}: nothing can be written there, so no event could go on; make room on the disk or make it "
                "writable, or name another database with --db. `muster backup` still reads it."
            )


def _require_pair(https: Https) -> None:
    if https.key and not https.certificate:
        raise BadInput("key: belongs to a certificate; name that with --certificate.")
    if not https.certificate:
        return
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(https.certificate, https.key or None, password="")
    except FileNotFoundError:
        raise BadInput(f"certificate {https.certificate!r}: the file, or that of its key, is not there.") from None
    except (OSError, ValueError) as error:  # an SSLError is an OSError
        why = error.strerror or error if isinstance(error, OSError) else error
        raise BadInput(
            f"certificate {https.certificate!r}: cannot be used ({why}); give PEM files, the key without a password."
        ) from None


def _share(bounds: Bounds, workers: int) -> Bounds:
    """What one of several processes takes of the connections; each counts for itself."""

    def part(whole: int) -> int:
        return -(-whole // workers)

    desk = part(bounds.desk_connections)
    return replace(
        bounds,
        connections=max(part(bounds.connections), desk + 1),
        desk_connections=desk,
        address_connections=part(bounds.address_connections),
        address_streams=part(bounds.address_streams),
    )


def _listening(host: str, port: int, proxies: Sequence[str] = PROXIES) -> Entrance:
    if not 0 <= port <= 65535:
        raise BadInput(f"port {port}: is none; give one from 1 to 65535.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = Entrance(family, socket.SOCK_STREAM, socket.IPPROTO_TCP, proxies=proxies)
    try:
        if os.name == "posix":
            # A server that was just stopped keeps its port for a minute otherwise.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
        listening.set_inheritable(True)
    except OSError as error:
        listening.close()
        raise BadInput(
            f"{host}:{port}: cannot be listened on ({error.strerror}); stop what uses it, or choose another --port."
        ) from None
    return listening
