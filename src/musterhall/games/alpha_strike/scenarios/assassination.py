"""Section 14.1: Assassination. Command units, and the trophies that are taken from them and brought home."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from pydantic import Field as Model

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Choice, Rule
from musterhall.games.alpha_strike.field.field import HOME_EDGES, Field
from musterhall.games.alpha_strike.field.ground import TOUCH
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.movement.leaving import edges_reached, leave
from musterhall.games.alpha_strike.package_data import FileModel
from musterhall.games.alpha_strike.position.condition import DESTROYED, TABLE, WITHDRAWN
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.scenario import Deployment, Goal, Objectives, Zone
from musterhall.games.alpha_strike.scenarios.contact import goal_at_disc, is_grounded, may_contest, touches_disc, under
from musterhall.games.alpha_strike.scenarios.dropping import put_beside
from musterhall.games.alpha_strike.scenarios.layouts import layout
from musterhall.games.alpha_strike.scenarios.match import Match, learn, number_of
from musterhall.geometry import Point
from musterhall.problems import parse_model

SECTION = "14.1"
SIDES = ("Red", "Blue")
RADIUS = 0.5
"""A trophy is a disc 1 inch across."""
BOTH = 2
ALL = 99
"""A goal for whoever has one like it."""


@dataclass(frozen=True, slots=True)
class Trophy:
    """14.1 The trophy of one command unit."""

    unit: int
    """The command unit."""
    at: Point
    carrier: int = NOBODY
    follows: bool = False
    """It goes with its living command unit, by the other reading."""
    home: bool = False
    lost: bool = False
    earned: bool = True
    """The command unit was crippled or destroyed; else it left the table with an enemy trophy."""

    @property
    def lies(self) -> bool:
        return self.carrier == NOBODY and not self.home and not self.lost


@dataclass(frozen=True, slots=True)
class Trophies(Objectives):
    trophies: tuple[Trophy, ...] = ()

    def as_data(self) -> Any:
        return {"trophies": [asdict(one) for one in self.trophies]}


class _TrophyEntry(FileModel):
    unit: str
    at: list[float] = Model(default=[0.0, 0.0], min_length=2, max_length=2)
    carrier: str = ""
    state: Literal["lies", "carried", "follows", "home", "lost"] = "lies"
    earned: bool = True


class _File(FileModel):
    trophies: list[_TrophyEntry] = Model(default=[], max_length=4)


class WhoTakesTrophy(Choice[int]):
    """14.1 Which unit takes up an enemy trophy; -1 leaves it."""

    __slots__ = ("view", "whose")
    kind = "take trophy"
    section = SECTION

    def __init__(self, view: Position, side: int, units: Sequence[int], whose: int) -> None:
        super().__init__(side, (NOBODY, *units))
        self.view, self.whose = view, whose

    def question(self) -> str:
        return f"Which unit takes the trophy of {self.view.unit(self.whose).name}?"

    def about(self) -> dict[str, Any]:
        return {"trophy of": self.whose, "units": list(self.choices[1:])}

    def in_words(self, answer: Any) -> str:
        return "none" if answer == NOBODY else self.view.unit(answer).name


class Assassination(Match):
    """14.1 Destroy command units and bring their trophies home."""

    name = "assassination"
    title = "Assassination"
    section = SECTION

    def has_command_units(self, position: Position) -> bool:
        return True

    def objectives(self, field: Field) -> Objectives:
        return Trophies()

    def objectives_from(
        self, position: Position, said: Mapping[str, Any], numbers: Mapping[str, int], name: str
    ) -> Objectives:
        place = f"{name}: objectives"
        file = parse_model(_File, said, place)
        return Trophies(
            tuple(
                Trophy(
                    number_of(numbers, one.unit, place),
                    (one.at[0], one.at[1]),
                    number_of(numbers, one.carrier, place),
                    one.state == "follows",
                    one.state == "home",
                    one.state == "lost",
                    one.earned,
                )
                for one in file.trophies
            )
        )

    def deployment(self, position: Position) -> Deployment | None:
        """14.1 Both place their units within 12 inches of the middle line, who chose the edge first."""
        table, band = position.field.table, layout(self.name)["band"]
        middle = table.depth / 2
        whole = Zone(0, middle - band, table.width, middle + band)
        if position.field.edition.deployment_halves == "shared":
            return Deployment((whole, whole))
        return Deployment((whole._replace(bottom=middle), whole._replace(top=middle)))

    # Moving

    def after_move(self, battle: Battle[Position], unit: int) -> Rule[None]:
        """14.1 Who carries a trophy to its home edge leaves with it."""
        _bring_along(battle.position, unit)
        if battle.position.field.edition.home_edge_exit == "end_of_move":
            _leave_with_trophies(battle, unit)
        return
        yield

    def left(self, battle: Battle[Position], unit: int, edge: str) -> None:
        """14.1 Trophies are home when their carrier leaves by its home edge; by any other edge it drops them."""
        position = battle.position
        _bring_along(position, unit)
        if not self.may_leave(position, unit):
            return
        if edge == HOME_EDGES[position.unit(unit).side]:
            _bring_home(battle, unit)
        else:
            _drop_carried(battle, unit)

    def may_leave(self, position: Position, unit: int) -> bool:
        """14.1 Who carries a trophy may go home with it."""
        return any(one.carrier == unit for one in trophies_of(position))

    # The End Phase

    def after_damage(self, battle: Battle[Position], lost: Sequence[int], crippled: Sequence[int]) -> Rule[None]:
        """14.1 E2 Carriers that are lost drop what they carry; each command unit that fell gives a trophy."""
        yield from super().after_damage(battle, lost, crippled)
        position = battle.position
        for unit in range(len(position.conditions)):
            if position.conditions[unit].place == DESTROYED:
                _drop_carried(battle, unit)
        for unit in dict.fromkeys((*lost, *crippled, *_fallen(position))):
            if learn(battle, unit) and _trophy_of(position, unit) is None:
                yield from _place_trophy(battle, unit)

    def claims(self, battle: Battle[Position], idle: frozenset[int]) -> Rule[None]:
        """14.1 E6 Trophies that no owner's unit contests may be taken up."""
        position = battle.position
        for one in trophies_of(position):
            _bring_along(position, one.unit)
            if one.carrier != NOBODY and position.field.edition.home_edge_exit == "end_phase":
                _leave_with_trophies(battle, one.carrier)
        for one in trophies_of(position):
            takers = [] if not one.lies else _takers(position, one, idle)
            if takers:
                side = 1 - position.unit(one.unit).side
                taker = yield WhoTakesTrophy(position.seen_by(side), side, takers, one.unit)
                if taker != NOBODY:
                    _take(battle, one, taker)

    def finished(self, position: Position) -> str:
        for side in (0, 1):
            if len(_of(position, side, home=True)) >= BOTH:
                return f"{SIDES[side]} has brought both enemy trophies home"
        return ""

    def goals(self, position: Position, unit: int) -> Sequence[Goal]:
        """14.1 Home with a trophy that it carries; else enemy trophies that lie on the table."""
        one, worth = position.unit(unit), layout(self.name)["points"]
        home = position.field.home_y(one.side)
        if any(trophy.carrier == unit for trophy in trophies_of(position)):
            to = (float(position.x[unit]), home)
            return [Goal("to bring its trophy home", to, one.radius + TOUCH, worth["trophies_withdrawn"], ALL)]
        return [
            goal_at_disc(
                position,
                unit,
                trophy.at,
                RADIUS,
                f"to take the trophy of {position.unit(trophy.unit).name}",
                worth["trophies_held"],
                2,
            )
            for trophy in _against(position, one.side)
            if trophy.lies
        ]

    def prize(self, position: Position, unit: int) -> float:
        """14.1 The trophies that it carries, and its own where it is known to be a command unit."""
        worth = layout(self.name)["points"]
        carried = sum(trophy.carrier == unit for trophy in trophies_of(position))
        commands = unit in position.sides[position.unit(unit).side].command_units
        own = worth["command_units"] if commands and _trophy_of(position, unit) is None else 0
        return float(carried * worth["trophies_withdrawn"] + own)

    # The score

    def objective_figures(self, position: Position) -> tuple[dict[str, Any], dict[str, Any]]:
        red, blue = (
            {
                "command_units": len([one for one in _against(position, side) if one.earned]),
                "trophies_held": len([one for one in _against(position, side) if one.carrier != NOBODY]),
                "trophies_withdrawn": len(_of(position, side, home=True)),
            }
            for side in (0, 1)
        )
        return red, blue

    def markers(self, position: Position) -> Sequence[dict[str, Any]]:
        return [
            {
                "kind": "trophy",
                "shape": "circle",
                "at": list(place_of(position, one)),
                "across": 2 * RADIUS,
                "owner": position.unit(one.unit).side,
                "carrier": one.carrier,
                "text": f"Trophy of {position.unit(one.unit).name}",
            }
            for one in trophies_of(position)
            if not one.home and not one.lost
        ]


