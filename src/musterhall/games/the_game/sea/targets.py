"""4.4, 4.6 What hurts a vessel, and what makes a submarine hard to hit."""

from __future__ import annotations

from collections.abc import Collection

from musterhall.games.the_game.army.datasheets import (
    GROUND,
    HELICOPTERS,
    NAVAL,
    SHIP,
    SUBMARINE,
    TRANSPORT_HELICOPTER,
    SpecialRule,
)
from musterhall.games.the_game.army.weapon_types import weapon_types
from musterhall.games.the_game.readings.variants import Variants

ARTILLERY = "AS"
"""1.7.4 A barrage, as if it were a type of weapon."""
ATTACK_SUBMARINE = "attack submarine"
PRINTED = ("AP", "AT", "AA", ARTILLERY)
"""B39 The types that printed weapons have."""
SHELLED: dict[str, frozenset[str]] = {
    "landed": frozenset({TRANSPORT_HELICOPTER}),
    "never": frozenset(),
    "always": frozenset(HELICOPTERS),
}
"""C12 The helicopters that a barrage hurts; a transport helicopter under one has landed."""
NOTHING_HURTS_A_SHIP = "nothing that is printed can hurt a ship, as no printed weapon has AN or VH (4.4, B39)"


def targets_of(kind: str, variants: Variants) -> frozenset[str]:
    """1.7, 1.7.4, 4.4 The unit types that a type of weapon hurts, as the open points of chapters 3 and 4 are read."""
    hurt = frozenset(GROUND) if kind == ARTILLERY else weapon_types()[kind]
    if kind == ARTILLERY and variants.artillery_vs_naval == "as_vh":
        hurt |= targets_of("VH", variants) & frozenset(NAVAL)
    if kind == ARTILLERY:
        hurt |= SHELLED[variants.artillery_vs_helicopter]
    if kind == "VH" and variants.vh_vs_submarine:
        hurt |= {SUBMARINE}
    if kind == "AT" and variants.an_missing == "at_serves":
        hurt |= {SHIP}
    return hurt


def hard_to_hit(unit_type: str, rules: Collection[SpecialRule]) -> list[tuple[str, int, str]]:
    """4.6, 4.6.1 What is taken off every shot at a submarine: one, and one more for the nimble kind."""
    if unit_type != SUBMARINE:
        return []
    nimble = any(rule.name == ATTACK_SUBMARINE for rule in rules)
    return [("submarine", -1, "4.6"), *([(ATTACK_SUBMARINE, -1, "4.6.1")] if nimble else [])]
