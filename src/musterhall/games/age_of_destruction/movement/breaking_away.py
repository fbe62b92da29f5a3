"""Breaking away from opposing units in base contact, and the free spin of those that a unit comes to."""

from __future__ import annotations

from collections.abc import Callable

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision, Illegal, Rule, Schema
from musterhall.games.age_of_destruction.harm.damage import deal
from musterhall.games.age_of_destruction.harm.losses import settle_losses
from musterhall.games.age_of_destruction.movement.places import check_place, may_stand
from musterhall.games.age_of_destruction.position.moments import Moment, held_by
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.position.rolls import D6
from musterhall.games.age_of_destruction.sections import BREAKING
from musterhall.geometry import bearing
from musterhall.places import compass_of

HOLDS: Moment[Callable[[Position, int, int], int]] = Moment("a unit is about to break away", BREAKING)
"""Of what touches it: the die it needs because of that, or 0. Gets the holder and the one that leaves."""


def needed(position: Position, unit: int) -> list[int]:
    """40.5 What each die must show for a unit to leave its contacts; none where it needs no die."""
    sheet = position.unit(unit).sheet
    holders = [other for other in position.touching_enemies(unit) if not _is_walked_over(position, unit, other)]
    if not holders:
        return []
    edition = position.field.edition
    usual = edition.break_away_mech if sheet.is_mech else edition.break_away_other
    if sheet.speed_mode == "hover":
        usual = edition.break_away_hover
    dice = [max([usual, *_held(position, other, unit)]) for other in holders]
    return dice if edition.break_away_dice == "each_contact" else [max(dice)]


def _held(position: Position, holder: int, unit: int) -> list[int]:
    return [act(position, holder, unit) for _, act in HOLDS.of(held_by(position, holder))]


def _is_walked_over(position: Position, unit: int, other: int) -> bool:
    """A quad leaves infantry without a die."""
    return position.unit(unit).sheet.speed_mode == "quad" and position.unit(other).sheet.is_infantry


def break_away(battle: Battle[Position], unit: int) -> bool:
    """40.5 Whether a unit gets away from those that touch it; a 'Mech tramples infantry it leaves."""
    position = battle.position
    name, contacts = position.unit(unit).name, position.touching_enemies(unit)
    for die in needed(position, unit):
        face = battle.roll(1, D6, "breaking away")[0]
        away = face >= die
        text = f"{name} {'breaks' if away else 'does not break'} away: {face}, needs {die}"
        battle.tell("break away", text, BREAKING, unit=unit, face=face, needs=die, away=away)
        if not away:
            return False
    if position.unit(unit).sheet.is_mech:
        before = len(position.eliminated)
        for other in contacts:
            if position.unit(other).sheet.is_infantry:
                deal(battle, other, position.field.edition.break_away_hurts, unit)
        settle_losses(battle, before)
    return True


class FreeSpin(Decision):
    """Whether a unit turns to somebody who comes into contact with it: {"facing": degrees}, or nothing to stay."""

    __slots__ = ("to", "unit", "view")
    kind = "free spin"
    section = BREAKING

    def __init__(self, view: Position, unit: int, to: int) -> None:
        super().__init__(view.unit(unit).side)
        self.view, self.unit, self.to = view, unit, to

    def question(self) -> str:
        return f"{self.view.unit(self.to).name} touches {self.view.unit(self.unit).name}. Which way does that one face?"

    def about(self) -> dict[str, int]:
        return {"unit": self.unit, "to": self.to}

    def schema(self) -> Schema:
        return {"type": "object", "properties": {"facing": {"type": "number"}}, "additionalProperties": False}

    def options(self) -> list[Answer]:
        facing = round(bearing(self.view.at(self.unit), self.view.at(self.to)), 1)
        turned = may_stand(self.view, self.unit, self.view.at(self.unit), facing)
        return [{}, *([{"facing": facing}] if turned else [])]

    def check(self, answer: Answer) -> float:
        if not isinstance(answer, dict) or set(answer) - {"facing"}:
            raise Illegal("A free spin says a facing in degrees, or nothing", BREAKING)
        facing = answer.get("facing", self.view.facing(self.unit))
        if isinstance(facing, bool) or not isinstance(facing, int | float):
            raise Illegal("A facing is a number of degrees", BREAKING)
        if answer:
            check_place(self.view, self.unit, self.view.at(self.unit), facing % 360.0)
        return float(facing) % 360.0

    def in_words(self, answer: Answer) -> str:
        return f"turns to face {compass_of(answer['facing'])}" if answer else "stays as it is"


def free_spins(battle: Battle[Position], mover: int, before: list[int]) -> Rule[None]:
    """40.5 Whoever is newly touched may turn; a shut-down 'Mech cannot."""
    position = battle.position
    for other in position.touching_enemies(mover):
        if other in before or position.states[other].shut_down:
            continue
        side = position.unit(other).side
        facing = yield FreeSpin(position.seen_by(side), other, mover)
        position.put(other, position.at(other), facing)
