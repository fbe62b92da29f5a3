"""What each scenario keeps count of, as boxes, and the objectives that their marks stand for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from musterhall.game.companion import CHOICE, COUNT, PIPS, TICK, Box, BoxGroup, Counted, Marked
from musterhall.games.alpha_strike.companion.unit_boxes import AT_HOME, LOAD
from musterhall.games.alpha_strike.field.unit import NOBODY, Unit
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.scenario import Objectives
from musterhall.games.alpha_strike.scenarios.assassination import Trophies, Trophy
from musterhall.games.alpha_strike.scenarios.bunkers import Bunker, Bunkers, is_home, owner_of
from musterhall.games.alpha_strike.scenarios.bunkers import count as bunker_count
from musterhall.games.alpha_strike.scenarios.data_tokens import GREEN, Data, first_tokens
from musterhall.games.alpha_strike.scenarios.domination import Flags, places
from musterhall.games.alpha_strike.scenarios.drafted_for_war import Draft
from musterhall.games.alpha_strike.scenarios.king_of_the_hill import Hill
from musterhall.games.alpha_strike.scenarios.layouts import layout
from musterhall.games.alpha_strike.scenarios.salvage import Salvage

SIDES = (0, 1)
Names = tuple[str, str]


class Goals:
    """A scenario that keeps count of nothing; others override what they count."""

    def groups(self, names: Names, units: tuple[int, int]) -> tuple[BoxGroup, ...]:
        """Boxes that belong to no unit; `units` is how many each side has."""
        return ()

    def of_unit(self, unit: Unit, id_: str) -> tuple[Box, ...]:
        """Boxes that this scenario adds to a unit's card."""
        return ()

    def objectives(self, position: Position, marked: Marked) -> Objectives:
        """What the marks come to, for a position whose units are as they are marked."""
        return position.objectives

    def load(self, position: Position, unit: int, pieces: int) -> None:
        """Give a unit so much to carry."""

    def fields(self, side: int, marked: Marked) -> dict[str, Any]:
        """What is counted for the card beside what the rules count."""
        return {}


class CountedGoals(Goals):
    """A scenario that the rules do not know: what its card asks for is counted as it stands there."""

    def __init__(self, counted: Sequence[Counted]) -> None:
        self.counted = counted

    def groups(self, names: Names, units: tuple[int, int]) -> tuple[BoxGroup, ...]:
        return tuple(
            BoxGroup(
                one.title,
                tuple(
                    Box(f"count.{one.name}.{side}", names[side], COUNT, one.most, each_round=one.each_round)
                    for side in SIDES
                ),
            )
            for one in self.counted
        )

    def fields(self, side: int, marked: Marked) -> dict[str, Any]:
        return {one.name: _counted(marked, f"count.{one.name}.{side}", one) for one in self.counted}


def _counted(marked: Marked, box: str, one: Counted) -> Any:
    if not one.each_round:
        return marked.value(box)
    return [marked.value(box, number) for number in range(1, marked.round + 1)]


class DominationGoals(Goals):
    """14.3 Whose flag stands on each point."""

    def groups(self, names: Names, units: tuple[int, int]) -> tuple[BoxGroup, ...]:
        labels = ("no flag", *names)
        points = (Box(f"point.{number}", f"Point {number + 1}", CHOICE, 2, labels) for number in range(len(places())))
        return (BoxGroup("Whose flag stands on each point?", tuple(points)),)

    def objectives(self, position: Position, marked: Marked) -> Objectives:
        return Flags(tuple(marked.value(f"point.{number}") - 1 for number in range(len(places()))))


class HillGoals(Goals):
    """14.4 Who scored in each End Phase."""

    def groups(self, names: Names, units: tuple[int, int]) -> tuple[BoxGroup, ...]:
        box = Box("hill", "The hill", CHOICE, 3, ("not counted yet", "neither", *names), each_round=True)
        return (BoxGroup("Who scores on the hill in this End Phase?", (box,)),)

    def objectives(self, position: Position, marked: Marked) -> Objectives:
        said = [marked.value("hill", number) for number in range(1, marked.round + 1)]
        while said and not said[-1]:
            said.pop()
        return Hill(tuple(one - 2 if one > 1 else NOBODY for one in said))


class BunkerGoals(Goals):
    """14.2 What is left of each bunker, and which were blown up from inside."""

    def groups(self, names: Names, units: tuple[int, int]) -> tuple[BoxGroup, ...]:
        armour = layout("bunkers")["armour"]
        groups = []
        for number in range(bunker_count()):
            owner = owner_of(number)
            before = sum(owner_of(one) == owner and not is_home(one) for one in range(number))
            what = "home bunker" if is_home(number) else f"forward bunker {before + 1}"
            of = f"{names[owner]}, {what}"
            boxes = (
                Box(f"bunker.{number}", "Armor", PIPS, armour, adds_up=True, of=of),
                Box(f"blown.{number}", "Blown up from inside", TICK, 1, of=of),
            )
            groups.append(BoxGroup(of, boxes))
        return tuple(groups)

    def objectives(self, position: Position, marked: Marked) -> Objectives:
        armour = layout("bunkers")["armour"]
        return Bunkers(tuple(_bunker(number, armour, marked) for number in range(bunker_count())))


def _bunker(number: int, armour: int, marked: Marked) -> Bunker:
    left = armour - marked.value(f"bunker.{number}")
    return Bunker(left, stands=left > 0 and not marked.value(f"blown.{number}"))


