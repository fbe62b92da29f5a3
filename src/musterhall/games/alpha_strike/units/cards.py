"""The unit card: what one unit is, as the engine, the checks and the printed sheets use it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NoReturn

from pydantic import Field

from musterhall.games.alpha_strike.package_data import FileModel
from musterhall.games.alpha_strike.units.specials import Special, read_specials, specials_text, unknown_specials
from musterhall.problems import BadInput, parse_model

MECHS = ("BM", "IM")
INFANTRY = ("CI", "BA")
GROUND_VEHICLES = ("CV", "SV")
AEROSPACE = ("AF", "CF", "SC", "DS", "DA", "JS", "WS", "SS")
PROTOMECH = "PM"
BUILDING = "BD"
TYPES = (*MECHS, PROTOMECH, *GROUND_VEHICLES, *INFANTRY, *AEROSPACE, "MS", BUILDING)
RANGES = ("short", "medium", "long", "extreme")

WALK = ""
JUMP = "j"
UNDER_WATER = "s"
ABOVE_OR_IN_WATER = ("v", "g", "n", "s")
"""VTOL, WiGE, naval, submersible: whether their Move is a ground Move is for the event to say."""
NOT_ON_GROUND = (JUMP, "a", "i", "k")
"""Jumping, thrust, airship, station-keeping."""

CARDS_KEPT = 10_000
"""More than the unit list has: what is worked out once for each card is kept for so many."""


@dataclass(frozen=True, slots=True)
class Damage:
    """Damage at one range; `minimal` is the 0* that may still hurt."""

    value: int
    minimal: bool = False

    def __str__(self) -> str:
        return "0*" if self.minimal else str(self.value)


@dataclass(frozen=True, slots=True)
class Card:
    """One unit as it can be fielded, before anybody is put into it."""

    name: str
    chassis: str
    variant: str
    type: str
    """The card's type code in capitals: BM, IM, PM, CV, SV, CI, BA, AF, CF, ..."""
    size: int
    moves: Mapping[str, int] = field(hash=False)
    """Inches by movement code: "" for a walking 'Mech, "j" for jumping, t, w, h, v, g, n, s, f, m, a."""
    damage: tuple[Damage, Damage, Damage, Damage]
    """Short, medium, long, extreme."""
    armour: int
    structure: int
    pv: int
    overheat: int = 0
    threshold: int = 0
    role: str = ""
    specials: tuple[Special, ...] = ()
    """All abilities in the card's order; those that the table does not know are marked."""
    tech: str = ""
    rules: str = ""
    """The rules level: Introductory, Standard, Advanced, Experimental, ..."""
    introduced: int = 0
    mul_id: int = 0
    available: frozenset[tuple[str, str]] = frozenset()
    """(faction, era) pairs it is known to be available to; empty means that nothing is known."""
    designations: tuple[str, ...] = ()
    """Extinct, Unique, Unknown, Custom ..., where they are known."""
    move: str = ""
    """The Move as the card prints it."""
    kind: str = ""
    """The list's own word for what it is: BattleMech, Combat Vehicle, Support Vehicle, Building, ..."""
    special_names: frozenset[str] = field(init=False, repr=False, compare=False)
    """The names of its abilities, also of those inside turrets."""
    unknown_specials: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """Abilities on the card that the table of specials does not have, as they are written."""

    def __post_init__(self) -> None:
        held = frozenset(one.name for top in self.specials for one in (top, *top.inside))
        object.__setattr__(self, "special_names", held)
        object.__setattr__(self, "unknown_specials", unknown_specials(self.specials))

    def __hash__(self) -> int:
        return hash(self.name)  # that of all fields would take longer than what is looked up by it

    @property
    def full_name(self) -> str:
        return f"{self.chassis} {self.variant}".strip()

    def has(self, special: str) -> bool:
        return special in self.special_names

    def special(self, name: str) -> Special | None:
        """The special ability of that name, also inside a turret."""
        for one in self.specials:
            if one.name == name:
                return one
            for inner in one.inside:
                if inner.name == name:
                    return inner
        return None


def is_mech(card: Card) -> bool:
    return card.type in MECHS


def is_vehicle(card: Card) -> bool:
    """A combat or support vehicle of the ground, the water or low flight; not a support aircraft."""
    return card.type in GROUND_VEHICLES and not is_aerospace(card)


def is_infantry(card: Card) -> bool:
    """Battle armour or conventional infantry."""
    return card.type in INFANTRY


