"""Orders that neither move a unit nor strike at once: vent, artillery, repair."""

from __future__ import annotations

from collections.abc import Iterator

from musterhall.games.age_of_destruction.agents.plans import Costs, Plan, judged, saying
from musterhall.games.age_of_destruction.agents.reckoning import SHARES
from musterhall.games.age_of_destruction.agents.situation import Situation
from musterhall.games.age_of_destruction.agents.weighing import ATTACK, DAMAGE
from musterhall.games.age_of_destruction.field.bases import point_gap

STAYS = 0.5
"""How likely an enemy is still there when a shell lands."""
DRIFTED = 0.2
"""How much of it a shell that drifts does, for it may well drift onto somebody."""


def vents(here: Situation, unit: int, costs: Costs) -> Iterator[Plan]:
    """Cool down, where that is due."""
    sheet, state = here.view.unit(unit).sheet, here.view.states[unit]
    if sheet.is_mech and state.heat:
        cooled = -here.heat_cost(unit, costs.pushed_heat - min(sheet.vent, state.heat))
        name = here.view.unit(unit).name
        why = f"{name} is at heat {state.heat} of {sheet.shuts_down_at}, and better cools down"
        yield Plan(
            cooled - costs.of(here, unit, 0) + here.heat_cost(unit, costs.pushed_heat),
            {"order": "vent", "unit": unit},
            lambda: why,
        )


def artillery(here: Situation, unit: int, costs: Costs) -> Iterator[Plan]:
    """A marker on an enemy, where no friend is near it."""
    view, edition = here.view, here.view.field.edition
    if not view.unit(unit).sheet.artillery:
        return
    needs = edition.artillery_needs - float(here.figures[unit, ATTACK])
    lands = sum(share for total, share in SHARES.items() if total >= needs)
    damage = int(here.figures[unit, DAMAGE])
    price = costs.of(here, unit, edition.heat_ranged)
    for foe in here.foes:
        at = view.at(foe)
        if judged(view, unit, "artillery", {"at": list(at)}) is None:
            continue
        worth = 0.0
        for other in view.everybody():
            if point_gap(view.bases, other, *at) <= edition.artillery_radius:
                friend = view.unit(other).side == here.side
                worth += here.stakes(other, damage) * (-1.0 if friend else STAYS)
        name = view.unit(foe).name
        why = f"{view.unit(unit).name} may have a shell come down on {name}, which it need not see"
        answer = {"order": "artillery", "unit": unit, "at": list(at)}
        yield Plan(worth * (lands + (1 - lands) * DRIFTED) - price, answer, saying(why))


def repairs(here: Situation, unit: int, costs: Costs) -> Iterator[Plan]:
    """Turn the dial of a friend in contact back."""
    view = here.view
    if not view.unit(unit).sheet.has("Repair"):
        return
    price = costs.of(here, unit, view.field.edition.heat_close)
    for friend in view.on_table(here.side):
        if judged(view, unit, "repair", {"target": friend}) is not None:
            gain = here.stakes.repaired(friend, view.field.edition.repair_clicks)
            why = f"{view.unit(unit).name} gives {view.unit(friend).name} a click back"
            answer = {"order": "repair", "unit": unit, "target": friend}
            yield Plan(gain - price, answer, saying(why))
