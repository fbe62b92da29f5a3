"""Age of Destruction as one object; each part is imported when it is first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from musterhall.game.game import Game
from musterhall.game.words import Words

if TYPE_CHECKING:
    from musterhall.game.forces import Forces
    from musterhall.game.hands import Hands


TYPES = {"mech": "'Mechs", "vehicle": "vehicles", "infantry": "infantry"}


class AgeOfDestruction(Game):
    name = "age_of_destruction"
    words = Words("Age of Destruction", group="formation", counted="unit", length="inches", types=TYPES)

    @property
    def forces(self) -> Forces:
        from musterhall.games.age_of_destruction.force_part import FORCES

        return FORCES

    @property
    def hands(self) -> Hands:
        from musterhall.games.age_of_destruction.hand_part import HANDS

        return HANDS


GAME = AgeOfDestruction()
