"""Age of Destruction as one object; each part is imported when it is first asked for."""

from __future__ import annotations

from musterhall.game.game import Game
from musterhall.game.words import Words


class AgeOfDestruction(Game):
    name = "age_of_destruction"
    words = Words(title="Age of Destruction", group="unit", counted="unit", length="inches")


GAME = AgeOfDestruction()
