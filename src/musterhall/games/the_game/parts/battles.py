"""Battles of THE GAME, as everybody above it asks for them. What is heavy is imported where it is first needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from musterhall.battle.agents import Agent
from musterhall.battle.battle import Battle, Watcher
from musterhall.game.battles import Battles, Film, Outcome, Progress, SetupInfo, require_setup
from musterhall.game.bounds import Bound
from musterhall.game.gestures.registry import Gestures
from musterhall.game.glance import Glance
from musterhall.game.ledger import Ledger
from musterhall.game.teaching import Lesson, read_lesson, read_winning
from musterhall.games.the_game.agents import AGENTS, agent_named
from musterhall.games.the_game.package_data import package_text
from musterhall.games.the_game.scenario.setups import (
    BLUE_FORCE,
    HOUSE_RULES,
    LANDING,
    LANDING_FORCES,
    OTHER_LANDING_FORCES,
    RED_FORCE,
)
from musterhall.problems import Problem
from musterhall.table import Table

if TYPE_CHECKING:
    from musterhall.games.the_game.army.forces import Force
    from musterhall.games.the_game.game import Setup
    from musterhall.games.the_game.position.position import Position
    from musterhall.games.the_game.readings.variants import Variants

MOST_UNITS, MOST_SIZE = 400, 400
"""Of a battle, and in cm of a table's side, that is fought while somebody waits."""


class TheGameBattles(Battles):
    """The Meeting Engagement of the book, and a landing."""

    agents = AGENTS
    scenario = "meeting-engagement"
    to_act_first = "to take the first action of turn 1"
    forces = (RED_FORCE, BLUE_FORCE)
    setups = (
        SetupInfo(
            LANDING,
            "Troops in boats against a defended shore.",
            LANDING_FORCES,
            HOUSE_RULES,
            parts=True,
            others=OTHER_LANDING_FORCES,
        ),
    )
    small_forces = ("humanxx-500", "orc-hegemony-500")

    @property
    def version(self) -> str:
        from musterhall.games.the_game.game import RULES_VERSION

        return RULES_VERSION

    # Setting up

    def cannot_fight(self, force: Force) -> list[Problem]:
        from musterhall.games.the_game.army.force_check import unlisted

        return unlisted(force)

    def setup_named(
        self, name: str, red: Force, blue: Force, table: Table | None, variants: Variants | None = None
    ) -> Setup:
        found, usual = require_setup(name, self.setups), self.setup(red, blue, table, variants)
        return usual if found is None else replace(usual, scenario=found.name)

    def setup(self, red: Force, blue: Force, table: Table | None, variants: Variants | None = None) -> Setup:
        from musterhall.games.the_game.game import Setup
        from musterhall.games.the_game.readings.variants import Variants

        assert table is not None, "THE GAME is fought on a table"
        return Setup(red, blue, table, variants or Variants.default())

    def bounds(self, setup: Setup) -> Iterator[Bound]:
        units = sum(len(formation.units) for force in (setup.red, setup.blue) for formation in force.formations)
        yield Bound("units", units, MOST_UNITS)
        yield Bound("cm of width", int(setup.table.width), MOST_SIZE)
        yield Bound("cm of depth", int(setup.table.depth), MOST_SIZE)

    # Fighting

    def new_battle(
        self, setup: Setup, seed: int, *, recording: bool = True, watcher: Watcher | None = None
    ) -> Battle[Position]:
        from musterhall.games.the_game.game import new_battle

        return new_battle(setup, seed, recording=recording, watcher=watcher)

    def agent(self, name: str, seed: int, *, explain: bool = True) -> Agent:
        return agent_named(name, seed, explain=explain)

    def warm_up(self) -> None:
        """A battle in which everything that is compiled occurs."""
        from musterhall.battle.agents import play
        from musterhall.games.the_game.scenario.setups import ready_setup

        play(self.new_battle(ready_setup(7), 7, recording=False), [self.agent("captain", 15), self.agent("drill", 16)])

    # Playing

    @property
    def gestures(self) -> Gestures:
        from musterhall.games.the_game.parts.gestures import GESTURES

        return GESTURES

    @cached_property
    def lesson(self) -> Lesson:
        return read_lesson(package_text("catalogue", "lesson.toml"), "catalogue/lesson.toml")

    def winning(self, setup: Setup) -> Sequence[str]:
        return self._winning[setup.scenario]

    @cached_property
    def _winning(self) -> Mapping[str, Sequence[str]]:
        return read_winning(package_text("catalogue", "winning.toml"), "catalogue/winning.toml")

    # Saving

    def setup_data(self, setup: Setup) -> dict[str, Any]:
        from musterhall.games.the_game.position.saving import setup_data

        return setup_data(setup)

    def setup_from_data(self, data: Mapping[str, Any], name: str) -> Setup:
        from musterhall.games.the_game.position.saving import setup_from_data

        return setup_from_data(data, name)

    # Telling

    def film(self, setup: Setup, seed: int, agents: tuple[str, ...]) -> Film:
        from musterhall.games.the_game.parts import replay as replay_data

        return replay_data.Film(setup, seed, agents)

    def place(self, position: Position) -> str:
        from musterhall.games.the_game.scenario.outcome import place

        return place(position)

    def progress(self, position: Position) -> Progress:
        from musterhall.games.the_game.scenario.outcome import progress

        return progress(position)

    def outcome(self, position: Position) -> Outcome:
        from musterhall.games.the_game.scenario.outcome import outcome

        return outcome(position)

    def first_mover(self, position: Position) -> int | None:
        from musterhall.games.the_game.scenario.outcome import first_mover

        return first_mover(position)

    def glance(self, position: Position) -> Glance:
        from musterhall.games.the_game.parts.board import glance_of

        return glance_of(position)

    def ledger(self) -> Ledger:
        from musterhall.games.the_game.parts.ledger import Books

        return Books()

    def score_card(self, position: Position) -> dict[str, Any]:
        from musterhall.games.the_game.scenario.score_card import score_card

        return score_card(position)
