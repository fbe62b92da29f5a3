"""Somebody who plays on the page of a battle: reads what is asked, and answers it with taps and drags on the table.

What is asked they read as the page does, over the API; what they do goes through the page alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from playwright.sync_api import Page, Request

FOR_A_BOT = 120_000
"""Milliseconds: on a busy machine a bot's process takes its time to begin."""
MOST_PLACES = 16
"""How many places are tried before something else is chosen."""
MOST_ACTORS = 4
WHOLE_PANEL = ".ask > .panel"
INNER_PANEL = ".panel.inner .panel.inner"

VIEW = """async () => {
  const { battle, seat } = document.querySelector(".playing").dataset;
  return (await fetch(`/api/battles/${battle}`, { headers: { "muster-seat": seat } })).json();
}"""
ON_SCREEN = """([x, y]) => {
  const board = document.querySelector("svg.board");
  const place = new DOMPoint(x, y).matrixTransform(board.getScreenCTM());
  return [place.x, place.y];
}"""
AT_ONCE = 'localStorage.setItem("muster pace", "Infinity")'
ANSWERED = "(n) => document.querySelector('.playing').dataset.answers !== n"
ASKED = """() => {
  const ready = !document.querySelector(".ask").hidden && !document.querySelector(".panel").inert;
  return ready ? "asked" : !document.querySelector(".result").hidden && "over";
}"""
A_MOMENT_LATER = "() => new Promise((done) => setTimeout(done, 50))"
"""By the page's own timers, which come in their order however slow it is; a drag is judged after the shorter one."""
JUDGED = "() => !document.querySelector('.panel').ariaBusy"

Data = dict[str, Any]


