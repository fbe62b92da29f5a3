"""What both players choose before play and at the start of each turn: together and sealed, then open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision, Draw, Illegal, Rule, Schema
from musterhall.games.alpha_strike.command.hidden import place_hidden
from musterhall.games.alpha_strike.command.offers import (
    PLAY_BEGINS,
    all_act,
    choice_in_words,
    declarations,
    picks_before_play,
    picks_of_set_up,
    picks_of_turn,
    take,
)
from musterhall.games.alpha_strike.command.picks import Pick
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.position.position import START, Position

SECTION = "16"


class Choices(Decision):
    """16, 18 A table of choices by ability and formation; what is left out has its usual value."""

    __slots__ = ("picks", "view")
    section = SECTION
    secret = True

    def __init__(self, view: Position, side: int, picks: Sequence[Pick]) -> None:
        super().__init__(side)
        self.view = view
        self.picks = {pick.key: pick for pick in picks}

    def about(self) -> dict[str, Any]:
        return {"choices": list(self.picks)}

    def schema(self) -> Schema:
        fields = {key: pick.schema() for key, pick in self.picks.items()}
        return {"type": "object", "properties": fields, "additionalProperties": False}

    def aid(self) -> dict[str, Any]:
        return {"usual": {key: pick.usual() for key, pick in self.picks.items()}}

    def options(self) -> Iterator[Answer]:
        """Everything as usual, and each choice changed by itself."""
        yield {}
        for key, pick in self.picks.items():
            for answer in pick.options():
                yield {key: _plain(answer)}

    def sample(self, draw: Draw) -> Answer:
        return {key: _plain(pick.sample(draw)) for key, pick in self.picks.items()}

    def check(self, answer: Answer) -> dict[str, Any]:
        if not isinstance(answer, dict):
            raise Illegal("Choices are a table by ability and formation", SECTION)
        strange = [key for key in answer if key not in self.picks]
        if strange:
            known = ", ".join(self.picks)
            raise Illegal(f"{strange[0]!r:.60} is nothing to choose now; there is {known}", SECTION)
        return {key: pick.check(answer[key]) if key in answer else pick.usual() for key, pick in self.picks.items()}

    def in_words(self, answer: Answer) -> str:
        said = (f"{key}: {choice_in_words(self.view, value)}" for key, value in answer.items())
        return "; ".join(said) or "as usual"


def _plain(value: Any) -> Any:
    """Pairs as lists, as answers are written."""
    return [list(pair) for pair in value] if isinstance(value, list) else value


class PreGameChoices(Choices):
    """16, 18 What is chosen once, as play begins."""

    __slots__ = ()
    kind = "choices before play"

    def question(self) -> str:
        return "What do you choose for the whole battle?"


class SetUpChoices(Choices):
    """16 What is chosen once both have set up, before the initiative."""

    __slots__ = ()
    kind = "choices after set-up"
    secret = False

    def question(self) -> str:
        return "Both have set up: what do you choose now?"


class TurnChoices(Choices):
    """16, 18 What is chosen for one turn, before its initiative."""

    __slots__ = ()
    kind = "choices of a turn"

    def question(self) -> str:
        return f"What do you choose for turn {max(1, self.view.turn)}?"


PicksOf = Callable[[Position, int], Sequence[Pick]]


def choose_before_play(battle: Battle[Position]) -> Rule[None]:
    """13.1, 16, 18 Ask for what is to be chosen before play; over where nothing is left.

    One choice may open another: whom a unit stalks is asked when it is known who stalks at all.
    """
    if (yield from place_hidden(battle)):
        return
    asked = yield from _ask(battle, picks_before_play, PreGameChoices)
    if asked:
        return
    all_act(battle, PLAY_BEGINS)
    battle.position.phase = START


def choose_after_set_up(battle: Battle[Position]) -> Rule[bool]:
    """13.1, 16 Ask openly for what is chosen once both have set up, the loser of the roll for the edge first; whether
    anybody was asked."""
    position = battle.position
    for side in (1, 0):
        picks = picks_of_set_up(position, side)
        if picks:
            answer = yield SetUpChoices(position.seen_by(side), side, picks)
            take(battle, side, answer, for_turn=False)
            return True
    return False


def choose_for_turn(battle: Battle[Position]) -> Rule[bool]:
    """13.1, 16, 18 Ask for the choices of this turn; whether there was anything to ask, with which the step is over."""
    asked = yield from _ask(battle, _picks_of_turn, TurnChoices)
    return asked


def declare_initiative(battle: Battle[Position]) -> Rule[bool]:
    """13.1, 16 Ask what is declared before the initiative that is rolled before play; whether there was anything."""
    if battle.position.field.edition.round_initiative != "first_turn":
        return False
    asked = yield from _ask(battle, declarations, TurnChoices)
    return asked


def initiative_is_known(position: Position) -> bool:
    """13.6 Whether the roll before play decides the first turn too."""
    return position.turn == 1 and position.margin > 0 and position.field.edition.round_initiative == "first_turn"


def _picks_of_turn(position: Position, side: int) -> Sequence[Pick]:
    found = list(picks_of_turn(position, side))
    return found if initiative_is_known(position) else [*declarations(position, side), *found]


def _ask(battle: Battle[Position], picks_of: PicksOf, decision: type[Choices]) -> Rule[bool]:
    position = battle.position
    picks = {side: list(picks_of(position.seen_by(side), side)) for side in (0, 1)}
    sides = [side for side in (0, 1) if picks[side]]
    if not sides:
        return False
    if position.field.edition.sealed_choices == "loser_first" and position.first != NOBODY:
        sides = [position.first] if position.first in sides else sides[:1]
    answers = yield tuple(decision(position.seen_by(side), side, picks[side]) for side in sides)
    for side, answer in zip(sides, answers, strict=True):
        take(battle, side, answer, for_turn=decision is TurnChoices)
    return True
