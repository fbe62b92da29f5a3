"""MekBay's links, and the forces that it saves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from musterhall.games.alpha_strike.force.forces import REGULAR_SKILL, ForceUnit
from musterhall.games.alpha_strike.lists import tool_names
from musterhall.games.alpha_strike.lists.query import read_query
from musterhall.games.alpha_strike.lists.reading import (
    LONGEST_NAME,
    MOST_LINES,
    ListedGroup,
    Reading,
    is_skill,
    one_line,
    shown,
)
from musterhall.games.alpha_strike.units.card_names import joined
from musterhall.games.alpha_strike.units.cards import TYPES, Card, is_aerospace, is_mech
from musterhall.games.alpha_strike.units.library import Library
from musterhall.problems import BadInput

TITLE = "MekBay"
ALPHA_STRIKE = "as"

# Links

_LINK = re.compile(r"\s*(?:\S*\?)?\S*\b(?:units|mul_ids|instance|gs)=\S*", re.ASCII)
LINK_FIELDS = {"gs", "units", "mul_ids", "name", "factionId", "eraId"}


def is_link(text: str) -> bool:
    first = text.split("\n", 1)[0]
    return bool(_LINK.fullmatch(first.strip())) and ("?" in first or first.startswith("gs="))


def read_link(text: str, reading: Reading) -> None:
    """gs=as&units=name;formation~unit:skill,unit|...&name=...&factionId=...&eraId=..."""
    first, _, more = text.partition("\n")
    for number, line in enumerate(more.split("\n")[:MOST_LINES], 2):
        if line.strip():
            reading.unknown(f"line {number}", one_line(line)[:LONGEST_NAME])
    told = read_query(first.strip().rpartition("?")[2])
    _require_alpha_strike(told.get("gs", ALPHA_STRIKE), reading.name)
    key = "units" if told.get("units") else "mul_ids"
    if not told.get(key):
        raise BadInput(
            f"{reading.name}: the link has no units in it, and only {TITLE} itself can look into a force that is saved "
            "there; share the force as a link with its units."
        )
    reading.said["name"] = one_line(told.get("name"))
    _take_numbers(reading, told)
    reading.not_known(
        "the link's", (one for one in told if one not in LINK_FIELDS and one not in tool_names.mekbay().own)
    )
    for at, group in enumerate(told[key].split("|"), 1):
        _link_group(reading, group, key, f"group {at}")


def _link_group(reading: Reading, text: str, key: str, where: str) -> None:
    head, tilde, units = text.rpartition("~")
    name, _, formation = head.partition(";")
    if tilde:
        reading.begin_of(tool_names.mekbay(), one_line(name), one_line(formation), where)
    else:
        reading.begin("", "", where)
    for at, one in enumerate(filter(None, units.split(",")), 1):
        reading.count(place := f"{where}, unit {at}")
        called, _, skill = one.partition(":")
        card = _card(called, reading.library) if key == "units" else _numbered(called, reading.library)
        if card is None:
            reading.unknown(place, called.strip())
        else:
            reading.add(ForceUnit(card.name, card, _link_skill(reading, card, skill, place)), place)


def _link_skill(reading: Reading, card: Card, text: str, where: str) -> int:
    if not text:
        return REGULAR_SKILL
    if text.isdecimal() and len(text) < 3 and is_skill(int(text)):
        return int(text)
    reading.complain(where, f"{card.name}: there is no skill {shown(text)}", f"It is taken as {REGULAR_SKILL}.")
    return REGULAR_SKILL


# Saved forces

FORCE_FIELDS = {"name", "groups", "factionId", "eraId", "pv", "note", "tags", "c3Networks"}
GROUP_FIELDS = {"name", "formationId", "formationTargetGroupId", "units"}
UNIT_FIELDS = {"unit", "model", "chassis", "alias", "commander", "skill", "abilities", "formationAbilities", "state"}


def is_saved(data: Mapping[str, Any]) -> bool:
    """MekBay's groups have units by name; those of Jeff's tools are whole cards."""
    groups = data.get("groups")
    rows = (
        [row for group in groups if isinstance(group, Mapping) for row in _list(group.get("units"))]
        if isinstance(groups, list)
        else []
    )
    return "instanceId" in data or any(isinstance(row, Mapping) and "unit" in row for row in rows)


def read_saved(data: Mapping[str, Any], reading: Reading) -> None:
    _require_alpha_strike(data.get("type", ALPHA_STRIKE), reading.name)
    reading.said["name"] = one_line(data.get("name"))
    _take_numbers(reading, data)
    _name_unknown(reading, "the force's", data, FORCE_FIELDS)
    _left_out(reading, data)
    if isinstance(data.get("pv"), int):
        reading.totals.append(("its pv", data["pv"]))
    by_id: dict[str, ListedGroup] = {}
    supporting: list[tuple[ListedGroup, str]] = []
    for at, group in enumerate(_list(data.get("groups")), 1):
        reading.count(where := f"group {at}")
        if not isinstance(group, Mapping):
            reading.complain(where, "has no units")
            continue
        listed = _saved_group(reading, group, where)
        by_id[str(group.get("id"))] = listed
        if group.get("formationTargetGroupId"):
            supporting.append((listed, str(group["formationTargetGroupId"])))
    for listed, target in supporting:
        listed.supports = by_id.get(target)
        if listed.supports is None or not listed.supports.kind:
            reading.complain(
                "", f"{shown(listed.name or listed.kind)} supports a group that is no formation of the list"
            )


def _saved_group(reading: Reading, group: Mapping[str, Any], where: str) -> ListedGroup:
    _name_unknown(reading, "a group's", group, GROUP_FIELDS)
    name, formation = one_line(group.get("name")), one_line(group.get("formationId"))
    listed = reading.begin_of(tool_names.mekbay(), name, formation, where)
    for at, row in enumerate(_list(group.get("units")), 1):
        reading.count(place := f"{where}, unit {at}")
        _saved_unit(reading, row if isinstance(row, Mapping) else {"unit": str(row)}, listed, place)
    return listed


def _saved_unit(reading: Reading, row: Mapping[str, Any], listed: ListedGroup, where: str) -> None:
    called = one_line(row.get("unit"))
    full = f"{one_line(row.get('chassis'))} {one_line(row.get('model'))}".strip()
    card = _card(called, reading.library, full) or reading.library.get(full)
    if card is None:
        reading.unknown(where, called or full or "a unit without a name")
        return
    _name_unknown(reading, "a unit's", row, UNIT_FIELDS)
    state = row.get("state")
    marks = [state.get(key) for key in tool_names.mekbay().play] if isinstance(state, Mapping) else []
    reading.played += any(map(_is_marked, marks))
    skill = row.get("skill", REGULAR_SKILL)
    if not is_skill(skill):
        reading.complain(where, f"{card.name} has no skill that can be read", f"It is taken as {REGULAR_SKILL}.")
        skill = REGULAR_SKILL
    given = _abilities(reading, row.get("formationAbilities"), card, where)
    if given and listed.kind:
        listed.given[len(reading.units)] = given
    elif given:
        what = f"{card.name}: what its formation gives it ({', '.join(given)}) is left out"
        reading.complain(where, what, "Its group is no formation here.")
    abilities = tuple(_abilities(reading, row.get("abilities"), card, where))
    unit = ForceUnit(one_line(row.get("alias")) or card.name, card, skill, abilities)
    reading.add(unit, where, commander=bool(row.get("commander")))


def _abilities(reading: Reading, told: object, card: Card, where: str) -> list[str]:
    """Ids such as lucky2, or abilities of the player's own with a name, a cost and what they do."""
    found = []
    for one in _list(told):
        if isinstance(one, Mapping):
            found.append(one_line(one.get("name"))[:LONGEST_NAME])
            rest = "; ".join(str(one[key]) for key in ("cost", "summary") if one.get(key))
            if rest:
                told_so = shown(one_line(str(one.get("summary") or rest)))
                reading.complain(where, f"{card.name}: of {found[-1]} only the name is kept, not {told_so}")
            continue
        said = re.sub(r"(\d)$", r" \1", str(one).replace("_", " "))
        ability = tool_names.called_ability(said)
        if ability is None:
            reading.complain(
                where, f"{card.name}: no pilot ability is called {shown(str(one))}", "It is kept as it is."
            )
        found.append(ability or str(one)[:LONGEST_NAME])
    return list(filter(None, found))


