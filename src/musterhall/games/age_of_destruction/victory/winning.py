"""The four conditions as plain figures, who wins each, and who wins the game."""

from __future__ import annotations

from dataclasses import dataclass

from musterhall.battle.battle import Battle
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.position.rolls import D6
from musterhall.games.age_of_destruction.victory.missions import mission_in_play
from musterhall.games.age_of_destruction.victory.zones import is_in_zone

CONDITIONS = ("vc1", "vc2", "vc3", "vc4")
TIES = ("vc2", "vc1")
WINNING = "8"


@dataclass(frozen=True, slots=True)
class Standing:
    """What each condition gives a side; the fourth only with a mission in play."""

    vc1: int
    vc2: int
    vc3: int
    vc4: int | None = None

    def of(self, name: str) -> int:
        return int(getattr(self, name) or 0)


def standing(position: Position, side: int) -> Standing:
    """1 to 7 How a side stands."""
    mission = position.sides[side].mission_points if mission_in_play(position) else None
    return Standing(
        eliminated_points(position, side),
        able_points(position, side) + captive_points(position, side) + salvage_points(position, side),
        position.sides[side].zone_points,
        mission,
    )


def eliminated_points(position: Position, side: int) -> int:
    """1, 5 The points of opposing units eliminated, passengers lost with their transport among them."""
    anyhow = position.field.edition.eliminated_by == "any_cause"
    return sum(
        position.unit(unit).points
        for unit, by in position.eliminated
        if position.unit(unit).side != side and (anyhow or (by != NOBODY and position.unit(by).side == side))
    )


def able_points(position: Position, side: int) -> int:
    """2, 5 The points of a side's own able units; passengers are none."""
    return sum(position.unit(unit).points for unit in position.field.of_side[side] if position.is_able(unit))


def captive_points(position: Position, side: int) -> int:
    """3 Captives count double: infantry and vehicles in the captor's zone, 'Mechs anywhere."""
    return position.field.edition.captive_worth * sum(
        position.unit(unit).points
        for unit in _captives(position, side)
        if position.unit(unit).sheet.is_mech or is_in_zone(position, unit, side)
    )


def _captives(position: Position, side: int) -> list[int]:
    """The units of the other side that this one holds on the table."""
    return [unit for unit in position.on_table(1 - side) if position.states[unit].captor != NOBODY]


def salvage_points(position: Position, side: int) -> int:
    """4 Opposing salvage outside its controller's zone; a captive is counted once, as captive if it counts as that."""
    captor_controls = position.field.edition.salvage_controller == "captor"
    total = 0
    for unit in position.on_table(1 - side):
        captive = position.states[unit].captor != NOBODY
        if not position.click(unit).salvage or (captive and not captor_controls):
            continue
        counted = captive and (position.unit(unit).sheet.is_mech or is_in_zone(position, unit, side))
        if not counted and not is_in_zone(position, unit, side if captive else 1 - side):
            total += position.unit(unit).points
    return total


def conditions_won(position: Position) -> list[int]:
    """8 How many conditions each side wins; one that is level is nobody's."""
    red, blue = standing(position, 0), standing(position, 1)
    counted = CONDITIONS if mission_in_play(position) else CONDITIONS[:3]
    return [
        sum(red.of(name) > blue.of(name) for name in counted),
        sum(blue.of(name) > red.of(name) for name in counted),
    ]


def leader(position: Position) -> int:
    """8 Who wins by conditions, or by the second, or by the first; NOBODY where only a die can tell."""
    won = conditions_won(position)
    enough = 2 if position.field.edition.majority == "two" else 1
    if won[0] != won[1] and max(won) >= enough:
        return int(won[1] > won[0])
    red, blue = standing(position, 0), standing(position, 1)
    for name in TIES:
        if red.of(name) != blue.of(name):
            return int(blue.of(name) > red.of(name))
    return NOBODY


def decide(battle: Battle[Position]) -> None:
    """8 The winner: most conditions, then VC2, then VC1, then the higher die, rolled again while level."""
    position = battle.position
    position.winner = leader(position)
    while position.winner == NOBODY:
        red, blue = battle.roll(2, D6, "who wins")
        position.tie_rolls = (*position.tie_rolls, (red, blue))
        battle.tell("die", f"All is level, and the dice decide: {red} to {blue}", WINNING, faces=[red, blue])
        if red != blue:
            position.winner = int(blue > red)
