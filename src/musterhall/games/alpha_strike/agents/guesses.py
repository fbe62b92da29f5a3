"""What the captain makes of what everybody can tell: who has to be a command unit, though no paper has been shown."""

from __future__ import annotations

from musterhall.games.alpha_strike.agents.outlook import Outlook
from musterhall.games.alpha_strike.position.position import Position, known_commanders
from musterhall.games.alpha_strike.scenarios.assassination import Assassination
from musterhall.games.alpha_strike.scenarios.layouts import layout


class KeenOutlook(Outlook):
    """An outlook that counts enemies who are command units by their formation."""

    def prize(self, view: Position, unit: int) -> float:
        return super().prize(view, unit) + commander_prize(view, unit)


def commander_prize(view: Position, unit: int) -> float:
    """13.3, 14.1 What an enemy is worth who leads a command formation, and so is a command unit, before it is shown."""
    if view.scenario.name != Assassination.name:
        return 0.0
    side = view.unit(unit).side
    state, leaders = view.sides[side], known_commanders(view.field, side)
    if unit not in leaders or unit in state.command_units | state.shown | state.cleared:
        return 0.0
    said = layout(Assassination.name)
    return float(said["points"]["command_units"] * min(1.0, said["papers"] / len(leaders)))
