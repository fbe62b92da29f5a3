"""What the force builder works on: a force that may still be empty, and what one press of a button makes of it.

The whole force travels with the page as a force file, so the server keeps nothing of it. A form brings the fields that
the page had (`with_fields`) and the one thing that was pressed (`edited`), such as `add:Locust LCT-1V` or `remove:2`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from musterhall.games.alpha_strike.abilities.abilities import munitions_for, pilot_abilities
from musterhall.games.alpha_strike.building.building import allowed_kinds, force_of
from musterhall.games.alpha_strike.building.force_builder import BuiltForce, BuiltUnit
from musterhall.games.alpha_strike.force import known_names as names
from musterhall.games.alpha_strike.force.check_formations import formation_settings, units_to_split
from musterhall.games.alpha_strike.force.force_rules import Terms
from musterhall.games.alpha_strike.force.forces import (
    Choice,
    CommandChoice,
    Force,
    ForceUnit,
    Group,
    force_from_data,
    plain,
)
from musterhall.games.alpha_strike.force.formation_choices import ABILITY, OPTION, SUPPORTS
from musterhall.games.alpha_strike.formations.formations import FormationType, formation_types
from musterhall.games.alpha_strike.formations.solver import LeftOver, best_split
from musterhall.games.alpha_strike.units.cards import Card
from musterhall.games.alpha_strike.units.library import Library
from musterhall.problems import BadInput, parse_toml

MOST_UNITS = 60
"""More than any event has; a page with more would be too long for a phone."""
LONGEST_TEXT = 200_000
LONGEST_NAME = 120
WORST_SKILL = 8
SOLVER_SECONDS = 5.0
UNNAMED = "My force"
UNIT, GROUP, COMMAND = "u", "g", "c"
"""Fields are named by places: u0 is the first unit, g1 the second formation."""

Fields = Mapping[str, Any]


# The force on the page


def blank_force(terms: Terms, player: str = "") -> Force:
    era = terms.force.era.name if terms.force.era else ""
    return Force(UNNAMED, player, "", era, (), (), pack=terms.name)


def read_work(text: str, library: Library) -> Force:
    """The force on the page; unlike one that is handed in, it may have no units yet."""
    if len(text) > LONGEST_TEXT:
        raise BadInput(f"the force: has {len(text):,} characters, and no force needs that many; check the file.")
    try:
        data = parse_toml(text, "the force")
    except RecursionError:
        raise BadInput("the force: is nested too deeply to be one; make it flatter.") from None
    if data.get("unit"):
        force = force_from_data(data, "the force", library)
    else:
        # A force file needs a unit; while there is none, one stands in so that the rest can be read.
        standing_in = {**data, "unit": [{"unit": library.cards[0].name}]}
        force = replace(force_from_data(standing_in, "the force", library), units=())
    if len(force.units) > MOST_UNITS:
        raise BadInput(f"the force: has {len(force.units)} units, and the builder takes {MOST_UNITS}; take some out.")
    return force


def with_fields(force: Force, fields: Fields) -> Force:
    """The force with what was typed and chosen on the page. `shown` says which fields the page had."""
    shown = set(str(fields.get("shown", "")).split())
    if "head" in shown:
        name = text_of(fields, "name") or UNNAMED
        force = replace(force, name=name, faction=text_of(fields, "faction"), era=text_of(fields, "era"))
    if "units" in shown:
        force = _with_units(force, _tables(fields, "unit"), shown)
    if "formations" in shown:
        force = _with_groups(force, _tables(fields, "unit"), _tables(fields, "group"))
    if "command" in shown:
        force = replace(force, command_abilities=_command(force.command_abilities, fields))
    return force


def edited(force: Force, pressed: str, fields: Fields, library: Library) -> tuple[Force, str]:
    """The force after one press of a button, and a sentence about it where there is something to say."""
    name, _, rest = pressed.partition(":")
    edit = _EDITS.get(name)
    if edit is None:
        raise BadInput(f"{pressed[:60]!r}: is nothing that can be done here; load the page again.")
    return edit(force, rest, fields, library)


def proposed(force: Force, terms: Terms, seconds: float = SOLVER_SECONDS) -> tuple[Force, tuple[LeftOver, ...]]:
    """The force in the formations that are worth most, and the units that are in none."""
    settings = formation_settings(terms)
    units, kinds = units_to_split(force), allowed_kinds(terms)
    split = best_split(units, settings, force.faction, allowed=kinds, seconds_most=seconds)
    listed = tuple(BuiltUnit(unit.name, unit.card, unit.skill, unit.pv.total) for unit in force.units)
    found = force_of(BuiltForce(listed, force.pv, split, split.optimal), terms, force.faction, force.name)
    commanders = {unit.name for unit in found.units if unit.command_unit}
    units_now = (replace(unit, command_unit=unit.command_unit or unit.name in commanders) for unit in force.units)
    return replace(force, units=tuple(units_now), groups=found.groups), split.left_over


# Fields


def _with_units(force: Force, given: Mapping[str, Fields], shown: set[str]) -> Force:
    labels: list[str] = []
    for place, unit in enumerate(force.units):
        fields = given.get(f"{UNIT}{place}", {})
        labels.append(_free((text_of(fields, "name") or unit.card.name) if fields else unit.name, labels))
    units = tuple(
        _unit(replace(unit, name=label), given[f"{UNIT}{place}"], shown)
        if f"{UNIT}{place}" in given
        else replace(unit, name=label)
        for place, (unit, label) in enumerate(zip(force.units, labels, strict=True))
    )
    renamed = {unit.name: label for unit, label in zip(force.units, labels, strict=True)}
    return replace(force, units=units, groups=tuple(_renamed(group, renamed) for group in force.groups))


def _unit(unit: ForceUnit, fields: Fields, shown: set[str]) -> ForceUnit:
    skill = text_of(fields, "skill")
    if skill.isdecimal() and len(skill) < 4 and int(skill) <= WORST_SKILL:
        unit = replace(unit, skill=int(skill))
    if "command_units" in shown:
        unit = replace(unit, command_unit=bool(fields.get("command")))
    if "abilities" in shown:
        unit = replace(unit, abilities=_texts(fields.get("abilities")))
    if "legendary" in shown:
        unit = replace(unit, legendary=text_of(fields, "legendary"))
    if "munitions" in shown:
        unit = replace(unit, alternate_munitions=_chosen_munitions(unit, fields))
    return unit


def _chosen_munitions(unit: ForceUnit, fields: Fields) -> tuple[str, ...]:
    offered = munition_keywords(unit.card)
    # What the card has no keyword for cannot be chosen here, but the check has to see it.
    others = [f"{keyword}: {name}" for keyword, name in munitions_of(unit) if keyword not in offered]
    given = fields.get("munition")
    chosen = {key: text_of(given, key) for key in offered} if isinstance(given, Mapping) else {}
    return (*(f"{keyword}: {name}" for keyword, name in chosen.items() if name), *others)


def munitions_of(unit: ForceUnit) -> list[tuple[str, str]]:
    parts = (one.partition(": ") for one in unit.alternate_munitions)
    return [(keyword, name) for keyword, _, name in parts]


def munition_keywords(card: Card) -> tuple[str, ...]:
    """What on a card can fire something else."""
    found = dict.fromkeys(one.name for top in card.specials for one in (top, *top.inside))
    return tuple(keyword for keyword in found if munitions_for(keyword))


def _renamed(group: Group, renamed: Mapping[str, str]) -> Group:
    return replace(
        group,
        units=tuple(renamed.get(name, name) for name in group.units),
        commander=renamed.get(group.commander, group.commander),
        choices={renamed.get(key, key): value for key, value in group.choices.items()},
    )


def _with_groups(force: Force, units: Mapping[str, Fields], given: Mapping[str, Fields]) -> Force:
    """Each unit says which formation it is in; a formation says what it is."""
    by_key = {f"{UNIT}{place}": unit.name for place, unit in enumerate(force.units)}
    labels: list[str] = []
    for place, group in enumerate(force.groups):
        labels.append(_free(_group_name(group, given.get(f"{GROUP}{place}", {})), labels))
    by_group = {f"{GROUP}{place}": label for place, label in enumerate(labels)}
    chosen = {unit: text_of(units.get(unit, {}), "formation") for unit in by_key}
    chosen |= {text_of(fields, "join"): group for group, fields in given.items()}
    groups = []
    for place, group in enumerate(force.groups):
        key = f"{GROUP}{place}"
        members = tuple(name for unit, name in by_key.items() if chosen[unit] == key)
        groups.append(_group(group, labels[place], members, given.get(key, {}), by_key, by_group))
    return replace(force, groups=tuple(groups))


def _group_name(group: Group, fields: Fields) -> str:
    """Its own name; one that was only its kind's follows the kind."""
    written = text_of(fields, "name")
    old, new = kind_named(group.kind), kind_named(text_of(fields, "kind"))
    if new and (not written or (old and plain(written) in (plain(old.name), plain(old.key)))):
        return new.name
    return written or group.name


