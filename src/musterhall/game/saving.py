"""Battles of any game in a journal, and fought again from it."""

from __future__ import annotations

import json
from typing import Any

from musterhall.battle.battle import Battle, Watcher
from musterhall.battle.journal import Header, Journal, replay, require_rules
from musterhall.game.battles import Battles, Film, Setup
from musterhall.game.game import Game
from musterhall.problems import BadInput


def header_of(game: Game, battles: Battles, setup: Setup, seed: int, agents: tuple[str, ...]) -> Header:
    """The first line of a battle's journal."""
    return Header(game.name, battles.version, seed, agents, battles.setup_data(setup))


class SavedBattle:
    """A battle of `game` that a journal tells of."""

    def __init__(self, game: Game, battles: Battles, journal: Journal) -> None:
        require_rules(journal, game.name, battles.version)
        agents = journal.header.agents
        if len(agents) != 2:
            raise BadInput(
                f"{journal.name}, line 1: names {len(agents)} agents and not two; take the file from a backup."
            )
        self.journal = journal
        self.setup: Setup = battles.setup_from_data(journal.header.setup, journal.name)
        self._battles = battles

    def film(self) -> Film:
        """An empty film, to watch it while it is fought again."""
        return self._battles.film(self.setup, self.journal.header.seed, self.journal.header.agents)

    def fight_again(self, watcher: Watcher | None = None) -> Battle[Any]:
        """Fight it again and compare every activation, and how it ends."""
        fought = replay(self.journal, lambda header: self._battles.new_battle(self.setup, header.seed, watcher=watcher))
        self._require_same_end(fought)
        return fought

    def _require_same_end(self, fought: Battle[Any]) -> None:
        """Refuse a last line that tells another end: the check of a journal can be made anew by whoever changes it."""
        outcome = self._battles.outcome(fought.position)
        if self.journal.whole and self.journal.result != json.loads(json.dumps(outcome.figures)):
            raise BadInput(
                f"{self.journal.name}: its last line tells of another end than the battle has when it is fought again "
                f"({outcome.sentence.rstrip('.')}); take the file from a backup."
            )
