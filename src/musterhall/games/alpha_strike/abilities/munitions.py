"""Alternate munitions: what a keyword on a card may fire in place of its standard rounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from musterhall.games.alpha_strike.abilities.pilot_abilities import nearest
from musterhall.games.alpha_strike.package_data import FileModel, catalogue_data
from musterhall.games.alpha_strike.units.card_names import joined
from musterhall.problems import BadInput, Problem, parse_model

SECTION = "AS:CE 143-150"


@dataclass(frozen=True, slots=True)
class Munition:
    """One alternate munition of one keyword."""

    key: str
    name: str
    keyword: str
    effect: str
    group: str
    """What a ban names, for every keyword that has it."""
    sure: bool = True
    plays: str = ""
    """How dice that fire it differ from standard ones; empty where they do not, or no rule is known."""

    def as_data(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


class _Entry(FileModel):
    name: str
    group: str
    keywords: list[str]
    effect: str
    sure: bool = True
    plays: str = ""


@cache
def munitions() -> dict[str, Munition]:
    """AS:CE 143-150 Every alternate munition of every keyword, by key: lrm_smoke, artais_smoke."""
    name = "munitions.toml"
    found = {}
    for key, data in catalogue_data(name).items():
        entry = parse_model(_Entry, data, f"{name}, {key}")
        for keyword in entry.keywords:
            own = f"{keyword.lower()}_{key.partition('_')[2]}"
            found[own] = Munition(own, entry.name, keyword, entry.effect, entry.group, entry.sure, entry.plays)
    return found


def munitions_for(keyword: str) -> tuple[Munition, ...]:
    """What one keyword may fire."""
    return tuple(one for one in munitions().values() if one.keyword == keyword.upper().replace("-", ""))


def read_munition(said: str, place: str) -> Munition:
    """A munition as it is written: "LRM: Semi-Guided", or its key."""
    keyword, colon, name = said.partition(":")
    for one in munitions().values():
        if joined(said) == joined(one.key) or (
            colon and joined(keyword) == joined(one.keyword) and joined(name) == joined(one.name)
        ):
            return one
    known = [f"{one.keyword}: {one.name}" for one in munitions().values()]
    raise BadInput(f"{place}: no alternate munition is called {said!r:.60}; {nearest(said, known)}")


def check_munitions(
    chosen: Sequence[Munition], keywords: Iterable[str] | None = None, banned: Iterable[str] = (), where: str = "force"
) -> list[Problem]:
    """AS:CE 143-150 One munition for a keyword, only for keywords that are there, none that is banned."""
    problems = []
    barred = [joined(name).removesuffix("missiles") for name in banned]
    there = None if keywords is None else {joined(word) for word in keywords}
    for one in chosen:
        if {joined(one.group), joined(one.name), joined(one.key)} & set(barred):
            problems.append(Problem(where, f"{one.keyword}: {one.name} is banned here", "event pack", "Take another"))
        if there is not None and joined(one.keyword) not in there:
            what = f"has {one.name} for {one.keyword}, which no card of it has"
            problems.append(Problem(where, what, SECTION, "Take it out"))
    for keyword in dict.fromkeys(one.keyword for one in chosen):
        names = list(dict.fromkeys(one.name for one in chosen if one.keyword == keyword))
        if len(names) > 1:
            what = f"has {' and '.join(names)} for {keyword}, and a keyword has one alternate munition"
            problems.append(Problem(where, what, "event pack", "Keep one of them"))
    return problems
