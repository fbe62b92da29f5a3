"""What does not change in a battle: the table packed for measuring, the units' datasheets, armies and variants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from musterhall.games.the_game.army.datasheets import (
    ARMOURED_VEHICLE,
    ATTACK_HELICOPTER,
    GROUND,
    HOVERCRAFT,
    INFANTRY,
    NAVAL,
    SUBMARINE,
    Datasheet,
    SpecialRule,
    Weapon,
    weapons_of,
)
from musterhall.games.the_game.army.weapon_types import weapon_types
from musterhall.games.the_game.field.terrain import RIVERS, ROAD, TerrainKind, cover_for, kind_of, terrain_kind
from musterhall.games.the_game.movement.ground import DIFFICULT, IMPASSABLE, NO_EFFECT
from musterhall.games.the_game.readings.variants import Variants
from musterhall.games.the_game.sea.targets import ARTILLERY, hard_to_hit, targets_of
from musterhall.games.the_game.sea.waters import DRY, dry_land, shore_line
from musterhall.geometry import Flags, Floats, Ints, Point, Shapes
from musterhall.table import Table, TerrainPiece

EFFECTS = {"none": NO_EFFECT, "difficult": DIFFICULT, "impassable": IMPASSABLE}
SIGHT_DEPTH = 10.0
"""1.6.2: how deep inside area terrain units are still seen."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One moved object, as it was brought to the battle."""

    index: int
    name: str
    sheet: Datasheet
    formation: int
    side: int
    radius: float = 0.0

    def rule(self, name: str) -> SpecialRule | None:
        for rule in self.sheet.rules:
            if rule.name == name:
                return rule
        return None


