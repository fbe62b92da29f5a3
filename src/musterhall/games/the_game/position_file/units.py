"""The units of a position file: who they are, where they stand, and the terrain they bring with them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from musterhall.games.the_game.army.datasheets import Datasheet
from musterhall.games.the_game.basics.sides import SIDES
from musterhall.games.the_game.field.terrain import HEDGES, known_kinds, terrain_kind
from musterhall.games.the_game.movement.hiding import TOUCHING
from musterhall.games.the_game.position_file.model import FormationRow, PositionFile, TableRow, UnitRow, wrong
from musterhall.games.the_game.position_file.sheets import ANYBODY, unit_sheet, written_sheets
from musterhall.games.the_game.readings.slips import plain
from musterhall.geometry import Point, distance
from musterhall.table import TerrainPiece

HALF = 0.5
"""1.6.2 How much of a base must be inside area terrain to gain its cover."""
PATCH = 0.4
"""How far the patch of terrain that `inside` and `behind` put about a unit goes beyond its base."""


@dataclass(slots=True)
class Draft:
    """One unit while its file is read."""

    entry: UnitRow
    where: str
    name: str
    sheet: Datasheet
    formation: int
    side: int
    company: str
    number: int
    place: Point | None = None


def read_units(file: PositionFile, name: str) -> list[Draft]:
    """Every unit of the file, named and, if it is not off the table for good, with a place."""
    drafts = _recruit(file, name)
    _fill_transports(drafts)
    _stand(file, drafts)
    return drafts


def find_unit(drafts: Sequence[Draft], name: str, asker: Draft, field_name: str) -> int:
    """The unit of this name, in the asker's own formation before any other, or as "formation / unit"."""
    company, slash, short = name.rpartition("/")
    called = [index for index, draft in enumerate(drafts) if draft.name == name]
    if slash and not called:
        wanted = (company.strip(), short.strip())
        called = [index for index, draft in enumerate(drafts) if (draft.company, draft.name) == wanted]
    found = [index for index in called if drafts[index].formation == asker.formation] or called
    if len(found) != 1:
        names = ", ".join(draft.name for draft in drafts if draft is not asker)
        raise wrong(asker.where, f"{field_name}: no unit is called {name!r}; there is {names}")
    return found[0]


def patches(draft: Draft) -> Iterator[TerrainPiece]:
    """Small pieces of terrain for what the file says of one unit without drawing it."""
    inside, behind = draft.entry.inside, draft.entry.behind
    if inside is not None:
        kind = _terrain_kind(inside.kind, draft, "inside")
        if kind in HEDGES or not terrain_kind(kind).area:
            raise wrong(draft.where, f"inside: {inside.kind} is no area terrain; say behind, or draw it")
        if inside.share >= HALF:
            yield _patch(f"{kind} about {draft.name}", kind, draft, {"blocks_sight": False})
    if behind is not None:
        kind = _terrain_kind(behind.kind, draft, "behind")
        if kind not in HEDGES:
            raise wrong(draft.where, f"behind: {kind} is no linear terrain; say inside, or draw it")
        yield _patch(f"{kind} before {draft.name}", kind, draft, behind.traits)


def point(pair: Sequence[float] | None) -> Point | None:
    return None if pair is None else (float(pair[0]), float(pair[1]))


# Who


def _recruit(file: PositionFile, name: str) -> list[Draft]:
    written = written_sheets(file.datasheet, name)
    known: dict[Datasheet, Datasheet] = {}
    numbers: Counter[str] = Counter()
    drafts: list[Draft] = []
    for index, formation in enumerate(file.formation):
        side = SIDES.index(formation.side)
        army = (file.red, file.blue)[side].army
        for number, entry in enumerate(formation.units):
            where = f"{name}: formation {formation.name!r}: units.{number}"
            sheet = unit_sheet(entry, army, written, where)
            sheet = known.setdefault(sheet, sheet)
            for turn, called in enumerate(_names(entry, sheet, numbers)):
                place = point(entry.place)
                if place is not None and turn:
                    place = (place[0] + turn * entry.step[0], place[1] + turn * entry.step[1])
                who = f"{where} {called!r}"
                drafts.append(Draft(entry, who, called, sheet, index, side, formation.name, len(drafts), place))
        _no_doubles(formation, [draft.name for draft in drafts if draft.formation == index], name)
    return drafts


