"""The best split of a force into formations, with CP-SAT.

The model says for each group which units are in it and which kind it is; every requirement is a sum over members. It
proves the best split of 16 units in about a second. (Listing every group that qualifies, 25,000 for 16 units, and
packing those left CP-SAT and SCIP without a proof after 15 seconds.)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import TYPE_CHECKING, Any, TypeAlias

from musterhall.games.alpha_strike.formations.formation_rules import (
    FormationSettings,
    FormationUnit,
    Requirement,
    Who,
    asked,
    fits,
    load_of,
    model_of,
    needed,
    pair_key,
    rides_outside,
    room_of,
)
from musterhall.games.alpha_strike.formations.formations import (
    FormationType,
    Judgement,
    commanders_most,
    find_formation,
    formation_types,
    judge,
    numbers_allowed,
    open_to,
)
from musterhall.games.alpha_strike.formations.quick_split import Found, quick_groups
from musterhall.games.alpha_strike.units.cards import is_aerospace, is_infantry, is_vehicle
from musterhall.problems import BadInput

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Expression: TypeAlias = Any
"""A sum of the solver's variables; its own type for them takes in numpy's numbers, which do not add up with them."""

MOST_UNITS = 30
SECONDS_MOST = 20.0
REASON_SECONDS_MOST = 1.0
VALUE_SCALE = 100
"""Weights may have two decimals."""
COVER_SCALE = 100
"""Of two splits of the same value the one that takes in more units is better; that never outweighs value."""


@dataclass(frozen=True, slots=True)
class SplitGroup:
    """One formation of a split."""

    kind: str
    units: tuple[str, ...]
    judgement: Judgement
    value: float
    commander: str = ""
    """Whom to name as commander, where the formation needs one."""


@dataclass(frozen=True, slots=True)
class LeftOver:
    """A unit in no formation, and why."""

    unit: str
    reason: str


@dataclass(frozen=True, slots=True)
class Split:
    """A force split into formations."""

    groups: tuple[SplitGroup, ...]
    left_over: tuple[LeftOver, ...]
    value: float
    optimal: bool
    """Proven: no split is worth more."""
    seconds: float


def best_split(
    units: Sequence[FormationUnit],
    settings: FormationSettings,
    faction: str = "",
    weights: Mapping[str, float] | None = None,
    allowed: Collection[str] | None = None,
    *,
    seconds_most: float = SECONDS_MOST,
    clock: Callable[[], float] | None = None,
) -> Split:
    """The split into formations that is worth most, or where the seconds run out the best that was found.

    A formation is worth what its bonus is (`FormationType.value`), times its weight where `weights` has one; with a
    weight of 0 that kind is left out. `allowed` limits the kinds. Where nobody is named as commander, the split names
    one at most for the whole force.
    """
    _refuse_what_cannot_be_split(units)
    start = clock() if clock else 0.0
    kinds = usable_kinds(weights, allowed)

    def solved(including: int | None = None, seconds: float = seconds_most) -> FormationModel:
        model = FormationModel(units, settings, faction, kinds, len(units))
        model.take_everybody()
        if including is not None:
            model.put_into_a_group(including)
        model.solve(model.value * COVER_SCALE + model.placed, seconds)
        return model

    best = solved()
    in_time = best.solved
    if not in_time:
        best.group_quickly(range(len(units)), kinds)
    groups = best.split_groups([unit.name for unit in units])
    value = sum(group.value for group in groups)
    placed = {name for group in groups for name in group.units}
    left_over = tuple(
        LeftOver(unit.name, _reason(place, units, settings, value, solved if in_time else None))
        for place, unit in enumerate(units)
        if unit.name not in placed
    )
    return Split(groups, left_over, value, best.optimal, clock() - start if clock else best.seconds)


def usable_kinds(weights: Mapping[str, float] | None, allowed: Collection[str] | None) -> dict[str, float]:
    """The weight of each kind that may be used, by key."""
    given = {find_formation(kind).key: weight for kind, weight in (weights or {}).items()}
    for kind, weight in given.items():
        if not 0 <= weight <= 1000:
            raise BadInput(f"The weight of {kind} is {weight}; give one from 0 to 1000.")
    keys = formation_types() if allowed is None else [find_formation(kind).key for kind in allowed]
    return {key: given.get(key, 1.0) for key in keys if given.get(key, 1.0) > 0}


class FormationModel:
    """Which units are taken, and which groups of them are formations of which kind."""

    def __init__(
        self,
        units: Sequence[FormationUnit],
        settings: FormationSettings,
        faction: str,
        kinds: Mapping[str, float],
        units_most: int,
    ) -> None:
        # It takes more than a second to import, and most commands never split a force.
        from ortools.sat.python import cp_model

        self.cp = cp_model
        self.model = cp_model.CpModel()
        self.settings = settings
        self.faction = faction
        self.named = any(unit.commander for unit in units)
        self.units = _all_in_command(units)
        self.solved = False
        self.impossible = False
        """Proven: nothing keeps all of its rules; else, where nothing was found, the seconds ran out."""
        self.optimal = False
        self.seconds = 0.0
        self.found: list[Found] = []
        self.taken = [self.model.new_bool_var("") for _ in units]
        self.groups = self._groups(kinds, units_most)
        self.value: Expression = sum(group.value for group in self.groups)
        self.placed: Expression = sum(sum(group.members) for group in self.groups)

    def take_everybody(self) -> None:
        for take in self.taken:
            self.model.add(take == 1)

    def put_into_a_group(self, place: int) -> None:
        self.model.add(sum(group.members[place] for group in self.groups) == 1)

    def solve(self, merit: Expression, seconds_most: float) -> bool:
        """Whether anything was found; then `found` has the groups, and `picked` tells of any variable."""
        self.model.maximize(merit)
        self.solver = self.cp.CpSolver()
        self.solver.parameters.max_time_in_seconds = seconds_most
        self.solver.parameters.num_workers = 1
        status = self.solver.solve(self.model)
        self.seconds = self.solver.wall_time
        self.optimal = status == self.cp.OPTIMAL
        self.impossible = status == self.cp.INFEASIBLE
        self.solved = status in (self.cp.OPTIMAL, self.cp.FEASIBLE)
        if not self.solved:
            return False
        for group in self.groups:
            places = [place for place, member in enumerate(group.members) if self.picked(member)]
            value = self.solver.value(group.value) / VALUE_SCALE
            self.found += [
                (formation_types()[kind], places, value) for kind, chosen in group.kinds.items() if self.picked(chosen)
            ]
        return True

    def group_quickly(self, places: Sequence[int], kinds: Mapping[str, float]) -> None:
        """Groups of the units at these places without the solver, which found none in its seconds."""
        commands = commanders_most([self.units[place] for place in places]) if self.named else 1
        self.found = quick_groups(self.units, places, self.settings, self.faction, kinds, commands)
        self.optimal = False

    def picked(self, expression: Expression) -> bool:
        return self.solver.value(expression) > 0

    def split_groups(self, names: Sequence[str]) -> tuple[SplitGroup, ...]:
        """The groups found, with the units under these names, judged."""
        return tuple(self._split_group(kind, places, value, names) for kind, places, value in self.found)

    def _split_group(
        self, kind: FormationType, places: Sequence[int], value: float, names: Sequence[str]
    ) -> SplitGroup:
        members = [self.units[place]._replace(name=names[place]) for place in places]
        commander = _commander(members) if kind.needs_commander else ""
        members = [unit._replace(commander=unit.name == commander) for unit in members]
        judgement = judge(kind.key, members, self.settings, self.faction)
        return SplitGroup(kind.key, tuple(names[place] for place in places), judgement, value, commander)

    def _groups(self, kinds: Mapping[str, float], units_most: int) -> list[_Group]:
        usable = [(formation_types()[key], weight) for key, weight in kinds.items()]
        usable = [(kind, weight) for kind, weight in usable if open_to(kind, self.faction)]
        if not usable:
            return []
        fewest = min(numbers_allowed(kind, self.settings)[0] for kind, _ in usable)
        groups = [_Group(self, usable) for _ in range(units_most // max(1, fewest))]
        for place, take in enumerate(self.taken):
            self.model.add(sum(group.members[place] for group in groups) <= take)
        for first, second in pairwise(groups):
            self.model.add(first.value >= second.value)
        # Attachment B, Command Lance: one commander, and one more for every six units that are not infantry. Those
        # others are the player's to name: a force full of Command Lances is nobody's idea of a proposal.
        others = sum(take for take, unit in zip(self.taken, self.units, strict=True) if not is_infantry(unit.card))
        self.model.add(6 * sum(group.led for group in groups) <= 6 + (others if self.named else 0))
        support = sum(group.support for group in groups)
        self.model.add(support <= len(groups) * sum(group.used - group.support for group in groups))
        return groups


class _Group:
    """One group of the model: who is in it, and which kind with how many units it is."""

    def __init__(self, whole: FormationModel, kinds: Iterable[tuple[FormationType, float]]) -> None:
        self.model = whole.model
        self.units = whole.units
        self.settings = whole.settings
        self.members = [self.model.new_bool_var("") for _ in whole.units]
        self.kinds: dict[str, Expression] = {}
        sizes, values, led, support = [], [], [], []
        for kind, weight in kinds:
            chosen: list[Expression] = []
            for needs in _ways_to_qualify(kind, self.settings):
                numbers = self._numbers(kind)
                chosen += numbers.values()
                for number, var in numbers.items():
                    sizes.append(var * number)
                    values.append(var * round(kind.value(number, self.settings) * weight * VALUE_SCALE))
                    led.append(var * int(kind.commands_force))
                    support.append(var * int(kind.supports))
                for need in needs:
                    self._require(need, sum(numbers.values()), numbers)
            self.kinds[kind.key] = sum(chosen)
        # Each sum is made at once: an expression that is added to in place changes wherever else it is used.
        self.used: Expression = sum(self.kinds.values())
        self.value: Expression = sum(values)
        self.led: Expression = sum(led)
        self.support: Expression = sum(support)
        self.model.add(self.used <= 1)
        self.model.add(sum(self.members) == sum(sizes))
        self.model.add(self._sum(lambda unit: is_aerospace(unit.card)) == 0)

    def _numbers(self, kind: FormationType) -> dict[int, cp_model.IntVar]:
        """For each size at which it gives anything: whether the group is of this kind and size."""
        fewest, most = numbers_allowed(kind, self.settings)
        sizes = range(max(1, fewest), min(most, len(self.units)) + 1)
        return {number: self.model.new_bool_var("") for number in sizes if kind.value(number, self.settings)}

    def _require(self, need: Requirement, chosen: Expression, numbers: Mapping[int, Expression]) -> None:
        """One requirement, binding only while the group is of its kind."""
        free = len(self.units) * (1 - chosen)
        match need.rule:
            case "all":
                self.model.add(self._others(need.who) <= free)
            case "none":
                self.model.add(self._fitting(need.who) <= free)
            case "at_most":
                self.model.add(self._fitting(need.who) <= need.number + free)
            case "count" | "share":
                self._require_enough(need, numbers)
            case "pairs":
                pairs = sum(self._pairs_of(alike) for alike in self._pairable(need.who))
                others = self._sum(lambda unit: not is_vehicle(unit.card))
                self.model.add(pairs + need.number * others >= need.number * chosen)
            case "either":
                parts = [self.model.new_bool_var("") for _ in need.either]
                self.model.add(sum(parts) >= chosen)
                for part, var in zip(need.either, parts, strict=True):
                    self.model.add(self._fitting(part.who) >= part.number * var)
            case "same_model":
                self._require_same_model(need, chosen)
            case "transports_infantry":
                self._require_transport(chosen)
            case _:
                raise ValueError(f"no rule {need.rule!r}")

    def _require_enough(self, need: Requirement, numbers: Mapping[int, Expression]) -> None:
        least = self._least(need, numbers)
        self.model.add(self._fitting(need.who) >= least)
        if need.besides is not None:
            both = Who(any_of=(need.who, need.besides.who))
            self.model.add(self._fitting(both) >= least + self._least(need.besides, numbers))

    def _require_same_model(self, need: Requirement, chosen: Expression) -> None:
        models = sorted({model_of(unit.card, need.alike) for unit in self.units})
        is_model = [self.model.new_bool_var("") for _ in models]
        self.model.add(sum(is_model) >= chosen)
        pairs = list(zip(self.members, self.units, strict=True))
        for model, var in zip(models, is_model, strict=True):
            others = sum(member for member, unit in pairs if model_of(unit.card, need.alike) != model)
            self.model.add(others <= len(self.units) * (1 - var))

    def _require_transport(self, chosen: Expression) -> None:
        """Every infantry unit rides outside one carrier, one on each, or inside one that has room."""
        infantry = [place for place, unit in enumerate(self.units) if is_infantry(unit.card)]
        carriers = [place for place, unit in enumerate(self.units) if not is_infantry(unit.card)]
        seats: dict[int, list[Expression]] = {place: [] for place in infantry}
        for carrier in carriers:
            card, member = self.units[carrier].card, self.members[carrier]
            outside = self._riders([one for one in infantry if rides_outside(self.units[one].card, card)], seats)
            self.model.add(sum(outside.values()) <= member)
            room = room_of(card)
            loads = {one: load_of(self.units[one].card) for one in infantry}
            inside = self._riders([one for one in infantry if 0 < loads[one] <= room], seats)
            scale = _whole([room, *loads.values()])
            load = sum(var * int(loads[place] * scale) for place, var in inside.items())
            self.model.add(load <= member * int(room * scale))
        for place, options in seats.items():
            self.model.add(sum(options) >= self.members[place] + chosen - 1)

    def _riders(self, able: Iterable[int], seats: Mapping[int, list[Expression]]) -> dict[int, cp_model.IntVar]:
        riders = {place: self.model.new_bool_var("") for place in able}
        for place, var in riders.items():
            seats[place].append(var)
        return riders

    def _least(self, need: Requirement, numbers: Mapping[int, Expression]) -> Expression:
        return sum(needed(need, number, self.settings) * var for number, var in numbers.items())

    def _fitting(self, who: Who) -> Expression:
        return self._sum(lambda unit: fits(who, unit, self.settings))

    def _others(self, who: Who) -> Expression:
        return self._sum(lambda unit: not fits(who, unit, self.settings))

    def _sum(self, test: Callable[[FormationUnit], bool]) -> Expression:
        return sum(member for member, unit in zip(self.members, self.units, strict=True) if test(unit))

    def _pairable(self, who: Who) -> list[list[cp_model.IntVar]]:
        """The vehicles that can be paired with each other."""
        classes: dict[tuple[str, ...], list[cp_model.IntVar]] = {}
        for member, unit in zip(self.members, self.units, strict=True):
            if fits(who, unit, self.settings) and is_vehicle(unit.card):
                classes.setdefault(pair_key(unit.card, self.settings), []).append(member)
        return [members for members in classes.values() if len(members) > 1]

    def _pairs_of(self, alike: Sequence[cp_model.IntVar]) -> cp_model.IntVar:
        pairs = self.model.new_int_var(0, len(alike) // 2, "")
        self.model.add(2 * pairs <= sum(alike))
        return pairs


def _ways_to_qualify(kind: FormationType, settings: FormationSettings) -> Iterator[list[Requirement]]:
    """Its requirements; where the event reads it so, a shared ideal role instead of them."""
    yield [need for need in kind.requirements if asked(need, settings)]
    if settings.ideal_role and kind.ideal_role:
        yield [Requirement("all", who=Who(roles=(kind.ideal_role,)))]


def _all_in_command(units: Sequence[FormationUnit]) -> list[FormationUnit]:
    """Where nobody is named as commander, everybody could be."""
    named = any(unit.commander for unit in units)
    return [unit if named else unit._replace(commander=True) for unit in units]


def _commander(members: Sequence[FormationUnit]) -> str:
    """The best pilot of those who may, or of all; among equals the one in the costliest unit."""
    able = [unit for unit in members if unit.commander] or members
    return min(able, key=lambda unit: (unit.skill, -unit.card.pv, unit.name)).name


def _whole(figures: Iterable[Fraction]) -> int:
    """What makes whole numbers of them all."""
    return lcm(*(figure.denominator for figure in figures))


def _refuse_what_cannot_be_split(units: Sequence[FormationUnit]) -> None:
    if len(units) > MOST_UNITS:
        raise BadInput(f"{len(units)} units are too many to split at once; take at most {MOST_UNITS}.")
    seen: set[str] = set()
    for unit in units:
        if unit.name in seen:
            raise BadInput(f"Two units are called {unit.name!r}; give each its own name.")
        seen.add(unit.name)


def _reason(
    place: int,
    units: Sequence[FormationUnit],
    settings: FormationSettings,
    value: float,
    solved: Callable[[int | None, float], FormationModel] | None,
) -> str:
    """Why a unit is left over: what the best split would be worth that takes it in, if there is time to find out."""
    if is_aerospace(units[place].card):
        return "Aerospace units take no part in ground formations."
    if len(units) < settings.fewest:
        return f"A formation needs {settings.fewest} units."
    with_it = solved(place, REASON_SECONDS_MOST) if solved else None
    if with_it and with_it.impossible:
        return "No formation that gives anything takes it together with other units of this force."
    if with_it is None or not with_it.solved:
        return "Time ran out before a split was found that takes it in."
    worth = sum(found for _, _, found in with_it.found)
    if worth >= value:
        return "A split that takes it in is worth as much, but leaves at least as many units over."
    return f"The best split that takes it in is worth {worth:g}, this one {value:g}."
