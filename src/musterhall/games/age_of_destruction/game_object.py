"""Age of Destruction as one object; each part is imported when it is first asked for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from musterhall.game.game import Game
from musterhall.game.words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from musterhall.game.edition import EditionFigure
    from musterhall.game.forces import Forces
    from musterhall.game.hands import Hands
    from musterhall.game.units import Units
    from musterhall.games.age_of_destruction.parts.battles import AgeOfDestructionBattles
    from musterhall.games.age_of_destruction.parts.referee import AgeOfDestructionReferee
    from musterhall.games.age_of_destruction.parts.rulebook import AgeOfDestructionRulebook
    from musterhall.games.age_of_destruction.parts.tables import AgeOfDestructionTables
    from musterhall.games.age_of_destruction.parts.variants import AgeOfDestructionVariants


TYPES = {"mech": "'Mechs", "vehicle": "vehicles", "infantry": "infantry"}


class AgeOfDestruction(Game):
    name = "age_of_destruction"
    words = Words(
        "Age of Destruction",
        group="formation",
        counted="unit",
        length="inches",
        types=TYPES,
        about="A few 'Mechs and their escorts a side, on dials that click down as they are hit. "
        "Few orders a turn, and heat that bites back.",
    )

    compiled = (
        "musterhall.geometry",
        "musterhall.games.age_of_destruction.field.bases",
        "musterhall.games.age_of_destruction.field.ground",
        "musterhall.games.age_of_destruction.lines.tracing",
    )

    @cached_property
    def battles(self) -> AgeOfDestructionBattles:
        from musterhall.games.age_of_destruction.parts.battles import AgeOfDestructionBattles

        return AgeOfDestructionBattles()

    @cached_property
    def tables(self) -> AgeOfDestructionTables:
        from musterhall.games.age_of_destruction.parts.tables import AgeOfDestructionTables

        return AgeOfDestructionTables()

    @cached_property
    def referee(self) -> AgeOfDestructionReferee:
        from musterhall.games.age_of_destruction.parts.referee import AgeOfDestructionReferee

        return AgeOfDestructionReferee()

    @cached_property
    def rulebook(self) -> AgeOfDestructionRulebook:
        from musterhall.games.age_of_destruction.parts.rulebook import AgeOfDestructionRulebook

        return AgeOfDestructionRulebook()

    @cached_property
    def variants(self) -> AgeOfDestructionVariants:
        from musterhall.games.age_of_destruction.parts.variants import AgeOfDestructionVariants

        return AgeOfDestructionVariants()

    def warm_up(self) -> None:
        self.battles.warm_up()

    @property
    def edition(self) -> Sequence[EditionFigure]:
        from musterhall.games.age_of_destruction.parts.rulebook import listed_figures

        return listed_figures()

    @property
    def units(self) -> Units:
        from musterhall.games.age_of_destruction.parts.units import UNITS

        return UNITS

    @property
    def forces(self) -> Forces:
        from musterhall.games.age_of_destruction.parts.forces import FORCES

        return FORCES

    @property
    def hands(self) -> Hands:
        from musterhall.games.age_of_destruction.parts.hands import HANDS

        return HANDS


GAME = AgeOfDestruction()