class Player:
    """One who sits at a page; `seed` varies what they choose."""

    def __init__(self, page: Page, seed: int = 0) -> None:
        self.page = page
        self.answers = 0
        self.sent: list[Data] = []
        """What the page has sent as answers."""
        self._seed = seed
        self._panel = WHOLE_PANEL
        self._answering: dict[str, Callable[[Data], bool]] = {
            "tap": self._tap,
            "tap several": self._done,
            "go": self._go,
            "body": self._body,
            "put down": self._put_down,
            "lay out": self._done,
            "attack": self._attack,
            "stacks": self._done,
            "arrows": self._arrows,
            "paper": self._done,
            "turn": self._turn,
            "command": self._command,
        }
        page.on("request", self._note)

    # What they do

    def sit_down(self, address: str) -> None:
        """Come to the table; what happens is shown at once, so that nobody waits for pictures."""
        self.page.add_init_script(AT_ONCE)
        self.page.goto(address)
        self.page.wait_for_selector("svg.board")

    def look(self) -> Data:
        view: Data = self.page.evaluate(VIEW)
        self._table = view["replay"]["table"]
        self._pieces = {}
        for frame in view["replay"]["frames"]:
            for piece, x, y, _, status, *_ in frame.get("pieces") or ():
                self._pieces[piece] = (x, y) if status == "on" else None
        return view

    @property
    def is_asked(self) -> bool:
        return self.page.locator(".ask").is_visible()

    def answer(self) -> None:
        """Answer the question that the page asks now."""
        self.page.wait_for_function(ASKED, timeout=FOR_A_BOT)
        view = self.look()
        asked = view["asked"][0]
        self.page.keyboard.press("0")  # the whole table
        assert self._answering[asked["gesture"]](asked), f"no answer found to: {asked['question']}"
        self.page.wait_for_function(ANSWERED, arg=str(view["answers"]), timeout=FOR_A_BOT)
        self.answers += 1

    def play(self, most: int = 1000) -> None:
        """Answer until it is over, or so many answers were given."""
        for _ in range(most):
            if self.page.wait_for_function(ASKED, timeout=FOR_A_BOT).json_value() == "over":
                return
            self.answer()

    def place_of(self, piece: int) -> Any:
        """Where a piece stood when they looked last."""
        return self._pieces[piece]

    def first_on_the_table(self) -> tuple[str, list[float]]:
        """The name of a piece and its place, in the lengths that the board is drawn in; answers until there is one."""
        view = self.look()
        while not any(self._pieces.values()):
            self.answer()
            view = self.look()
        piece, (x, y) = next((piece, place) for piece, place in self._pieces.items() if place is not None)
        return view["replay"]["pieces"][piece]["name"], [x / self._table["length"], y / self._table["length"]]

    # How each gesture is made; each says whether an answer came of it

    def _tap(self, asked: Data) -> bool:
        options = asked["options"]
        number = self._turn_of(len(options))
        place = self._place(options[number]["spot"])
        if place is not None and sum(option["spot"] == options[number]["spot"] for option in options) == 1:
            self.tap_at(place)
        else:
            self._button(number)
        return True

    def _done(self, _asked: Data) -> bool:
        self._main()
        return True

    def _go(self, asked: Data) -> bool:
        for number, way in enumerate(asked["ways"]):
            self._button(number)
            places = _spread(way["places"], self._turn_of(7))
            if places and self._first_legal(places):
                return self._done(asked)
        return self._instead(asked)

    def _body(self, asked: Data) -> bool:
        """Towards the middle of the table, as far as it may be."""
        here = [self._pieces[piece] for piece in asked["pieces"] if self._pieces.get(piece)]
        x, y = (sum(values) / len(here) for values in zip(*here, strict=True))
        aims = [(self._table["width"] / 2, self._table["depth"] / 2), (x, self._table["depth"] / 2)]
        steps = [share * min(asked["reach"]) for share in (0.9, 0.5, 0.2)]
        if self._first_legal([_towards((x, y), aim, step) for step in steps for aim in aims]):
            return self._done(asked)
        if asked["may_stay"]:
            self.page.get_by_role("button", name=asked["may_stay"]).click()
        return bool(asked["may_stay"])

    def _put_down(self, asked: Data) -> bool:
        grounds = asked["grounds"] or [[[0, 0], [self._table["width"], self._table["depth"]]]]
        if self._first_legal([place for ground in grounds for place in _within(ground, self.answers)]):
            return self._done(asked)
        return self._instead(asked)

    def _attack(self, asked: Data) -> bool:
        for number, aim in enumerate(asked["aims"]):
            if not aim["targets"]:
                continue
            self._button(number)
            self.page.locator(f"{self._panel} .targets button").first.click()
            if self.judged():
                return self._done(asked)
        return self._instead(asked)

    def _arrows(self, asked: Data) -> bool:
        for number, arrow in enumerate(asked["arrows"]):
            self._button(number)
            column, rank = arrow["starts"][(self._seed + number) % len(arrow["starts"])]
            for depth in range(rank, min(rank + 2, asked["ranks"]) + 1):
                self.tap_at(_square(asked, column, depth))
        return self._done(asked)

    def _turn(self, asked: Data) -> bool:
        return self._done(asked) if self.judged() else self._instead(asked)

    def _command(self, asked: Data) -> bool:
        """Tap one of one's own and give it the first order that can be shown on the table."""
        able = [actor["spot"] for actor in asked["actors"] if not actor["why_not"]]
        turn = self._turn_of(max(1, len(able)))
        for spot in (able[turn:] + able[:turn])[:MOST_ACTORS]:
            if self._ordered(spot):
                return True
            self._press("Another one")
        return self._instead(asked)

    def _ordered(self, spot: Data) -> bool:
        place = self._place(spot)
        assert place is not None, "somebody who can act is on the table"
        deeds = [deed for deed in self._opened(lambda: self.tap_at(place))["deeds"] if deed["can"]]
        for deed in deeds[self._turn_of(len(deeds)) :]:
            opened = self._opened(partial(self._press, deed["words"]))
            self._panel = INNER_PANEL
            answered = self._answering[opened["gesture"]](opened)
            self._panel = WHOLE_PANEL
            if answered:
                return True
            self._press("Another order")
        return False

    def _opened(self, tap: Callable[[], None]) -> Data:
        """What a tap opens, as the page hears it."""
        with self.page.expect_response(lambda one: one.url.endswith("/sketch")) as heard:
            tap()
        opened: Data = heard.value.json()["opened"]
        self.page.wait_for_function(JUDGED)
        return opened

    def _instead(self, asked: Data) -> bool:
        """Pass, hold fire, stay: whatever there is beside the main thing."""
        instead = asked.get("instead") or []
        if instead:
            self._press(instead[0]["words"])
        return bool(instead)

    # Fingers

    def _turn_of(self, number: int) -> int:
        return (self._seed + self.answers) % number if number else 0

    def _place(self, spot: Data) -> Any:
        return spot.get("at") or self._pieces.get(spot.get("piece", -1))

    def _first_legal(self, places: list[Any]) -> bool:
        for place in places[:MOST_PLACES]:
            self.tap_at(place)
            if self.judged():
                return True
        return False

    def tap_at(self, place: Any) -> None:
        length = self._table["length"]
        x, y = self.page.evaluate(ON_SCREEN, [place[0] / length, place[1] / length])
        self.page.mouse.click(x, y)

    def judged(self) -> bool:
        """Whether what was drawn may be done, when the page has heard it."""
        self.page.evaluate(A_MOMENT_LATER)
        self.page.wait_for_function(JUDGED)
        return self.page.locator(f"{self._panel} .main").is_enabled()

    def _button(self, number: int) -> None:
        self.page.locator(f"{self._panel} > button").nth(number).click()

    def _press(self, words: str) -> None:
        """A button of the panel by its words; what helps to choose it may stand below them."""
        buttons = self.page.locator(f"{WHOLE_PANEL} button").filter(has_text=words)
        buttons.locator("visible=true").first.click()

    def _main(self) -> None:
        self.page.locator(f"{self._panel} .main").click()

    def _note(self, request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/answer"):
            self.sent.append(json.loads(request.post_data or "{}"))


def _towards(start: tuple[float, float], end: tuple[float, float], step: float) -> tuple[float, float]:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = max((dx * dx + dy * dy) ** 0.5, 0.01)
    share = min(1.0, step / length)
    return start[0] + dx * share, start[1] + dy * share


def _within(ground: list[list[float]], turn: int) -> Iterator[tuple[float, float]]:
    """Places all over a ground, beginning elsewhere each time."""
    xs, ys = [x for x, _ in ground], [y for _, y in ground]
    shares = [((number * 5 + turn * 3) % 17 + 1) / 18 for number in range(17)]
    for down in (0.5, 0.3, 0.7):
        for across in shares:
            yield min(xs) + across * (max(xs) - min(xs)), min(ys) + down * (max(ys) - min(ys))


def _spread(places: Any, seed: int) -> list[Any]:
    """Some of many places, far from each other."""
    found = list(places)
    step = max(1, len(found) // 8)
    return found[seed % step :: step]


def _square(asked: Data, column: int, rank: int) -> tuple[float, float]:
    side, south = asked["square"], asked["from_south"]
    x = column - 0.5
    y = asked["ranks"] - rank + 0.5 if south else rank - 0.5
    return x * side, y * side