def is_aerospace(card: Card) -> bool:
    """A fighter or a larger craft, or a support vehicle that flies by thrust."""
    return card.type in AEROSPACE or (card.type in GROUND_VEHICLES and "a" in card.moves)


def can_fly(card: Card) -> bool:
    """Aerospace units, VTOLs, WiGEs, and 'Mechs that turn into aircraft."""
    return is_aerospace(card) or not {"v", "g"}.isdisjoint(card.moves) or card.has("LAM") or card.has("BIM")


# Moving


@lru_cache(maxsize=CARDS_KEPT)
def ground_move(card: Card, *, vtol: bool = True) -> int:
    """Inches by any way but jumping; without `vtol` also without flying, gliding and swimming."""
    barred = NOT_ON_GROUND if vtol else NOT_ON_GROUND + ABOVE_OR_IN_WATER
    return max((inches for code, inches in card.moves.items() if code not in barred), default=0)


def jump_move(card: Card) -> int:
    return card.moves.get(JUMP, 0)


@lru_cache(maxsize=CARDS_KEPT)
def best_move(card: Card) -> int:
    """The better of the ground Move and the jump; for a fighter its Thrust."""
    if is_aerospace(card):
        return max(card.moves.values(), default=0)
    return max(ground_move(card), jump_move(card))


@lru_cache(maxsize=CARDS_KEPT)
def tmm(card: Card, mode: str = WALK) -> int:
    """The target movement modifier of a unit that moved in this mode: "" for its ground Move, or a movement code.

    A jump counts one more, and strong or weak jump jets change it again. Fighters have none: being airborne counts.
    """
    if is_aerospace(card):
        return 0
    if mode == WALK:
        return tmm_of_inches(_own_ground_move(card))
    if mode not in card.moves:
        modes = ", ".join(repr(code) for code in card.moves)
        raise BadInput(f"{card.name}: has no Move of the kind {mode!r}; it has {modes}.")
    value = tmm_of_inches(card.moves[mode])
    if mode == JUMP:
        return max(0, value + 1 + _rating(card, "JMPS") - _rating(card, "JMPW"))
    if mode == UNDER_WATER:
        return max(0, value + _rating(card, "SUBS") - _rating(card, "SUBW"))
    return value


def tmms(card: Card) -> dict[str, int]:
    """The modifier for each of the card's movement codes."""
    return {mode: tmm(card, mode) for mode in card.moves}


def parse_move(text: str, unit_type: str) -> Mapping[str, int]:
    """A printed Move by code: 12"/8"j walks 12 and jumps 8; 8"j alone does both with 8."""
    return dict(_moves(text, unit_type))


def _own_ground_move(card: Card) -> int:
    """What the unit usually moves by: a 'Mech that also swims is judged by its walk."""
    usual = (inches for code, inches in card.moves.items() if code not in (*NOT_ON_GROUND, UNDER_WATER))
    return max(usual, default=ground_move(card))


_TMM_STEPS = ((35, 5), (19, 4), (13, 3), (9, 2), (5, 1))


def tmm_of_inches(inches: int) -> int:
    """2 The target movement modifier that so many inches of Move give."""
    return next((value for least, value in _TMM_STEPS if inches >= least), 0)


def _rating(card: Card, special: str) -> int:
    found = card.special(special)
    return int(found.values[0]) if found and found.values else 0


# A satellite prints a fraction; other codes are letters, with a letter in brackets for cycles.
_MOVE_PART = re.compile(r'([0-9]{1,4})(?:\.[0-9]+)?"?((?:[a-z]{1,2})?(?:\([a-z]\))?)')


@lru_cache(maxsize=4096)
def _moves(text: str, unit_type: str) -> tuple[tuple[str, int], ...]:
    on_foot = "f" if unit_type in INFANTRY else WALK
    moves: dict[str, int] = {}
    if not text.strip():
        raise BadInput('there is no Move; write it as 12"/8"j, or as 0" for a unit that stands still.')
    for part in text.split("/"):
        match = _MOVE_PART.fullmatch(part.strip())
        if match is None:
            raise BadInput(f'Move {text!r} is not readable; write it as 12"/8"j.')
        moves[match[2] or on_foot] = int(match[1])
    if list(moves) == [JUMP]:
        moves = {on_foot: moves[JUMP], **moves}
    return tuple(moves.items())


# Our own form, as the catalogue's TOML files and kept imports have it


