"""Section 14.6: Salvage. Pieces of a wreck are picked up, carried, dropped, and brought into yards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import Field as Model

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Choice, Rule
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.field.field import Field
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.movement.allowance import is_immobile
from musterhall.games.alpha_strike.package_data import FileModel
from musterhall.games.alpha_strike.position.position import END, Position
from musterhall.games.alpha_strike.position.rolls import D6
from musterhall.games.alpha_strike.position.say import say_of, usual_facts
from musterhall.games.alpha_strike.position.scenario import PHYSICAL, Action, Goal, Objectives, Zone
from musterhall.games.alpha_strike.scenarios.contact import (
    goal_at_area,
    goal_at_disc,
    is_grounded,
    touches_area,
    touches_disc,
    under,
)
from musterhall.games.alpha_strike.scenarios.dropping import put_beside
from musterhall.games.alpha_strike.scenarios.layouts import layout, point, solid_piece, zone_about
from musterhall.games.alpha_strike.scenarios.match import Match, number_of
from musterhall.geometry import Point
from musterhall.problems import BadInput, parse_model
from musterhall.table import TerrainPiece

SECTION = "14.6"
SIDES = ("Red", "Blue")
NAME = "salvage"
PICK_UP = "pick up"
WRECK = 0
LYING = 1
"""Where a pick-up takes from: 0 is the wreck, 1 to 10 a piece that lies on the table, 11 on a yard."""
YARD = 11
ENOUGH, LATE = 2, 7
"""Nobody leaves the wreck with less than so much before this turn, while there is more."""
ALL = 99
"""A yard is there for every unit that carries something."""


@dataclass(frozen=True, slots=True)
class Salvage(Objectives):
    """14.6 Where the ten pieces are."""

    wreck: int
    lying: tuple[Point, ...] = ()
    carried: tuple[tuple[int, int], ...] = ()
    """Who carries how many."""
    yards: tuple[int, ...] = (0, 0, 0, 0)
    """Red's two, then blue's two."""

    def as_data(self) -> Any:
        return {
            "wreck": self.wreck,
            "lying": [list(one) for one in self.lying],
            "carried": [list(one) for one in self.carried],
            "yards": list(self.yards),
        }

    def load_of(self, unit: int) -> int:
        return dict(self.carried).get(unit, 0)

    def with_load(self, unit: int, pieces: int) -> Salvage:
        loads = {**dict(self.carried), unit: pieces}
        return replace(self, carried=tuple(sorted((one, load) for one, load in loads.items() if load)))


class _File(FileModel):
    carried: dict[str, int] = Model(default={})
    lying: list[list[float]] = Model(default=[], max_length=10)
    yards: list[int] = Model(default=[0, 0, 0, 0], min_length=4, max_length=4)


class PickUpMore(Choice[int]):
    """14.6 Whether a unit that has picked up a piece tries for another, and where; -1 ends it."""

    __slots__ = ("unit", "view")
    kind = "pick up more"
    section = SECTION

    def __init__(self, view: Position, unit: int, sources: Sequence[int]) -> None:
        super().__init__(view.unit(unit).side, (NOBODY, *sources))
        self.view, self.unit = view, unit

    def question(self) -> str:
        return f"Does {self.view.unit(self.unit).name} try to pick up another piece?"

    def about(self) -> dict[str, Any]:
        return {"unit": self.unit}

    def in_words(self, answer: Any) -> str:
        return "no" if answer == NOBODY else salvage_at(answer)


class DropBeforeMove(Choice[int]):
    """14.6 How many pieces a carrier drops before it moves."""

    __slots__ = ("unit", "view")
    kind = "drop salvage"
    section = SECTION

    def __init__(self, view: Position, unit: int, load: int) -> None:
        super().__init__(view.unit(unit).side, tuple(range(load + 1)))
        self.view, self.unit = view, unit

    def question(self) -> str:
        return f"How many pieces does {self.view.unit(self.unit).name} drop before it moves?"

    def about(self) -> dict[str, Any]:
        return {"unit": self.unit}


class SalvageMatch(Match):
    """14.6 Carry salvage from the wreck to one's own yards."""

    name = NAME
    title = "Salvage"
    section = SECTION

    def pieces(self, edition: Edition) -> Sequence[TerrainPiece]:
        return (solid_piece("wreck", wreck(), layout(NAME)["wreck"]["height"], edition),)

    def objectives(self, field: Field) -> Objectives:
        return Salvage(layout(NAME)["pieces"])

    def objectives_from(
        self, position: Position, said: Mapping[str, Any], numbers: Mapping[str, int], name: str
    ) -> Objectives:
        place = f"{name}: objectives"
        file = parse_model(_File, said, place)
        carried = {number_of(numbers, unit, place): load for unit, load in file.carried.items()}
        if any(load < 1 for load in carried.values()) or min(file.yards) < 0:
            raise BadInput(f"{place}: a unit carries at least one piece and a yard holds none or more; correct it.")
        left = layout(NAME)["pieces"] - sum(carried.values()) - len(file.lying) - sum(file.yards)
        if left < 0:
            raise BadInput(
                f"{place}: there are {layout(NAME)['pieces']} pieces and these are {-left} more; take some out."
            )
        lying = tuple(point(one) for one in file.lying)
        return Salvage(left, lying, tuple(sorted(carried.items())), tuple(file.yards))

    # Moving

    def modes_barred(self, position: Position, unit: int) -> Sequence[str]:
        """14.6 Carriers neither sprint nor jump."""
        return ("sprint", "jump") if salvage_of(position).load_of(unit) else ()

    def before_move(self, battle: Battle[Position], unit: int) -> Rule[None]:
        """14.6 A carrier may drop pieces beside it before it moves."""
        position = battle.position
        load = salvage_of(position).load_of(unit)
        if load:
            number = yield DropBeforeMove(position.seen_by(position.unit(unit).side), unit, load)
            if number:
                _drop(battle, unit, number, position.at(unit))

    def left(self, battle: Battle[Position], unit: int, edge: str) -> None:
        """14.6 Salvage does not leave the table with its carrier."""
        load = salvage_of(battle.position).load_of(unit)
        if load:
            _drop(battle, unit, load, under(battle.position, unit))

    def must_withdraw(self, position: Position, unit: int) -> bool:
        """14.6 Nobody withdraws while carrying salvage."""
        return not salvage_of(position).load_of(unit)

    def goals(self, position: Position, unit: int) -> Sequence[Goal]:
        """14.6 An own yard for who carries salvage, else the wreck and pieces that lie on the table."""
        one, worth, salvage = position.unit(unit), layout(NAME)["points"], salvage_of(position)
        load = salvage.load_of(unit)
        stays = load < ENOUGH and position.turn < LATE and salvage.wreck and touches_area(position, unit, wreck())
        if load and not stays:
            wide = layout(NAME)["yards"]["across"] / 2
            own = [at for owner, at in yards() if owner == one.side]
            points = worth["in_yard"] * load
            what = "with its salvage to the yard"
            return [
                goal_at_disc(position, unit, at, wide, f"{what} at ({at[0]:g}, {at[1]:g})", points, ALL) for at in own
            ]
        if one.card.size < 2:
            return ()
        radius, pieces = layout(NAME)["across"] / 2, min(2, one.card.size - 1)
        lying = [
            goal_at_disc(
                position, unit, at, radius, f"for the piece at ({at[0]:g}, {at[1]:g})", worth["in_yard"], acts=True
            )
            for at in dict.fromkeys(salvage.lying)
        ]
        if not salvage.wreck:
            return lying
        wanted = min(8, salvage.wreck)
        points = worth["in_yard"] * pieces
        return [*lying, goal_at_area(position, unit, wreck(), "for salvage to the wreck", points, wanted, acts=True)]

    def prize(self, position: Position, unit: int) -> float:
        """14.6 The salvage that it carries."""
        return float(layout(NAME)["points"]["in_yard"] * salvage_of(position).load_of(unit))

    # Combat

    def own_actions(self, position: Position, unit: int) -> Sequence[Action]:
        if why_no_pick_up(position, unit):
            return ()
        return [
            Action(PICK_UP, f"picks up {salvage_at(one)}", one, place_of(position, one))
            for one in sources_of(position, unit)
        ]

    def why_not(self, position: Position, unit: int, name: str, target: int) -> str:
        if name == PICK_UP:
            why = why_no_pick_up(position, unit)
            return why or f"{position.unit(unit).name} touches no salvage there"
        return super().why_not(position, unit, name, target)

    def own_act(self, battle: Battle[Position], unit: int, action: Action) -> Rule[None]:
        """14.6 A roll for each piece; after a success another may be tried, and a failure ends it."""
        position, source, taken = battle.position, action.target, 0
        while source != NOBODY and _rolls(battle, unit):
            _take(battle, unit, source)
            taken += 1
            sources = sources_of(position, unit) if room_for(position, unit, taken) > 0 else []
            if not sources:
                return
            source = yield PickUpMore(position.seen_by(position.unit(unit).side), unit, sources)

    def damage_halved(self, position: Position, unit: int) -> bool:
        return salvage_of(position).load_of(unit) > 0

    def hit(self, battle: Battle[Position], attacker: int, target: int, how: str) -> Rule[None]:
        """14.6 A blow makes a carrier drop everything at once; the opponent puts it down."""
        position = battle.position
        load = salvage_of(position).load_of(target)
        if how == PHYSICAL and load:
            side = position.unit(attacker).side
            at = yield from put_beside(position, side, target, "its salvage", layout(NAME)["across"] / 2)
            _drop(battle, target, load, at)

    # The End Phase

    def before_damage(self, battle: Battle[Position]) -> Rule[None]:
        """14.6 E1 Carriers on their own yards put their salvage in."""
        if battle.position.field.edition.salvage_dropoff == "before_damage":
            _deposit(battle)
        return
        yield

    def after_damage(self, battle: Battle[Position], lost: Sequence[int], crippled: Sequence[int]) -> Rule[None]:
        """14.6 E2 The salvage of a carrier that is lost lies where it stood."""
        yield from super().after_damage(battle, lost, crippled)
        position = battle.position
        for unit, load in salvage_of(position).carried:
            if not position.conditions[unit].alive:
                _drop(battle, unit, load, position.at(unit))
        if position.phase == END and position.field.edition.salvage_dropoff == "after_damage":
            _deposit(battle)

    def finished(self, position: Position) -> str:
        for side in (0, 1):
            if in_yards(position, side) >= layout(NAME)["wins"]:
                return f"{SIDES[side]} has {in_yards(position, side)} pieces of salvage in its yards"
        return ""

    # The score

    def objective_figures(self, position: Position) -> tuple[dict[str, Any], dict[str, Any]]:
        red, blue = (
            {"carried": _carried_by_side(position, side), "in_yard": in_yards(position, side)} for side in (0, 1)
        )
        return red, blue

    def markers(self, position: Position) -> Sequence[dict[str, Any]]:
        salvage, across = salvage_of(position), layout(NAME)["across"]
        return [
            {
                "kind": "wreck",
                "shape": "area",
                "zone": list(wreck()),
                "owner": NOBODY,
                "text": f"Wreck, {salvage.wreck} salvage",
            },
            *(
                {
                    "kind": "yard",
                    "shape": "circle",
                    "at": list(at),
                    "across": layout(NAME)["yards"]["across"],
                    "owner": owner,
                    "text": f"{SIDES[owner]} yard, {salvage.yards[number]} salvage",
                }
                for number, (owner, at) in enumerate(yards())
            ),
            *(
                {
                    "kind": "salvage",
                    "shape": "circle",
                    "at": list(at),
                    "across": across,
                    "owner": NOBODY,
                    "text": "Salvage",
                }
                for at in salvage.lying
            ),
            *(
                {
                    "kind": "salvage",
                    "shape": "circle",
                    "at": list(position.at(unit)),
                    "across": across,
                    "owner": position.unit(unit).side,
                    "carrier": unit,
                    "text": f"{load} salvage",
                }
                for unit, load in salvage.carried
            ),
        ]


