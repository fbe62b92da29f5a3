"""What may be taken back: freely while no dice fell, nothing hidden was seen and nobody else acted; else by agreement.

Whether an answer showed its player something hidden is found by giving it in battles that differ from this one in
nothing but what the player cannot know: where the player then sees the same, nothing was shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Illegal
from musterhall.dice import derived_seed
from musterhall.playing.record import Record

TRIALS = 3
"""Other battles in which an answer is tried: what is hidden is somewhere else in nearly all of them."""


@dataclass(frozen=True, slots=True)
class Undo:
    """What a player would take back: all answers from this number on."""

    answers: int
    words: str
    """The first of them, as its player would say it."""
    free: bool
    """Nobody has to agree, and the dice stay the same."""

    def as_data(self) -> dict[str, Any]:
        return {"answers": self.answers, "words": self.words, "free": self.free}


def undo_of(record: Record, player: int) -> Undo | None:
    """What the player's next undo takes back, or None where they have said nothing yet."""
    if record.over:
        return None
    own = [number for number, said in enumerate(record.answers) if said.player == player and not said.by]
    if not own:
        return None
    said = record.answers[own[-1]]
    free = own[-1] == len(record.answers) - 1 and not said.final
    return Undo(own[-1], said.words, free)


def needs_agreement(record: Record, player: int, undo: Undo) -> bool:
    """Against a bot nobody else has to be asked."""
    return not undo.free and 1 - player in record.people


def new_seed(record: Record) -> int:
    """Dice that nobody has seen, for the battle that goes on from an earlier moment."""
    return derived_seed("taken back", record.begun.seed, record.times_back + 1, len(record.answers))


class Witness:
    """Stands beside an answer and says afterwards whether it can still be taken back freely."""

    def __init__(self, battle: Battle[Any], player: int) -> None:
        self._player = player
        self._dice = (battle.dice.seed, battle.dice.count)
        self._others = [twin for number in range(TRIALS) if (twin := _trial(battle, player, number)) is not None]

    def is_final(self, battle: Battle[Any], answer: Answer) -> bool:
        """Whether dice fell, or the player now sees something that was hidden."""
        if (battle.dice.seed, battle.dice.count) != self._dice or len(self._others) < TRIALS:
            return True
        seen = self._seen(battle)
        return any(self._sees_otherwise(twin, answer, seen) for twin in self._others)

    def _sees_otherwise(self, twin: Battle[Any], answer: Answer, seen: object) -> bool:
        try:
            twin.answer(answer, self._player)
        except Illegal:
            return True
        return self._seen(twin) != seen

    def _seen(self, battle: Battle[Any]) -> object:
        """What the player sees: the table, who is asked, and what they are asked themselves."""
        asked = [decision.player for decision in battle.decisions]
        own = [(type(one), one.question()) for one in battle.decisions if one.player == self._player]
        return battle.view(self._player).fingerprint(), asked, own


def _trial(battle: Battle[Any], player: int, number: int) -> Battle[Any] | None:
    try:
        return battle.trial(player, number)
    except RuntimeError:
        # No other battle fits what the player knows: then nobody can say what was seen.
        return None
