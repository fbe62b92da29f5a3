"""A seat of a battle in some hall, played in a terminal over HTTP."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from musterhall.battle.decisions import Answer
from musterhall.playing.terminal.places import State
from musterhall.playing.terminal.text_board import NARROWEST, WIDE_ENOUGH
from musterhall.problems import BadInput

PATIENCE = 60
"""Seconds for an answer of a hall."""
SILENCE = 45
"""Seconds after which a hall that says nothing is asked again; it sends a sign of life every quarter of a minute."""


class Elsewhere:
    """By the seat's link; `name` is whom the other sees there."""

    def __init__(self, link: str, name: str) -> None:
        self._hall, self.name, self._secret = _parts(link.strip())
        state = self._ask("/join", {"name": name}) if name else self._ask("")
        if not isinstance(state, dict) or "sides" not in state:
            raise BadInput(self._no_hall())
        self.sides = tuple(state["sides"])

    def state(self, side: int) -> State:
        found: State = self._ask(f"/news?after=1000000{self._as(side, '&')}")
        return found

    def board(self, side: int, *, colours: bool, columns: int) -> State:
        wide = min(max(columns, NARROWEST), WIDE_ENOUGH)
        found: State = self._ask(f"/text?colours={str(colours).lower()}&columns={wide}{self._as(side, '&')}")
        return found

    def log(self, side: int) -> list[State]:
        found: list[State] = self._ask(f"/log{self._as(side, '?')}")
        return found

    def judged(self, side: int, sketch: Mapping[str, Any]) -> State:
        found: State = self._ask("/sketch", {"side": side, "sketch": dict(sketch)})
        return found

    def opened(self, side: int, sketch: Mapping[str, Any]) -> State:
        found: State = self._ask("/sketch", {"side": side, "sketch": {**sketch, "open": True}})
        if not found["legal"]:
            raise BadInput(f"{found['words']}.")
        opened: State = found["opened"]
        return opened

    def answer(self, side: int, answer: Answer) -> None:
        self._ask("/answer", {"side": side, "answer": answer})

    def do(self, side: int, what: str, *, yes: bool = True) -> None:
        self._ask(f"/{what}", {"side": side} if what == "resign" else {"side": side, "yes": yes})

    def hint(self, side: int) -> State:
        found: State = self._ask(f"/hint?side={side}")
        return found

    def rule(self, section: str) -> State:
        found: State = self._asked(f"{self._hall}/api/rules/{self._ask('/text')['game']}/{section}")
        return found

    def wait(self, version: int) -> None:
        """Read the stream until it tells of something newer."""
        address = f"{self._hall}/api/battles/{self.name}/stream"
        try:
            with urlopen(Request(address, headers={"Muster-Seat": self._secret}), timeout=SILENCE) as lines:
                for line in lines:
                    if line.startswith(b"data: {") and json.loads(line[6:])["version"] > version:
                        return
        except (OSError, ValueError, HTTPException):
            return  # whoever waits asks again, and hears what is wrong

    def close(self) -> None:
        pass

    def _as(self, side: int, before: str) -> str:
        return f"{before}as={side}" if len(self.sides) > 1 else ""

    def _ask(self, what: str, body: Any = None) -> Any:
        return self._asked(f"{self._hall}/api/battles/{self.name}{what}", body)

    def _asked(self, address: str, body: Any = None) -> Any:
        headers = {"Muster-Seat": self._secret, "Content-Type": "application/json"}
        sent = None if body is None else json.dumps(body).encode()
        try:
            with urlopen(Request(address, sent, headers), timeout=PATIENCE) as answer:
                return json.load(answer)
        except HTTPError as error:
            raise BadInput(_sentence(error)) from None
        except (ValueError, HTTPException):
            raise BadInput(self._no_hall()) from None
        except OSError as error:
            reason = getattr(error, "reason", error)
            raise BadInput(f"{self._hall}: does not answer ({reason}); check the link, or try again later.") from None

    def _no_hall(self) -> str:
        return f"{self._hall}: does not answer as a hall of Musterhall does; check the link."


def _parts(link: str) -> tuple[str, str, str]:
    """The hall's address, the battle's name and the seat's secret."""
    try:
        parts = urlsplit(link)
    except ValueError:
        parts = urlsplit("")
    path = parts.path.strip("/").split("/")
    if parts.scheme not in ("http", "https") or len(path) < 3 or path[-3] != "play" or not link.isprintable():
        raise BadInput(f"link {link!r:.80}: is not a seat's; it looks like http://hall:8000/play/battle-…/SECRET.")
    return f"{parts.scheme}://{parts.netloc}" + "".join(f"/{one}" for one in path[:-3]), path[-2], path[-1]


def _sentence(error: HTTPError) -> str:
    """What a hall said when it refused something."""
    try:
        return str(json.load(error)["error"])
    except (ValueError, KeyError, TypeError):
        return f"The hall refused it without a word ({error.code}); try again."