def wreck() -> Zone:
    said = layout(NAME)["wreck"]
    return zone_about(point(said["at"]), said["width"], said["depth"])


def yards() -> Sequence[tuple[int, Point]]:
    """Whose each yard is, and its middle."""
    said = layout(NAME)["yards"]
    return [*((0, point(one)) for one in said["red"]), *((1, point(one)) for one in said["blue"])]


def salvage_of(position: Position) -> Salvage:
    objectives = position.objectives
    assert isinstance(objectives, Salvage)
    return objectives


def in_yards(position: Position, side: int) -> int:
    return sum(pieces for (owner, _), pieces in zip(yards(), salvage_of(position).yards, strict=True) if owner == side)


def _carried_by_side(position: Position, side: int) -> int:
    return sum(load for unit, load in salvage_of(position).carried if position.unit(unit).side == side)


# Picking up


def salvage_at(source: int) -> str:
    if source == WRECK:
        return "salvage from the wreck"
    return "a piece on the table" if source < YARD else "salvage from an enemy yard"


def place_of(position: Position, source: int) -> Point:
    """14.6 Where a source of salvage is on the table."""
    if source == WRECK:
        return point(layout(NAME)["wreck"]["at"])
    return salvage_of(position).lying[source - LYING] if source < YARD else yards()[source - YARD][1]


