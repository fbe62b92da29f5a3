"""Abilities of pilots and forces, and munitions: the one place from which everything else takes them."""

from __future__ import annotations

from musterhall.games.alpha_strike.abilities.command_abilities import (
    CommandAbility,
    Option,
    TakenCommandAbility,
    banned_inside,
    check_command_abilities,
    command_abilities,
    command_ability_names,
    is_banned_command,
    read_command_ability,
)
from musterhall.games.alpha_strike.abilities.modifiers import Modifier, Source, reckon
from musterhall.games.alpha_strike.abilities.munitions import (
    Munition,
    check_munitions,
    munitions,
    munitions_for,
    read_munition,
)
from musterhall.games.alpha_strike.abilities.pilot_abilities import (
    AverageSkill,
    PilotAbility,
    TakenPilotAbility,
    average_skill,
    check_pilot_abilities,
    find_named,
    is_banned,
    pilot_abilities,
    pilot_ability_limits,
    pilot_ability_names,
    rating,
    read_pilot_ability,
)

__all__ = [
    "AverageSkill",
    "CommandAbility",
    "Modifier",
    "Munition",
    "Option",
    "PilotAbility",
    "Source",
    "TakenCommandAbility",
    "TakenPilotAbility",
    "average_skill",
    "banned_inside",
    "check_command_abilities",
    "check_munitions",
    "check_pilot_abilities",
    "command_abilities",
    "command_ability_names",
    "find_named",
    "is_banned",
    "is_banned_command",
    "munitions",
    "munitions_for",
    "pilot_abilities",
    "pilot_ability_limits",
    "pilot_ability_names",
    "rating",
    "read_command_ability",
    "read_munition",
    "read_pilot_ability",
    "reckon",
]