def _group(
    group: Group,
    label: str,
    members: tuple[str, ...],
    fields: Fields,
    units: Mapping[str, str],
    groups: Mapping[str, str],
) -> Group:
    kind = kind_named(text_of(fields, "kind"))
    commander = units.get(text_of(fields, "commander"), "")
    choices: dict[str, Choice] = {
        key: value
        for key, value in group.choices.items()
        if key in members or (key == ABILITY and isinstance(value, list))
    }
    if (ability := text_of(fields, ABILITY)) and kind and ability in dict(abilities_due(kind)):
        choices[ABILITY] = ability
    if (option := text_of(fields, OPTION)) and kind and option in [one.option for one in kind.bonus]:
        choices[OPTION] = option
    if (supported := groups.get(text_of(fields, SUPPORTS), "")) and kind and kind.supports:
        choices[SUPPORTS] = supported
    named = kind.name if kind and kind.key != names.formation.find(group.kind) else group.kind
    return Group(label, named, members, commander if commander in members else "", choices)


def _command(taken: Sequence[CommandChoice], fields: Fields) -> tuple[CommandChoice, ...]:
    """Those that are text can be changed; those with choices of their own stay as the file has them."""
    given = fields.get("command")
    texts: Fields = given if isinstance(given, Mapping) else {}
    found = []
    for place, one in enumerate(taken):
        text = text_of(texts, f"{COMMAND}{place}")
        if one.details:
            found.append(one)
        elif text:
            found.append(CommandChoice(text))
    added = text_of(fields, "new_command")
    return (*found, CommandChoice(added)) if added else tuple(found)


