"""The names by which a browser may call this server when it makes the first account.

A page elsewhere can give its own name the number of this machine; a browser here would then speak to us for it, and
the only thing that tells is the name it asks for. A number is no such name: nobody else can have a page there.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.requests import Request

from musterhall.web.settings import Settings


def is_own_host(request: Request) -> bool:
    """Whether a request asks for this machine by one of its own names, by one that was given, or by a number."""
    settings: Settings = request.app.state.house.settings
    name = _name(request.headers.get("host", ""))
    return bool(name) and (_is_number(name) or name in own_names(settings))


def own_names(settings: Settings) -> frozenset[str]:
    machine = socket.gethostname().casefold()
    short = machine.partition(".")[0]
    given = [_name(urlsplit(settings.address).netloc), *map(_plain, settings.hosts)]
    return frozenset(filter(None, ("localhost", machine, short, f"{short}.local", *given)))


def given_hosts(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(filter(None, map(_plain, names)))


HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^\[\]@/?#:\s]+))(?::\d*)?", re.IGNORECASE)
"""A number in brackets, or a name, and a port; in "[::1].evil.example" others see the number alone."""


def _name(host: str) -> str:
    found = HOST.fullmatch(host)
    return _plain(found[1] or found[2]) if found else ""


def _plain(name: str) -> str:
    return name.strip().casefold().rstrip(".")


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
