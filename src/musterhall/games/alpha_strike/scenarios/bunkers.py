"""Section 14.2: Bunkers. Six of them with armour and a door, to be shot down or entered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from pydantic import Field as Model

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule, YesOrNo
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.field.field import Field
from musterhall.games.alpha_strike.field.terrain import CLEAR
from musterhall.games.alpha_strike.movement.judging import Moved
from musterhall.games.alpha_strike.movement.move_decision import Move
from musterhall.games.alpha_strike.movement.moving import make_move
from musterhall.games.alpha_strike.movement.passing import overlaps
from musterhall.games.alpha_strike.package_data import FileModel
from musterhall.games.alpha_strike.position.condition import INSIDE
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.scenario import PHYSICAL, WEAPON, Goal, Objectives, Zone
from musterhall.games.alpha_strike.scenarios.contact import goal_at_area, is_grounded, touches_area
from musterhall.games.alpha_strike.scenarios.layouts import layout, point, solid_piece, zone_about
from musterhall.games.alpha_strike.scenarios.match import Match, destroy, number_of
from musterhall.geometry import Point, crossing, rounded
from musterhall.problems import parse_model
from musterhall.table import TerrainPiece

SECTION = "14.2"
SIDES = ("Red", "Blue")
FIRED_FROM = 22.0
"""From how near a unit does well to fire at a bunker: at medium range, whatever stands in between."""
FROM_AFAR = 0.1
"""What it is worth to be near enough, in the points of the bunker."""


@dataclass(frozen=True, slots=True)
class Bunker:
    """14.2 What is left of a bunker."""

    armour: int
    marked: int = 0
    """Damage that waits for the End Phase."""
    stands: bool = True
    inside: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Bunkers(Objectives):
    bunkers: tuple[Bunker, ...]

    def as_data(self) -> Any:
        return {"bunkers": [asdict(one) for one in self.bunkers]}


class _BunkerEntry(FileModel):
    armour: int = Model(default=15, ge=0, le=15)
    stands: bool = True
    inside: list[str] = Model(default=[])
    marked: int = Model(default=0, ge=0)


class _File(FileModel):
    red_home: _BunkerEntry = _BunkerEntry()
    red_west: _BunkerEntry = _BunkerEntry()
    red_east: _BunkerEntry = _BunkerEntry()
    blue_home: _BunkerEntry = _BunkerEntry()
    blue_west: _BunkerEntry = _BunkerEntry()
    blue_east: _BunkerEntry = _BunkerEntry()


class GoInside(YesOrNo):
    """14.2 Whether infantry at a door goes in, where that is its owner's choice."""

    __slots__ = ("bunker", "unit", "view")
    kind = "go inside"
    section = SECTION

    def __init__(self, view: Position, unit: int, bunker: int) -> None:
        super().__init__(view.unit(unit).side)
        self.view, self.unit, self.bunker = view, unit, bunker

    def question(self) -> str:
        return f"Does {self.view.unit(self.unit).name} go into the {name_of(self.bunker)}?"

    def about(self) -> dict[str, Any]:
        return {"unit": self.unit, "bunker": self.bunker}


class GetClear(Move):
    """14.2 The move of infantry that has come out of a bunker: an ordinary one, without a sprint."""

    __slots__ = ()
    kind = "get clear"
    section = SECTION

    def __init__(self, view: Position, unit: int) -> None:
        super().__init__(view, unit)
        self.modes = [mode for mode in self.modes if mode != "sprint"]

    def question(self) -> str:
        return f"How does {self.view.unit(self.unit).name} get clear of the bunker?"