def sources_of(position: Position, unit: int) -> list[int]:
    """14.6 What salvage a unit touches: the wreck, dropped pieces, by the other reading enemy yards."""
    salvage, radius = salvage_of(position), layout(NAME)["across"] / 2
    found = [WRECK] if salvage.wreck and touches_area(position, unit, wreck()) else []
    found += [LYING + number for number, at in enumerate(salvage.lying) if touches_disc(position, unit, at, radius)]
    if position.field.edition.yard_theft:
        wide = layout(NAME)["yards"]["across"] / 2
        found += [
            YARD + number
            for number, (owner, at) in enumerate(yards())
            if owner != position.unit(unit).side and salvage.yards[number] and touches_disc(position, unit, at, wide)
        ]
    return found


def why_no_pick_up(position: Position, unit: int) -> str:
    """14.6 Why a unit may pick nothing up; empty where it may."""
    name = position.unit(unit).name
    if position.unit(unit).card.size < 2:
        return f"{name} is of Size 1 and cannot pick up salvage"
    if not is_grounded(position, unit):
        return f"{name} is not on the ground"
    if room_for(position, unit, 0) <= 0:
        return f"{name} carries all that its Size allows"
    return "" if sources_of(position, unit) else f"{name} touches no salvage"


def room_for(position: Position, unit: int, taken: int) -> int:
    """14.6 How many pieces more a unit may pick up: Size - 1 in a turn, or by the other reading in all."""
    most = position.unit(unit).card.size - 1
    if position.field.edition.salvage_limit == "carried":
        return most - salvage_of(position).load_of(unit)
    return most - taken