@dataclass(frozen=True, slots=True)
class Player:
    """One side: its list, and the values that a scenario or the players give it."""

    name: str
    army: str = ""
    initiative: int = 0
    strategy: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """The still half of a position. Copies of a position share it."""

    table: Table
    units: tuple[Unit, ...]
    players: tuple[Player, Player]
    variants: Variants
    pieces: tuple[TerrainPiece, ...] = field(init=False)
    kinds: tuple[TerrainKind, ...] = field(init=False)
    ground: Shapes = field(init=False)
    """Every piece but roads, in the order of `pieces`; with vessels in the battle, the dry land as well."""
    effects: Ints = field(init=False)
    """What each piece of ground does to each unit's move."""
    cover_armour: Ints = field(init=False)
    cover_visibility: Ints = field(init=False)
    area: Flags = field(init=False)
    all_round: Flags = field(init=False)
    """Hedges that stand for what one unit was said to be behind, and so run round it."""
    screens: Shapes = field(init=False)
    """Area terrain, which hides what is behind it."""
    hedges: tuple[int, ...] = field(init=False)
    """Pieces that give cover to what is seen across them."""
    roads: Shapes = field(init=False)
    radius: Floats = field(init=False)
    widest: float = field(init=False)
    """The largest base radius."""
    pointlike: bool = field(init=False)
    """No unit has a base to speak of, which spares much measuring."""
    side: Ints = field(init=False)
    of_side: tuple[Flags, Flags] = field(init=False)
    units_of_side: tuple[Ints, Ints] = field(init=False)
    formation: Ints = field(init=False)
    infantry: Flags = field(init=False)
    armoured: Flags = field(init=False)
    foot_and_armour: tuple[tuple[Ints, Ints], tuple[Ints, Ints]] = field(init=False)
    """1.6.2 For each side, the infantry and the armoured vehicles that it could hide behind."""
    ground_unit: Flags = field(init=False)
    vessel: Flags = field(init=False)
    """4.1 Boats, ships, hovercraft, ground effect vehicles and submarines."""
    naval: frozenset[int] = field(init=False)
    """Formations that have vessels."""
    helicopter: Flags = field(init=False)
    """3.2 Attack helicopters, which move and are commanded as ground units."""
    helicopters: frozenset[int] = field(init=False)
    """Formations that have attack helicopters."""
    on_wheels: Flags = field(init=False)
    """1.6.2 Who gains from a road: ground units, and hovercraft, which go on land as they do."""
    shore: Floats = field(init=False)
    """4.3.2 [x, y, x, y; stretch]: where water and ground meet, if there are vessels in the battle."""
    commands: list[int] = field(init=False)
    carrying: frozenset[int] = field(init=False)
    """Formations that have transports."""
    vulnerable: dict[str, Flags] = field(init=False)
    """1.7, 1.7.4 For each weapon type, and for artillery, the units it can hurt."""
    elusive: dict[int, int] = field(init=False)
    """4.6 What is added to a shot at each submarine, which is less than nothing."""
    submarine: Flags = field(init=False)
    walk: Floats = field(init=False)
    """Combat and tactical move of each unit."""
    fixed: frozenset[int] = field(init=False)
    """Formations with guns that cannot move by themselves."""
    armament: dict[int, list[tuple[Weapon, list[int]]]] = field(init=False)
    """For each formation, its kinds of weapons and who carries them."""
    flak: dict[int, list[tuple[Weapon, list[int]]]] = field(init=False)
    """3.5.1 Of that the anti-aircraft weapons, by formation, where there are any."""
    longest: dict[int, float] = field(init=False)
    """For each formation, the longest range of its weapons."""
    scout: Floats = field(init=False)
    """2.2.5 What Scout adds to each unit's cohesion range."""

    def __post_init__(self) -> None:
        put = object.__setattr__
        hedge_row = self.variants.hedge_row
        known = [(piece, kind_of(piece, hedge_row)) for piece in self.table.pieces]
        pieces = tuple(piece for piece, kind in known if kind.name != ROAD)
        kinds = tuple(kind for _, kind in known if kind.name != ROAD)
        types = [unit.sheet.type for unit in self.units]
        water = [piece for piece, kind in known if kind.depth]
        afloat = any(kind in NAVAL for kind in types)
        if afloat:
            land = _land(self.table, water)
            pieces, kinds = (*pieces, *land), (*kinds, *(terrain_kind(DRY) for _ in land))
        put(self, "shore", np.array(_stretches(self.table, water) if afloat else [], np.float64).reshape(-1, 4))
        put(self, "pieces", pieces)
        put(self, "kinds", kinds)
        put(self, "ground", Shapes.of([outline(piece) for piece in pieces]))
        put(self, "effects", self._effects())
        put(self, "area", np.array([kind.area for kind in kinds], dtype=np.bool_))
        own = ["only_for" in piece.traits and not kind.area for piece, kind in zip(pieces, kinds, strict=True)]
        put(self, "all_round", np.array(own, dtype=np.bool_))
        cover = [[_cover(piece, kind, unit) for piece, kind in zip(pieces, kinds, strict=True)] for unit in self.units]
        shape = (len(self.units), len(pieces))
        put(self, "cover_armour", np.array([[c[0] for c in row] for row in cover], np.int64).reshape(shape))
        put(
            self,
            "cover_visibility",
            np.array([[c[1] for c in row] for row in cover], np.int64).reshape(shape),
        )
        put(self, "screens", Shapes.of([outline(p) for p, k in zip(pieces, kinds, strict=True) if hides(p, k)]))
        put(
            self,
            "hedges",
            tuple(i for i, k in enumerate(kinds) if not k.area and k.visibility + k.armour > 0),
        )
        put(self, "roads", Shapes.of([outline(piece) for piece, kind in known if kind.name == ROAD]))
        put(self, "radius", np.array([unit.radius for unit in self.units], dtype=np.float64))
        put(self, "widest", float(self.radius.max(initial=0.0)))
        put(self, "pointlike", self.widest == 0.0)
        put(self, "side", np.array([unit.side for unit in self.units], dtype=np.int64))
        put(self, "of_side", (self.side == 0, self.side == 1))
        put(self, "units_of_side", tuple(mine.nonzero()[0] for mine in self.of_side))
        put(self, "formation", np.array([unit.formation for unit in self.units], dtype=np.int64))
        put(self, "infantry", np.array([unit.sheet.type == INFANTRY for unit in self.units], dtype=np.bool_))
        put(self, "ground_unit", np.array([kind in GROUND for kind in types], dtype=np.bool_))
        put(self, "vessel", np.array([kind in NAVAL for kind in types], dtype=np.bool_))
        put(self, "naval", frozenset(unit.formation for unit in self.units if unit.sheet.type in NAVAL))
        put(self, "helicopter", np.array([kind == ATTACK_HELICOPTER for kind in types], dtype=np.bool_))
        put(self, "helicopters", frozenset(u.formation for u in self.units if u.sheet.type == ATTACK_HELICOPTER))
        put(self, "on_wheels", np.array([kind in (*GROUND, HOVERCRAFT) for kind in types], dtype=np.bool_))
        put(self, "commands", [unit.sheet.command for unit in self.units])
        put(self, "carrying", frozenset(unit.formation for unit in self.units if unit.sheet.transport is not None))
        put(self, "armoured", np.array([kind == ARMOURED_VEHICLE for kind in types], dtype=np.bool_))
        on_foot = [(mine & self.infantry).nonzero()[0] for mine in self.of_side]
        in_armour = [(mine & self.armoured).nonzero()[0] for mine in self.of_side]
        put(self, "foot_and_armour", tuple(zip(on_foot, in_armour, strict=True)))
        hurt = {key: targets_of(key, self.variants) for key in (*weapon_types(), ARTILLERY)}
        put(self, "vulnerable", {key: np.array([t in hits for t in types], np.bool_) for key, hits in hurt.items()})
        hard = {unit.index: sum(p[1] for p in hard_to_hit(unit.sheet.type, unit.sheet.rules)) for unit in self.units}
        put(self, "elusive", {unit: less for unit, less in hard.items() if less})
        put(self, "submarine", np.array([kind == SUBMARINE for kind in types], dtype=np.bool_))
        armament = _armament(self.units)
        put(self, "armament", armament)
        flak = {
            f: [row for row in rows if any(kind == "AA" for kind, _ in row[0].attacks)] for f, rows in armament.items()
        }
        put(self, "flak", {formation: rows for formation, rows in flak.items() if rows})
        put(self, "longest", {f: max((w.range for w, _ in rows), default=0.0) for f, rows in armament.items()})
        scouts = [unit.rule("scout") for unit in self.units]
        put(
            self,
            "scout",
            np.array([float(rule.values[0]) if rule else 0.0 for rule in scouts], dtype=np.float64),
        )
        moves = [(unit.sheet.combat, unit.sheet.tactical) for unit in self.units]
        put(self, "fixed", frozenset(unit.formation for unit in self.units if not unit.sheet.tactical))
        put(self, "walk", np.array(moves, dtype=np.float64).reshape(len(self.units), 2))

    def _effects(self) -> Ints:
        rows = [[self._effect(unit, kind) for kind in self.kinds] for unit in self.units]
        return np.array(rows, dtype=np.int64).reshape(len(self.units), len(self.kinds))

    def _effect(self, unit: Unit, kind: TerrainKind) -> int:
        """1.6.2, 2.2.3, 4.3 The terrain table's word for this unit; a fording unit finds rivers difficult."""
        effect = EFFECTS[kind.effects.get(unit.sheet.type, "none")]
        if kind.name == RIVERS and unit.rule("fording"):
            return DIFFICULT
        return effect


