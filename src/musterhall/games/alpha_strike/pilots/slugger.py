"""Sluggers, who pick up a tree or a girder to hit with."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.alpha_strike.attacks.physical import has_melee_weapon
from musterhall.games.alpha_strike.command.after_move import A_PILOT_MOVED
from musterhall.games.alpha_strike.movement.allowance import GROUND, STANDSTILL, move_of
from musterhall.games.alpha_strike.movement.judging import Moved
from musterhall.games.alpha_strike.position.condition import Effect
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import abilities_of
from musterhall.games.alpha_strike.position.unit_decisions import UnitYesOrNo
from musterhall.geometry import SLACK

SECTION = "17"
SLUGGER = "slugger"
CLUB = "MEL"
"""The effect on who has picked one up."""
CLUB_COSTS = 2.0


class PickUpClub(UnitYesOrNo):
    """17 Whether a Slugger spends the rest of his Move on a club."""

    __slots__ = ()
    kind = "pick up a club"
    section = SECTION

    def question(self) -> str:
        return f"Does {self.name} pick up a club?"


@A_PILOT_MOVED.acted_by(SLUGGER)
def _pick_up(battle: Battle[Position], unit: int, moved: Moved) -> Rule[None]:
    """17 For two inches of his Move in woods, rubble or a building he has a melee weapon."""
    position = battle.position
    if has_melee_weapon(position, unit) or not _finds_one(position, unit) or not _has_inches(position, unit, moved):
        return
    takes = yield PickUpClub(position.seen_by(position.unit(unit).side), unit)
    if takes:
        until = 0 if position.field.edition.club_lasts == "battle" else position.turn
        position.conditions[unit].add_effect(Effect(CLUB, unit, until))
        battle.tell("pilot", f"{position.unit(unit).name} picks up a club", SECTION, unit=unit)


def _finds_one(position: Position, unit: int) -> bool:
    """Where he stands is terrain that his ability names."""
    kinds = position.field.ground.kinds_at(position.lie, position.at(unit))
    terrain = {word for kind in kinds for word in kind.fact}
    wanted = abilities_of(position, unit)[SLUGGER].ability.modifiers[0].when["move_terrain"]
    return not terrain.isdisjoint(wanted)


def _has_inches(position: Position, unit: int, moved: Moved) -> bool:
    mode = GROUND if moved.mode == STANDSTILL else position.conditions[unit].mode
    return moved.cost + CLUB_COSTS <= move_of(position, unit, mode) + SLACK
