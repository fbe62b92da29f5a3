"""A person at a terminal: shown what happened, asked one question at a time, and heard until it is answered."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from musterhall.playing.terminal.places import Place, State
from musterhall.playing.terminal.text_board import WIDE_ENOUGH
from musterhall.playing.terminal.typing import Form, form_of
from musterhall.playing.terminal.words import NUMBER, Names
from musterhall.problems import BadInput

SIDES = ("Red", "Blue")
MOST_LINES = 24
"""Of what is offered; `?` shows the rest."""
MOST_NEWS = 40
"""Lines of the log that are told at once."""
USUAL_LOG = 20
"""Lines of it that are shown where nobody says how many."""
MOST_CASES = 8
"""Titles of worked cases that are told of a section."""
COMMANDS = (
    ("board", "the board again"),
    ("key", "what its letters and signs mean"),
    ("units A", "the single units of a group, with their numbers and places"),
    ("log, log 50", "the last lines of what happened"),
    ("why", "the rule that the question rests on"),
    ("hint", "what the captain would answer, and why; take gives that answer"),
    ("undo", "take your last answer back"),
    ("draw, resign", "offer a draw, or give the battle up"),
    ("answer JSON", "an answer as data"),
    ("quit", "leave; the battle is kept, and goes on whenever you like"),
)


class Quit(Exception):
    """Somebody leaves the table."""


class Session:
    """`read` gives the next line that was typed, `say` shows one; `colours` is for terminals that have them.

    `columns` says how wide the terminal is, which may change.
    """

    def __init__(
        self,
        place: Place,
        read: Callable[[str], str],
        say: Callable[[str], None],
        *,
        colours: bool = False,
        columns: Callable[[], int] = lambda: WIDE_ENOUGH,
    ) -> None:
        self._place, self._read, self._say, self._colours, self._columns = place, read, say, colours, columns
        self._told: dict[int, int] = {}
        """How many lines of the log each side was told."""
        self._drawn: list[str] = []
        self._hint: State | None = None
        self._before: int | None = None

    def play(self) -> State:
        """To the end of the battle; how it ended."""
        waiting = False
        while True:
            states = {side: self._place.state(side) for side in self._place.sides}
            first = next(iter(states.values()))
            if first["over"]:
                self._tell_news(self._place.sides[0])
                return dict(first["over"])
            side = next((one for one, state in states.items() if state["asked"] or _is_begged(state, one)), None)
            if side is None:
                if not waiting:
                    self._say(f"Waiting for {self._names(first, first['waits_for'])} …")
                waiting = True
                self._place.wait(first["version"])
                continue
            waiting = False
            self._ask(side, states[side])

    # One question

    def _ask(self, side: int, state: State) -> None:
        self._hand_over(side, state)
        self._tell_news(side)
        self._tell_requests(side, state)
        self._hint = None
        form: Form | None = None
        if state["asked"]:
            asked = state["asked"][0]
            form = form_of(asked, Names.of(self._draw(side)), partial(self._place.opened, side))
            self._say("")
            self._say(self._headed(side, asked["question"], asked["section"]))
            self._say_offered(form)
        while True:
            line = self._read("> ").strip()
            if not line:
                continue
            try:
                if self._heard(side, state, form, line):
                    return
            except BadInput as refusal:
                for told in str(refusal).splitlines():
                    self._say(told)

    def _heard(self, side: int, state: State, form: Form | None, line: str) -> bool:
        """Do what a line says; whether the question is answered or no longer asked."""
        word, _, rest = line.partition(" ")
        own = getattr(self, f"_do_{_COMMAND_NAMES.get(word.lower(), '')}", None)
        if own is not None:
            return bool(own(side, state, form, rest.strip()))
        if form is None:
            raise BadInput("Type yes or no.")
        judged = self._place.judged(side, form.sketch(line))
        if not judged["legal"]:
            section = f" ({judged['section']})" if judged["section"] else ""
            raise BadInput(f"No: {judged['words']}{section}.")
        self._place.answer(side, judged["answer"])
        self._say(_in_words(judged["words"]))
        return True

    # Commands: each says whether the question is done with

    def _do_help(self, side: int, state: State, form: Form | None, rest: str) -> bool:
        if form is not None:
            for line in form.offered():
                self._say(line)
            self._say(form.example())
        self._say("Besides, at any time:")
        for word, words in COMMANDS:
            self._say(f"  {word:<14} {words}")
        return False

    def _do_board(self, side: int, state: State, form: Form | None, rest: str) -> bool:
        self._drawn = []
        self._draw(side)
        return False

    def _do_key(self, side: int, state: State, form: Form | None, rest: str) -> bool:
        for line in self._board(side)["legend"]:
            self._say(line)
        return False

    def _do_units(self, side: int, state: State, form: Form | None, rest: str) -> bool:
        members = self._board(side)["members"]
        if rest not in members:
            raise BadInput(f"{rest or 'units'}: name a group by its letter, as units A; `key` lists them.")
        for line in members[rest]:
            self._say(line)
        return False

    def _do_log(self, side: int, state: State, form: Form | None, rest: str) -> bool:
        if rest and not NUMBER.fullmatch(rest):
            raise BadInput(f"{rest!r:.20}: say how many lines you want to read, as log 50.")
        number = int(rest) if rest else USUAL_LOG
        for line in self._place.log(side)[-number or USUAL_LOG :]:
            self._say(_log_line(line))
        return False

    def _do_why(self, side: int, state: State, form: Form | None, rest: str) -> bool:
        section = rest or (state["asked"][0]["section"] if state["asked"] else "")
        if not section:
            raise BadInput("This question rests on no section of the rulebook.")
        rule = self._place.rule(section)
        self._say(f"{rule['section']} {rule['title']}")
        for paragraph in rule["text"]:
            self._say(paragraph)
        for case in rule["cases"][:MOST_CASES]:
            self._say(f"  - {case}")
        if len(rule["cases"]) > MOST_CASES:
            self._say(f"  … and {len(rule['cases']) - MOST_CASES} more worked cases")
        return False

    def _do_hint(self, side: int, state: State, form: Form | None, rest: str) -> bool:
        self._hint = self._place.hint(side)
        why = f", because: {self._hint['why']}" if self._hint["why"] else ""
        self._say(f"The {self._hint['by']} would answer: {self._hint['words']}{why}. Type take to do so.")
        return False

    def _do_take(self, side: int, state: State, form: Form | None, rest: str) -> bool:
        hint = self._hint or self._place.hint(side)
        self._place.answer(side, hint["answer"])
        self._say(_in_words(hint["words"]))
        return True

    def _do_undo(self, side: int, state: State, form: Form | None, rest: str) -> bool:
        undo = state["undo"].get(str(side))
        if undo is None:
            raise BadInput("There is nothing of yours to take back.")
        self._place.do(side, "undo")
        if self._place.state(side)["asks_undo"] == side:
            self._say("The other is asked to agree.")
        else:
            dice = "" if undo["free"] else " From there the dice are new ones."
            self._say(f"Taken back. {_in_words(undo['words'])}{dice}")
            self._told[side] = min(self._told.get(side, 0), len(self._place.log(side)))
        return True

    def _do_draw(self, side: int, state: State, form: Form | None, rest: str) -> bool:
        self._place.do(side, "draw")
        after = self._place.state(side)
        if not after["over"]:
            self._say("A draw is offered." if after["offers_draw"] == side else "They want to play on.")
        return bool(after["over"])

    def _do_resign(self, side: int, state: State, form: Form | None, rest: str) -> bool:
        if self._read("Do you give the battle up? Type yes: ").strip().lower() != "yes":
            self._say("Then it goes on.")
            return False
        self._place.do(side, "resign")
        return True

    def _do_agree(self, side: int, state: State, form: Form | None, rest: str) -> bool:
        return self._reply(side, state, yes=True, form=form, line="yes")

    def _do_refuse(self, side: int, state: State, form: Form | None, rest: str) -> bool:
        return self._reply(side, state, yes=False, form=form, line="no")

    def _reply(self, side: int, state: State, *, yes: bool, form: Form | None, line: str) -> bool:
        """Yes and no are for the other's request, where there is one; else for the question."""
        if not _is_begged(state, side):
            if form is None:
                raise BadInput("Nobody asks you for anything.")
            judged = self._place.judged(side, form.sketch(line))
            if not judged["legal"]:
                raise BadInput(f"No: {judged['words']}.")
            self._place.answer(side, judged["answer"])
            return True
        self._place.do(side, "undo" if state["asks_undo"] == 1 - side else "draw", yes=yes)
        return True

    def _do_answer(self, side: int, state: State, form: Form | None, rest: str) -> bool:
        try:
            answer = json.loads(rest)
        except (ValueError, RecursionError):
            raise BadInput("answer: what follows is not JSON; write it as answer null or answer [1, 2].") from None
        self._place.answer(side, answer)
        return True

    def _do_quit(self, side: int, state: State, form: Form | None, rest: str) -> bool:
        raise Quit

    # Showing

    def _draw(self, side: int) -> State:
        """Show the board where it has changed."""
        board = self._board(side)
        if board["lines"] != self._drawn:
            self._drawn = board["lines"]
            self._say("")
            for line in board["lines"]:
                self._say(line)
        return board

    def _board(self, side: int) -> State:
        return self._place.board(side, colours=self._colours, columns=self._columns())

    def _say_offered(self, form: Form) -> None:
        offered = form.offered()
        for line in offered[:MOST_LINES]:
            self._say(line)
        if len(offered) > MOST_LINES:
            self._say(f"… and {len(offered) - MOST_LINES} more; ? shows all.")
        self._say(f"{form.example()} ? tells what else.")

    def _tell_news(self, side: int) -> None:
        log = self._place.log(side)
        news = log[self._told.get(side, 0) :]
        self._told[side] = len(log)
        if len(news) > MOST_NEWS:
            self._say(f"… {len(news) - MOST_NEWS} lines before these; log {len(news)} shows them.")
        for line in news[-MOST_NEWS:]:
            self._say(_log_line(line))

    def _tell_requests(self, side: int, state: State) -> None:
        other = state["seats"][1 - side]["name"] or SIDES[1 - side]
        if state["asks_undo"] == 1 - side:
            self._say(f"{other} asks to take their last answer back. Type yes or no.")
        elif state["offers_draw"] == 1 - side:
            self._say(f"{other} offers a draw. Type yes or no.")

    def _hand_over(self, side: int, state: State) -> None:
        """Between two at one screen: nobody sees the other's secrets."""
        if len(self._place.sides) > 1 and self._before not in (None, side):
            self._drawn = []
            typed = self._read(f"Now it is {self._names(state, [side])}'s turn; press Enter when they sit here. ")
            if _COMMAND_NAMES.get(typed.strip().lower()) == "quit":
                raise Quit
            self._say("\n" * 30 if self._colours else "")
        self._before = side

    def _headed(self, side: int, question: str, section: str) -> str:
        whose = f"{SIDES[side]}: " if len(self._place.sides) > 1 else ""
        return f"{whose}{question}" + (f" ({section})" if section else "")

    def _names(self, state: State, sides: list[int]) -> str:
        return " and ".join(state["seats"][side]["name"] or f"somebody for {SIDES[side].lower()}" for side in sides)


_COMMAND_NAMES = {
    "?": "help", "help": "help", "board": "board", "map": "board", "key": "key", "legend": "key", "units": "units",
    "log": "log", "why": "why", "rule": "why", "hint": "hint", "take": "take", "undo": "undo", "draw": "draw",
    "resign": "resign", "yes": "agree", "no": "refuse", "answer": "answer", "quit": "quit", "exit": "quit",
}  # fmt: skip


def _is_begged(state: State, side: int) -> bool:
    """Whether the other waits for a yes or a no."""
    return 1 - side in (state["asks_undo"], state["offers_draw"])


def _in_words(words: str) -> str:
    """An answer as its player would say it; one that is only data is not read out."""
    return "So be it." if words[:1] in "{[" else f"{words[0].upper()}{words[1:].rstrip('.')}."


def _log_line(line: Any) -> str:
    return f"  {line['text']}"