class BunkerBusting(Match):
    """14.2 Destroy the enemy's bunkers."""

    name = "bunkers"
    title = "Bunkers"
    section = SECTION

    def pieces(self, edition: Edition) -> Sequence[TerrainPiece]:
        height = layout(self.name)["height"]
        return [solid_piece(name_of(number), zone_of(number), height, edition) for number in range(count())]

    def objectives(self, field: Field) -> Objectives:
        return Bunkers((Bunker(layout(self.name)["armour"]),) * count())

    def objectives_from(
        self, position: Position, said: Mapping[str, Any], numbers: Mapping[str, int], name: str
    ) -> Objectives:
        place = f"{name}: objectives"
        file = parse_model(_File, said, place)
        entries = [getattr(file, key) for key in _File.model_fields]
        bunkers = []
        for number, entry in enumerate(entries):
            inside = tuple(number_of(numbers, one, place) for one in entry.inside)
            for unit in inside:
                position.conditions[unit].place = INSIDE
            if not entry.stands:
                _clear_away(position, number)
            bunkers.append(Bunker(entry.armour, entry.marked, entry.stands, inside))
        return Bunkers(tuple(bunkers))

    # Combat

    def targets(self, position: Position, unit: int) -> Sequence[int]:
        return [piece_of(position, number) for number in range(count()) if not why_unharmed(position, unit, number)]

    def worth_of(self, position: Position, unit: int, piece: int) -> float:
        """14.2 A bunker's points, shared out over the armour that it has left; twice that through the door."""
        number = piece - piece_of(position, 0)
        one, worth = bunkers_of(position)[number], layout(self.name)["points"]
        left = one.armour - one.marked
        points = worth["home_bunker" if is_home(number) else "forward_bunkers"]
        if is_home(number) and not self._would_lead(position, position.unit(unit).side):
            points = 1  # it ends the match
        return points * (2 if through_door(position, unit, number) else 1) / left if left > 0 else 0.0

    def _would_lead(self, position: Position, side: int) -> bool:
        """Whether a side that takes the enemy's home bunker has more points, even if one more of its own falls."""
        worth, now = layout(self.name)["points"], self.objective_points(position)
        return now[side] + int(worth["home_bunker"]) > now[1 - side] + int(worth["forward_bunkers"])

    def attack_terrain(
        self, battle: Battle[Position], unit: int, piece: int, damage: int, *, critical: bool, how: str = WEAPON
    ) -> None:
        """14.2 Damage is marked: doubled through the door, and a point more for a critical hit."""
        position = battle.position
        number = piece - piece_of(position, 0)
        if not 0 <= number < count() or why_unharmed(position, unit, number):
            return
        one = bunkers_of(position)[number]
        doubled = how in (WEAPON, PHYSICAL) and through_door(position, unit, number)
        points = damage * (2 if doubled else 1) + int(critical)
        _change(position, number, marked=one.marked + points)
        door = ", through the door" if doubled else ""
        more = ", 1 of it by a critical hit" if critical else ""
        text = f"{position.unit(unit).name} hits the {name_of(number)}{door}: {points} damage{more}"
        battle.tell("bunker", text, SECTION, unit=unit, bunker=number, points=points, doubled=doubled)

    def goals(self, position: Position, unit: int) -> Sequence[Goal]:
        """14.2 For infantry the doors of enemy bunkers, for others places from which to fire at them."""
        one, worth = position.unit(unit), layout(self.name)["points"]
        found = []
        for number, bunker in enumerate(bunkers_of(position)):
            if not bunker.stands or owner_of(number) == one.side:
                continue
            points = worth["home_bunker" if is_home(number) else "forward_bunkers"]
            if one.is_infantry:
                door = door_of(number, position.field.edition)
                found.append(goal_at_area(position, unit, door, f"to enter the {name_of(number)}", points))
            else:
                what = f"to fire at the {name_of(number)}"
                found.append(Goal(what, middle_of(number), FIRED_FROM, points * FROM_AFAR, 4))
        return found

    # The End Phase

    def after_damage(self, battle: Battle[Position], lost: Sequence[int], crippled: Sequence[int]) -> Rule[None]:
        """14.2 E2 Bunkers lose their armour, and those at 0 go."""
        yield from super().after_damage(battle, lost, crippled)
        position = battle.position
        for number, one in enumerate(bunkers_of(position)):
            if one.marked:
                _change(position, number, armour=max(0, one.armour - one.marked), marked=0)
                left = bunkers_of(position)[number].armour
                battle.tell("bunker", f"The {name_of(number)} has armour {left}", SECTION, bunker=number, armour=left)
        for number, one in enumerate(bunkers_of(position)):
            if one.stands and not one.armour:
                _evacuate(battle, number)
                _blow_up(battle, number)

    def infiltration(self, battle: Battle[Position]) -> Rule[None]:
        """14.2 E5 Infiltrators come out, get clear, and their bunker goes; then others go in."""
        for number, one in enumerate(bunkers_of(battle.position)):
            if one.stands and one.inside:
                yield from _come_out(battle, number)
        for number, one in enumerate(bunkers_of(battle.position)):
            if one.stands:
                yield from _go_in(battle, number)

    def on_board(self, position: Position, side: int) -> Sequence[int]:
        left = super().on_board(position, side)
        if position.field.edition.inside_counts:
            return left
        return [unit for unit in left if position.conditions[unit].place != INSIDE]

    def finished(self, position: Position) -> str:
        for number, one in enumerate(bunkers_of(position)):
            if not one.stands and is_home(number):
                return f"the {name_of(number)} is destroyed"
        return ""

    # The score

    def objective_figures(self, position: Position) -> tuple[dict[str, Any], dict[str, Any]]:
        red, blue = (
            {"forward_bunkers": _gone(position, side, home=False), "home_bunker": _gone(position, side, home=True)}
            for side in (0, 1)
        )
        return red, blue

    def markers(self, position: Position) -> Sequence[dict[str, Any]]:
        return [marker for number in range(count()) for marker in _markers(position, number)]