# Buttons

Edit = Callable[[Force, str, Fields, Library], tuple[Force, str]]


def _update(force: Force, rest: str, fields: Fields, library: Library) -> tuple[Force, str]:
    return force, ""


def _add(force: Force, rest: str, fields: Fields, library: Library) -> tuple[Force, str]:
    card = library.find(rest)
    _require_room(force)
    unit = ForceUnit(_free(card.name, [unit.name for unit in force.units]), card)
    return replace(force, units=(*force.units, unit)), f"{unit.name} is in, {unit.pv.total} PV."


def _copy(force: Force, rest: str, fields: Fields, library: Library) -> tuple[Force, str]:
    _require_room(force)
    place = _place(rest, force.units)
    unit = force.units[place]
    name = _free(unit.name.partition(" #")[0], [one.name for one in force.units])
    again = replace(unit, name=name, command_unit=False, legendary="", abilities=())
    return replace(force, units=(*force.units[: place + 1], again, *force.units[place + 1 :])), f"{name} is in."


def _remove(force: Force, rest: str, fields: Fields, library: Library) -> tuple[Force, str]:
    place = _place(rest, force.units)
    name = force.units[place].name
    groups = tuple(
        replace(
            group,
            units=tuple(one for one in group.units if one != name),
            commander="" if group.commander == name else group.commander,
            choices={key: value for key, value in group.choices.items() if key != name},
        )
        for group in force.groups
    )
    units = force.units[:place] + force.units[place + 1 :]
    return replace(force, units=units, groups=groups), f"{name} is out."


def _drop_ability(force: Force, rest: str, fields: Fields, library: Library) -> tuple[Force, str]:
    unit, _, ability = rest.partition(":")
    place = _place(unit, force.units)
    old = force.units[place]
    at = _place(ability, old.abilities)
    new = replace(old, abilities=old.abilities[:at] + old.abilities[at + 1 :])
    return replace(force, units=(*force.units[:place], new, *force.units[place + 1 :])), ""


def _drop_command(force: Force, rest: str, fields: Fields, library: Library) -> tuple[Force, str]:
    at = _place(rest, force.command_abilities)
    return replace(force, command_abilities=force.command_abilities[:at] + force.command_abilities[at + 1 :]), ""


