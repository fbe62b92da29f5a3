"""Factions as the Master Unit List names them: which there are, their other names, and the lists they share."""

from __future__ import annotations

from functools import cache, lru_cache

from pydantic import Field

from musterhall.games.alpha_strike.package_data import FileModel, catalogue_data
from musterhall.problems import parse_model


class _Group(FileModel):
    general: str = ""
    """The list that all factions of the group share."""
    factions: list[str] = Field(min_length=1)


class _File(FileModel):
    group: dict[str, _Group]
    also: dict[str, str]
    """Other names of factions."""
    seen: dict[str, list[str]]
    """Factions that are known to be there in an era."""


@cache
def _file() -> _File:
    name = "factions.toml"
    return parse_model(_File, catalogue_data(name), name)


@cache
def faction_names() -> tuple[str, ...]:
    """Every name that a faction goes by."""
    listed = (name for group in _file().group.values() for name in (*group.factions, group.general) if name)
    return (*listed, *_file().also)


@lru_cache(maxsize=8192)
def faction_key(name: str) -> str:
    """A faction's name as it is compared: House Kurita is the Draconis Combine."""
    said = _plain(name)
    return _by_other_name().get(said, said)


def is_faction(name: str) -> bool:
    return faction_key(name) in _keys()


@lru_cache(maxsize=1024)
def factions_sharing(name: str) -> tuple[str, ...]:
    """The factions of the group whose general list this is; none where it is no such list."""
    return tuple(one for group in _file().group.values() if _is_general(group, name) for one in group.factions)


@lru_cache(maxsize=1024)
def is_seen(faction: str, era: str) -> bool:
    """Whether a faction is known to be there in an era; of an era without such knowledge each might be."""
    known = next((names for when, names in _file().seen.items() if _plain(when) == _plain(era)), None)
    return known is None or faction_key(faction) in map(faction_key, known)


@lru_cache(maxsize=65536)
def stands_for(listed: str, faction: str) -> bool:
    """Whether a list of that name is the faction's: its own, or the general one of its group."""
    wanted = faction_key(faction)
    return faction_key(listed) == wanted or faction_key(listed) == _general().get(wanted)


def names_for(faction: str) -> list[str]:
    """Every name that a faction may be meant by: its own, its other ones, and its general list."""
    key = faction_key(faction)
    meant = [name for name in faction_names() if faction_key(name) in (key, _general().get(key))]
    return list(dict.fromkeys([faction, *meant]))


def _is_general(group: _Group, name: str) -> bool:
    return bool(group.general) and faction_key(group.general) == faction_key(name)


@cache
def _keys() -> frozenset[str]:
    return frozenset(map(faction_key, faction_names()))


@cache
def _by_other_name() -> dict[str, str]:
    return {_plain(other): _plain(name) for other, name in _file().also.items()}


@cache
def _general() -> dict[str, str]:
    """The general list for each faction that has one."""
    groups = [group for group in _file().group.values() if group.general]
    return {faction_key(name): faction_key(group.general) for group in groups for name in group.factions}


def _plain(name: str) -> str:
    return " ".join(name.casefold().replace("\u2019", "'").split())
