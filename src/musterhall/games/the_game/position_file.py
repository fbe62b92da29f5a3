"""The position form: a table of THE GAME as a file, for the referee, for worked cases and for saved battles.

Anything may be left out. Units are named by datasheet or given stats of their own; a formation without places stands
in a row on its own side of the table, out of everybody's way; `inside`, `behind` and `touching` stand for terrain that
nobody wants to draw. docs/referee.md has examples.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, field_validator

from musterhall.games.the_game.commands import GIVEN
from musterhall.games.the_game.datasheets import (
    AIR,
    FORMATION_RULES,
    GROUND,
    INFANTRY,
    NAVAL,
    Datasheet,
    SpecialRule,
    Transport,
    UnknownDatasheet,
    Weapon,
    _artillery_score,
    _attacks,
    _multiplied,
    datasheet,
    parse_rule,
)
from musterhall.games.the_game.field import Field as TheField
from musterhall.games.the_game.field import Player, Unit
from musterhall.games.the_game.position import (
    ACTION,
    COMMAND,
    END,
    NOBODY,
    OVER,
    PRE_BATTLE,
    SET_UP,
    START,
    Formation,
    Objective,
    Orders,
    Plan,
    Position,
    Scenario,
)
from musterhall.games.the_game.sight import TOUCHING
from musterhall.games.the_game.slips import plain, reading
from musterhall.games.the_game.special_rules import ARCS, check_special_rule
from musterhall.games.the_game.terrain import HEDGES, known_kinds, terrain_kind
from musterhall.games.the_game.variants import Variants
from musterhall.geometry import Point, distance
from musterhall.problems import BadInput, parse_model
from musterhall.table import SIDES, Piece, Table, read_table

PHASES = (SET_UP, PRE_BATTLE, START, COMMAND, ACTION, END, OVER)
HALF = 0.5
"""1.6.2 How much of a base must be inside area terrain to gain its cover."""
PATCH = 0.4
"""Radius of the patch of terrain that `inside` and `behind` put about a unit."""
MOST = 999
"""No figure on a table of THE GAME comes near this; larger ones are slips of the pen."""

Side = Literal["red", "blue"]
Pair = Annotated[list[float], Field(min_length=2, max_length=2)]
Small = Annotated[int, Field(ge=-MOST, le=MOST)]
Count = Annotated[int, Field(ge=0, le=MOST)]


@dataclass(slots=True)
class Situation:
    """A position as it was read, and what the position itself has no place for."""

    position: Position
    shot: set[int] = field(default_factory=set)
    """1.8.3 Units that have shot in the assault that is going on, and so may not counter charge."""


def read_position(data: Mapping[str, Any], name: str) -> Position:
    """The position in a parsed file; `BadInput` names file, entry and remedy."""
    return read_situation(data, name).position


def read_situation(data: Mapping[str, Any], name: str) -> Situation:
    return _Reader(parse_model(_File, data, name), name).situation()


def position_data(position: Position) -> dict[str, Any]:
    """The position as plain data that `read_position` turns into the same position again."""
    return _Writer(position).data()


def position_toml(position: Position) -> str:
    return toml_text(position_data(position))


# The file form


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False, frozen=True)


class _Weapon(_Model):
    name: str = "weapon"
    range: float = Field(ge=0, le=MOST)
    attack: str
    notes: list[str] = []
    one_shot_per_units: int = Field(default=1, ge=1, le=MOST)
    either_or: str = ""


class _Transport(_Model):
    capacity: Count
    carries: list[str] | None = None


class _Stats(_Model):
    type: str | None = None
    move: str | None = None
    com: Small | None = None
    arm: Small | None = None
    vis: Small | None = None
    cf: str | None = None
    nf: str | None = None
    weapons: list[_Weapon] | None = None
    rules: list[str] | None = None
    transport: _Transport | None = None


class _Sheet(_Stats):
    name: str = Field(min_length=1)
    id: str = ""
    army: str = ""
    like: str = ""


class _Inside(_Model):
    kind: str
    share: float = Field(default=1.0, ge=0, le=1)


class _Behind(_Model):
    kind: str = "hedge"
    traits: dict[str, str | bool | int | float] = {}


class _Unit(_Stats):
    unit: str = ""
    name: str = ""
    count: int = Field(default=1, ge=1, le=100)
    place: Pair | None = None
    step: Pair = [3.0, 0.0]
    facing: float | None = None
    radius: float = Field(default=0.0, ge=0, le=50)
    aboard: str = ""
    moved: bool = False
    shot: bool = False
    damage_taken: Count = 0
    lost: bool = False
    off_table: bool = False
    inside: _Inside | None = None
    behind: _Behind | None = None
    touching: str = ""

    @field_validator("inside", mode="before")
    @classmethod
    def _plain_inside(cls, value: Any) -> Any:
        return {"kind": value} if isinstance(value, str) else value

    @field_validator("behind", mode="before")
    @classmethod
    def _plain_behind(cls, value: Any) -> Any:
        if value in ("light", "medium", "heavy"):
            return {"traits": {"cover": value, "infantry": "none", "soft": "none", "armoured": "none"}}
        return {"kind": value} if isinstance(value, str) else value


class _Orders(_Model):
    now: str = ""
    next: str = ""
    replaced: bool = False
    face_up: bool = False


class _Formation(_Model):
    name: str = Field(min_length=1)
    side: Side
    units: list[_Unit] = []
    original: Count | None = None
    tokens: Count = 0
    broken: bool = False
    acted: bool = False
    prepared: bool = False
    moved: bool = False
    on_table: bool = True
    rules: list[str] = []
    cost: int = Field(default=0, ge=0, le=1_000_000)
    battle_group: str = ""
    orders: _Orders = _Orders()

    @field_validator("units", mode="before")
    @classmethod
    def _plain_units(cls, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        return [{"unit": one} if isinstance(one, str) else one for one in value]


class _Player(_Model):
    name: str = ""
    army: str = ""
    initiative: Small = 0
    strategy: Small | None = None


class _Table(_Model):
    name: str = "table"
    width: float = Field(default=180, gt=0, le=10_000)
    depth: float = Field(default=120, gt=0, le=10_000)


class _Objective(_Model):
    place: Pair
    side: Side
    kind: Literal["primary", "secondary"] = "secondary"
    half: Side | None = None


class _Plan(_Model):
    path: Annotated[list[Annotated[list[Count], Field(min_length=2, max_length=2)]], Field(min_length=1)]
    place: Pair | None = None


class _Scenario(_Model):
    name: str = "battle"
    plans: dict[Side, dict[str, _Plan]] = {}
    marched: dict[str, float] = {}
    arrived: list[str] = []
    moved: list[str] = []
    entries: dict[str, float] = {}
    contact_by: Side | None = None
    turns_marched: Count = 0
    revealed: bool = False
    last_turn: Count = 6
    winner: Side | Literal["nobody"] | None = None
    ended_by: str = ""


class _File(_Model):
    game: Literal["the_game"] = "the_game"
    turn: int = Field(default=1, ge=0, le=MOST)
    phase: str = ACTION
    to_act: Side | None = None
    keeping: bool = False
    initiative_winner: Side | None = None
    last_loser: Side | None = None
    rerolled: list[Side] = []
    variants: dict[str, str | bool | int] = {}
    red: _Player = _Player()
    blue: _Player = _Player()
    table: _Table = _Table()
    terrain: list[dict[str, Any]] = []
    datasheet: list[_Sheet] = []
    formation: list[_Formation] = []
    objective: list[_Objective] = []
    scenario: _Scenario = _Scenario()


# Reading


@dataclass(slots=True)
class _Draft:
    """One unit while its file is read."""

    entry: _Unit
    where: str
    name: str
    sheet: Datasheet
    formation: int
    side: int
    place: Point | None = None


class _Reader:
    """Turns a checked file into a situation, step by step."""

    def __init__(self, file: _File, name: str) -> None:
        self.file = file
        self.name = name
        self.sheets: dict[str, Datasheet] = {}
        self.known: dict[Datasheet, Datasheet] = {}
        self.drafts: list[_Draft] = []

    def situation(self) -> Situation:
        self._read_sheets()
        self._read_units()
        self._stand()
        table = self._table()
        units = tuple(
            Unit(index, draft.name, draft.sheet, draft.formation, draft.side, draft.entry.radius)
            for index, draft in enumerate(self.drafts)
        )
        try:
            variants = Variants.of(self.file.variants)
            still = TheField(table, units, self._players(), variants)
        except BadInput as problem:
            raise BadInput(f"{self.name}: {problem}") from problem
        position = Position.of(still, self._formations(), self._scenario(table))
        self._fill(position)
        return Situation(position, {index for index, draft in enumerate(self.drafts) if draft.entry.shot})

    def _bad(self, where: str, what: str) -> BadInput:
        return BadInput(f"{self.name}: {where}: {what.rstrip('.')}.")

    # Datasheets

    def _read_sheets(self) -> None:
        for number, entry in enumerate(self.file.datasheet):
            where = f"datasheet.{number} {entry.name!r}"
            base = self._printed(entry.like, "", where) if entry.like else _BLANK
            sheet = self._with_stats(base, entry, entry.name, where)
            sheet = replace(sheet, army=entry.army or sheet.army)
            key = plain(entry.id or entry.name)
            if key in self.sheets:
                raise self._bad(where, "there is another datasheet of this name; give one of them an id")
            self.sheets[key] = sheet

    def _sheet(self, entry: _Unit, army: str, where: str) -> Datasheet:
        if entry.type is not None or not entry.unit:
            return self._with_stats(_BLANK, entry, entry.unit or entry.name or entry.type or "unit", where)
        base = self.sheets.get(plain(entry.unit)) or self._printed(entry.unit, army, where)
        return self._with_stats(base, entry, base.name, where)

    def _printed(self, name: str, army: str, where: str) -> Datasheet:
        try:
            return datasheet(name, army)
        except UnknownDatasheet as problem:
            raise self._bad(where, f"unit: {problem}; or give it a type and stats of its own") from problem

    def _with_stats(self, base: Datasheet, entry: _Stats, name: str, where: str) -> Datasheet:
        """The sheet with what the entry says otherwise; rules come on top of those printed."""
        sheet = replace(base, name=name)
        if entry.type is not None:
            sheet = replace(sheet, type=self._type(entry.type, where))
        if entry.move is not None:
            combat, tactical = self._figures(entry.move, where, "move", "10/25")
            sheet = replace(sheet, combat=combat, tactical=tactical)
        sheet = replace(
            sheet,
            command=sheet.command if entry.com is None else entry.com,
            armour=sheet.armour if entry.arm is None else entry.arm,
            visibility=sheet.visibility if entry.vis is None else entry.vis,
            close=sheet.close if entry.cf is None else self._fighting(entry.cf, where, "cf"),
            near=sheet.near if entry.nf is None else self._fighting(entry.nf, where, "nf"),
        )
        if entry.weapons is not None:
            sheet = replace(sheet, weapons=tuple(self._weapon(weapon, base, where) for weapon in entry.weapons))
        if entry.rules is not None:
            more = tuple(self._rule(text, where, formation=False) for text in entry.rules)
            sheet = replace(sheet, rules=(*(r for r in sheet.rules if r.name not in {m.name for m in more}), *more))
        if entry.transport is not None:
            carries = tuple(entry.transport.carries) if entry.transport.carries is not None else (_ANY,)
            sheet = replace(sheet, transport=Transport(entry.transport.capacity, carries))
        return sheet

    def _type(self, text: str, where: str) -> str:
        unit_type = plain(reading("type", text))
        if unit_type not in GROUND + AIR + NAVAL:
            raise self._bad(
                where, f"type: no unit type is called {text!r}; use one of {', '.join(GROUND + AIR + NAVAL)}"
            )
        return unit_type

    def _figures(self, text: str, where: str, field_name: str, example: str) -> tuple[float, float]:
        if text == "-":
            return 0.0, 0.0
        first, _, second = text.partition("/")
        try:
            found = float(first), float(second or first)
        except ValueError:
            found = (-1.0, -1.0)
        if not all(0 <= number <= MOST for number in found):
            raise self._bad(where, f"{field_name}: {text!r} is not one or two figures; write it as {example!r}")
        return found

    def _fighting(self, text: str, where: str, field_name: str) -> tuple[int, int] | None:
        if text in ("", "-"):
            return None
        first, second = self._figures(text, where, field_name, "2/1")
        return int(first), int(second)

    def _weapon(self, entry: _Weapon, base: Datasheet, where: str) -> Weapon:
        shots, attack = _multiplied(entry.attack.strip())
        score, maximum = _artillery_score(attack)
        try:
            attacks = () if score is not None else _attacks(attack)
        except BadInput as problem:
            raise self._bad(where, f"weapon {entry.name!r}: {problem}") from problem
        figures = [shots, *(value for _, value in attacks), score or 0, maximum or 0]
        if not all(0 <= figure <= MOST for figure in figures) or shots < 1:
            raise self._bad(where, f"weapon {entry.name!r}: attack {entry.attack!r} has figures beyond any table")
        rules = tuple(self._rule(text, where, formation=False) for text in entry.notes)
        weapon = Weapon(
            reading("weapon", entry.name), float(entry.range), attacks, score, maximum, shots, rules,
            entry.one_shot_per_units, entry.either_or,
        )  # fmt: skip
        # Units that share a weapon must share the object, as those of one printed datasheet do.
        return self._shared(weapon, base)

    def _shared(self, weapon: Weapon, base: Datasheet) -> Weapon:
        return next((one for one in base.weapons if one == weapon), weapon)

    def _rule(self, text: str, where: str, *, formation: bool) -> SpecialRule:
        try:
            rule = parse_rule(text)
        except BadInput as problem:
            raise self._bad(where, f"rules: {problem}") from problem
        if rule is None:
            raise self._bad(where, f"rules: {text!r} adds nothing; take it out")
        check_special_rule(rule, f"{self.name}: {where}")
        wrong = [value for value in rule.values if not _sensible(rule.name, value)]
        if wrong:
            raise self._bad(where, f"rules: {text!r} cannot have {wrong[0]!r} in its brackets; see chapter 2")
        if formation != (rule.name in FORMATION_RULES):
            belongs = "a formation" if not formation else "a unit or weapon"
            raise self._bad(where, f"rules: {rule} belongs to {belongs}; move it there")
        return rule

    # Units

    def _read_units(self) -> None:
        taken: Counter[str] = Counter()
        for index, formation in enumerate(self.file.formation):
            side = SIDES.index(formation.side)
            army = (self.file.red, self.file.blue)[side].army
            for number, entry in enumerate(formation.units):
                where = f"formation {formation.name!r}: units.{number}"
                sheet = self._sheet(entry, army, where)
                sheet = self.known.setdefault(sheet, sheet)
                base = entry.name or sheet.name
                for turn in range(entry.count):
                    name = entry.name if entry.name and entry.count == 1 else ""
                    if not name:
                        taken[base] += 1
                        name = f"{base} {taken[base]}"
                    place = _point(entry.place)
                    if place is not None and turn:
                        place = (place[0] + turn * entry.step[0], place[1] + turn * entry.step[1])
                    self.drafts.append(_Draft(entry, f"{where} {name!r}", name, sheet, index, side, place))
            self._no_doubles(formation, index)
        everybody = tuple(dict.fromkeys(draft.sheet.name for draft in self.drafts))
        for draft in self.drafts:
            transport = draft.sheet.transport
            if transport is not None and transport.carries == (_ANY,):
                full = replace(draft.sheet, transport=replace(transport, carries=everybody))
                draft.sheet = self.known.setdefault(full, full)

    def _no_doubles(self, formation: _Formation, index: int) -> None:
        names = Counter(draft.name for draft in self.drafts if draft.formation == index)
        twice = [name for name, count in names.items() if count > 1]
        if twice:
            raise self._bad(f"formation {formation.name!r}", f"two units are called {twice[0]!r}; rename one")

    def _find(self, name: str, draft: _Draft, field_name: str) -> int:
        mine = [i for i, d in enumerate(self.drafts) if d.name == name and d.formation == draft.formation]
        other = [i for i, d in enumerate(self.drafts) if d.name == name]
        found = mine or other
        if len(found) != 1:
            names = ", ".join(d.name for d in self.drafts if d is not draft)
            raise self._bad(draft.where, f"{field_name}: no unit is called {name!r}; there is {names}")
        return found[0]

    def _stand(self) -> None:
        """Give a place to everybody who has none, and put those who touch something beside it."""
        rows: Counter[int] = Counter()
        for index, formation in enumerate(self.file.formation):
            mine = [draft for draft in self.drafts if draft.formation == index]
            loose = [draft for draft in mine if draft.place is None and not draft.entry.touching]
            row = rows[draft_side := SIDES.index(formation.side)]
            rows[draft_side] += 1
            for number, draft in enumerate(loose):
                draft.place = self._somewhere(row, number, draft_side)
        beside: Counter[int] = Counter()
        for draft in self.drafts:
            if draft.entry.touching:
                self._touch(draft, beside)
        for draft in self.drafts:
            if draft.entry.aboard and draft.entry.place is None:
                draft.place = self.drafts[self._find(draft.entry.aboard, draft, "aboard")].place
            self._on_the_table(draft)

    def _somewhere(self, row: int, number: int, side: int) -> Point:
        """A place in a row of its own, far from the enemy's rows on a table of the usual size."""
        table = self.file.table
        x = 5.0 + 2.5 * number + 60.0 * (row // 4 % 3)
        y = 5.0 + 12.0 * (row % 4)
        return (min(x, table.width), min(y, table.depth / 2) if side == 0 else max(table.depth - y, table.depth / 2))

    def _touch(self, draft: _Draft, beside: Counter[int]) -> None:
        other = self._find(draft.entry.touching, draft, "touching")
        friend = self.drafts[other]
        if friend.place is None:
            raise self._bad(draft.where, f"touching: {friend.name} itself has no place; give it one")
        reach = draft.entry.radius + friend.entry.radius
        if draft.place is None:
            angle = math.radians(60.0 * beside[other])
            beside[other] += 1
            gap = reach + TOUCHING / 2
            x, y = friend.place[0] + gap * math.cos(angle), friend.place[1] + gap * math.sin(angle)
            draft.place = (round(x, 3), round(y, 3))
        elif distance(draft.place, friend.place) - reach > TOUCHING:
            raise self._bad(draft.where, f"touching: its place is not beside {friend.name}; take the place out")

    def _on_the_table(self, draft: _Draft) -> None:
        table = self.file.table
        if draft.place is None or draft.entry.off_table or draft.entry.lost:
            return
        x, y = draft.place
        if not (0 <= x <= table.width and 0 <= y <= table.depth):
            what = f"place: {x:g}, {y:g} is off the table"
            raise self._bad(
                draft.where, f"{what}; keep x within 0 to {table.width:g} and y within 0 to {table.depth:g}"
            )

    # Terrain

    def _table(self) -> Table:
        size = self.file.table
        data = {"name": size.name, "width": size.width, "depth": size.depth, "terrain": self.file.terrain}
        try:
            text = toml_text(data)
        except BadInput as problem:
            raise self._bad("terrain", str(problem)) from problem
        table = read_table(text, self.name, known_kinds())
        patches = [patch for draft in self.drafts for patch in self._patches(draft)]
        names = {piece.name for piece in table.pieces}
        fresh = [patch for patch in patches if patch.name not in names]
        return replace(table, pieces=(*table.pieces, *fresh))

    def _patches(self, draft: _Draft) -> Iterable[Piece]:
        """Small pieces of terrain for what the file says of one unit without drawing it."""
        entry = draft.entry
        if entry.inside is not None:
            kind = self._kind(entry.inside.kind, draft, "inside")
            if kind in HEDGES or not terrain_kind(kind).area:
                raise self._bad(draft.where, f"inside: {entry.inside.kind} is no area terrain; say behind, or draw it")
            if entry.inside.share >= HALF:
                yield _patch(f"{kind} about {draft.name}", kind, draft.place, {"blocks_sight": False})
        if entry.behind is not None:
            kind = self._kind(entry.behind.kind, draft, "behind")
            if kind not in HEDGES:
                raise self._bad(draft.where, f"behind: {kind} is no linear terrain; say inside, or draw it")
            yield _patch(f"{kind} before {draft.name}", kind, draft.place, entry.behind.traits)

    def _kind(self, word: str, draft: _Draft, field_name: str) -> str:
        kind = plain(word)
        if kind not in known_kinds():
            known = ", ".join(sorted(known_kinds()))
            raise self._bad(draft.where, f"{field_name}: {word!r} is no terrain of table 1.1; use one of {known}")
        return kind

    # The moving half

    def _players(self) -> tuple[Player, Player]:
        return (_player("Red", self.file.red), _player("Blue", self.file.blue))

    def _formations(self) -> list[Formation]:
        formations = []
        names = Counter(entry.name for entry in self.file.formation)
        for index, entry in enumerate(self.file.formation):
            where = f"formation {entry.name!r}"
            if names[entry.name] > 1:
                raise self._bad(where, f"{names[entry.name]} formations have this name; rename all but one")
            brought = [i for i, draft in enumerate(self.drafts) if draft.formation == index]
            left = [i for i in brought if not self.drafts[i].entry.lost]
            original = len(brought) if entry.original is None else entry.original
            if original < len(left):
                raise self._bad(where, f"original: it came with {original} and has {len(left)} units left; raise it")
            formations.append(
                Formation(
                    index,
                    SIDES.index(entry.side),
                    entry.name,
                    left,
                    original,
                    tuple(self._rule(text, where, formation=True) for text in entry.rules),
                    entry.cost,
                    entry.battle_group,
                    entry.tokens,
                    entry.broken,
                    entry.acted,
                    entry.prepared,
                    entry.on_table,
                )
            )
        return formations

    def _fill(self, position: Position) -> None:
        file = self.file
        if file.phase not in PHASES:
            raise self._bad("phase", f"{file.phase!r} is no phase; use one of {', '.join(PHASES)}")
        position.turn, position.phase, position.keeping = file.turn, file.phase, file.keeping
        position.side, position.winner, position.loser = (
            _side_number(word) for word in (file.to_act, file.initiative_winner, file.last_loser)
        )
        position.rerolled = ("red" in file.rerolled, "blue" in file.rerolled)
        for index, entry in enumerate(file.formation):
            position.lay_orders(index, self._orders(entry))
        for index, draft in enumerate(self.drafts):
            self._fill_unit(position, index, draft)
        for index, draft in enumerate(self.drafts):
            if draft.entry.aboard:
                self._check_aboard(position, index, draft)

    def _orders(self, entry: _Formation) -> Orders:
        words: list[str | None] = []
        for text in (entry.orders.now, entry.orders.next):
            word = command_word(text)
            if text and word is None:
                known = ", ".join(GIVEN)
                raise self._bad(f"formation {entry.name!r}: orders", f"{text!r} is no command; use one of {known}")
            words.append(word)
        return Orders(words[0], words[1], entry.orders.replaced, entry.orders.face_up)

    def _fill_unit(self, position: Position, index: int, draft: _Draft) -> None:
        entry, formation = draft.entry, self.file.formation[draft.formation]
        facing = entry.facing
        position.facing[index] = (90.0, 270.0)[draft.side] if facing is None else facing
        if draft.place is not None:
            position.x[index], position.y[index] = draft.place
        position.hits[index] = entry.damage_taken
        position.moved[index] = entry.moved or formation.moved
        if entry.aboard:
            position.aboard[index] = self._find(entry.aboard, draft, "aboard")
        position.on[index] = not (entry.aboard or entry.lost or entry.off_table or not formation.on_table)

    def _check_aboard(self, position: Position, index: int, draft: _Draft) -> None:
        transport = int(position.aboard[index])
        carrier = self.drafts[transport]
        if index == transport or carrier.sheet.transport is None:
            raise self._bad(draft.where, f"aboard: {carrier.name} is no transport; give it one, or take aboard out")
        if carrier.formation != draft.formation:
            raise self._bad(draft.where, f"aboard: {carrier.name} is of another formation (1.6.3); put both into one")
        if draft.entry.lost or carrier.entry.lost or carrier.entry.aboard:
            raise self._bad(draft.where, "aboard: both it and its transport must be there; take lost or aboard out")
        if len(position.passengers(transport)) > carrier.sheet.transport.capacity:
            room = carrier.sheet.transport.capacity
            raise self._bad(draft.where, f"aboard: {carrier.name} carries {room}; let somebody walk")

    def _scenario(self, table: Table) -> Scenario:
        entry = self.file.scenario
        groups: tuple[dict[str, tuple[int, ...]], dict[str, tuple[int, ...]]] = ({}, {})
        for index, formation in enumerate(self.file.formation):
            if formation.battle_group:
                mine = groups[SIDES.index(formation.side)]
                mine[formation.battle_group] = (*mine.get(formation.battle_group, ()), index)
        plans = (self._plans("red", groups[0], table), self._plans("blue", groups[1], table))
        winner = NOBODY if entry.winner == "nobody" else None if entry.winner is None else SIDES.index(entry.winner)
        return Scenario(
            entry.name,
            groups,
            plans,
            {self._key(key): value for key, value in entry.marched.items()},
            tuple(self._key(key) for key in entry.arrived),
            tuple(self._key(key) for key in entry.moved),
            {self._key(key): value for key, value in entry.entries.items()},
            tuple(self._objective(one, number, table) for number, one in enumerate(self.file.objective)),
            _side_number(entry.contact_by),
            entry.turns_marched,
            entry.revealed,
            entry.last_turn,
            winner,
            entry.ended_by,
        )

    def _plans(self, side: Side, groups: Mapping[str, Any], table: Table) -> dict[str, Plan]:
        found = {}
        for group, plan in self.file.scenario.plans.get(side, {}).items():
            where = f"scenario.plans.{side}.{group}"
            if group not in groups:
                raise self._bad(where, "no formation is in this battle group; give one its battle_group")
            for column, depth in plan.path:
                if not (1 <= column <= table.width // 30 and 1 <= depth <= table.depth // 30):
                    raise self._bad(where, f"path: there is no square {column}, {depth}; count from 1")
            found[group] = Plan(tuple((c, d) for c, d in plan.path), _point(plan.place))
        return found

    def _key(self, key: str) -> str:
        side, _, group = key.partition(":")
        if side not in SIDES:
            raise self._bad("scenario", f"{key!r} names no battle group; write it as 'red:name' or 'blue:name'")
        return f"{SIDES.index(side)}:{group}"

    def _objective(self, entry: _Objective, number: int, table: Table) -> Objective:
        x, y = entry.place
        if not (0 <= x <= table.width and 0 <= y <= table.depth):
            raise self._bad(f"objective.{number}", f"place: {x:g}, {y:g} is off the table; move it onto the table")
        side = SIDES.index(entry.side)
        half = (1 - side if entry.kind == "primary" else side) if entry.half is None else SIDES.index(entry.half)
        return Objective(float(x), float(y), side, entry.kind, half)


_ANY = "*"
_BLANK = Datasheet("unit", "", INFANTRY, 10.0, 20.0, 7, 0, 0)


def command_word(text: str) -> str | None:
    """The command that a word on a counter means, or None."""
    word = plain(reading("command", text))
    return word if word in GIVEN else None


def _sensible(rule: str, value: int | str) -> bool:
    if rule == "fire arc":
        return value in ARCS
    return isinstance(value, int) and 0 <= value <= MOST


def _side_number(word: str | None) -> int:
    return NOBODY if word is None else SIDES.index(word)


def _player(name: str, entry: _Player) -> Player:
    strategy = entry.initiative if entry.strategy is None else entry.strategy
    return Player(entry.name or name, entry.army, entry.initiative, strategy)


def _point(pair: Sequence[float] | None) -> Point | None:
    return None if pair is None else (float(pair[0]), float(pair[1]))


def _patch(name: str, kind: str, place: Point | None, traits: Mapping[str, Any]) -> Piece:
    x, y = place or (0.0, 0.0)
    corners = [(round(x + PATCH * math.cos(a), 4), round(y + PATCH * math.sin(a), 4)) for a in _EIGHTHS]
    return Piece(name, kind, tuple(corners), traits=dict(traits))


_EIGHTHS = [math.pi * (step + 0.5) / 4 for step in range(8)]


# Writing


class _Writer:
    """Turns a position into the file form."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.sheets: dict[Datasheet, str] = {}
        self.extra: list[dict[str, Any]] = []

    def data(self) -> dict[str, Any]:
        position = self.position
        formations = [self._formation(formation) for formation in position.formations]
        table = position.field.table
        data: dict[str, Any] = {
            "game": "the_game",
            "turn": position.turn,
            "phase": position.phase,
            "to_act": _side_word(position.side),
            "keeping": position.keeping,
            "initiative_winner": _side_word(position.winner),
            "last_loser": _side_word(position.loser),
            "rerolled": [word for word, spent in zip(SIDES, position.rerolled, strict=True) if spent],
            "variants": position.field.variants.changed(),
            "red": self._player(0),
            "blue": self._player(1),
            "table": {"name": table.name, "width": table.width, "depth": table.depth},
            "scenario": self._scenario(),
            "terrain": [_piece_data(piece) for piece in table.pieces],
            "datasheet": self.extra,
            "objective": [_objective_data(objective) for objective in position.scenario.objectives],
            "formation": formations,
        }
        return {key: value for key, value in data.items() if value not in (None, [], {})}

    def _player(self, side: int) -> dict[str, Any]:
        player = self.position.field.players[side]
        return {
            "name": player.name,
            "army": player.army,
            "initiative": player.initiative,
            "strategy": player.strategy,
        }

    def _formation(self, formation: Formation) -> dict[str, Any]:
        orders = self.position.orders[formation.index]
        units = [unit for unit in self.position.field.units if unit.formation == formation.index]
        data = {
            "name": formation.name,
            "side": SIDES[formation.side],
            "original": formation.original,
            "tokens": formation.suppression,
            "broken": formation.broken,
            "acted": formation.acted,
            "prepared": formation.prepared,
            "on_table": formation.on_table,
            "rules": [str(rule) for rule in formation.rules],
            "cost": formation.cost,
            "battle_group": formation.battle_group,
            "orders": _without_defaults(
                {"now": orders.now, "next": orders.next, "replaced": orders.replaced, "face_up": orders.face_up}
            ),
            "units": [self._unit(unit, formation) for unit in units],
        }
        kept = ("name", "side", "original", "units")
        small = _without_defaults({key: value for key, value in data.items() if key not in ("on_table", *kept)})
        if not formation.on_table:
            small["on_table"] = False
        return {
            "name": data["name"],
            "side": data["side"],
            "original": data["original"],
            **small,
            "units": data["units"],
        }

    def _unit(self, unit: Unit, formation: Formation) -> dict[str, Any]:
        position, index = self.position, unit.index
        lost = index not in formation.units
        aboard = int(position.aboard[index])
        data: dict[str, Any] = {
            "unit": self._sheet(unit.sheet),
            "name": unit.name,
            "place": [float(position.x[index]), float(position.y[index])],
            "facing": float(position.facing[index]),
        }
        extra = {
            "radius": unit.radius,
            "aboard": position.unit(aboard).name if aboard != NOBODY else "",
            "moved": bool(position.moved[index]),
            "damage_taken": int(position.hits[index]),
            "lost": lost,
            "off_table": not position.on[index] and not lost and aboard == NOBODY and formation.on_table,
        }
        return data | _without_defaults(extra)

    def _sheet(self, sheet: Datasheet) -> str:
        """The name a unit goes by in the file: the printed one, or that of a datasheet entry of its own."""
        if sheet not in self.sheets:
            self.sheets[sheet] = sheet.name if _is_printed(sheet) else self._own_sheet(sheet)
        return self.sheets[sheet]

    def _own_sheet(self, sheet: Datasheet) -> str:
        taken = sum(entry["name"] == sheet.name for entry in self.extra)
        key = f"{sheet.name} as brought {taken + 1}"
        self.extra.append({"id": key, **_sheet_data(sheet)})
        return key

    def _scenario(self) -> dict[str, Any]:
        scenario = self.position.scenario
        winner = None if scenario.winner is None else _side_word(scenario.winner) or "nobody"
        plans = {
            word: {group: _plan_data(plan) for group, plan in plans.items()}
            for word, plans in zip(SIDES, scenario.plans, strict=True)
            if plans
        }
        data = {
            "name": scenario.name,
            "last_turn": scenario.last_turn,
            "marched": {_group_word(key): value for key, value in scenario.marched.items()},
            "arrived": [_group_word(key) for key in scenario.arrived],
            "moved": [_group_word(key) for key in scenario.moved],
            "entries": {_group_word(key): value for key, value in scenario.entries.items()},
            "contact_by": _side_word(scenario.contact_by),
            "turns_marched": scenario.turns_marched,
            "revealed": scenario.revealed,
            "winner": winner,
            "ended_by": scenario.ended_by,
            "plans": plans,
        }
        return {key: value for key, value in data.items() if value not in (None, [], {}, "", False)}


def _without_defaults(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if value not in (None, False, 0, "", [], {})}


def _side_word(side: int) -> str | None:
    return None if side == NOBODY else SIDES[side]


def _group_word(key: str) -> str:
    side, _, group = key.partition(":")
    return f"{SIDES[int(side)]}:{group}"


def _plan_data(plan: Plan) -> dict[str, Any]:
    data: dict[str, Any] = {"path": [list(square) for square in plan.path]}
    return data if plan.place is None else data | {"place": list(plan.place)}


def _objective_data(objective: Objective) -> dict[str, Any]:
    return {
        "place": [objective.x, objective.y],
        "side": SIDES[objective.side],
        "kind": objective.kind,
        "half": SIDES[objective.half],
    }


def _piece_data(piece: Piece) -> dict[str, Any]:
    data: dict[str, Any] = {
        "name": piece.name,
        "kind": piece.kind,
        "line" if piece.linear else "points": [list(point) for point in piece.points],
    }
    return data | _without_defaults({"width": piece.width, "height": piece.height, "traits": dict(piece.traits)})


def _is_printed(sheet: Datasheet) -> bool:
    try:
        return datasheet(sheet.name) == sheet
    except UnknownDatasheet:
        return False


def _sheet_data(sheet: Datasheet) -> dict[str, Any]:
    data: dict[str, Any] = {
        "name": sheet.name,
        "army": sheet.army,
        "type": sheet.type,
        "move": f"{sheet.combat:g}/{sheet.tactical:g}",
        "com": sheet.command,
        "arm": sheet.armour,
        "vis": sheet.visibility,
        "cf": f"{sheet.close[0]}/{sheet.close[1]}" if sheet.close else "-",
        "nf": f"{sheet.near[0]}/{sheet.near[1]}" if sheet.near else "-",
        "weapons": [_weapon_data(weapon) for weapon in sheet.weapons],
        "rules": [str(rule) for rule in sheet.rules],
    }
    if sheet.transport is not None:
        data["transport"] = {"capacity": sheet.transport.capacity, "carries": list(sheet.transport.carries)}
    if not _is_known(sheet.name):
        return data
    # Weapons are looked up in the printed sheet, so that units of both go on sharing them.
    return {**data, "like": sheet.name}


def _is_known(name: str) -> bool:
    try:
        datasheet(name)
    except UnknownDatasheet:
        return False
    return True


def _weapon_data(weapon: Weapon) -> dict[str, Any]:
    if weapon.artillery:
        attack = f"AS {weapon.score}/{weapon.maximum}"
    else:
        attack = "/".join(f"{kind}{value}" for kind, value in weapon.attacks)
    data = {
        "name": weapon.name,
        "range": weapon.range,
        "attack": attack if weapon.shots == 1 else f"{weapon.shots} x {attack}",
        "notes": [str(rule) for rule in weapon.rules],
        "one_shot_per_units": weapon.per_units if weapon.per_units > 1 else 0,
        "either_or": weapon.choice,
    }
    return _without_defaults(data)


# TOML


def toml_text(data: Mapping[str, Any]) -> str:
    """Plain data as TOML: values first, then tables, then lists of tables, each inner table on one line."""
    plain_values, tables, lists = [], [], []
    for key, value in data.items():
        if isinstance(value, Mapping):
            tables.append(f"\n[{_toml_key(key)}]\n" + "".join(_toml_line(k, v) for k, v in value.items()))
        elif isinstance(value, list) and value and all(isinstance(one, Mapping) for one in value):
            lists += [f"\n[[{_toml_key(key)}]]\n" + "".join(_toml_line(k, v) for k, v in one.items()) for one in value]
        else:
            plain_values.append(_toml_line(key, value))
    return "".join([*plain_values, *tables, *lists])


def _toml_line(key: str, value: Any) -> str:
    if isinstance(value, list) and value and all(isinstance(one, Mapping) for one in value):
        rows = "".join(f"  {_toml_value(one)},\n" for one in value)
        return f"{_toml_key(key)} = [\n{rows}]\n"
    return f"{_toml_key(key)} = {_toml_value(value)}\n"


def _toml_key(key: str) -> str:
    bare = key and all(one.isascii() and (one.isalnum() or one in "_-") for one in key)
    return key if bare else _toml_word(key)


def _toml_word(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _toml_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _toml_word(value)
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_toml_key(k)} = {_toml_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml_value(one) for one in value) + "]"
    if isinstance(value, np.generic):
        return _toml_value(value.item())
    raise BadInput(f"{value!r} cannot stand in a file; use words, numbers, true or false.")