class AssassinationGoals(Goals):
    """14.1 What became of each command unit's trophy; which units these are stays with their players."""

    def groups(self, names: Names, units: tuple[int, int]) -> tuple[BoxGroup, ...]:
        papers = layout("assassination")["papers"]
        return tuple(
            BoxGroup(
                f"{names[owner]}: command units that fell",
                tuple(_trophy_box(owner, number, names) for number in range(papers)),
                "Mark one when it is shown, because it was crippled or destroyed.",
            )
            for owner in SIDES
        )

    def objectives(self, position: Position, marked: Marked) -> Objectives:
        found = []
        for owner in SIDES:
            own, enemy = (position.field.of_side[side][0] for side in (owner, 1 - owner))
            for number in range(layout("assassination")["papers"]):
                what = marked.value(f"trophy.{owner}.{number}")
                if what:
                    carrier = enemy if what == CARRIED else NOBODY
                    found.append(Trophy(own, (0.0, 0.0), carrier, home=what == HOME))
        return Trophies(tuple(found))


CARRIED, HOME = 2, 3


def _trophy_box(owner: int, number: int, names: Names) -> Box:
    enemy = names[1 - owner]
    labels = ("unknown so far", "shown, its trophy lies", f"{enemy} carries it", f"{enemy} brought it home")
    return Box(f"trophy.{owner}.{number}", ("First", "Second")[number], CHOICE, 3, labels, of=f"{names[owner]}, trophy")


class DataGoals(Goals):
    """14.5 Who holds each token, or has uploaded it."""

    def groups(self, names: Names, units: tuple[int, int]) -> tuple[BoxGroup, ...]:
        held = tuple(f"{name} holds it" for name in names)
        labels = ("on the table", *held, *(f"{name} uploaded it" for name in names))
        boxes = []
        for number, token in enumerate(first_tokens()):
            title = f"Green data {number - GREEN + 1}" if token.kind == GREEN else f"Data of {names[token.kind]}"
            boxes.append(Box(f"token.{number}", title, CHOICE, 4, labels))
        return (BoxGroup("Where is each data token?", tuple(boxes)),)

    def objectives(self, position: Position, marked: Marked) -> Objectives:
        tokens = []
        for number, token in enumerate(first_tokens()):
            what = marked.value(f"token.{number}")
            if what in (1, 2):
                tokens.append(replace(token, carrier=position.field.of_side[what - 1][0]))
            else:
                tokens.append(replace(token, uploaded=what - 3 if what else NOBODY))
        return Data(tuple(tokens))


class SalvageGoals(Goals):
    """14.6 Who carries how many pieces, and what lies in the yards."""

    def groups(self, names: Names, units: tuple[int, int]) -> tuple[BoxGroup, ...]:
        pieces = layout("salvage")["pieces"]
        boxes = (Box(f"yards.{side}", f"Yards of {names[side]}", COUNT, pieces, adds_up=True) for side in SIDES)
        return (BoxGroup("Salvage in the yards", tuple(boxes), "What units carry is marked on their own cards."),)

    def of_unit(self, unit: Unit, id_: str) -> tuple[Box, ...]:
        """Size 1 never picks anything up."""
        most = layout("salvage")["pieces"]
        return (
            (Box(f"{id_}.{LOAD}", "Salvage that it carries", COUNT, most, adds_up=True),) if unit.card.size > 1 else ()
        )

    def objectives(self, position: Position, marked: Marked) -> Objectives:
        carried = []
        for side in SIDES:
            for number, unit in enumerate(position.field.of_side[side]):
                load = marked.value(f"{side}.{number}.{LOAD}") if position.unit(unit).card.size > 1 else 0
                if load and position.conditions[unit].alive:
                    carried.append((unit, load))
        yards = (marked.value("yards.0"), 0, marked.value("yards.1"), 0)
        left = layout("salvage")["pieces"] - sum(load for _, load in carried) - sum(yards)
        return Salvage(max(0, left), carried=tuple(carried), yards=yards)

    def load(self, position: Position, unit: int, pieces: int) -> None:
        position.objectives = Salvage(layout("salvage")["pieces"]).with_load(unit, pieces)


class DraftedGoals(Goals):
    """15 Units in the opponent's home edge, End Phase by End Phase, and cripples that are in their own."""

    def groups(self, names: Names, units: tuple[int, int]) -> tuple[BoxGroup, ...]:
        boxes = (Box(f"strip.{side}", names[side], COUNT, units[side], each_round=True) for side in SIDES)
        return (BoxGroup("Units in the opponent's home edge in this End Phase", tuple(boxes)),)

    def of_unit(self, unit: Unit, id_: str) -> tuple[Box, ...]:
        note = "with more than half its base; it counts if it is crippled"
        return (Box(f"{id_}.{AT_HOME}", "In its own home edge", TICK, 1, note=note),)

    def objectives(self, position: Position, marked: Marked) -> Objectives:
        """Where a unit stands is known only as far as it was asked for: in its home edge, or out on the map."""
        for side in SIDES:
            for number, unit in enumerate(position.field.of_side[side]):
                at_home = marked.value(f"{side}.{number}.{AT_HOME}")
                position.y[unit] = position.field.home_y(side) if at_home else position.field.table.depth / 2
        rounds = range(1, marked.round + 1)
        counted = [(marked.value("strip.0", number), marked.value("strip.1", number)) for number in rounds]
        return Draft(in_strips=tuple(counted))


GOALS: Mapping[str, Goals] = {
    "assassination": AssassinationGoals(),
    "bunkers": BunkerGoals(),
    "domination": DominationGoals(),
    "king-of-the-hill": HillGoals(),
    "data-extraction": DataGoals(),
    "salvage": SalvageGoals(),
    "drafted-for-war": DraftedGoals(),
}
"""By scenario."""
