"""6.1.4 Coming on: a formation that is late lines up at its table edge and moves from there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from musterhall.battle import schemas
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Illegal, Rule, Schema
from musterhall.games.the_game.basics.choices import FormationDecision
from musterhall.games.the_game.basics.generalities import cohesion_range
from musterhall.games.the_game.field.field import Field
from musterhall.games.the_game.movement.ways import CONTROL_AREA, near_enemy, standing_room
from musterhall.games.the_game.position.position import NOBODY, SQUARE, Formation, Position, group_key
from musterhall.geometry import Point
from musterhall.measuring import any_within
from musterhall.tally import does, does_it

SPACING = 3.0
"""How far apart units stand when a formation is lined up for them."""


class ComeOn(FormationDecision):
    """6.1.4, 3.2 Where along its own table edge do attack helicopters come on? The answer is x."""

    __slots__ = ()
    kind = "come on"
    section = "6.1.4"

    def question(self) -> str:
        return f"Where along your table edge {does_it(self.formation.name)} come on?"

    @property
    def width(self) -> float:
        return self.position.field.table.width

    def schema(self) -> Schema:
        return schemas.number(0, self.width)

    def in_words(self, answer: Answer) -> str:
        return f"{answer:g} cm from the west edge"

    def options(self) -> Iterable[Answer]:
        return [SQUARE * (column + 0.5) for column in range(max(1, int(self.width // SQUARE)))]

    def check(self, answer: Answer) -> float:
        if type(answer) not in (int, float) or not 0 <= answer <= self.width:
            raise Illegal(f"{answer!r} is no place along the table edge; give x from 0 to {self.width:g}", "6.1.4")
        return float(answer)


def come_on(battle: Battle[Position], formation: Formation) -> Rule[None]:
    """6.1.4, 3.2 Line up along the own edge at the marked point, helicopters where they like; the move is measured from
    there.
    """
    position = battle.position
    at = position.scenario.entries.get(group_key(formation.side, formation.battle_group))
    if at is None and formation.index in position.field.helicopters:
        at = yield ComeOn(battle.view(formation.side), formation)
    at = position.field.table.width / 2 if at is None else at
    walkers = [unit for unit in formation.units if position.aboard[unit] == NOBODY]
    spots = edge_spots(position, formation, at, len(walkers))
    for unit in walkers:
        here = next((spot for spot in spots if standing_room(position, unit, spot)), None)
        position.place(unit, here or (at, own_edge(position, formation.side)))
        position.facing[unit] = 90.0 if formation.side == 0 else 270.0
        position.moved[unit] = True
    battle.tell("enter", f"{does(formation.name, 'comes', 'come')} on", "6.1.4", formation=formation.index)


BattleGroups = tuple[dict[str, tuple[int, ...]], dict[str, tuple[int, ...]]]


def join_helicopter_group(groups: BattleGroups, formations: Sequence[Formation], field: Field) -> None:
    """6.1.4, 3.2 As a variant attack helicopters that are in no battle group come on with the helicopter group, if
    their side has one.
    """
    if field.variants.attack_heli_entry != "helicopter_group":
        return
    for formation in formations:
        if formation.index in field.helicopters and not formation.battle_group:
            mine = groups[formation.side]
            flying = [name for name, members in mine.items() if field.helicopters & {*members}]
            if flying:
                formation.battle_group = flying[0]
                mine[flying[0]] = (*mine[flying[0]], formation.index)


def edge_spots(position: Position, formation: Formation, at: float, number: int) -> Iterator[Point]:
    """Places along the own edge about a point, close enough for the formation to keep together."""
    table, edge = position.field.table, own_edge(position, formation.side)
    spacing = min(SPACING, cohesion_range(position, formation) / max(number, 1))
    for step in range(4 * int(table.width)):
        x = round(at + spacing * ((step + 1) // 2) * (1 if step % 2 else -1), 2)
        if 0 <= x <= table.width and not near_enemy(position, formation.side, (x, edge), CONTROL_AREA + 0.5):
            yield (x, edge)


def own_edge(position: Position, side: int) -> float:
    return 0.0 if side == 0 else position.field.table.depth


def put_near(position: Position, unit: int, middle: Point, keep_off: float) -> None:
    """Put a unit on the nearest free ground about a point that is farther than `keep_off` from every enemy."""
    spots = free_spots(position, unit, middle, keep_off)
    position.place(unit, next((spot for spot in spots if standing_room(position, unit, spot)), middle))
    position.facing[unit] = 90.0 if position.unit(unit).side == 0 else 270.0


def free_spots(position: Position, unit: int, middle: Point, keep_off: float) -> Iterator[Point]:
    """Places about a point, from near to far, on the table and off the enemy."""
    table, side = position.field.table, position.unit(unit).side
    own, reach = position.standing_side(side), keep_off + position.unit(unit).radius + 1e-6
    for spot in _rings(middle):
        if not (0 <= spot[0] <= table.width and 0 <= spot[1] <= table.depth):
            continue
        if near_enemy(position, side, spot, reach):
            continue
        if not any_within(spot[0], spot[1], position.x, position.y, own, 1.0):
            yield spot


def _rings(middle: Point) -> Iterator[Point]:
    """A square lattice about a point, ring by ring."""
    yield middle
    for ring in range(1, 40):
        side = [(step, -ring) for step in range(-ring, ring)]
        side += [(ring, step) for step in range(-ring, ring)]
        side += [(-step, ring) for step in range(-ring, ring)]
        side += [(-ring, -step) for step in range(-ring, ring)]
        for dx, dy in sorted(side, key=lambda d: d[0] ** 2 + d[1] ** 2):
            yield (round(middle[0] + dx * SPACING, 2), round(middle[1] + dy * SPACING, 2))
