"""6.1.4 Coming on: a formation that is late lines up at its table edge and moves from there."""

from __future__ import annotations

from collections.abc import Iterator

from musterhall.battle.battle import Battle
from musterhall.games.the_game.basics.generalities import cohesion_range
from musterhall.games.the_game.movement.ways import CONTROL_AREA, near_enemy, standing_room
from musterhall.games.the_game.position.position import NOBODY, Formation, Position, group_key
from musterhall.geometry import Point
from musterhall.measuring import any_within

SPACING = 3.0
"""How far apart units stand when a formation is lined up for them."""


def come_on(battle: Battle[Position], formation: Formation) -> None:
    """6.1.4 Line up along the own edge at the marked point; the move is measured from there."""
    position = battle.position
    at = position.scenario.entries.get(
        group_key(formation.side, formation.battle_group), position.field.table.width / 2
    )
    walkers = [unit for unit in formation.units if position.aboard[unit] == NOBODY]
    spots = edge_spots(position, formation, at, len(walkers))
    for unit in walkers:
        here = next((spot for spot in spots if standing_room(position, unit, spot)), None)
        position.place(unit, here or (at, own_edge(position, formation.side)))
        position.facing[unit] = 90.0 if formation.side == 0 else 270.0
        position.moved[unit] = True
    battle.tell("enter", f"{formation.name} comes on", "6.1.4", formation=formation.index)


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