# The six


def count() -> int:
    return len(layout(BunkerBusting.name)["place"])


def name_of(number: int) -> str:
    return str(layout(BunkerBusting.name)["place"][number]["name"])


def owner_of(number: int) -> int:
    return int(layout(BunkerBusting.name)["place"][number]["owner"])


def why_unharmed(position: Position, unit: int, number: int) -> str:
    """14.2 Why nothing that a unit does harms a bunker, or nothing: it is its own side's, or gone already."""
    if owner_of(number) == position.unit(unit).side:
        return f"The {name_of(number)} is its own side's, and nobody damages their own bunkers"
    return "" if bunkers_of(position)[number].stands else f"The {name_of(number)} is destroyed already"


def is_home(number: int) -> bool:
    """14.2 The bunker nearest to its owner's edge."""
    return "home" in name_of(number)


def middle_of(number: int) -> Point:
    return point(layout(BunkerBusting.name)["place"][number]["at"])


def zone_of(number: int) -> Zone:
    across = layout(BunkerBusting.name)["across"]
    return zone_about(middle_of(number), across, across)


def door_of(number: int, edition: Edition) -> Zone:
    """14.2 The door, in the middle of the side towards the owner's edge, or by the other reading of the far one."""
    (x, _), zone = middle_of(number), zone_of(number)
    half = layout(BunkerBusting.name)["door"] / 2
    north = (owner_of(number) == 0) == (edition.bunker_door == "owner_side")
    y = zone.top if north else zone.bottom
    return Zone(x - half, y, x + half, y)


def piece_of(position: Position, number: int) -> int:
    """The bunker as a piece of terrain: the scenario's come after the table's own."""
    return len(position.field.ground.pieces) - count() + number


def through_door(position: Position, unit: int, number: int) -> bool:
    """14.2 Whether the straight line from a unit to a bunker's centre goes through its door."""
    door = door_of(number, position.field.edition)
    (ax, ay), (bx, by) = position.at(unit), middle_of(number)
    return bool(crossing(ax, ay, bx, by, door.left, door.top, door.right, door.bottom) >= 0.0)


def bunkers_of(position: Position) -> tuple[Bunker, ...]:
    objectives = position.objectives
    assert isinstance(objectives, Bunkers)
    return objectives.bunkers


def _change(position: Position, number: int, **changes: Any) -> None:
    bunkers = bunkers_of(position)
    new = replace(bunkers[number], **changes)
    position.objectives = Bunkers((*bunkers[:number], new, *bunkers[number + 1 :]))


def _gone(position: Position, side: int, *, home: bool) -> int:
    """How many of the enemy's bunkers of a kind are destroyed."""
    return sum(
        not one.stands and owner_of(number) != side and is_home(number) == home
        for number, one in enumerate(bunkers_of(position))
    )


