"""Small forces with aircraft, for battles that are fought many times."""

from __future__ import annotations

from functools import cache
from typing import Any

from musterhall.games.the_game.army.forces import Force, force_from_data
from musterhall.games.the_game.field.tables import shipped_tables
from musterhall.games.the_game.game import Setup
from musterhall.games.the_game.readings.variants import Variants

LIFT = ("Lift 1", "Lift 2", "Lift 3", "Lift 4")


def formation(name: str, entry: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "entry": entry, **more}


def force(name: str, army: str, *formations: dict[str, Any]) -> Force:
    data = {"game": "the_game", "name": name, "army": army, "points": 1000, "initiative": 2}
    return force_from_data(data | {"formation": list(formations)}, name)


@cache
def air_setup() -> Setup:
    """Tanks, planes and helicopters; Red has flak, which is not in the Orcs' list, and paratroopers."""
    red = force(
        "Red Air",
        "HumanXX",
        formation("Tanks", "Primary Tank company", options=["1 AA tank"], battle_group="Right"),
        formation("Light Tanks", "Secondary Tank company", options=["1 AA tank"], battle_group="Right"),
        formation("Hammer Flight", "HumanXX Attack Aircraft"),
        formation("Torch Flight", "HumanXX Attack Aircraft", weapons=["Napalm tanks"]),
        *(formation(name, "HumanXX Transport") for name in LIFT),
        formation("Paratroopers", "Special Forces", carried_by=list(LIFT)),
        formation("Tridents", "HumanXX Trident Helicopter"),
    )
    blue = force(
        "Blue Air",
        "Orc Hegemony",
        formation("Goblin Tanks", "Goblin Tank company", battle_group="Left"),
        formation("Gunwagons", "Orc Gunwagons", battle_group="Left"),
        formation("Red Wing", "Orc Attack Aircraft"),
        formation("Black Wing", "Orc Attack Aircraft", weapons=["Cluster Bombs"]),
        formation("Shock Troops", "Orc Shock Troop force", options=["2 Grond-12 Helicopters"], battle_group="Sky"),
        formation("Gunships", "Orc Attack Helicopter"),
        formation("Ferry", "Orc Transport Helicopter"),
        formation("Boots", "Orc Infantry company", carried_by=["Ferry"]),
    )
    return Setup(red, blue, next(iter(shipped_tables().values())), Variants.default())
