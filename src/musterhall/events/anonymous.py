"""An event without its people: the same journal, with "Player 7" for a name and nothing that somebody wrote freely."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from musterhall.events.entries import Entry

LEFT_OUT = "left out"
FREE_TEXTS = ("note", "text", "why", "about")
"""What anybody may have written anything into; a force's own text is kept, without names."""
NOT_PEOPLE = ("", "organiser", "the clock", "somebody")


def without_names(entries: Sequence[Entry]) -> list[Entry]:
    names, teams = _names(entries), _teams(entries)
    pattern = _pattern([*names, *teams])
    known = names | teams

    def plain(text: str) -> str:
        return pattern.sub(lambda found: known[found[0].casefold()], text) if pattern else text

    return [_without(entry, names, plain) for entry in entries]


def _names(entries: Sequence[Entry]) -> dict[str, str]:
    """Every name that a player ever had, in small letters, with what stands for it."""
    named = [one for one in entries if one.kind in ("player.added", "player.changed") and one.data.get("name")]
    return {str(one.data["name"]).casefold(): f"Player {one.data['player'].removeprefix('p')}" for one in named}


def _teams(entries: Sequence[Entry]) -> dict[str, str]:
    found = [str(one.data.get("team") or "").casefold() for one in entries if one.kind.startswith("player.")]
    return {team: f"Team {number}" for number, team in enumerate(dict.fromkeys(filter(None, found)), start=1)}


def _pattern(names: Sequence[str]) -> re.Pattern[str] | None:
    longest_first = sorted(filter(None, names), key=len, reverse=True)
    found = "|".join(map(re.escape, longest_first))
    return re.compile(rf"(?<!\w)(?:{found})(?!\w)", re.IGNORECASE) if found else None


def _without(entry: Entry, names: Mapping[str, str], plain: Any) -> Entry:
    who = entry.who
    if who not in NOT_PEOPLE and not re.fullmatch(r"p\d+", who):
        who = names.get(who.casefold(), "organiser")
    data = {key: _value(entry.kind, key, value, plain) for key, value in entry.data.items()}
    # A sender's mark is of no more use.
    return replace(entry, who=who, why=LEFT_OUT if entry.why else "", key="", data=data)


def _value(kind: str, key: str, value: Any, plain: Any) -> Any:
    if key in FREE_TEXTS and kind != "force.submitted" and isinstance(value, str):
        return LEFT_OUT if value else value
    return _plain(value, plain)


def _plain(value: Any, plain: Any) -> Any:
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, Mapping):
        return {key: _plain(one, plain) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one, plain) for one in value]
    return value