def _names(entry: UnitRow, sheet: Datasheet, numbers: Counter[str]) -> list[str]:
    """A unit's own name, or for several and for those without one a name with a number behind it."""
    if entry.name and entry.count == 1:
        return [entry.name]
    base = entry.name or sheet.name
    first = numbers[base] + 1
    numbers[base] += entry.count
    return [f"{base} {first + turn}" for turn in range(entry.count)]


def _no_doubles(formation: FormationRow, names: list[str], name: str) -> None:
    twice = [called for called, count in Counter(names).items() if count > 1]
    if twice:
        raise wrong(f"{name}: formation {formation.name!r}", f"two units are called {twice[0]!r}; rename one")


def _fill_transports(drafts: Sequence[Draft]) -> None:
    """Let transports that do not say whom they carry take everybody; equal sheets stay one object."""
    everybody = tuple(dict.fromkeys(draft.sheet.name for draft in drafts))
    known: dict[Datasheet, Datasheet] = {}
    for draft in drafts:
        transport = draft.sheet.transport
        if transport is not None and transport.carries == ANYBODY:
            full = replace(draft.sheet, transport=replace(transport, carries=everybody))
            draft.sheet = known.setdefault(full, full)


# Where


def _stand(file: PositionFile, drafts: Sequence[Draft]) -> None:
    """Give a place to everybody who has none, and put those who touch something beside it."""
    rows: Counter[int] = Counter()
    for index, formation in enumerate(file.formation):
        side = SIDES.index(formation.side)
        loose = [d for d in drafts if d.formation == index and d.place is None and not d.entry.touching]
        for number, draft in enumerate(loose):
            draft.place = _somewhere(file.table, rows[side], number, side)
        rows[side] += 1
    neighbours: Counter[int] = Counter()
    for draft in drafts:
        if draft.entry.touching:
            _touch(draft, drafts, neighbours)
    for draft in drafts:
        if draft.entry.aboard and draft.entry.place is None:
            draft.place = drafts[find_unit(drafts, draft.entry.aboard, draft, "aboard")].place
        _check_on_the_table(draft, file.table)


def _somewhere(table: TableRow, row: int, number: int, side: int) -> Point:
    """A place in a row of its own, far from the enemy's rows on a table of the usual size."""
    x = 5.0 + 2.5 * number + 60.0 * (row // 4 % 3)
    y = 5.0 + 12.0 * (row % 4)
    return (min(x, table.width), min(y, table.depth / 2) if side == 0 else max(table.depth - y, table.depth / 2))


def _touch(draft: Draft, drafts: Sequence[Draft], neighbours: Counter[int]) -> None:
    other = find_unit(drafts, draft.entry.touching, draft, "touching")
    friend = drafts[other]
    if friend.place is None:
        raise wrong(draft.where, f"touching: {friend.name} itself has no place; give it one")
    reach = draft.entry.radius + friend.entry.radius
    if draft.place is None:
        angle = math.radians(60.0 * neighbours[other])
        neighbours[other] += 1
        gap = reach + TOUCHING / 2
        x, y = friend.place[0] + gap * math.cos(angle), friend.place[1] + gap * math.sin(angle)
        draft.place = (round(x, 3), round(y, 3))
    elif distance(draft.place, friend.place) - reach > TOUCHING:
        raise wrong(draft.where, f"touching: its place is not beside {friend.name}; take the place out")


def _check_on_the_table(draft: Draft, table: TableRow) -> None:
    if draft.place is None or draft.entry.off_table or draft.entry.lost:
        return
    x, y = draft.place
    if not (0 <= x <= table.width and 0 <= y <= table.depth):
        remedy = f"keep x within 0 to {table.width:g} and y within 0 to {table.depth:g}"
        raise wrong(draft.where, f"place: {x:g}, {y:g} is off the table; {remedy}")


# Terrain


def _terrain_kind(word: str, draft: Draft, field_name: str) -> str:
    kind = plain(word)
    if kind not in known_kinds():
        known = ", ".join(sorted(known_kinds()))
        raise wrong(draft.where, f"{field_name}: {word!r} is no terrain of table 1.1; use one of {known}")
    return kind


def _patch(name: str, kind: str, draft: Draft, traits: Mapping[str, Any]) -> TerrainPiece:
    """Eight corners about the unit's base; its cover is for this unit alone."""
    x, y = draft.place or (0.0, 0.0)
    reach = draft.entry.radius + PATCH
    angles = [math.pi * (step + 0.5) / 4 for step in range(8)]
    corners = [(round(x + reach * math.cos(a), 4), round(y + reach * math.sin(a), 4)) for a in angles]
    return TerrainPiece(name, kind, tuple(corners), traits={**traits, "only_for": draft.number})
