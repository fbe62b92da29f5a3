"""THE GAME as one object; each part is imported when it is first asked for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from musterhall.game.game import Game
from musterhall.game.words import Words

if TYPE_CHECKING:
    from musterhall.game.forces import Forces
    from musterhall.game.pricing import Pricing
    from musterhall.game.units import Units
    from musterhall.games.the_game.parts.battles import TheGameBattles
    from musterhall.games.the_game.parts.referee import TheGameReferee
    from musterhall.games.the_game.parts.tables import TheGameTables
    from musterhall.games.the_game.readings.coverage import TheGameRulebook
    from musterhall.games.the_game.readings.variants import TheGameVariants


class TheGame(Game):
    name = "the_game"
    words = Words(
        title="THE GAME",
        group="formation",
        counted="formation",
        length="cm",
        about="Companies of tanks, infantry and guns fight over objectives. "
        "Both sides give their orders in secret, then everything happens.",
    )
    compiled = (
        "musterhall.geometry",
        "musterhall.measuring",
        "musterhall.games.the_game.fire.fire_lines",
        "musterhall.games.the_game.movement.ground",
        "musterhall.games.the_game.basics.spacing",
        "musterhall.games.the_game.agents.exchanges",
        "musterhall.games.the_game.agents.charges",
        "musterhall.games.the_game.agents.places",
    )

    @cached_property
    def battles(self) -> TheGameBattles:
        from musterhall.games.the_game.parts.battles import TheGameBattles

        return TheGameBattles()

    @cached_property
    def tables(self) -> TheGameTables:
        from musterhall.games.the_game.parts.tables import TheGameTables

        return TheGameTables()

    @cached_property
    def referee(self) -> TheGameReferee:
        from musterhall.games.the_game.parts.referee import TheGameReferee

        return TheGameReferee()

    @cached_property
    def rulebook(self) -> TheGameRulebook:
        from musterhall.games.the_game.readings.coverage import TheGameRulebook

        return TheGameRulebook()

    @cached_property
    def variants(self) -> TheGameVariants:
        from musterhall.games.the_game.readings.variants import TheGameVariants

        return TheGameVariants()

    def warm_up(self) -> None:
        self.battles.warm_up()

    @property
    def forces(self) -> Forces:
        from musterhall.games.the_game.parts.forces import FORCES

        return FORCES

    @property
    def pricing(self) -> Pricing:
        from musterhall.games.the_game.parts.pricing import PRICING

        return PRICING

    @property
    def units(self) -> Units:
        from musterhall.games.the_game.parts.units import UNITS

        return UNITS


GAME = TheGame()
