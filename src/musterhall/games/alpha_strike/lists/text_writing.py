"""A force as plain text that people read aloud, and that is read again without a loss."""

from __future__ import annotations

import json
from collections.abc import Iterator

from musterhall.games.alpha_strike.force.forces import CommandChoice, Force, ForceUnit, Group
from musterhall.games.alpha_strike.lists.reading import UNNAMED
from musterhall.games.alpha_strike.lists.writing import in_groups, own_group_name, own_names


def write(force: Force) -> str:
    return "\n".join(_lines(force)) + "\n"


def _lines(force: Force) -> Iterator[str]:
    said = {"Force": "" if force.name == UNNAMED else force.name, "Player": force.player, "Faction": force.faction}
    said |= {"Era": force.era, "Pack": force.pack}
    yield from (f"{word}: {value}" for word, value in said.items() if value)
    yield from map(_command, force.command_abilities)
    own = own_names(force)
    for group, units in in_groups(force):
        yield ""
        if group is not None:
            yield f"{own_group_name(group)}: {group.kind}" if own_group_name(group) else group.kind
            yield from (f"Choice: {key} = {_json(value)}" for key, value in group.choices.items())
        elif force.groups:
            yield "No formation"
        yield from (_unit(unit, own[unit.name], group) for unit in units)
    yield from ("", f"Total: {sum(unit.pv.total for unit in force.units)} PV")


def _command(one: CommandChoice) -> str:
    return f"Command ability: {one.name}{f' {_json(dict(one.details))}' if one.details else ''}"


def _unit(unit: ForceUnit, own_name: str, group: Group | None) -> str:
    parts = [f'{unit.card.name} "{own_name}"' if own_name else unit.card.name, f"skill {unit.skill}"]
    parts.append(f"{unit.pv.total} PV")
    parts += ["command unit"] if unit.command_unit else []
    parts += ["commander"] if group and group.commander == unit.name else []
    line = ", ".join(parts)
    for word, values in (
        ("legendary pilot", [unit.legendary] if unit.legendary else []),
        ("abilities", unit.abilities),
        ("munitions", unit.alternate_munitions),
    ):
        line += f"; {word}: {', '.join(values)}" if values else ""
    return line


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
