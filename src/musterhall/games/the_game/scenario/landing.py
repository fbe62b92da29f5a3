"""The set-up landing: troops in boats against a defended shore.

The rulebook has vessels and no scenario for them. How a landing is set up and won is ours, and `HOUSE_RULES` in
setups.py says it in words; everything between goes by the book.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from musterhall.battle import schemas
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Draw, Illegal, Rule, Schema
from musterhall.games.the_game.air.air_orders import comes_by_air
from musterhall.games.the_game.basics.choices import FormationDecision
from musterhall.games.the_game.basics.generalities import cohesion_gap
from musterhall.games.the_game.movement.ways import near_enemy, standing_room
from musterhall.games.the_game.phases.commands import GIVEN
from musterhall.games.the_game.position.orders import Orders
from musterhall.games.the_game.position.position import NOBODY, START, Formation, Objective, Position
from musterhall.games.the_game.scenario.entering import free_spots
from musterhall.games.the_game.scenario.maps import PRIMARY, SECONDARY
from musterhall.games.the_game.scenario.pre_battle import FirstCommand
from musterhall.games.the_game.scenario.setups import HOUSE_RULES
from musterhall.games.the_game.sea.sailing import on_land
from musterhall.geometry import Point
from musterhall.measuring import any_within
from musterhall.places import place_in_words
from musterhall.problems import BadInput
from musterhall.tally import does, does_it

ATTACKER, DEFENDER = 0, 1
SEA_ZONE = 30.0
"""How far from their edge the attacker's vessels set up."""
FLANK = 30.0
"""How far from the short edges the defender's vessels set up."""
KEEP_OFF = 15.0
OPEN_ORDER, CLOSE_ORDER = 5.0, 2.5
"""How far apart units on land and vessels stand at the least when they are lined up."""
INLAND = 20.0
"""How far behind the shore the objectives lie."""


def objectives_ashore(position: Position) -> tuple[Objective, ...]:
    """Three places behind the shore, the middle one first."""
    table = position.field.table
    along = [table.width / 2, table.width / 4, table.width * 3 / 4]
    kinds = (PRIMARY, SECONDARY, SECONDARY)
    shores = [_shore_at(position, x) for x in along]
    return tuple(
        Objective(x, min(round(y + INLAND, 1), table.depth), ATTACKER, kind, DEFENDER)
        for x, y, kind in zip(along, shores, kinds, strict=True)
    )


def _shore_at(position: Position, x: float) -> float:
    """How far south of the attacker's edge the land begins."""
    table = position.field.table
    for step in range(1, int(2 * table.depth)):
        if on_land(position, (x, step / 2)):
            if step / 2 < SEA_ZONE:
                break
            return step / 2
    where = f"no sea of at least {SEA_ZONE:g} cm between red's edge and a shore at x {x:g}"
    raise BadInput(f"table {table.name!r}: it has {where}, and a landing needs one; take a table with a coast.")


# Setting up


class TakeStation(FormationDecision):
    """6.1 Where does a formation of a landing set up? The answer is the place of its middle, x and y. Our rule."""

    __slots__ = ()
    kind = "station"
    section = "6.1"

    def question(self) -> str:
        return f"Where {does_it(self.formation.name)} set up?"

    def schema(self) -> Schema:
        table = self.position.field.table
        return schemas.row(schemas.number(0, table.width), schemas.number(0, table.depth))

    def in_words(self, answer: Answer) -> str:
        return place_in_words(self.position.field.table, (answer[0], answer[1]))

    def options(self) -> Iterable[Answer]:
        return (list(place) for place in self._lattice() if self._fits(place))

    def sample(self, draw: Draw) -> Answer:
        places = list(self._lattice())
        for _ in range(len(places)):
            place = places.pop(draw(len(places)))
            if self._fits(place):
                return list(place)
        raise BadInput(f"formation {self.formation.name}: there is no room for it in its zone; take another table.")

    def _lattice(self) -> Iterator[Point]:
        table = self.position.field.table
        xs, ys = range(10, int(table.width), 20), range(6, int(table.depth), 12)
        return ((float(x), float(y)) for y in ys for x in xs)

    def _fits(self, middle: Point) -> bool:
        return lined_up(self.position, self.formation, middle) is not None

    def check(self, answer: Answer) -> dict[int, Point]:
        if not isinstance(answer, list) or len(answer) != 2 or not all(type(n) in (int, float) for n in answer):
            raise Illegal("a station is x and y", "6.1")
        places = lined_up(self.position, self.formation, (float(answer[0]), float(answer[1])))
        if places is None:
            zone = zone_of(self.position, self.formation)
            raise Illegal(
                f"{does(self.formation.name, 'does', 'do')} not find room about {answer[0]:g}, {answer[1]:g}: {zone}",
                "6.1",
            )
        return places


