"""Whom a Blood Stalker hunts: one enemy, or with a Pursuit Lance's kin a whole formation, until it is gone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from musterhall.games.alpha_strike.command.bonuses import bonuses_of, formations_of, given_now
from musterhall.games.alpha_strike.command.picks import Given, OneOf, Pick
from musterhall.games.alpha_strike.field.unit import NOBODY, Formation
from musterhall.games.alpha_strike.position.condition import Effect
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import everybody_has, has_ability
from musterhall.games.alpha_strike.position.side_facts import QUARRY

SECTION = "17"
STALKER = "blood_stalker"
VICTIM = "blood stalker"
"""The effect on a stalker that names its enemy."""


def victim_picks(position: Position, side: int) -> Iterator[Pick]:
    """16, 17, 18 Whom those who stalk without a victim hunt from now on."""
    for formation in formations_of(position, side):
        if _hunts_formations(position, formation) and not _hunts_now(position, formation):
            names = tuple(one.name for one in _alive(position, 1 - side))
            if names:
                yield OneOf(f"{formation.name}: quarry", "18", ("", *names))
    if _named_in_turn(position, side):
        return
    offers = {unit: victims for unit in idle_stalkers(position, side) if (victims := free_victims(position, unit))}
    if offers:
        once = everybody_has(position, side, STALKER)
        yield Given("victims", SECTION, offers, len(offers), once=once, name=lambda unit: position.unit(unit).name)


def _named_in_turn(position: Position, side: int) -> bool:
    """16 Whether new victims are named unit by unit, as each is activated: by Savages once play has begun."""
    in_turn = position.field.edition.savages_rename == "as_they_activate"
    return in_turn and position.turn > 0 and everybody_has(position, side, STALKER)


def idle_stalkers(position: Position, side: int) -> list[int]:
    """Units that are Blood Stalkers and hunt nobody who is left."""
    everybody = everybody_has(position, side, STALKER)
    return [
        unit
        for unit in position.in_play(side)
        if (everybody or has_ability(position, unit, STALKER)) and not has_prey(position, unit)
    ]


def has_prey(position: Position, unit: int) -> bool:
    """Whether a stalker's enemy, or anybody of the formation that it hunts, is still in play."""
    condition = position.conditions[unit]
    victim, quarry = condition.effect(VICTIM), condition.effect(QUARRY)
    if victim is not None and position.conditions[victim.value].alive:
        return True
    return quarry is not None and _left(position, position.field.formations[quarry.value])


def free_victims(position: Position, unit: int) -> Sequence[int]:
    """Enemies that a stalker may name: a champion's are no smaller than itself, and of Savages each has its own."""
    one = position.unit(unit)
    enemies = position.in_play(1 - one.side)
    if unit in champions(position, one.side).values():
        enemies = [enemy for enemy in enemies if position.unit(enemy).card.size >= one.card.size]
    if everybody_has(position, one.side, STALKER):
        hunted = {effect.value for effect in _hunts(position, one.side)}
        enemies = [enemy for enemy in enemies if enemy not in hunted]
    return enemies


def _hunts(position: Position, side: int) -> Iterator[Effect]:
    for unit in position.in_play(side):
        effect = position.conditions[unit].effect(VICTIM)
        if effect is not None:
            yield effect


def champions(position: Position, side: int) -> dict[str, int]:
    """16 Warrior Code: the champion of each formation that has one, by the key of its choice."""
    choices = position.sides[side].choices
    return {key: unit for key, unit in choices.items() if key.endswith(": champion") and unit != NOBODY}


# Formations


def _hunts_formations(position: Position, formation: Formation) -> bool:
    return any(bonus.award.to == "percent" and _stalks(position, bonus) for bonus in bonuses_of(position, formation))


def _stalks(position: Position, bonus: Any) -> bool:
    return STALKER in bonus.award.abilities and bool(given_now(position, bonus))


def _hunts_now(position: Position, formation: Formation) -> bool:
    """Whether it has chosen: its stalkers hunt a formation that is left, or each its own enemy."""
    return any(has_prey(position, unit) for unit in _stalkers_of(position, formation))


def _stalkers_of(position: Position, formation: Formation) -> list[int]:
    pairs = [pair for bonus in bonuses_of(position, formation) for pair in given_now(position, bonus)]
    return [unit for unit, said in pairs if said == "Blood Stalker" and position.conditions[unit].alive]


def _alive(position: Position, side: int) -> list[Formation]:
    return [one for one in formations_of(position, side) if _left(position, one)]


def _left(position: Position, formation: Formation) -> bool:
    return any(position.conditions[unit].alive for unit in formation.units)


# What was chosen


def name_victims(position: Position, side: int, answer: dict[str, Any]) -> None:
    """16, 17, 18 Write down whom stalkers hunt; whoever hunts a formation names no victim of its own."""
    for unit, victim in answer.get("victims", ()):
        position.conditions[unit].drop_effect(QUARRY)
        position.conditions[unit].add_effect(Effect(VICTIM, value=victim))
        _first_victim(position, side, unit, victim)
    for formation in formations_of(position, side):
        name = answer.get(f"{formation.name}: quarry")
        quarry = next((one for one in formations_of(position, 1 - side) if one.name == name), None)
        if quarry is not None:
            for unit in _stalkers_of(position, formation):
                position.conditions[unit].drop_effect(VICTIM)
                position.conditions[unit].add_effect(Effect(QUARRY, value=quarry.index))


def _first_victim(position: Position, side: int, unit: int, victim: int) -> None:
    """16 Warrior Code: a champion's duel is with the first that it names."""
    condition = position.conditions[unit]
    if unit in champions(position, side).values() and condition.effect("duel") is None:
        condition.add_effect(Effect("duel", value=victim))


def duels(position: Position, side: int) -> tuple[int, int]:
    """16 Warrior Code: how many duels the champions of a side have won, and how many lost.

    All the damage has to be the other duellist's.
    """
    won = lost = 0
    for unit in champions(position, side).values():
        duel = position.conditions[unit].effect("duel")
        if duel is not None:
            won += _killed_alone(position, duel.value, unit)
            lost += _killed_alone(position, unit, duel.value)
    return won, lost


def _killed_alone(position: Position, victim: int, by: int) -> bool:
    condition = position.conditions[victim]
    return bool(condition.lost_in) and condition.hurt_by == (by,)
