"""A recorded battle fought as far as its record goes; a few more answers are heard, everything else begins anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from musterhall.battle.battle import REMARK, Battle, Watcher
from musterhall.dice import Dice
from musterhall.game.battles import Battles, Setup
from musterhall.games import battles_of, game_named
from musterhall.playing.record import Begun, Record, Said
from musterhall.problems import BadInput


class OlderRules(BadInput):
    """The battle was begun under rules that are no longer these."""


class Fight:
    """The battle of a record. `watcher` is told every line of the log, those of the past too."""

    def __init__(self, name: str, begun: Begun, watcher: Watcher | None = None, *, recording: bool = True) -> None:
        self.game = game_named(begun.game)
        self.battles: Battles = battles_of(self.game)
        self.setup: Setup = self.battles.setup_from_data(begun.setup, name)
        self._begun = begun
        self._watcher = watcher
        self._recording = recording
        self._heard: list[Said] = []
        self._dice: dict[int, int] = {}
        self._remarks: dict[int, list[str]] = {}
        """What was told beside the rules, by the number of the answer that came next."""
        self.battle = self._anew()

    def catch_up(
        self,
        answers: list[Said],
        new_dice: dict[int, int],
        remarks: Mapping[int, Sequence[str]] | None = None,
        begin_again: Callable[[], None] | None = None,
    ) -> None:
        """Bring the battle to where these answers lead; `begin_again` is told before it is fought from the start."""
        told = remarks or {}
        known = len(self._heard)
        if answers[:known] != self._heard or self._until(new_dice, known) != self._until(self._dice, known):
            if begin_again is not None:
                begin_again()
            self.battle, self._heard = self._anew(), []
        for said in answers[len(self._heard) :]:
            self.remark(told.get(len(self._heard), ()))
            self.hear(said, new_dice.get(len(self._heard)))
        self.remark(told.get(len(self._heard), ()))
        self._take_new_dice(new_dice.get(len(self._heard)))

    def remark(self, texts: Sequence[str]) -> None:
        """Tell these in the log before the next answer, each once."""
        told = self._remarks.setdefault(len(self._heard), [])
        for text in texts[len(told) :]:
            self.battle.tell(REMARK, text)
            told.append(text)

    def hear(self, said: Said, seed: int | None = None) -> None:
        """One answer more; from it on the dice come from `seed`, where that is another one."""
        self._take_new_dice(seed)
        self.battle.answer(said.answer, said.player)
        self._heard.append(said)

    def note(self, said: Said) -> None:
        """What is written down of the last answer, where that is more than was known before it was given."""
        self._heard[-1] = said

    def _take_new_dice(self, seed: int | None) -> None:
        at = len(self._heard)
        if seed is not None and self._dice.get(at) != seed:
            self.battle.dice = Dice(seed, recording=self._recording)
            self._dice[at] = seed

    @staticmethod
    def _until(new_dice: dict[int, int], answers: int) -> dict[int, int]:
        """The changes of dice that answers which were heard depend on."""
        return {at: seed for at, seed in new_dice.items() if at < answers}

    def _anew(self) -> Battle[Any]:
        self._dice, self._remarks = {}, {}
        return self.battles.new_battle(self.setup, self._begun.seed, recording=self._recording, watcher=self._watcher)


def answers_taken(name: str, record: Record) -> tuple[str, int]:
    """The version of the rules as they are, and how many of the answers they take."""
    fight = Fight(name, record.begun, recording=False)
    try:
        fight.catch_up(record.answers, record.new_dice)
    except BadInput:
        return fight.battles.version, len(fight.battle.answers)
    return fight.battles.version, len(record.answers)


def fight_of(name: str, record: Record, watcher: Watcher | None = None, *, recording: bool = True) -> Fight:
    """The battle of a record, as it stands."""
    fight = Fight(name, record.begun, watcher, recording=recording)
    if record.rules != fight.battles.version:
        raise OlderRules(
            f"{name}: was played by version {record.rules} of the rules, and these are version "
            f"{fight.battles.version}; it can be watched, and goes on when both players agree."
        )
    fight.catch_up(record.answers, record.new_dice, record.remarks)
    return fight