def trophies_of(position: Position) -> tuple[Trophy, ...]:
    objectives = position.objectives
    assert isinstance(objectives, Trophies)
    return objectives.trophies


def place_of(position: Position, trophy: Trophy) -> Point:
    """Where a trophy is: with its carrier, with its command unit, or where it lies."""
    return position.at(trophy.carrier) if trophy.carrier != NOBODY else trophy.at


def _against(position: Position, side: int) -> Iterator[Trophy]:
    """The trophies that a side may win."""
    return (one for one in trophies_of(position) if position.unit(one.unit).side != side)


def _of(position: Position, side: int, *, home: bool) -> list[Trophy]:
    return [one for one in _against(position, side) if one.home == home]


def _trophy_of(position: Position, unit: int) -> Trophy | None:
    return next((one for one in trophies_of(position) if one.unit == unit), None)


def _change(position: Position, old: Trophy, **changes: Any) -> None:
    new = replace(old, **changes)
    position.objectives = Trophies(tuple(new if one == old else one for one in trophies_of(position)))


def _place_trophy(battle: Battle[Position], unit: int) -> Rule[None]:
    """14.1 The opponent puts a trophy in contact with a command unit that fell; one for each, ever."""
    position = battle.position
    side = 1 - position.unit(unit).side
    at = yield from put_beside(position, side, unit, "its trophy", RADIUS)
    alive = position.conditions[unit].place != DESTROYED
    follows = alive and position.field.edition.crippled_trophy == "goes_along"
    position.objectives = Trophies((*trophies_of(position), Trophy(unit, at, follows=follows)))
    battle.tell("trophy", f"A trophy lies beside {position.unit(unit).name}", SECTION, unit=unit, at=at)


