"""1.8.1, 1.8.2 The target of an assault, and the charge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Fault, Illegal, Rule
from musterhall.dice import d5
from musterhall.games.the_game.air.helicopters import fire_at_helicopters
from musterhall.games.the_game.assault.melee import NEAR, can_fight
from musterhall.games.the_game.basics.choices import FormationChoice
from musterhall.games.the_game.fire.gunnery import one_target
from musterhall.games.the_game.fire.prepared_fire import reactions
from musterhall.games.the_game.movement.hiding import TOUCHING
from musterhall.games.the_game.movement.moving import Move, PlannedMove, carry_out, tell_move
from musterhall.games.the_game.movement.ways import CHARGE, CONTROL_AREA, Way
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.games.the_game.sea.sailing import may_be_charged
from musterhall.geometry import distance, entry_share
from musterhall.tally import and_list, does, does_it

# 1.8.1 Target


def choose_target(battle: Battle[Position], formation: Formation) -> Rule[tuple[int, ...]]:
    """1.8.1 Any enemy formation that is not all on the water, or two whose units are within 10 cm of each other."""
    position = battle.position
    there = [f for f in position.of_side(1 - formation.side) if f.on_table and position.stands(f)]
    enemies = [f.index for f in there if may_be_charged(position, f)]
    pairs = [[a, b] for a, b in combinations(enemies, 2) if one_target(position, a, b)]
    if not enemies:
        return ()
    choices: list[list[int] | None] = [None, *([index] for index in enemies), *pairs]
    picked = yield AssaultTarget(battle.view(formation.side), formation, choices)
    return tuple(picked or ())


class AssaultTarget(FormationChoice[list[int] | None]):
    """1.8.1 Whom does the formation assault: one enemy formation, two that stand together, or nobody?"""

    __slots__ = ("position",)
    kind = "assault"
    section = "1.8.1"

    def __init__(self, position: Position, formation: Formation, choices: list[list[int] | None]) -> None:
        super().__init__(formation, choices)
        self.position = position

    def question(self) -> str:
        return f"Whom {does_it(self.formation.name)} assault?"

    def in_words(self, answer: Answer) -> str:
        return "nobody" if answer is None else and_list([self.position.formations[one].name for one in answer])


# 1.8.2 Charge


class ChargeMove(Move):
    """1.8.2 A charge: combat move and a d5; into a control area only straight at the unit it belongs to."""

    __slots__ = ("targets",)
    kind = "charge"
    section = "1.8.2"

    def __init__(self, position: Position, formation: Formation, targets: tuple[int, ...], extra: float) -> None:
        super().__init__(position, formation, CHARGE, extra)
        self.targets = targets

    def question(self) -> str:
        names = and_list([self.position.formations[index].name for index in self.targets])
        return f"{does(self.formation.name, 'charges', 'charge')} {names}. Where do their units go?"

    def about(self) -> dict[str, Any]:
        return {"formation": self.formation.index, "targets": list(self.targets)}

    def check(self, answer: Answer) -> PlannedMove:
        marching = super().check(answer)
        for fault in self._strays(marching):
            raise Illegal(fault.reason, fault.section)
        return marching

    def faults(self, answer: Answer) -> Sequence[Fault]:
        try:
            return list(self._strays(super().check(answer)))
        except Illegal:
            return super().faults(answer)

    def _strays(self, marching: PlannedMove) -> Iterator[Fault]:
        for way in marching.ways:
            if refusal := self._stray(way):
                yield Fault(way.unit, f"{self.position.unit(way.unit).name} {refusal}", "1.8")

    def _stray(self, way: Way) -> str:
        """1.8 From the first control area it enters a charging unit goes straight at the unit that area belongs to."""
        first = first_control_area(self.position, self.formation, way)
        if first is None:
            return ""
        leg, enemy = first
        place, radii = self.position.at(enemy), (self.position.unit(way.unit).radius, self.position.unit(enemy).radius)
        corner, end = way.path[leg], way.path[leg + 1]
        aimed = distance(corner, end) + distance(end, place) <= distance(corner, place) + 0.05
        straight = aimed and leg == len(way.path) - 2
        touches = distance(end, place, *radii) <= TOUCHING + 0.01
        if straight and (touches or way.spent >= way.allowance - 0.1):
            return ""
        return "enters a control area and must go straight at the unit it belongs to"


def first_control_area(position: Position, formation: Formation, way: Way) -> tuple[int, int] | None:
    """1.8, 1.6.1 The first enemy control area that a path enters: in which leg, and whose; those it starts in apart."""
    own, found = position.unit(way.unit).radius, []
    for enemy in position.standing_side(1 - formation.side).tolist():
        reach, place = CONTROL_AREA + own + position.unit(enemy).radius, position.at(enemy)
        if distance(way.path[0], place) <= reach:
            continue
        for leg, (a, b) in enumerate(pairwise(way.path)):
            share = entry_share(a, b, place, reach - 0.01)
            if share <= 1.0:
                found.append((leg, share, enemy))
                break
    if not found:
        return None
    leg, _, enemy = min(found)
    return leg, enemy


def charge(battle: Battle[Position], formation: Formation, targets: tuple[int, ...]) -> Rule[bool]:
    """1.8.2 Roll the d5 and charge; enemies on prepared fire may shoot at the end of it. Says whether it can go on."""
    position = battle.position
    extra = battle.roll(1, d5, "charge")[0]
    decision = ChargeMove(battle.view(formation.side), formation, targets, extra)
    marching: PlannedMove = yield decision
    carry_out(battle, formation, marching)
    if battle.recording:
        names = and_list([position.formations[index].name for index in targets])
        battle.tell(
            "assault",
            f"{does(formation.name, 'charges', 'charge')} {names} with d5 {extra}",
            "1.8.2",
            formation=formation.index,
        )
        tell_move(battle, formation, marching, CHARGE)
    if marching:
        yield from fire_at_helicopters(battle, formation)
        yield from reactions(battle, formation)
    return can_fight(position, formation)


def in_reach(position: Position, formation: Formation, defenders: Iterable[Formation]) -> bool:
    """1.8.2 Has anybody come within 15 cm?"""
    own = position.standing(formation)
    return any(
        len(units := position.standing(enemy)) and len(own) and position.distances(own, units).min() <= NEAR + 1e-9
        for enemy in defenders
    )
