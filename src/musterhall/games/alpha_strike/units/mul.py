"""The Master Unit List: its QuickList as JSON, read into cards.

A reply of the list is an array or holds one under "Units"; kept copies have one unit a line. What cannot be read is
named with the field and the reason, and the rest is kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from musterhall.games.alpha_strike.units.cards import TYPES, Card, Damage, parse_move
from musterhall.games.alpha_strike.units.specials import read_specials
from musterhall.problems import BadInput, Problem, parse_model

LIST_TYPES = {
    "BattleMech": 18,
    "Combat Vehicle": 19,
    "Infantry": 21,
    "ProtoMech": 23,
    "Aerospace": 17,
    "IndustrialMech": 20,
    "Support Vehicle": 24,
}
"""The list's own numbers."""
LIST_ERAS = {
    "Age of War": 9,
    "Star League": 10,
    "Early Succession War": 11,
    "Late Succession War - LosTech": 255,
    "Late Succession War - Renaissance": 256,
    "Clan Invasion": 13,
    "Civil War": 247,
    "Jihad": 14,
    "Early Republic": 15,
    "Late Republic": 254,
    "Dark Age": 16,
    "ilClan": 257,
}

Progress = Callable[[int, int], None]
"""Told how many of how many units are read."""

MOST_CHARACTERS = 64_000_000
"""Some seven times the whole list."""
PROGRESS_STEP = 250
NAMES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class MulImport:
    """What a file of the list gave: cards, what could not be read, and what the list has no card for."""

    cards: tuple[Card, ...]
    problems: tuple[Problem, ...] = ()
    without_card: tuple[str, ...] = ()
    """Units that the list has without an Alpha Strike card."""
    unknown: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Special abilities that the table does not know, with the cards that have them."""

    def notes(self) -> list[str]:
        notes = [
            f"Unknown special ability {special}: kept as it is written on {_some(names)}."
            for special, names in self.unknown.items()
        ]
        return [*notes, f"Without an Alpha Strike card: {_some(self.without_card)}."] if self.without_card else notes

    def as_data(self) -> dict[str, Any]:
        return {
            "cards": len(self.cards),
            "problems": [problem.as_data() for problem in self.problems],
            "without_card": list(self.without_card),
            "unknown_specials": {special: list(names) for special, names in self.unknown.items()},
        }


def joined(parts: Sequence[MulImport]) -> MulImport:
    """Several files of the list as one."""
    unknown: dict[str, tuple[str, ...]] = {}
    for part in parts:
        for special, names in part.unknown.items():
            unknown[special] = unknown.get(special, ()) + names
    return MulImport(
        tuple(card for part in parts for card in part.cards),
        tuple(problem for part in parts for problem in part.problems),
        tuple(name for part in parts for name in part.without_card),
        unknown,
    )


def _some(names: tuple[str, ...]) -> str:
    shown = ", ".join(names[:NAMES_SHOWN])
    return f"{shown} and {len(names) - NAMES_SHOWN} more" if len(names) > NAMES_SHOWN else shown


class NoCard(BadInput):
    """A unit that the list has without an Alpha Strike card."""


def card_from_mul(row: Mapping[str, Any]) -> Card:
    """One unit of the list as a card; BadInput names unit, field and reason."""
    place = _place(row)
    unit = parse_model(_MulRow, row, place)
    unit_type = (unit.BFType or "").strip().upper()
    if not unit_type:
        raise NoCard(f"{place}: the list has no Alpha Strike card for it.")
    if unit_type not in TYPES:
        raise BadInput(f"{place}: BFType {unit_type!r} is none that cards have; they have {', '.join(TYPES)}.")
    try:
        moves = parse_move(unit.BFMove, unit_type)
    except BadInput as error:
        raise BadInput(f"{place}: BFMove: {error}") from error
    chassis, variant = _plain(unit.Class), _plain(unit.Variant or "")
    return Card(
        name=_plain(unit.Name),
        chassis=chassis or _plain(unit.Name),
        variant=variant,
        type=unit_type,
        size=unit.BFSize,
        moves=moves,
        damage=unit.damage(),
        armour=unit.BFArmor,
        structure=unit.BFStructure,
        pv=unit.BFPointValue,
        overheat=unit.BFOverheat,
        threshold=unit.BFThreshold,
        role=_named(unit.Role),
        specials=read_specials(_plain(unit.BFAbilities or "")),
        tech=_named(unit.Technology),
        rules=_plain(unit.Rules),
        introduced=_year(unit.DateIntroduced),
        mul_id=unit.Id,
        move=unit.BFMove.strip(),
        kind=_named(unit.Type),
    )


def read_mul(text: str, name: str, faction: str = "", era: str = "", progress: Progress | None = None) -> MulImport:
    """Every card of a QuickList file; with faction and era, each is noted as available to it then."""
    available = _availability(faction, era)
    rows, problems = _rows(text, name)
    cards: list[Card] = []
    without_card: list[str] = []
    unknown: dict[str, list[str]] = {}
    for number, row in enumerate(rows, start=1):
        if progress is not None and number % PROGRESS_STEP == 0:
            progress(number, len(rows))
        try:
            card = card_from_mul(row) if isinstance(row, Mapping) else _not_a_unit(row)
        except NoCard:
            without_card.append(_place(row))
        except BadInput as error:
            where, _, what = str(error).partition(": ")
            problems.append(Problem(f"{name}, unit {number}, {where}", what, remedy="The other units are kept"))
        else:
            cards.append(replace(card, available=available) if available else card)
            for special in card.unknown_specials:
                unknown.setdefault(special, []).append(card.name)
    if progress is not None:
        progress(len(rows), len(rows))
    named = {special: tuple(names) for special, names in sorted(unknown.items())}
    return MulImport(tuple(cards), tuple(problems), tuple(without_card), named)


# Rows


def _rows(text: str, name: str) -> tuple[list[Any], list[Problem]]:
    """The units in an array, under "Units", or one a line."""
    if len(text) > MOST_CHARACTERS:
        raise BadInput(
            f"{name}: is far longer than the whole Master Unit List ({len(text):,} characters); "
            f"split it into files of at most {MOST_CHARACTERS:,}."
        )
    text = text.removeprefix("\ufeff").strip()
    if not text:
        raise BadInput(f"{name}: is empty; save the list's reply in it.")
    if text.startswith("[") or not _one_a_line(text):
        return _units_of(_loaded(text, name), name), []
    return _lines(text, name)


def _one_a_line(text: str) -> bool:
    """Whether the first line is a whole unit and more lines follow."""
    first, newline, _ = text.partition("\n")
    try:
        return bool(newline) and isinstance(json.loads(first), dict)
    except (ValueError, RecursionError):
        return False


def _loaded(text: str, name: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise BadInput(f"{name}: not readable as JSON at {place}: {error.msg}; download it again.") from None
    except (ValueError, RecursionError):
        raise BadInput(f"{name}: not readable as JSON; download it again.") from None


def _units_of(data: Any, name: str) -> list[Any]:
    if isinstance(data, dict):
        if "Units" in data:
            data = data["Units"]
        elif "Id" in data:
            data = [data]
    if not isinstance(data, list):
        raise BadInput(f'{name}: holds no list of units; a QuickList is an array, or has one under "Units".')
    return data


def _lines(text: str, name: str) -> tuple[list[Any], list[Problem]]:
    rows, problems = [], []
    for number, line in _numbered(text):
        try:
            rows.append(json.loads(line))
        except (ValueError, RecursionError):
            where = f"{name}, line {number}"
            problems.append(Problem(where, "not readable as JSON", remedy="The other lines are kept"))
    return rows, problems


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    # Not splitlines: a name may hold signs that Python takes for the end of a line.
    lines = ((number, line.strip()) for number, line in enumerate(text.split("\n"), start=1))
    return ((number, line) for number, line in lines if line)


def _not_a_unit(row: Any) -> Card:
    raise BadInput(f"{str(row)[:40]!r}: is no unit with fields.")


def _place(row: Any) -> str:
    """A unit's name for a complaint, on one line and short whatever it holds."""
    name = row.get("Name") if isinstance(row, Mapping) else row
    words = _plain(str(name)).replace(": ", " ")[:120] if name else ""
    return words or "a unit without a name"


