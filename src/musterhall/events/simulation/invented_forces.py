"""Forces for players whom nobody knows: those that come with the games under several names, and what was drafted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from musterhall.events.drafting import drafted_by, drafting_of
from musterhall.events.drafts import Draft
from musterhall.events.event import Event, Player
from musterhall.events.simulation.invented import FORCE_NAMES, Luck
from musterhall.game.forces import Submission
from musterhall.games import game_named
from musterhall.packs.model import load_pack
from musterhall.packs.submissions import submission
from musterhall.problems import BadInput


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


def drafted_force(event: Event, player: Player, draft: Draft, luck: Luck) -> Submission:
    """What a player makes of drafted figures."""
    name = luck.pick(FORCE_NAMES)
    text = drafting_of(event).invent(drafted_by(event, player, draft), player.name, name, luck)
    return submission(event.pack, text, name)


def _shipped(game: str) -> list[tuple[str, str]]:
    """Names and texts; a game is loaded when it is asked for, because some take their time."""
    forces = game_named(game).forces
    return [(name, forces.shipped_text(name)) for name in forces.shipped()]


def _called(name: str, text: str) -> str:
    """The same force under another name; the force's own name comes before those of its units."""
    return re.sub(r'(?m)^name = ".*"$', f'name = "{name}"', text, count=1)