def _takers(position: Position, trophy: Trophy, idle: frozenset[int]) -> list[int]:
    """14.1 The units that may take a trophy up: grounded, in contact, and no unit of its owner contests it."""
    owner, at = position.unit(trophy.unit).side, place_of(position, trophy)
    for unit in position.on_table(owner):
        if may_contest(position, unit, idle) and touches_disc(position, unit, at, RADIUS):
            return []
    return [
        unit
        for unit in position.on_table(1 - owner)
        if unit not in idle
        and is_grounded(position, unit)
        and touches_disc(position, unit, at, RADIUS)
        and _has_room(position, unit)
    ]


def _has_room(position: Position, unit: int) -> bool:
    most = position.field.edition.trophies_per_unit
    return not most or sum(one.carrier == unit for one in trophies_of(position)) < most


def _take(battle: Battle[Position], trophy: Trophy, unit: int) -> None:
    position = battle.position
    _change(position, trophy, carrier=unit, follows=False)
    whose, name = position.unit(trophy.unit).name, position.unit(unit).name
    battle.tell("trophy", f"{name} takes the trophy of {whose}", SECTION, unit=unit, trophy=trophy.unit)


def _bring_along(position: Position, unit: int) -> None:
    """14.1 By the other reading the trophy of a living command unit goes with it, and leaves with it."""
    trophy = _trophy_of(position, unit)
    if trophy is not None and trophy.follows:
        _change(position, trophy, at=position.at(unit), lost=position.conditions[unit].place == WITHDRAWN)


def _fallen(position: Position) -> Iterator[int]:
    """Command units that are destroyed, or crippled and still here, by whatever cause."""
    for state in position.sides:
        for unit in sorted(state.command_units):
            condition = position.conditions[unit]
            if condition.place == DESTROYED or (condition.crippled and condition.place != WITHDRAWN):
                yield unit


def at_home_edge(position: Position, unit: int) -> bool:
    """13.4 Whether a unit has reached its home edge."""
    return HOME_EDGES[position.unit(unit).side] in edges_reached(position, unit, position.at(unit))


def _leave_with_trophies(battle: Battle[Position], unit: int) -> None:
    """14.1 A carrier that has reached its home edge leaves."""
    position = battle.position
    carries = position.scenario.may_leave(position, unit)
    if carries and position.conditions[unit].place == TABLE and at_home_edge(position, unit):
        leave(battle, unit, HOME_EDGES[position.unit(unit).side])


def _bring_home(battle: Battle[Position], unit: int) -> None:
    """14.1 A carrier's trophies are home; a command unit leaves its own behind."""
    position = battle.position
    for one in [one for one in trophies_of(position) if one.carrier == unit]:
        _change(position, one, carrier=NOBODY, home=True)
        battle.tell(
            "trophy",
            f"{position.unit(unit).name} brings the trophy of {position.unit(one.unit).name} home",
            SECTION,
            unit=unit,
            trophy=one.unit,
        )
    _leave_own(battle, unit)


def _leave_own(battle: Battle[Position], unit: int) -> None:
    """14.1 A command unit that leaves with an enemy trophy leaves its own where it went off."""
    position = battle.position
    own = _trophy_of(position, unit)
    if own is not None and own.follows:
        _change(position, own, at=under(position, unit), follows=False, lost=False)
    elif own is None and position.field.edition.exit_trophy and learn(battle, unit):
        position.objectives = Trophies((*trophies_of(position), Trophy(unit, under(position, unit), earned=False)))
        battle.tell("trophy", f"{position.unit(unit).name} leaves its own trophy behind", SECTION, unit=unit)


def _drop_carried(battle: Battle[Position], unit: int) -> None:
    """14.1 A carrier that is lost drops its trophies where it stood, or by the other reading they are lost."""
    position = battle.position
    dropped = position.field.edition.trophy_carrier_destroyed == "drops_it"
    for one in trophies_of(position):
        if one.carrier == unit:
            _change(position, one, carrier=NOBODY, at=under(position, unit), lost=not dropped)
            what = "drops" if dropped else "is lost with"
            battle.tell(
                "trophy",
                f"{position.unit(unit).name} {what} the trophy of {position.unit(one.unit).name}",
                SECTION,
                unit=unit,
                trophy=one.unit,
            )
    own = _trophy_of(position, unit)
    if own is not None and own.follows:
        _change(position, own, follows=False)
