"""Which order a unit gets: tap it, choose the order from those that it can be given, and carry it out on the table."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

from musterhall.game.gestures.commanding import Actor, Command, Deed
from musterhall.game.gestures.gesture import Gesture, Option
from musterhall.game.gestures.tapping import Tap
from musterhall.games.age_of_destruction.combat.formations import neighbours, sizes, why_no_formation
from musterhall.games.age_of_destruction.harm.heat import heat_of_order
from musterhall.games.age_of_destruction.movement.moving import speed_of
from musterhall.games.age_of_destruction.parts.board import dial_now
from musterhall.games.age_of_destruction.parts.gestures.fighting import (
    Fighting,
    best_from,
    fight_order,
    repair_order,
    run_into_order,
    shell_order,
)
from musterhall.games.age_of_destruction.parts.gestures.going import assaulting, moving, moving_together
from musterhall.games.age_of_destruction.parts.gestures.registry import GESTURES, at_unit, capital
from musterhall.games.age_of_destruction.position.conditions import changed
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.turn.able import may_be_ordered, why_no_order
from musterhall.games.age_of_destruction.turn.ending import AGREED, TIME
from musterhall.games.age_of_destruction.turn.fights import CLOSE, RANGED
from musterhall.games.age_of_destruction.turn.orders import DONE, GiveOrder
from musterhall.tally import counted

TITLES = {AGREED: "Propose to end the game", TIME: "Say that time is called"}


@GESTURES.of(GiveOrder)
def an_order(decision: GiveOrder) -> Gesture:
    view, side = decision.view, decision.player
    actors = [_actor(view, unit) for unit in view.on_table(side)]
    instead = [Option({"order": DONE}, "No more orders")]
    if not view.sides[side].proposed:
        instead += [Option({"order": name}, words) for name, words in TITLES.items()]
    return Command(actors, instead)


def _actor(view: Position, unit: int) -> Actor:
    name, reason = view.unit(unit).name, why_no_order(view, unit)
    told = capital(", ".join((*dial_now(view, unit), *_pushed(view, unit))))
    return Actor(name, at_unit(unit), lambda: list(_deeds(view, unit)), told, f"{name} {reason}" if reason else "")


def _pushed(view: Position, unit: int) -> Iterator[str]:
    """40.3 What a second token costs."""
    edition = view.field.edition
    if view.states[unit].tokens and not why_no_order(view, unit):
        mech = view.unit(unit).sheet.is_mech
        costs = f"{edition.push_heat} heat" if mech else counted(edition.push_damage, "click")
        yield f"an order pushes it: {costs}"


def _deeds(view: Position, unit: int) -> Iterator[Deed]:
    """What a unit can be told, and of what it cannot do now the reason."""
    sheet = view.unit(unit).sheet
    if not view.states[unit].shut_down:
        yield _fight(view, unit)
        yield _move(view, unit)
        yield _assault(view, unit)
        into = {"charge": sheet.is_mech, "ram": sheet.is_vehicle, "death from above": sheet.is_mech and sheet.jump_jets}
        for name in (name for name, can in into.items() if can):
            gesture, reason = run_into_order(view, unit, name)
            yield Deed(name, capital(name), None if gesture is None else partial(_known, gesture), reason)
        if sheet.artillery:
            yield Deed("artillery", "Artillery", lambda: shell_order(view, unit))
        if sheet.has("Repair"):
            repairs = repair_order(view, unit)
            nobody = "Nobody in contact in front of it needs repair"
            found = None if repairs is None else partial(_known, repairs)
            yield Deed("repair", "Repair", found, nobody if found is None else "")
        yield from _formations(view, unit)
    if sheet.heat:
        yield _vent(view, unit)


def _known(gesture: Gesture) -> Gesture:
    return gesture


def _fight(view: Position, unit: int) -> Deed:
    edition = view.field.edition
    kind, heat = (CLOSE, edition.heat_close) if view.touching_enemies(unit) else (RANGED, edition.heat_ranged)
    words = "Close attack" if kind is CLOSE else "Fire"
    fighting = Fighting(view, unit, kind, heat)
    aims = fighting.aims()
    if not aims:
        return Deed(kind.name, words, None, fighting.why_nobody())
    costs = _heats(view, unit, heat)
    whom = counted(len(aims[0].targets), "target")
    return Deed(kind.name, words, lambda: fight_order(view, unit, kind, heat), ", ".join(filter(None, (whom, costs))))


def _move(view: Position, unit: int) -> Deed:
    return Deed("move", "Move or run", lambda: moving(view, unit), drag=True)


def _assault(view: Position, unit: int) -> Deed:
    edition, speed = view.field.edition, speed_of(view, unit)
    inches = math.ceil(speed / 2) if edition.assault_reach == "half_speed" else speed
    told = ", ".join(filter(None, ("move, then attack", _heats(view, unit, edition.heat_assault))))
    from_there = partial(best_from, unit=unit)
    return Deed("assault", "Assault", lambda: assaulting(view, unit, inches, from_there), told)


def _heats(view: Position, unit: int, points: int) -> str:
    heat = heat_of_order(view, unit, points) if view.unit(unit).sheet.heat else 0
    return f"{heat} heat" if heat else ""


def _vent(view: Position, unit: int) -> Deed:
    sheet, heat = view.unit(unit).sheet, view.states[unit].heat
    if not heat:
        return Deed("vent", "Vent", None, "It has no heat to vent")
    left = max(0, heat - max(0, sheet.vent + changed(view, "vent", unit)))
    words = f"Vent: heat {heat} goes down to {left}"
    gesture = Tap([Option({"order": "vent", "unit": unit}, words, at_unit(unit))], at_unit(unit))
    return Deed("vent", "Vent", partial(_known, gesture), f"heat {heat} to {left}")


def _formations(view: Position, unit: int) -> Iterator[Deed]:
    """40.11 A formation of each size that its chain of contact allows."""
    least, most = sizes(view, close=False)
    chain = [one for one in neighbours(view, unit, most) if may_be_ordered(view, one)]
    for number in range(least, len(chain) + 1):
        units = chain[:number]
        if unit in units and not why_no_formation(view, units, close=False):
            yield _formation(view, unit, units)


def _formation(view: Position, unit: int, units: list[int]) -> Deed:
    inches = float(min(speed_of(view, one) for one in units))
    others = ", ".join(view.unit(one).name for one in units if one != unit)
    name, words = f"move formation {len(units)}", f"Move {len(units)} together"
    return Deed(name, words, lambda: moving_together(view, unit, units, inches), f"with {others}")
