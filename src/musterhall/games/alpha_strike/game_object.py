"""Alpha Strike as one object; each part is imported when it is first asked for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from musterhall.game.game import Game
from musterhall.game.words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from musterhall.game.builder import Builder
    from musterhall.game.companion import Companion
    from musterhall.game.drafting import Drafting
    from musterhall.game.edition import EditionFigure
    from musterhall.game.forces import Forces
    from musterhall.game.lists import Lists
    from musterhall.game.odds import Odds
    from musterhall.game.units import Units
    from musterhall.games.alpha_strike.parts.battles import AlphaStrikeBattles
    from musterhall.games.alpha_strike.parts.referee import AlphaStrikeReferee
    from musterhall.games.alpha_strike.parts.rulebook import AlphaStrikeRulebook
    from musterhall.games.alpha_strike.parts.tables import AlphaStrikeTables
    from musterhall.games.alpha_strike.parts.variants import AlphaStrikeVariants


class AlphaStrike(Game):
    name = "alpha_strike"
    words = Words(
        title="Alpha Strike",
        group="formation",
        counted="unit",
        length="inches",
        points="PV",
        about="About a dozen 'Mechs, tanks and infantry a side, quick dice, and scenarios to win: "
        "bunkers, a hill, a wreck to carry home.",
    )
    compiled = (
        "musterhall.geometry",
        "musterhall.games.alpha_strike.field.ground",
        "musterhall.games.alpha_strike.field.sight_lines",
        "musterhall.games.alpha_strike.movement.search",
        "musterhall.games.alpha_strike.agents.weighing",
    )

    @cached_property
    def battles(self) -> AlphaStrikeBattles:
        from musterhall.games.alpha_strike.parts.battles import AlphaStrikeBattles

        return AlphaStrikeBattles()

    @cached_property
    def tables(self) -> AlphaStrikeTables:
        from musterhall.games.alpha_strike.parts.tables import AlphaStrikeTables

        return AlphaStrikeTables()

    @cached_property
    def rulebook(self) -> AlphaStrikeRulebook:
        from musterhall.games.alpha_strike.parts.rulebook import AlphaStrikeRulebook

        return AlphaStrikeRulebook()

    @cached_property
    def variants(self) -> AlphaStrikeVariants:
        from musterhall.games.alpha_strike.parts.variants import AlphaStrikeVariants

        return AlphaStrikeVariants()

    def warm_up(self) -> None:
        self.battles.warm_up()

    @cached_property
    def referee(self) -> AlphaStrikeReferee:
        from musterhall.games.alpha_strike.parts.referee import AlphaStrikeReferee

        return AlphaStrikeReferee()

    @property
    def companion(self) -> Companion:
        from musterhall.games.alpha_strike.parts.companion import COMPANION

        return COMPANION

    @property
    def odds(self) -> Odds:
        from musterhall.games.alpha_strike.parts.odds import ODDS

        return ODDS

    @property
    def edition(self) -> Sequence[EditionFigure]:
        from musterhall.games.alpha_strike.edition.edition import FILE

        return FILE.listed()

    @property
    def forces(self) -> Forces:
        from musterhall.games.alpha_strike.parts.forces import FORCES

        return FORCES

    @property
    def units(self) -> Units:
        from musterhall.games.alpha_strike.parts.units import UNITS

        return UNITS

    @property
    def lists(self) -> Lists:
        from musterhall.games.alpha_strike.parts.lists import LISTS

        return LISTS

    @property
    def builder(self) -> Builder:
        from musterhall.games.alpha_strike.parts.builder import BUILDER

        return BUILDER

    @property
    def drafting(self) -> Drafting:
        from musterhall.games.alpha_strike.parts.drafting import DRAFTING

        return DRAFTING


GAME = AlphaStrike()