def _left_out(reading: Reading, data: Mapping[str, Any]) -> None:
    if note := one_line(data.get("note")):
        reading.complain("", f"its note is left out: {shown(note)}")
    if tags := _list(data.get("tags")):
        reading.complain("", f"its tags are left out: {shown(', '.join(map(str, tags)))}")
    if _list(data.get("c3Networks")):
        reading.complain("", "its C3 networks are left out", "They are set up when play begins.")


def _take_numbers(reading: Reading, data: Mapping[str, Any]) -> None:
    """Faction and era by their numbers on the Master Unit List."""
    for key, word, table in (("factionId", "faction", tool_names.factions()), ("eraId", "era", tool_names.eras())):
        number = data.get(key)
        if number is None:
            continue
        if str(number) in table:
            reading.said[word] = table[str(number)]
        else:
            reading.complain("", f"{word} number {str(number)[:20]} is not known", f"Choose the {word} by hand.")


def _require_alpha_strike(system: object, name: str) -> None:
    if system != ALPHA_STRIKE:
        raise BadInput(f"{name}: is a list for Classic BattleTech; switch {TITLE} to Alpha Strike and share it again.")


def _is_marked(value: object) -> bool:
    inner = list(value.values()) if isinstance(value, Mapping) else value
    return any(map(_is_marked, inner)) if isinstance(inner, list) else bool(inner)


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _name_unknown(reading: Reading, whose: str, row: Mapping[str, Any], known: set[str]) -> None:
    own = tool_names.mekbay().own
    reading.not_known(whose, (key for key, value in row.items() if value and key not in known and key not in own))


# MekBay's names for units


def _numbered(text: str, library: Library) -> Card | None:
    text = text.strip()
    return library.by_number(int(text)) if text.isdecimal() and len(text) < 10 else None


def _card(called: str, library: Library, full: str = "") -> Card | None:
    """BMAtlas_AS7D is Atlas AS7-D; of several that are called so, that of the full name, or of the type in front."""
    kind, rest = (called[:2], called[2:]) if called[:2] in TYPES else ("", called)
    found = _by_letters(library).get(joined(rest), ())
    best = sorted(
        found, key=lambda card: (card.full_name != full, card.type != kind, joined(card.full_name) != joined(rest))
    )
    return best[0] if best else None


@lru_cache(maxsize=2)
def _by_letters(library: Library) -> dict[str, list[Card]]:
    found: dict[str, list[Card]] = {}
    for card in library.cards:
        for name in dict.fromkeys((f"{first_name(card)} {card.variant}", card.full_name, card.name)):
            found.setdefault(joined(name), []).append(card)
    return found


def first_name(card: Card) -> str:
    """Mad Cat (Timber Wolf) goes by Mad Cat; what stands in brackets behind a vehicle or a suit is no second name."""
    return card.chassis.partition(" (")[0] if is_mech(card) or is_aerospace(card) else card.chassis
