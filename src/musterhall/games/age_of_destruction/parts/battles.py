"""Battles of Age of Destruction, as everybody above it asks for them. What is heavy is imported where it is needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from musterhall.battle.agents import Agent
from musterhall.battle.battle import Battle, Watcher
from musterhall.game.battles import Battles, Film, Outcome, Progress
from musterhall.game.bounds import Bound
from musterhall.game.gestures.registry import Gestures
from musterhall.game.glance import Glance
from musterhall.game.ledger import Ledger
from musterhall.game.teaching import Lesson, read_lesson, read_winning
from musterhall.games.age_of_destruction.agents import AGENTS, agent_named
from musterhall.games.age_of_destruction.package_data import package_text
from musterhall.problems import Problem
from musterhall.table import Table

if TYPE_CHECKING:
    from musterhall.games.age_of_destruction.battles import Setup
    from musterhall.games.age_of_destruction.edition import Edition
    from musterhall.games.age_of_destruction.forces import Force
    from musterhall.games.age_of_destruction.position.position import Position

MOST_UNITS, MOST_SIZE, MOST_PIECES = 80, 72, 60
"""Of a battle, in inches of a table's side, and of terrain, that is fought while somebody waits."""


class AgeOfDestructionBattles(Battles):
    """Two forces meet until time is called or one has no able unit left."""

    agents = AGENTS
    scenario = "battle"
    to_act_first = "to be the first player"
    forces = ("liao-inkstone", "falcon-straw")

    @property
    def version(self) -> str:
        from musterhall.games.age_of_destruction.battles import RULES_VERSION

        return RULES_VERSION

    # Setting up

    def cannot_fight(self, force: Force) -> list[Problem]:
        """Units of which nobody here knows the dial."""
        unknown = dict.fromkeys(unit.kind for unit in force.units if unit.sheet is None)
        if all(unit.sheet is None for unit in force.units):
            remedy = "Take another force, or make its units here, dials and all."
            return [Problem(force.name, "has no dials here; it is for events only", remedy=remedy)]
        remedy = "Take a unit whose dial is known, or make it here, dial and all."
        return [Problem(name, "has no dial that is known here", remedy=remedy) for name in unknown]

    def setup(self, red: Force, blue: Force, table: Table | None, variants: Edition | None = None) -> Setup:
        from musterhall.games.age_of_destruction.battles import Setup
        from musterhall.games.age_of_destruction.edition import Edition
        from musterhall.games.age_of_destruction.units.sheets import Sheets

        assert table is not None, "Age of Destruction is fought on a table"
        sheets = Sheets(unit.sheet for unit in (*red.units, *blue.units) if unit.sheet is not None)
        return Setup(red, blue, table, sheets, variants or Edition.usual())

    def bounds(self, setup: Setup) -> Iterator[Bound]:
        yield Bound("units", len(setup.red.units) + len(setup.blue.units), MOST_UNITS)
        yield Bound("pieces of terrain", len(setup.table.pieces), MOST_PIECES)
        yield Bound("inches of width", int(setup.table.width), MOST_SIZE)
        yield Bound("inches of depth", int(setup.table.depth), MOST_SIZE)

    # Fighting

    def new_battle(
        self, setup: Setup, seed: int, *, recording: bool = True, watcher: Watcher | None = None
    ) -> Battle[Position]:
        from musterhall.games.age_of_destruction.battles import new_battle

        return new_battle(setup, seed, recording=recording, watcher=watcher)

    def agent(self, name: str, seed: int, *, explain: bool = True) -> Agent:
        return agent_named(name, seed, explain=explain)

    def warm_up(self) -> None:
        """A battle in which everything that is compiled occurs."""
        from musterhall.battle.agents import play
        from musterhall.games.age_of_destruction.field.making_tables import table_of_seed
        from musterhall.games.age_of_destruction.forces import shipped_force

        red, blue = map(shipped_force, self.forces)
        battle = self.new_battle(self.setup(red, blue, table_of_seed(7)), 7, recording=False)
        play(battle, [self.agent(AGENTS[0].name, 15), self.agent(AGENTS[-1].name, 16)])

    # Playing

    @property
    def gestures(self) -> Gestures:
        from musterhall.games.age_of_destruction.parts.gestures import GESTURES

        return GESTURES

    @cached_property
    def lesson(self) -> Lesson:
        return read_lesson(package_text("catalogue", "lesson.toml"), "catalogue/lesson.toml")

    def winning(self, setup: Setup) -> Sequence[str]:
        return self._winning["usual"]

    @cached_property
    def _winning(self) -> Mapping[str, Sequence[str]]:
        return read_winning(package_text("catalogue", "winning.toml"), "catalogue/winning.toml")

    # Saving

    def setup_data(self, setup: Setup) -> dict[str, Any]:
        from musterhall.games.age_of_destruction.parts.saving import setup_data

        return setup_data(setup)

    def setup_from_data(self, data: Mapping[str, Any], name: str) -> Setup:
        from musterhall.games.age_of_destruction.parts.saving import setup_from_data

        return setup_from_data(data, name)

    # Telling

    def film(self, setup: Setup, seed: int, agents: tuple[str, ...]) -> Film:
        from musterhall.games.age_of_destruction.parts.replay import BattleFilm

        return BattleFilm(setup, seed, agents)

    def place(self, position: Position) -> str:
        from musterhall.games.age_of_destruction.parts.outcome import place

        return place(position)

    def progress(self, position: Position) -> Progress:
        from musterhall.games.age_of_destruction.parts.outcome import progress

        return progress(position)

    def outcome(self, position: Position) -> Outcome:
        from musterhall.games.age_of_destruction.parts.outcome import outcome

        return outcome(position)

    def first_mover(self, position: Position) -> int | None:
        from musterhall.games.age_of_destruction.parts.outcome import first_mover

        return first_mover(position)

    def glance(self, position: Position) -> Glance:
        from musterhall.games.age_of_destruction.parts.board import glance_of

        return glance_of(position)

    def ledger(self) -> Ledger:
        from musterhall.games.age_of_destruction.parts.ledger import new_ledger

        return new_ledger()

    def score_card(self, position: Position) -> dict[str, Any]:
        from musterhall.games.age_of_destruction.victory.score_card import score_card

        return score_card(position)
