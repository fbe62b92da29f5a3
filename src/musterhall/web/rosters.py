"""Forces and hands as lists for people, and forces to begin with where a game has no builder here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from musterhall.events.cards import Roster
from musterhall.events.event import Event, HandedIn
from musterhall.game.hands import HandCards
from musterhall.games import game_named


@dataclass(frozen=True, slots=True)
class Row:
    """A unit, or a formation where the game counts those."""

    name: str
    type: str
    points: int
    more: str = ""
    """Skill and legend of its pilot, or what is in it."""


def word_for(game: str, number: int = 2) -> str:
    """What the game calls that of which a force is made."""
    one = game_named(game).words.counted
    return one if number == 1 else f"{one}s"


def own_rows(game: str, force: HandedIn) -> list[Row]:
    """All of a player's own force."""
    return _rows(force.roster, game_named(game).forces.own_notes(force.text, force.locked))


def open_rows(game: str, roster: Roster, force: HandedIn | None) -> list[Row]:
    """What an opponent may know of a force."""
    return _rows(roster, game_named(game).forces.open_notes(force.locked if force else {}))


@cache
def offered_forces(game: str) -> Mapping[str, tuple[str, str]]:
    """Forces to begin with where a game has no builder here: what each is, and its file."""
    found = game_named(game)
    if found.builder is not None:
        return {}
    files = {name: found.forces.shipped_text(name) for name in found.forces.shipped()}
    lines = {name: found.forces.in_short(found.forces.read(text, f"{name}.toml")) for name, text in files.items()}
    return {name: (f"{line.name}, {line.cost} points", files[name]) for name, line in lines.items()}


def _rows(roster: Roster, more: Mapping[str, str]) -> list[Row]:
    return [Row(unit.name, unit.type, unit.points, more.get(unit.name, "")) for unit in roster.units]


def hand_form(event: Event, hand: HandCards) -> dict[str, Any]:
    """A row for each card that a hand may have, filled in as far as there is one, and the kinds to choose from."""
    if event.rules.hand is None:
        return {"hand_rows": [], "hand_kinds": []}
    blank = {"name": "", "kind": ""}
    return {
        "hand_rows": [*hand, *[blank] * event.planned][: max(event.planned, len(hand))],
        "hand_kinds": [(kind, kind.replace("_", " ")) for kind in event.rules.hand.kinds],
    }
