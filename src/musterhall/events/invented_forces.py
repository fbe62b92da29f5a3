"""Forces for players whom nobody knows: those that come with the games under several names, and what was drafted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from musterhall.events.drafts import Item, build_force
from musterhall.events.invented import FORCE_NAMES, Luck
from musterhall.games.alpha_strike.forces import Force, force_toml
from musterhall.games.alpha_strike.library import starter_library
from musterhall.packs.model import Pack, load_pack
from musterhall.packs.submissions import Submission, submission
from musterhall.problems import BadInput

GREENEST = 7
"""The worst skill that a pilot can have."""


@dataclass(frozen=True, slots=True)
class Brought:
    """What players may hand in at an event: forces it takes, and some that it sends back."""

    fit: tuple[Submission, ...]
    unfit: tuple[Submission, ...]


@lru_cache(maxsize=64)
def brought(pack_text: str) -> Brought:
    """Forces that come with the pack's game, each checked once."""
    pack = load_pack(pack_text, "the pack")
    shipped = [submission(pack, text, name) for name, text in _shipped(pack.game)]
    legal = [one for one in shipped if one.legal]
    if not legal:
        raise BadInput(
            f"{pack.name}: no force that comes with {pack.game} is legal here, so no event can be simulated."
        )
    # Who can bring a large force does not bring a small one.
    full = [one for one in legal if 4 * one.points >= 3 * max(other.points for other in legal)]
    renamed = [submission(pack, _called(name, one.text), name) for one in full for name in FORCE_NAMES]
    return Brought((*full, *renamed), tuple(one for one in shipped if not one.legal))


def drafted_force(pack: Pack, items: Sequence[Item], player: str, luck: Luck) -> Submission:
    """What a player makes of drafted figures: green pilots where the points would not do otherwise."""
    library = starter_library()
    choices: list[dict[str, Any]] = []
    for item in items:
        choice: dict[str, Any] = {"item": item.id, "version": luck.pick(item.box.versions)}
        if item.box.pilot and luck.chance(50) and item.box.pilot.qualified(library.find(choice["version"])):
            choice["legendary"] = True
        choices.append(choice)
    name = luck.pick(FORCE_NAMES)
    force = build_force(pack, items, choices, player, name, library)
    while _over(pack, force) and (at := _dearest(force)) is not None:
        choices[at] = {**choices[at], "skill": force.units[at].skill + 1, "legendary": False}
        force = build_force(pack, items, choices, player, name, library)
    return submission(pack, force_toml(force), name)


def _shipped(game: str) -> list[tuple[str, str]]:
    """Names and texts; a game is loaded when it is asked for, because some take their time."""
    if game == "alpha_strike":
        from musterhall.games.alpha_strike.forces import shipped_force_text, shipped_forces
    elif game == "age_of_destruction":
        from musterhall.games.age_of_destruction.forces import shipped_force_text, shipped_forces
    else:
        from musterhall.games.the_game.forces import shipped_force_text, shipped_forces
    return [(name, shipped_force_text(name)) for name in shipped_forces()]


def _called(name: str, text: str) -> str:
    """The same force under another name; the force's own name comes before those of its units."""
    return re.sub(r'(?m)^name = ".*"$', f'name = "{name}"', text, count=1)


def _over(pack: Pack, force: Force) -> bool:
    allowed = pack.force.points.allowed(len(force.units))
    return allowed is not None and force.pv > allowed


def _dearest(force: Force) -> int | None:
    """The dearest unit whose pilot can be greener."""
    places = [at for at, unit in enumerate(force.units) if unit.skill < GREENEST]
    return max(places, key=lambda at: force.units[at].pv.total, default=None)
