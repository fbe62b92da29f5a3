"""3.2 Transport helicopters: where they land, the move of the troops they bring, and how they leave again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from musterhall.battle import schemas
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Draw, Illegal, Rule, Schema
from musterhall.games.the_game.air.air_orders import AHEAD
from musterhall.games.the_game.air.flying import set_flight
from musterhall.games.the_game.air.leaving import put_aside, way_out
from musterhall.games.the_game.air.lifts import troops_aboard
from musterhall.games.the_game.basics.choices import FormationDecision
from musterhall.games.the_game.fire.prepared_fire import reactions
from musterhall.games.the_game.movement.moving import move
from musterhall.games.the_game.movement.ways import CONTROL_AREA, near_enemy
from musterhall.games.the_game.position.air_state import Flight
from musterhall.games.the_game.position.orders import Orders
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.games.the_game.sea.waters import DRY
from musterhall.geometry import SLACK, Point
from musterhall.tally import does

# Landing


class LandHelicopters(FormationDecision):
    """3.2 Do transport helicopters land where they are, and facing which way? Degrees, or None to stay in the air."""

    __slots__ = ()
    kind = "land helicopters"
    section = "3.2"

    def question(self) -> str:
        return f"Does {self.formation.name} land here, and facing which way?"

    def schema(self) -> Schema:
        return schemas.either(schemas.NOTHING, schemas.number(0, 360))

    def in_words(self, answer: Answer) -> str:
        return "stay in the air" if answer is None else f"land, facing {answer:g} degrees"

    def aid(self) -> dict[str, Any]:
        """Why it cannot land here, if it cannot."""
        return {"refusal": landing_refusal(self.position, self.formation)}

    def options(self) -> Iterator[Answer]:
        """Facing home, from where the way out is shortest, or the enemy; or not at all."""
        if not landing_refusal(self.position, self.formation):
            yield AHEAD[1 - self.player]
            yield AHEAD[self.player]
        yield None

    def sample(self, draw: Draw) -> Answer:
        if draw(4) and not landing_refusal(self.position, self.formation):
            return float(draw(360))
        return None

    def check(self, answer: Answer) -> float | None:
        if answer is None:
            return None
        if type(answer) not in (int, float) or not 0.0 <= answer < 360.0:
            raise Illegal("a heading is at least 0 and less than 360 degrees", "3.2")
        refusal = landing_refusal(self.position, self.formation)
        if refusal:
            raise Illegal(refusal, "3.2")
        return float(answer)


def landing_refusal(position: Position, formation: Formation) -> str:
    """3.2 Why these helicopters may not land where they are, or nothing: enemies near by, or terrain below."""
    for unit in position.standing(formation).tolist():
        name, place = position.unit(unit).name, position.at(unit)
        if near_enemy(position, formation.side, place, CONTROL_AREA + position.unit(unit).radius - SLACK):
            return f"{name} would land in the control area of an enemy"
        below = terrain_below(position, place)
        if below:
            return f"{name} cannot land on {below}"
    return ""


def terrain_below(position: Position, place: Point) -> str:
    """3.2 The piece of terrain that keeps a helicopter from landing at a place, or nothing."""
    pieces = zip(position.field.pieces, position.field.kinds, strict=True)
    found = (
        piece.name
        for number, (piece, kind) in enumerate(pieces)
        if kind.name != DRY and position.field.ground.contains(number, place)
    )
    return next(found, "")


def insertion(battle: Battle[Position], carrier: Formation) -> Rule[bool]:
    """3.2, 3.4.3 The helicopters land, the troops make a move from them, and the enemy may react.

    Having brought their troops they will not come back. Says whether they have landed.
    """
    position, troops = battle.position, troops_aboard(battle.position, carrier)
    heading = yield LandHelicopters(battle.view(carrier.side), carrier)
    if heading is None:
        carrier.home = bool(troops) and position.field.variants.failed_drop == "never"
        return False
    position.air = position.air.flown(carrier.index, None)
    carrier.on_table, carrier.home = True, bool(troops)
    position.facing[carrier.units] = heading
    battle.tell("land", does(carrier.name, "lands", "land"), "3.2", formation=carrier.index)
    for formation in troops:
        yield from get_out(battle, formation, carrier)
    yield from reactions(battle, carrier)
    return True


def get_out(battle: Battle[Position], troops: Formation, carrier: Formation) -> Rule[None]:
    """3.2 The troops make one move from the helicopters. As a variant that is their action for this turn."""
    position = battle.position
    for unit in [unit for unit in troops.units if position.aboard[unit] in carrier.units]:
        helicopter = int(position.aboard[unit])
        position.place(unit, position.at(helicopter))
        position.facing[unit] = position.facing[helicopter]
    troops.on_table = True
    battle.tell("land", f"{does(troops.name, 'gets', 'get')} out of {carrier.name}", "3.2", formation=troops.index)
    _take_up_command(position, troops)
    yield from move(battle, troops)
    yield from reactions(battle, troops)


def _take_up_command(position: Position, troops: Formation) -> None:
    """3.2, 1.4 They act on this turn's command, or on the one they began with where they kept that."""
    orders = position.orders[troops.index]
    if not position.field.variants.landed_troops_act:
        troops.acted = True
        position.lay_orders(troops.index, Orders(None, orders.next))
    elif orders.now is None:
        position.lay_orders(troops.index, Orders(orders.next))


# Leaving


def landed(formation: Formation) -> bool:
    """3.2 Does it stand on the ground, where the rules of the ground hold for it?"""
    return formation.flies and formation.on_table


def helicopters_leave(battle: Battle[Position]) -> Rule[None]:
    """3.2 At the end of the turn helicopters that have landed leave, the winner of the initiative's first."""
    position = battle.position
    first = max(position.winner, 0)
    for side in (first, 1 - first):
        for formation in position.of_side(side):
            if landed(formation):
                yield from fly_home(battle, formation)


def fly_home(battle: Battle[Position], formation: Formation) -> Rule[None]:
    """3.2, 3.4.4 They take off the way they face, and withdraw as all aircraft do."""
    position = battle.position
    formation.on_table = False
    if not formation.alive:
        return
    leader = formation.units[0]
    at, heading = position.at(leader), float(position.facing[leader])
    offsets = [(unit, position.at(unit)) for unit in formation.units]
    beside = tuple((unit, x - at[0], y - at[1]) for unit, (x, y) in offsets)
    set_flight(position, formation, Flight((at,), False, beside))
    edge = yield from way_out(battle, formation, heading)
    put_aside(battle, formation, edge)