class CardData(FileModel):
    """A card as data: texts as the card prints them, and figures."""

    chassis: str = Field(min_length=1, max_length=200)
    variant: str = Field(default="", max_length=200)
    type: str
    size: int = Field(ge=0, le=9)
    move: str = Field(max_length=60)
    damage: str = Field(max_length=60)
    armour: int = Field(ge=0, le=9999)
    structure: int = Field(ge=0, le=9999)
    pv: int = Field(ge=0, le=9999)
    overheat: int = Field(default=0, ge=0, le=99)
    threshold: int = Field(default=0, ge=0, le=999)
    role: str = ""
    specials: str = Field(default="", max_length=2000)
    tech: str = ""
    rules: str = ""
    introduced: int = Field(default=0, ge=0, le=9999)
    mul_id: int = Field(default=0, ge=0)
    available: list[list[str]] = Field(default=[])
    designations: list[str] = Field(default=[])
    kind: str = ""
    name: str = Field(default="", max_length=400)


def card_data(card: Card) -> dict[str, Any]:
    """A card in our own form; what is empty is left out."""
    data: dict[str, Any] = {
        "chassis": card.chassis,
        "variant": card.variant,
        "type": card.type,
        "size": card.size,
        "move": card.move or _move_text(card.moves),
        "damage": _damage_text(card.damage),
        "armour": card.armour,
        "structure": card.structure,
        "pv": card.pv,
    }
    more = {
        "name": card.name if card.name != card.full_name else "",
        "overheat": card.overheat,
        "threshold": card.threshold,
        "role": card.role,
        "specials": specials_text(card.specials),
        "tech": card.tech,
        "rules": card.rules,
        "introduced": card.introduced,
        "mul_id": card.mul_id,
        "kind": card.kind,
        "designations": list(card.designations),
        "available": sorted(list(pair) for pair in card.available),
    }
    return data | {key: value for key, value in more.items() if value}


def card_from_data(data: Mapping[str, Any], name: str) -> Card:
    """A card from our own form; `name` is the place that a complaint names."""
    row = parse_model(CardData, data, name)
    unit_type = row.type.upper()
    if unit_type not in TYPES:
        _complain(name, f"type {row.type!r} is none that cards have; use one of {', '.join(TYPES)}")
    if any(len(pair) != 2 for pair in row.available):
        _complain(name, "available: each entry is a pair of faction and era")
    try:
        moves, damage = parse_move(row.move, unit_type), parse_damage(row.damage)
    except BadInput as error:
        raise BadInput(f"{name}: {error}") from error
    return Card(
        name=row.name or f"{row.chassis} {row.variant}".strip(),
        chassis=row.chassis,
        variant=row.variant,
        type=unit_type,
        size=row.size,
        moves=moves,
        damage=damage,
        armour=row.armour,
        structure=row.structure,
        pv=row.pv,
        overheat=row.overheat,
        threshold=row.threshold,
        role=row.role,
        specials=read_specials(row.specials),
        tech=row.tech,
        rules=row.rules,
        introduced=row.introduced,
        mul_id=row.mul_id,
        available=frozenset((pair[0], pair[1]) for pair in row.available),
        designations=tuple(row.designations),
        move=row.move,
        kind=row.kind,
    )


@lru_cache(maxsize=4096)
def parse_damage(text: str) -> tuple[Damage, Damage, Damage, Damage]:
    """Damage by range: 5/5/2 has no extreme range, 0* is minimal damage, a dash is none."""
    parts = [part.strip() for part in text.split("/")]
    if len(parts) not in (3, 4) or not all(re.fullmatch(r"[0-9]{1,3}|0\*|-", part) for part in parts):
        raise BadInput(f"damage {text!r} is not readable; write it as 5/5/2 or 2/1/0*/0.")
    short, medium, long, extreme = (*map(_damage, parts), Damage(0))[:4]
    return short, medium, long, extreme


def _damage(text: str) -> Damage:
    return Damage(0, minimal=True) if text == "0*" else Damage(0 if text == "-" else int(text))


def _damage_text(damage: tuple[Damage, ...]) -> str:
    shown = damage if damage[3] != Damage(0) else damage[:3]
    return "/".join(map(str, shown))


def _move_text(moves: Mapping[str, int]) -> str:
    return "/".join(f'{inches}"{code}' for code, inches in moves.items())


def _complain(name: str, what: str) -> NoReturn:
    raise BadInput(f"{name}: {what}.")