# Fields

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
_Figure = Annotated[int, Field(ge=0, le=9999)]


class _Named(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")

    Name: str | None = None


class _MulRow(BaseModel):
    """The fields of the list that a card needs, by the list's names."""

    model_config = ConfigDict(strict=True, extra="ignore")

    Id: Annotated[int, Field(ge=0)]
    Name: Annotated[str, Field(min_length=1, max_length=400)]
    Class: Annotated[str, Field(max_length=200)] = ""
    Variant: Annotated[str, Field(max_length=200)] | None = None
    Technology: _Named | None = None
    Rules: str = ""
    DateIntroduced: str = ""
    Type: _Named | None = None
    Role: _Named | None = None
    BFType: str | None = None
    BFSize: Annotated[int, Field(ge=0, le=9)] = 0
    BFMove: Annotated[str, Field(max_length=60)] = ""
    BFArmor: _Figure = 0
    BFStructure: _Figure = 0
    BFThreshold: Annotated[int, Field(ge=0, le=999)] = 0
    BFDamageShort: Annotated[int, Field(ge=0, le=999)] = 0
    BFDamageShortMin: bool = False
    BFDamageMedium: Annotated[int, Field(ge=0, le=999)] = 0
    BFDamageMediumMin: bool = False
    BFDamageLong: Annotated[int, Field(ge=0, le=999)] = 0
    BFDamageLongMin: bool = False
    BFDamageExtreme: Annotated[int, Field(ge=0, le=999)] = 0
    # The list spells it so.
    BFDamageExtemeMin: bool = False
    BFOverheat: Annotated[int, Field(ge=0, le=99)] = 0
    BFPointValue: _Figure = 0
    BFAbilities: Annotated[str, Field(max_length=2000)] | None = None

    def damage(self) -> tuple[Damage, Damage, Damage, Damage]:
        return (
            _damage(self.BFDamageShort, self.BFDamageShortMin),
            _damage(self.BFDamageMedium, self.BFDamageMediumMin),
            _damage(self.BFDamageLong, self.BFDamageLongMin),
            _damage(self.BFDamageExtreme, self.BFDamageExtemeMin),
        )


def _damage(value: int, minimal: bool) -> Damage:
    return Damage(value, minimal and value == 0)


def _availability(faction: str, era: str) -> frozenset[tuple[str, str]]:
    faction, era = _plain(faction), _plain(era)
    if bool(faction) != bool(era):
        raise BadInput("A unit is available to a faction in an era: give both, or neither.")
    return frozenset([(faction, era)]) if faction else frozenset()


def _named(thing: _Named | None) -> str:
    name = _plain(thing.Name or "") if thing else ""
    return "" if name in ("None", "Unknown") else name


def _year(text: str) -> int:
    """The year in "3059" or "circa 2980"; 0 where none is known."""
    match = re.search(r"[0-9]{4}", text)
    return int(match[0]) if match else 0


def _plain(text: str) -> str:
    """Without the double and trailing blanks that the list's names have, and without signs a terminal would obey."""
    return " ".join(_CONTROL.sub(" ", text).split())
