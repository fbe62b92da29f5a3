"""THE GAME's prices as the lab asks for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from musterhall.game.pricing import Chance, Costs, Priced, Pricing
from musterhall.games.the_game.army.armies import load_armies
from musterhall.games.the_game.army.drawn_forces import draw_force
from musterhall.games.the_game.army.forces import Force
from musterhall.games.the_game.army.pricing import counts, everything_priced, with_costs
from musterhall.problems import Problem


class TheGamePricing(Pricing):
    points = 1000
    measured_by = ("humanxx-1000", "orc-hegemony-1000")

    def priced(self) -> Sequence[Priced]:
        return everything_priced()

    def armies(self) -> tuple[str, ...]:
        return tuple(load_armies())

    def draw(self, army: str, costs: Costs, points: int, chance: Chance, name: str) -> dict[str, Any]:
        return draw_force(army, costs, points, chance, name)

    def counts(self, force: Force) -> dict[str, float]:
        return counts(force)

    def with_costs(self, data: Mapping[str, Any], costs: Costs) -> tuple[dict[str, Any], list[Problem]]:
        return with_costs(data, costs)


PRICING = TheGamePricing()