def _form(force: Force, rest: str, fields: Fields, library: Library) -> tuple[Force, str]:
    """A new formation of a kind, without units."""
    kind = _known_kind(rest or text_of(fields, "new_kind"))
    label = _free(kind.name, [group.name for group in force.groups])
    return replace(force, groups=(*force.groups, Group(label, kind.name, ()))), f"{label}: now choose its units."


def _gather(force: Force, rest: str, fields: Fields, library: Library) -> tuple[Force, str]:
    """A formation of all units that are in none."""
    kind = _known_kind(rest)
    placed = {name for group in force.groups for name in group.units}
    loose = tuple(unit.name for unit in force.units if unit.name not in placed)
    label = _free(kind.name, [group.name for group in force.groups])
    return replace(force, groups=(*force.groups, Group(label, kind.name, loose))), f"{label} has {len(loose)} units."


def _make(force: Force, rest: str, fields: Fields, library: Library) -> tuple[Force, str]:
    """Another kind for a formation."""
    group, _, wanted = rest.partition(":")
    place, kind = _place(group, force.groups), _known_kind(wanted)
    old = force.groups[place]
    others = [one.name for at, one in enumerate(force.groups) if at != place]
    own = old.name if plain(old.name).partition(" #")[0] != plain(old.kind) else kind.name
    new = Group(_free(own, others), kind.name, old.units, old.commander)
    return replace(force, groups=(*force.groups[:place], new, *force.groups[place + 1 :])), ""


def _disband(force: Force, rest: str, fields: Fields, library: Library) -> tuple[Force, str]:
    place = _place(rest, force.groups)
    groups = force.groups[:place] + force.groups[place + 1 :]
    return replace(force, groups=groups), f"{force.groups[place].name} is disbanded; its units stay."


_EDITS: Mapping[str, Edit] = {
    "update": _update,
    "page": _update,
    "add": _add,
    "copy": _copy,
    "remove": _remove,
    "drop_ability": _drop_ability,
    "drop_command": _drop_command,
    "form": _form,
    "gather": _gather,
    "make": _make,
    "disband": _disband,
}


# Small things


def abilities_due(kind: FormationType | None) -> tuple[tuple[str, str], ...]:
    """What has to be chosen for the whole event; other abilities are chosen when play begins, or every turn."""
    due = [
        key
        for award in (kind.bonus if kind else ())
        if "registration" in (award.chosen, award.ability_chosen)
        for key in award.abilities
    ]
    return tuple((name, name) for name in (pilot_abilities()[key].name for key in dict.fromkeys(due)))


def kind_named(name: str) -> FormationType | None:
    key = names.formation.find(name) if name else None
    return formation_types()[key] if key else None


def _known_kind(name: str) -> FormationType:
    kind = kind_named(name)
    if kind is None:
        raise BadInput(f"formation {name[:60]!r}: there is none of this name; choose one from the list.")
    return kind


def _free(name: str, taken: Iterable[str]) -> str:
    """The name, or the name with the first number that nobody has."""
    held = set(map(plain, taken))
    numbered = (f"{name} #{number}" for number in range(2, len(held) + 3))
    return name if plain(name) not in held else next(one for one in numbered if plain(one) not in held)


def _place(text: str, of: Sequence[object]) -> int:
    if not text.isdecimal() or len(text) > 4 or int(text) >= len(of):
        raise BadInput(f"{text[:20]!r}: is not there any more; look at the page again.")
    return int(text)


def _require_room(force: Force) -> None:
    if len(force.units) >= MOST_UNITS:
        raise BadInput(f"{force.name}: has {len(force.units)} units, and the builder takes no more; take one out.")


def _tables(fields: Fields, name: str) -> dict[str, Fields]:
    found = fields.get(name)
    return {key: one for key, one in found.items() if isinstance(one, Mapping)} if isinstance(found, Mapping) else {}


def text_of(fields: Fields, name: str) -> str:
    found = fields.get(name)
    return " ".join(found.split())[:LONGEST_NAME] if isinstance(found, str) else ""


def _texts(found: object) -> tuple[str, ...]:
    texts = found if isinstance(found, list) else []
    return tuple(filter(None, (" ".join(one.split())[:LONGEST_NAME] for one in texts if isinstance(one, str))))[:20]
