"""A bot in forty lines that plays a seat of a battle in somebody's hall, over HTTP.

python http_bot.py http://localhost:8000/play/battle-abcdefghjkmn/THE-SECRET-OF-THE-SEAT
"""

import json
import sys
from random import Random
from typing import Any
from urllib.request import Request, urlopen


class Seat:
    """A seat's link holds the hall's address, the battle's name and the secret that shows whose seat it is."""

    def __init__(self, link: str) -> None:
        hall, battle, self.secret = link.rstrip("/").replace("/play/", "/api/battles/").rsplit("/", 2)
        self.battle = f"{hall}/{battle}"

    def ask(self, what: str, body: Any = None) -> Any:
        headers = {"Muster-Seat": self.secret, "Content-Type": "application/json"}
        sent = None if body is None else json.dumps(body).encode()
        with urlopen(Request(self.battle + what, sent, headers), timeout=60) as answer:
            return json.load(answer)

    def news(self) -> Any:
        """Yields whenever something was written down, and once at the beginning."""
        with urlopen(Request(f"{self.battle}/stream", headers={"Muster-Seat": self.secret}), timeout=600) as lines:
            yield from (line for line in lines if line.startswith(b"data: {"))


def play(link: str, chance: Random) -> str:
    seat = Seat(link)
    seat.ask("/join", {"name": "A bot of forty lines"})
    for _ in seat.news():
        for decision in seat.ask("/decisions?some=8"):
            options = decision.get("options") or decision["some"]  # all of them, or some where nobody can count them
            chosen = chance.choice(options[1:] or options)  # the first is often to do nothing
            seat.ask("/answer", {"answer": chosen["answer"]})
        state = seat.ask("/news?after=1000000")
        if state["over"]:
            return str(state["over"]["sentence"])
    return "The hall has closed; start me again to go on."


if __name__ == "__main__":
    print(play(sys.argv[1], Random(1)))