def zone_of(position: Position, formation: Formation) -> str:
    """Where a formation of a landing may set up, in words."""
    if formation.side == ATTACKER:
        return "the attacker sets up on water within 30 cm of their edge and 15 cm or more from the enemy"
    if formation.index in position.field.naval:
        return "the defender's vessels set up within 30 cm of a short edge"
    return "the defender sets up on land"


def lined_up(position: Position, formation: Formation, middle: Point) -> dict[int, Point] | None:
    """A place about the middle for everybody who is not aboard, in the formation's zone and in cohesion; or None."""
    trial = position.copy_places()
    places: dict[int, Point] = {}
    for unit in formation.units:
        if position.aboard[unit] != NOBODY:
            continue
        spots = islice(free_spots(trial, unit, middle, 0.0), 150)
        apart = CLOSE_ORDER if position.field.vessel[unit] else OPEN_ORDER
        spot = next((one for one in spots if _may_stand(trial, unit, one) and _apart(trial, unit, one, apart)), None)
        if spot is None:
            return None
        trial.place(unit, spot)
        places[unit] = spot
    return places if cohesion_gap(trial, formation) is None else None


def _apart(position: Position, unit: int, spot: Point, gap: float) -> bool:
    own = position.standing_side(position.unit(unit).side)
    return not any_within(spot[0], spot[1], position.x, position.y, own, gap)


def _may_stand(position: Position, unit: int, spot: Point) -> bool:
    table, side = position.field.table, position.unit(unit).side
    if not standing_room(position, unit, spot):
        return False
    if side == ATTACKER:
        return spot[1] <= SEA_ZONE and not near_enemy(position, side, spot, KEEP_OFF)
    if position.field.vessel[unit]:
        return min(spot[0], table.width - spot[0]) <= FLANK
    return True


def set_up_landing(battle: Battle[Position]) -> Rule[None]:
    """6.1, 6.1.4 One step of the set-up: a formation takes its station, the defender's first; then a first command."""
    position = battle.position
    everybody = [f for side in (DEFENDER, ATTACKER) for f in position.of_side(side) if not comes_by_air(position, f)]
    waiting = [formation for formation in everybody if not formation.on_table]
    if waiting:
        if len(waiting) == len(everybody):
            _tell_rules(battle)
        yield from take_station(battle, waiting[0])
        return
    idle = [formation for formation in everybody if position.orders[formation.index].next is None]
    command = yield FirstCommand(idle[0], GIVEN)
    position.lay_orders(idle[0].index, Orders(None, command))
    if len(idle) == 1:
        position.phase = START


def _tell_rules(battle: Battle[Position]) -> None:
    battle.tell(
        "set-up", "A landing. The book has no such scenario: its set-up and its victory are house rules.", "6.1"
    )
    for number, rule in enumerate(HOUSE_RULES, start=1):
        battle.tell("set-up", f"House rule {number}: {rule}", "6.1")


def take_station(battle: Battle[Position], formation: Formation) -> Rule[None]:
    """6.1 A formation is put about the place its player names, facing the enemy; who is aboard stays aboard."""
    position = battle.position
    places: dict[int, Point] = yield TakeStation(battle.view(formation.side), formation)
    for unit, place in places.items():
        position.place(unit, place)
        position.facing[unit] = 90.0 if formation.side == ATTACKER else 270.0
    formation.on_table = True
    data: dict[str, Any] = {"formation": formation.index}
    battle.tell("set-up", f"{does(formation.name, 'takes', 'take')} station", "6.1", **data)