def _cover(piece: TerrainPiece, kind: TerrainKind, unit: Unit) -> tuple[int, int]:
    """1.6.2 What a piece gives a unit; a piece that stands for what one unit was said to be in is for that unit."""
    mine = piece.traits.get("only_for", unit.index) == unit.index
    return cover_for(kind, unit.sheet.type) if mine else (0, 0)


def _land(table: Table, water: Sequence[TerrainPiece]) -> list[TerrainPiece]:
    """4.3 The ground that stops vessels, as pieces that nobody drew."""
    return [TerrainPiece("the land", DRY, tuple(outline)) for outline in dry_land(table, water)]


def _stretches(table: Table, water: Sequence[TerrainPiece]) -> list[tuple[float, ...]]:
    return [(*a, *b) for a, b in shore_line(table, water)]


def _armament(units: tuple[Unit, ...]) -> dict[int, list[tuple[Weapon, list[int]]]]:
    found: dict[int, dict[int, tuple[Weapon, list[int]]]] = {}
    for unit in units:
        weapons = found.setdefault(unit.formation, {})
        for weapon in weapons_of(unit.sheet):
            weapons.setdefault(id(weapon), (weapon, []))[1].append(unit.index)
    return {formation: list(weapons.values()) for formation, weapons in found.items()}


def hides(piece: TerrainPiece, kind: TerrainKind) -> bool:
    """1.6.2 Area terrain hides what is behind it; a table may say of a low piece that it does not."""
    return kind.area and bool(piece.traits.get("blocks_sight", True))


def outline(piece: TerrainPiece) -> Sequence[Point]:
    """The ground a piece covers; a hedge without width is taken as a millimetre wide."""
    if not piece.linear or piece.width > 0:
        return piece.outline
    return replace(piece, width=0.1).outline
