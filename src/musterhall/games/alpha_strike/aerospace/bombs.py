"""Bombing: one throw for each bomb, scatter where it misses, and everybody under its template."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Illegal, Rule, Schema
from musterhall.games.alpha_strike.aerospace.paths import BOMBS, bombs_left, is_below, units_below
from musterhall.games.alpha_strike.attacks.area import Blast, burst, scatter
from musterhall.games.alpha_strike.attacks.attack_kinds import AttackKind
from musterhall.games.alpha_strike.attacks.facts import attack_facts
from musterhall.games.alpha_strike.attacks.sight import Sight
from musterhall.games.alpha_strike.attacks.target_number import target_number
from musterhall.games.alpha_strike.attacks.throwing import throw
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.position.altitude import ALTITUDES, step_of
from musterhall.games.alpha_strike.position.position import Position
from musterhall.geometry import Point, rounded
from musterhall.places import place_in_words
from musterhall.tally import counted

SECTION = "12"
DIVES_UP_TO = ALTITUDES.index("middle")
"""12 Up to middle altitude bombs are dropped in a dive."""
CLEAR = Sight(seen=True, share=1.0, partial_cover=False, woods="none", in_water=False)


@dataclass(frozen=True, slots=True)
class Bombing:
    """12 Bombs on one point."""

    point: Point
    bombs: int


class Bomb(AttackKind):
    """12 Drop bombs on a point below the flight path; like a shell, a bomb does not mind how its target moved."""

    name = "bomb"
    section = SECTION
    from_the_air = True
    fields: ClassVar[dict[str, Schema]] = {
        "point": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
        "bombs": {"type": "integer", "minimum": 1},
    }

    def options(self, view: Position, unit: int) -> Iterator[dict[str, Any]]:
        left = bombs_left(view, unit)
        enemies = (
            [one for one in units_below(view, unit) if view.unit(one).side != view.unit(unit).side] if left else []
        )
        for enemy in enemies:
            if is_below(view, unit, view.at(enemy)):
                yield from ({"point": list(view.at(enemy)), "bombs": bombs} for bombs in range(1, left + 1))

    def check(self, view: Position, unit: int, answer: dict[str, Any]) -> Bombing:
        point, bombs, left = answer.get("point"), answer.get("bombs", 1), bombs_left(view, unit)
        if (
            not isinstance(point, list | tuple)
            or len(point) != 2
            or not all(isinstance(one, int | float) for one in point)
        ):
            raise Illegal("Bombs are dropped on a point", SECTION)
        if isinstance(bombs, bool) or not isinstance(bombs, int) or not 1 <= bombs <= left:
            raise Illegal(f"{view.unit(unit).name} has {left} bombs left", SECTION)
        place = rounded((float(point[0]), float(point[1])))
        if not is_below(view, unit, place):
            raise Illegal("Bombs fall below the way that it flew this turn", SECTION)
        return Bombing(place, bombs)

    def resolve(self, battle: Battle[Position], unit: int, order: Bombing) -> Rule[None]:
        condition = battle.position.conditions[unit]
        condition.fired = True
        condition.use(BOMBS, order.bombs)
        for _ in range(order.bombs):
            yield from drop(battle, unit, order.point)

    def in_words(self, view: Position, unit: int, answer: Answer) -> str:
        x, y = answer["point"]
        there = place_in_words(view.field.table, (float(x), float(y)))
        return f"drops {counted(answer.get('bombs', 1), 'bomb')} on a place {there}"


def bomb_facts(position: Position, unit: int) -> Mapping[str, Any]:
    """12 What holds for a bomb: a dive from low and middle altitude, or bombing from high up."""
    edition = position.field.edition
    dives = step_of(position.conditions[unit]) <= DIVES_UP_TO
    number = edition.dive_bomb_number if dives else edition.altitude_bomb_number
    return attack_facts(position, unit, NOBODY, CLEAR, "bomb", "short", bomb_number=number)


def drop(battle: Battle[Position], unit: int, point: Point) -> Rule[None]:
    """12 One bomb falls."""
    position = battle.position
    edition = position.field.edition
    number = target_number(position, unit, NOBODY, bomb_facts(position, unit))
    thrown = yield from throw(battle, unit, NOBODY, number, "bomb")
    if battle.recording:
        verdict = "on target" if thrown.hit else f"missed by {thrown.missed_by}"
        text = f"{position.unit(unit).name} drops a bomb ({thrown.total} against {number}): {verdict}"
        battle.tell("attack", text, SECTION, unit=unit, number=number, total=thrown.total)
    fell = point if thrown.hit else scatter(battle, point, thrown.missed_by)
    burst(battle, unit, Blast(fell, edition.artillery_template, edition.bomb_damage))
