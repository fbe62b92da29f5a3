"""Section 14.3: Domination. Five points of interest; flags say whose they are when the match ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field as Model

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule, YesOrNo
from musterhall.games.alpha_strike.field.field import Field
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.package_data import FileModel
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.scenario import Goal, Objectives
from musterhall.games.alpha_strike.scenarios.contact import goal_at_disc, is_grounded, may_contest, touches_disc
from musterhall.games.alpha_strike.scenarios.layouts import layout, point
from musterhall.games.alpha_strike.scenarios.match import Match
from musterhall.geometry import Point
from musterhall.problems import parse_model

SECTION = "14.3"
SIDES = ("Red", "Blue")


@dataclass(frozen=True, slots=True)
class Flags(Objectives):
    """Whose flag stands on each point of interest; NOBODY where there is none."""

    flags: tuple[int, ...]

    def as_data(self) -> Any:
        return {"flags": list(self.flags)}


class _File(FileModel):
    flags: list[Literal["red", "blue", ""]] = Model(min_length=5, max_length=5)


class Claim(YesOrNo):
    """14.3 Whether a player claims a point of interest."""

    __slots__ = ("number",)
    kind = "claim"
    section = SECTION

    def __init__(self, side: int, number: int) -> None:
        super().__init__(side)
        self.number = number

    def question(self) -> str:
        return f"Do you claim point {self.number + 1}?"

    def about(self) -> dict[str, Any]:
        return {"point": self.number}


class Domination(Match):
    """14.3 Hold more points of interest than the other side."""

    name = "domination"
    title = "Domination"
    section = SECTION

    def objectives(self, field: Field) -> Objectives:
        return Flags((NOBODY,) * len(places()))

    def objectives_from(
        self, position: Position, said: Mapping[str, Any], numbers: Mapping[str, int], name: str
    ) -> Objectives:
        file = parse_model(_File, said, f"{name}: objectives")
        return Flags(tuple({"red": 0, "blue": 1, "": NOBODY}[one] for one in file.flags))

    def claims(self, battle: Battle[Position], idle: frozenset[int]) -> Rule[None]:
        """14.3 E6 A point goes to who alone holds it; where both sides touch it, its flag is removed."""
        position = battle.position
        for number, at in enumerate(places()):
            flag = flags_of(position)[number]
            there = [_touching(position, side, at, idle) for side in (0, 1)]
            if all(there):
                _set_flag(battle, number, NOBODY)
            elif any(there):
                side = 0 if there[0] else 1
                holds = any(is_grounded(position, unit) for unit in there[side])
                if holds and flag != side and (yield from _wants(position, side, number)):
                    _set_flag(battle, number, side)
            if not position.field.edition.flag_stays and flag != NOBODY and not there[flag]:
                _drop_flag(battle, number, flag)

    def goals(self, position: Position, unit: int) -> Sequence[Goal]:
        """14.3 Points without the own flag, and those that have it."""
        side, flags = position.unit(unit).side, flags_of(position)
        worth, radius = layout(self.name)["points"]["points_of_interest"], layout(self.name)["across"] / 2
        return [
            goal_at_disc(position, unit, at, radius, f"to hold point {number + 1}", worth / 2)
            if flags[number] == side
            else goal_at_disc(position, unit, at, radius, f"to take point {number + 1}", worth, 2)
            for number, at in enumerate(places())
        ]

    def prize(self, position: Position, unit: int) -> float:
        """14.3 The point that it stands on."""
        radius = layout(self.name)["across"] / 2
        there = any(touches_disc(position, unit, at, radius) for at in places())
        return layout(self.name)["points"]["points_of_interest"] / 4 if there else 0.0

    def finished(self, position: Position) -> str:
        for side in (0, 1):
            if flags_of(position).count(side) >= layout(self.name)["wins"]:
                return f"{SIDES[side]} controls {flags_of(position).count(side)} points of interest"
        return ""

    def objective_figures(self, position: Position) -> tuple[dict[str, Any], dict[str, Any]]:
        flags = flags_of(position)
        return {"points_of_interest": flags.count(0)}, {"points_of_interest": flags.count(1)}

    def markers(self, position: Position) -> Sequence[dict[str, Any]]:
        return [
            {
                "kind": "point of interest",
                "shape": "circle",
                "at": list(at),
                "across": layout(self.name)["across"],
                "owner": flag,
                "text": f"Point {number + 1}",
            }
            for number, (at, flag) in enumerate(zip(places(), flags_of(position), strict=True))
        ]


def places() -> Sequence[Point]:
    return [point(one) for one in layout(Domination.name)["place"]]


def flags_of(position: Position) -> tuple[int, ...]:
    objectives = position.objectives
    assert isinstance(objectives, Flags)
    return objectives.flags


def _touching(position: Position, side: int, at: Point, idle: frozenset[int]) -> list[int]:
    radius = layout(Domination.name)["across"] / 2
    return [
        unit
        for unit in position.on_table(side)
        if may_contest(position, unit, idle) and touches_disc(position, unit, at, radius)
    ]


def _wants(position: Position, side: int, number: int) -> Rule[bool]:
    """14.3 A claim is made of itself, but by the other reading its player may leave it."""
    if not position.field.edition.claim_optional:
        return True
    wanted: bool = yield Claim(side, number)
    return wanted


def _set_flag(battle: Battle[Position], number: int, side: int) -> None:
    position = battle.position
    flags = flags_of(position)
    if flags[number] == side:
        return
    position.objectives = Flags((*flags[:number], side, *flags[number + 1 :]))
    what = "is contested and loses its flag" if side == NOBODY else f"is claimed by {SIDES[side]}"
    battle.tell("flag", f"Point {number + 1} {what}", SECTION, point=number, side=side)


def _drop_flag(battle: Battle[Position], number: int, flag: int) -> None:
    """14.3 By the other reading a flag needs a unit."""
    position = battle.position
    flags = flags_of(position)
    if flags[number] == flag:
        position.objectives = Flags((*flags[:number], NOBODY, *flags[number + 1 :]))
        battle.tell("flag", f"Point {number + 1} is held by nobody", SECTION, point=number, side=NOBODY)