def pick_up_number(position: Position, unit: int) -> int:
    """14.6 4 + Skill + attacker movement - Size."""
    condition, one = position.conditions[unit], position.unit(unit)
    mode = "immobile" if is_immobile(position, unit) else condition.mode or "standstill"
    facts = usual_facts() | {"attacker_type": one.kind, "attacker_move": mode, "attack": "weapon", "range": "short"}
    moved = say_of(position, unit).total("attacker movement", 0, facts)
    return int(layout(NAME)["number"]) + one.skill + moved - one.card.size


def _rolls(battle: Battle[Position], unit: int) -> bool:
    position = battle.position
    needs = pick_up_number(position, unit)
    total = sum(battle.roll(2, D6, "pick up"))
    verdict = "picks up a piece" if total >= needs else "fails"
    text = f"{position.unit(unit).name} tries to pick up salvage: {total} against {needs}, {verdict}"
    battle.tell("salvage", text, SECTION, unit=unit, total=total, needs=needs)
    return total >= needs


def _take(battle: Battle[Position], unit: int, source: int) -> None:
    position = battle.position
    salvage = salvage_of(position)
    if source == WRECK:
        salvage = replace(salvage, wreck=salvage.wreck - 1)
    elif source < YARD:
        number = source - LYING
        salvage = replace(salvage, lying=(*salvage.lying[:number], *salvage.lying[number + 1 :]))
    else:
        number = source - YARD
        salvage = replace(
            salvage, yards=(*salvage.yards[:number], salvage.yards[number] - 1, *salvage.yards[number + 1 :])
        )
    position.objectives = salvage.with_load(unit, salvage.load_of(unit) + 1)


def _drop(battle: Battle[Position], unit: int, number: int, at: Point) -> None:
    position = battle.position
    salvage = salvage_of(position)
    left = salvage.with_load(unit, salvage.load_of(unit) - number)
    position.objectives = replace(left, lying=(*left.lying, *(at for _ in range(number))))
    text = f"{position.unit(unit).name} drops {_pieces(number)} of salvage"
    battle.tell("salvage", text, SECTION, unit=unit, pieces=number)


def _pieces(number: int) -> str:
    return "1 piece" if number == 1 else f"{number} pieces"


def _deposit(battle: Battle[Position]) -> None:
    """14.6 All that a carrier has goes into the own yard that its base touches."""
    position = battle.position
    wide = layout(NAME)["yards"]["across"] / 2
    for unit, load in salvage_of(position).carried:
        for number, (owner, at) in enumerate(yards()):
            touched = position.conditions[unit].on_table and touches_disc(position, unit, at, wide)
            if owner == position.unit(unit).side and touched:
                salvage = salvage_of(position).with_load(unit, 0)
                filled = (*salvage.yards[:number], salvage.yards[number] + load, *salvage.yards[number + 1 :])
                position.objectives = replace(salvage, yards=filled)
                text = f"{position.unit(unit).name} puts {_pieces(load)} of salvage into a yard"
                battle.tell("salvage", text, SECTION, unit=unit, pieces=load)
                break
