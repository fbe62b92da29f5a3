"""Forces and hands as lists for people, and forces to begin with where a game has no builder here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from musterhall.events.cards import Roster
from musterhall.events.event import Event, HandedIn, Player
from musterhall.problems import BadInput

AGE_OF_DESTRUCTION = "age_of_destruction"
THE_GAME = "the_game"
"""Its forces, cards and points go by formations."""

EXAMPLES: Mapping[str, str] = {
    AGE_OF_DESTRUCTION: """\
game = "age_of_destruction"
name = "My force"
faction = "Spirit Cats"

[[unit]]
name = "Whisker Claw"
type = "mech"
points = 118
rank = "veteran"

[[unit]]
name = "Night Prowlers"
type = "infantry"
points = 23
rank = "elite"
speed_mode = "foot"
count = 2
""",
    THE_GAME: """\
game = "the_game"
name = "My force"
army = "HumanXX"
points = 500
initiative = 2

[[formation]]
name = "First Infantry"
entry = "Infantry company"
options = ["2 LAW infantry", "7 APCs"]
battle_group = "Main body"
commander = true

[[formation]]
name = "Mortars"
entry = "Mortar Battery"
battle_group = "Main body"
""",
}
"""The shortest force file that shows how one is written, for the games that have no builder."""


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
    one = "formation" if game == THE_GAME else "unit"
    return one if number == 1 else f"{one}s"


def own_rows(game: str, force: HandedIn) -> list[Row]:
    """All of a player's own force."""
    more = _contents(force.text) if game == THE_GAME else _pilots(force.locked)
    return _rows(force.roster, more)


def open_rows(game: str, roster: Roster, force: HandedIn | None) -> list[Row]:
    """What an opponent may know of a force: who leads a formation stays out of it."""
    locked = force.locked if force else {}
    return _rows(roster, _entries(locked) if game == THE_GAME else _pilots(locked))


@cache
def shipped_forces(game: str) -> Mapping[str, tuple[str, str]]:
    """Forces that come with a game: what each is, and its file."""
    if game == AGE_OF_DESTRUCTION:
        from musterhall.games.age_of_destruction import forces as destruction

        mine = [(name, destruction.shipped_force(name)) for name in destruction.shipped_forces()]
        return {name: (f"{one.name}, {one.points} points", destruction.shipped_force_text(name)) for name, one in mine}
    if game == THE_GAME:
        from musterhall.games.the_game import forces as the_game

        found = [(name, the_game.shipped_force(name)) for name in the_game.shipped_forces()]
        return {name: (f"{one.name}, {one.cost} points", the_game.shipped_force_text(name)) for name, one in found}
    return {}


def _rows(roster: Roster, more: Mapping[str, str]) -> list[Row]:
    return [Row(unit.name, unit.type, unit.points, more.get(unit.name, "")) for unit in roster.units]


def _pilots(locked: Mapping[str, Any]) -> dict[str, str]:
    return {name: _pilot(one) for name, one in locked.get("pilots", {}).items()}


def _pilot(one: Mapping[str, Any]) -> str:
    skill = f"skill {one['skill']}" if one.get("skill") is not None else ""
    return ", ".join(filter(None, [skill, one.get("legendary", "")]))


def _entries(locked: Mapping[str, Any]) -> dict[str, str]:
    return {one["name"]: one["entry"] for one in locked.get("formations", ())}


@lru_cache(maxsize=256)
def _contents(text: str) -> Mapping[str, str]:
    from musterhall.games.the_game.forces import read_force

    try:
        force = read_force(text, "the force")
    except BadInput:
        # Handed in when the army lists said something else.
        return {}
    names = {one.name: (unit.name.removeprefix(f"{force.army} ") for unit in one.units) for one in force.formations}
    return {name: _counted(units) for name, units in names.items()}


def _counted(names: Iterable[str]) -> str:
    return ", ".join(f"{number} {name}" for name, number in Counter(names).items())


def hand_form(event: Event, player: Player) -> dict[str, Any]:
    """A row for each card that a hand may have, filled in as far as there is one, and the kinds to choose from."""
    if event.rules.hand is None:
        return {"hand_rows": [], "hand_kinds": []}
    blank = {"name": "", "kind": ""}
    return {
        "hand_rows": [*player.hand, *[blank] * event.planned][: max(event.planned, len(player.hand))],
        "hand_kinds": [(kind, kind.replace("_", " ")) for kind in event.rules.hand.kinds],
    }
