"""What other tools call the things of this game: their numbers and names for abilities, formations and factions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from pydantic import Field

from musterhall.games.alpha_strike.abilities.pilot_abilities import find_named, pilot_abilities, spellings
from musterhall.games.alpha_strike.force import known_names
from musterhall.games.alpha_strike.package_data import FileModel, catalogue_data
from musterhall.games.alpha_strike.units.card_names import joined
from musterhall.games.alpha_strike.units.factions import faction_key
from musterhall.games.alpha_strike.units.mul import LIST_ERAS
from musterhall.problems import parse_model


class ToolFormation(FileModel):
    """A formation of ours under another tool's name."""

    kind: str
    option: str = ""


class Tool(FileModel):
    """What one tool calls otherwise, and what it keeps in a list besides the force."""

    lacks: list[str]
    play: list[str]
    own: list[str]
    card: list[str] = Field(default_factory=list)
    formations: dict[str, ToolFormation]
    abilities: dict[str, str] = Field(default_factory=dict)

    def formation(self, name: str) -> ToolFormation | None:
        """What the tool calls so; None where we have no such formation."""
        for theirs, ours in self.formations.items():
            if joined(theirs) == joined(name):
                return ours
        key = known_names.formation.find(name.removesuffix("-lance"))
        return ToolFormation(kind=key) if key else None

    def formation_name(self, kind: str, option: str = "") -> str | None:
        """The name under which the tool has a formation of ours, where it calls it otherwise."""
        called = [theirs for theirs, ours in self.formations.items() if ours.kind == kind]
        fitting = [theirs for theirs in called if self.formations[theirs].option == option]
        return next(iter(fitting or called), None)


class _File(FileModel):
    jeffs: Tool
    mekbay: Tool
    factions: dict[str, str]


@cache
def _file() -> _File:
    name = "list_names.toml"
    return parse_model(_File, catalogue_data(name), name)


def jeffs() -> Tool:
    return _file().jeffs


def mekbay() -> Tool:
    return _file().mekbay


def factions() -> Mapping[str, str]:
    """The Master Unit List's factions by number."""
    return _file().factions


def eras() -> Mapping[str, str]:
    """Its eras by number."""
    return {str(number): name for name, number in LIST_ERAS.items()}


def number_of(name: str, table: Mapping[str, str]) -> int | None:
    """The number of a name, or of another name of the same faction."""
    same = {joined(name), joined(faction_key(name))}
    return next((int(number) for number, known in table.items() if joined(known) in same), None)


@cache
def ability_names() -> tuple[str, ...]:
    """Every pilot ability that a list may name, the longest name first; our catalogue does not have them all."""
    others = (name for name in jeffs().abilities.values() if name[-2:-1] not in "1234")
    return tuple(
        sorted({*(one.name for one in pilot_abilities().values()), *others}, key=lambda name: (-len(name), name))
    )


@cache
def ability_spellings() -> Mapping[str, str]:
    return spellings((name, name) for name in ability_names())


def called_ability(said: str) -> str | None:
    """An ability as our forces write it, with points or choice in brackets: Lucky 2 is Lucky (2)."""
    named, chosen = find_named(said, ability_spellings())
    if named is None:
        return None
    return f"{named} ({chosen})" if chosen else named
