"""Battles of Alpha Strike, as everybody above it asks for them. What is heavy is imported where it is first needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from musterhall.battle.agents import Agent
from musterhall.battle.battle import Battle, Watcher
from musterhall.game.battles import Battles, Film, Outcome, Progress, require_setup
from musterhall.game.bounds import Bound
from musterhall.game.gestures.registry import Gestures
from musterhall.game.glance import Glance
from musterhall.game.ledger import Ledger
from musterhall.game.teaching import Lesson, read_lesson, read_winning
from musterhall.games.alpha_strike.agents import AGENTS, agent_named
from musterhall.games.alpha_strike.package_data import package_text
from musterhall.games.alpha_strike.parts.offered import offered
from musterhall.games.alpha_strike.scenarios.scenarios import SCENARIOS
from musterhall.table import Table

if TYPE_CHECKING:
    from musterhall.games.alpha_strike.battles import Setup
    from musterhall.games.alpha_strike.edition.edition import Edition
    from musterhall.games.alpha_strike.force.forces import Force
    from musterhall.games.alpha_strike.position.position import Position

MOST_UNITS, MOST_SIZE, MOST_PIECES = 80, 144, 80
"""Of a battle, in inches of a table's side, and of terrain, that is fought while somebody waits."""


class AlphaStrikeBattles(Battles):
    """Two forces meet, in one of the scenarios or until time is called."""

    agents = AGENTS
    to_act_first = "to have lost the initiative of turn 1, and so to move and attack first"
    forces = ("lyran-picket", "combine-wall")
    setups = tuple(one.info(name) for name, one in offered().items() if name in SCENARIOS)

    @property
    def version(self) -> str:
        from musterhall.games.alpha_strike.battles import RULES_VERSION

        return RULES_VERSION

    # Setting up

    def setup_named(
        self, name: str, red: Force, blue: Force, table: Table | None, variants: Edition | None = None
    ) -> Setup:
        found, usual = require_setup(name, self.setups), self.setup(red, blue, table, variants)
        return usual if found is None else replace(usual, scenario=SCENARIOS[found.name])

    def setup(self, red: Force, blue: Force, table: Table | None, variants: Edition | None = None) -> Setup:
        from musterhall.games.alpha_strike.battles import Setup
        from musterhall.games.alpha_strike.edition.edition import Edition
        from musterhall.games.alpha_strike.position.scenario import Scenario

        assert table is not None, "Alpha Strike is fought on a table"
        return Setup(red, blue, table, Scenario(), variants or Edition.usual())

    def bounds(self, setup: Setup) -> Iterator[Bound]:
        yield Bound("units", len(setup.red.units) + len(setup.blue.units), MOST_UNITS)
        yield Bound("pieces of terrain", len(setup.table.pieces), MOST_PIECES)
        yield Bound("inches of width", int(setup.table.width), MOST_SIZE)
        yield Bound("inches of depth", int(setup.table.depth), MOST_SIZE)

    # Fighting

    def new_battle(
        self, setup: Setup, seed: int, *, recording: bool = True, watcher: Watcher | None = None
    ) -> Battle[Position]:
        from musterhall.games.alpha_strike.battles import new_battle

        return new_battle(setup, seed, recording=recording, watcher=watcher)

    def agent(self, name: str, seed: int, *, explain: bool = True) -> Agent:
        return agent_named(name, seed, explain=explain)

    def warm_up(self) -> None:
        """Battles in which everything that is compiled occurs."""
        from musterhall.battle.agents import play
        from musterhall.games.alpha_strike.field.making_tables import table_of_seed
        from musterhall.games.alpha_strike.force.forces import shipped_force

        red, blue = map(shipped_force, self.forces)
        for one, other in pairwise(AGENTS):
            battle = self.new_battle(self.setup(red, blue, table_of_seed(7)), 7, recording=False)
            play(battle, [self.agent(one.name, 15), self.agent(other.name, 16)])

    # Playing

    @property
    def gestures(self) -> Gestures:
        from musterhall.games.alpha_strike.parts.gestures import GESTURES

        return GESTURES

    @cached_property
    def lesson(self) -> Lesson:
        return read_lesson(package_text("catalogue", "lesson.toml"), "catalogue/lesson.toml")

    def winning(self, setup: Setup) -> Sequence[str]:
        from musterhall.games.alpha_strike.scenarios.layouts import layout

        name = setup.scenario.name
        figures = layout(name) if name in offered() else {}
        return [paragraph.format(**figures) for paragraph in self._winning[name]]

    @cached_property
    def _winning(self) -> Mapping[str, Sequence[str]]:
        return read_winning(package_text("catalogue", "winning.toml"), "catalogue/winning.toml")

    # Saving

    def setup_data(self, setup: Setup) -> dict[str, Any]:
        from musterhall.games.alpha_strike.parts.saving import setup_data

        return setup_data(setup)

    def setup_from_data(self, data: Mapping[str, Any], name: str) -> Setup:
        from musterhall.games.alpha_strike.parts.saving import setup_from_data

        return setup_from_data(data, name)

    # Telling

    def film(self, setup: Setup, seed: int, agents: tuple[str, ...]) -> Film:
        from musterhall.games.alpha_strike.parts.replay import BattleFilm

        return BattleFilm(setup, seed, agents)

    def place(self, position: Position) -> str:
        from musterhall.games.alpha_strike.parts.outcome import place

        return place(position)

    def progress(self, position: Position) -> Progress:
        from musterhall.games.alpha_strike.parts.outcome import progress

        return progress(position)

    def outcome(self, position: Position) -> Outcome:
        from musterhall.games.alpha_strike.parts.outcome import outcome

        return outcome(position)

    def first_mover(self, position: Position) -> int | None:
        from musterhall.games.alpha_strike.parts.outcome import first_mover

        return first_mover(position)

    def glance(self, position: Position) -> Glance:
        from musterhall.games.alpha_strike.parts.board import glance_of

        return glance_of(position)

    def ledger(self) -> Ledger:
        from musterhall.games.alpha_strike.parts.ledger import new_ledger

        return new_ledger()

    def score_card(self, position: Position) -> dict[str, Any]:
        from musterhall.games.alpha_strike.scenarios.points import score_card

        return score_card(position)