def _markers(position: Position, number: int) -> list[dict[str, Any]]:
    one, zone = bunkers_of(position)[number], zone_of(number)
    if not one.stands:
        return []
    door = door_of(number, position.field.edition)
    owner, armour = owner_of(number), one.armour
    text = "Home bunker" if is_home(number) else "Forward bunker"
    return [
        {"kind": "bunker", "shape": "area", "zone": list(zone), "owner": owner, "text": text, "armour": armour},
        {"kind": "door", "shape": "line", "zone": list(door), "owner": owner, "text": "Door"},
    ]


# What becomes of them


def _clear_away(position: Position, number: int) -> None:
    position.lie = position.field.ground.changed(position.lie, piece_of(position, number), CLEAR)


def _blow_up(battle: Battle[Position], number: int) -> None:
    """14.2 A bunker is gone; by the other reading so is who still touches it."""
    position = battle.position
    if position.field.edition.bunker_blast == "destroys":
        for unit in position.everybody_on_table():
            if is_grounded(position, unit) and touches_area(position, unit, zone_of(number)):
                destroy(battle, unit, f"the {name_of(number)} blows up beside it")
    _change(position, number, stands=False, armour=0, marked=0, inside=())
    _clear_away(position, number)
    battle.tell("bunker", f"The {name_of(number)} is destroyed", SECTION, bunker=number)


def _evacuate(battle: Battle[Position], number: int) -> None:
    """14.2 Infiltrators of a bunker that is shot down come out unharmed, or by the other reading are lost."""
    position = battle.position
    for unit in bunkers_of(position)[number].inside:
        if position.field.edition.bunker_shot_with_inside == "lost":
            destroy(battle, unit, f"it was inside the {name_of(number)}")
        else:
            _put_at_door(battle, unit, number)


def _put_at_door(battle: Battle[Position], unit: int, number: int) -> None:
    """14.2 A unit stands in contact with the door, as near to its middle as others leave room."""
    position = battle.position
    door, radius = door_of(number, position.field.edition), position.unit(unit).radius
    middle = (door.left + door.right) / 2
    outwards = -1 if door.top < middle_of(number)[1] else 1
    steps = [side * step * 0.25 for step in range(60) for side in (1, -1)]
    places = (rounded((middle + aside, door.top + outwards * radius)) for aside in steps)
    place = next((one for one in places if overlaps(position, unit, one) is None), (middle, door.top))
    position.put(unit, place, 270.0 if outwards < 0 else 90.0)
    battle.tell("infiltration", f"{position.unit(unit).name} comes out of the {name_of(number)}", SECTION, unit=unit)


def _come_out(battle: Battle[Position], number: int) -> Rule[None]:
    """14.2 Infiltrators stand at the door again and make one move; then the bunker goes, whatever its armour."""
    position = battle.position
    units = bunkers_of(position)[number].inside
    for unit in units:
        _put_at_door(battle, unit, number)
    for unit in units:
        moved: Moved = yield GetClear(position.seen_by(position.unit(unit).side), unit)
        make_move(battle, unit, moved)
    _blow_up(battle, number)


def _go_in(battle: Battle[Position], number: int) -> Rule[None]:
    """14.2 Enemy infantry on the ground that touches the door goes in."""
    position = battle.position
    for unit in position.on_table(1 - owner_of(number)):
        if not _at_door(position, unit, number):
            continue
        if position.field.edition.infiltration == "may":
            wanted = yield GoInside(position.seen_by(position.unit(unit).side), unit, number)
            if not wanted:
                continue
        position.conditions[unit].place = INSIDE
        _change(position, number, inside=(*bunkers_of(position)[number].inside, unit))
        battle.tell("infiltration", f"{position.unit(unit).name} goes into the {name_of(number)}", SECTION, unit=unit)


def _at_door(position: Position, unit: int, number: int) -> bool:
    if not position.unit(unit).is_infantry or not is_grounded(position, unit):
        return False
    door = door_of(number, position.field.edition)
    return touches_area(position, unit, door)
