"""Forces built from the units somebody owns: which to take, at which skill, and in which formations.

CP-SAT chooses units, skills and groups together: the model of `solver.py`, with an event's limits added.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from musterhall.games.alpha_strike.formations.formation_rules import FormationSettings, FormationUnit, has_special
from musterhall.games.alpha_strike.formations.solver import (
    MOST_UNITS,
    VALUE_SCALE,
    Expression,
    FormationModel,
    LeftOver,
    Split,
    usable_kinds,
)
from musterhall.games.alpha_strike.units.cards import Card, is_mech
from musterhall.games.alpha_strike.units.point_values import unit_pv
from musterhall.games.alpha_strike.units.same_chassis import chassis_of
from musterhall.problems import BadInput

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

MOST_OWNED = 400
SECONDS_MOST = 15.0
AT_ONCE_SECONDS_MOST = 5.0
"""A force without formations takes a tenth of a second on a machine that has nothing else to do."""
PV_OF_VALUE = 10
"""A point of value is worth as much as ten PV used."""
PV_OF_SKILL = 5
"""A pilot one step worse than regular is as bad as five PV unused: else every force would be a crowd of recruits."""
PV_OF_UNIT = 15
"""What a unit is worth besides its PV while it is not known which formations it will make: a point and a half."""
REGULAR = 4

_Taken: TypeAlias = dict[int, tuple[int, int]]
"""The skill and price of each unit taken, by its place among the cards."""


@dataclass(frozen=True, slots=True)
class BuildLimits:
    """What an event asks of a force, as far as building one needs it."""

    units_least: int = 3
    units_most: int = 16
    skill: tuple[int, int] = (4, 4)
    chassis_most: int | None = None
    """So many of one chassis, its variants counted together."""
    mech_share: int = 0
    """Percent of the points that must be 'Mechs."""
    specials_most: Mapping[str, int] = field(default_factory=dict)
    """So many units with a special ability; ART is every kind of artillery."""
    pv_by_units: Mapping[int, int] = field(default_factory=dict)
    """Where the points depend on the number of units: the points for each number."""


@dataclass(frozen=True, slots=True)
class BuiltUnit:
    name: str
    card: Card
    skill: int
    pv: int


@dataclass(frozen=True, slots=True)
class BuiltForce:
    """One legal force: its units, what they cost, and their best split into formations."""

    units: tuple[BuiltUnit, ...]
    pv: int
    split: Split
    optimal: bool
    """Proven: no force is better by value and points used."""


def build_forces(
    owned: Sequence[Card],
    pv: int,
    limits: BuildLimits,
    settings: FormationSettings,
    faction: str = "",
    *,
    around: Sequence[str] = (),
    number: int = 3,
    different: int = 3,
    weights: Mapping[str, float] | None = None,
    allowed: Collection[str] | None = None,
    seconds_most: float = SECONDS_MOST,
    progress: Callable[[int, int], None] | None = None,
) -> list[BuiltForce]:
    """Up to `number` legal forces from the owned units, the best first, in `different` units unlike each one before.

    `around` names cards that every force must have; a card that is owned twice stands in `owned` twice. `progress` is
    called after each force with how many there are and how many are asked for. `seconds_most` is for each force.
    Where it can, each force also has a kind of formation that an earlier one has not. Where the seconds run out before
    anything is found, units that are legal together are grouped as well as can be done at once.
    """
    wanted = _wanted(owned, around)
    kinds = usable_kinds(weights, allowed)
    cards = sorted(owned, key=lambda card: (card.name, card.pv))
    forces: list[BuiltForce] = []
    earlier: list[list[int]] = []

    def model_with(kinds: Mapping[str, float]) -> _BuildModel:
        model = _BuildModel(cards, pv, limits, settings, faction, kinds)
        model.ask_for(wanted)
        for places in earlier:
            model.differ_from(places, different)
        return model

    def best(old_kinds: Sequence[Collection[str]] = ()) -> tuple[_BuildModel, _Taken | None]:
        model = model_with(kinds)
        for old in old_kinds:
            model.add_a_kind_beside(old)
        return model, model.build(seconds_most)

    def at_once() -> tuple[_BuildModel, _Taken | None]:
        """Without formations a force is found in a moment, or proven to be impossible; it is grouped afterwards."""
        model = model_with({})
        taken = model.build(AT_ONCE_SECONDS_MOST, pv_of_unit=PV_OF_UNIT)
        model.group_quickly(list(taken or ()), kinds)
        return model, taken

    while len(forces) < number:
        old_kinds = [{group.kind for group in force.split.groups} for force in forces]
        model, taken = best(old_kinds)
        if model.impossible and old_kinds:
            model, taken = best()
        if taken is None and not model.impossible:
            model, taken = at_once()
        if taken is None:
            break
        units = _named(cards, taken)
        split = _split(model, cards, units, taken)
        forces.append(BuiltForce(units, sum(unit.pv for unit in units), split, model.optimal))
        earlier.append(list(taken))
        if progress:
            progress(len(forces), number)
    return forces


def is_possible(owned: Sequence[Card], pv: int, limits: BuildLimits, around: Sequence[str] = ()) -> bool:
    """Whether any of the owned units are a force within these limits; formations are nobody's duty."""
    model = _BuildModel(owned, pv, limits, FormationSettings(), "", {})
    model.ask_for(_wanted(owned, around))
    model.build(AT_ONCE_SECONDS_MOST)
    return not model.impossible


def _split(model: FormationModel, cards: Sequence[Card], units: Sequence[BuiltUnit], taken: Iterable[int]) -> Split:
    """The formations that the units were chosen for."""
    names = [card.name for card in cards]
    for place, unit in zip(taken, units, strict=True):
        names[place] = unit.name
    groups = model.split_groups(names)
    placed = {name for group in groups for name in group.units}
    spare = "It fills up the points; no formation needs it."
    left_over = tuple(LeftOver(unit.name, spare) for unit in units if unit.name not in placed)
    return Split(groups, left_over, sum(group.value for group in groups), model.optimal, model.seconds)


def _wanted(owned: Sequence[Card], around: Sequence[str]) -> Counter[str]:
    if len(owned) > MOST_OWNED:
        raise BadInput(f"{len(owned)} units are too many to choose from; take at most {MOST_OWNED}.")
    have = Counter(card.name for card in owned)
    wanted = Counter(around)
    for name, number in wanted.items():
        if number > have[name]:
            raise BadInput(f"The force is to have {number} of {name}; you own {have[name]}. Add it to what you own.")
    return wanted


def _named(cards: Sequence[Card], taken: _Taken) -> tuple[BuiltUnit, ...]:
    """The chosen cards as units; several of one card are told apart by a number."""
    copies = Counter(cards[place].name for place in taken)
    seen: Counter[str] = Counter()
    units = []
    for place, (skill, pv) in taken.items():
        card = cards[place]
        seen[card.name] += 1
        name = card.name if copies[card.name] == 1 else f"{card.name} #{seen[card.name]}"
        units.append(BuiltUnit(name, card, skill, pv))
    return tuple(units)


class _BuildModel(FormationModel):
    """Units and skills to take, within the event's limits, and groups of them as formations."""

    def __init__(
        self,
        cards: Sequence[Card],
        pv: int,
        limits: BuildLimits,
        settings: FormationSettings,
        faction: str,
        kinds: Mapping[str, float],
    ) -> None:
        units = [FormationUnit(card.name, card) for card in cards]
        super().__init__(units, settings, faction, kinds, min(limits.units_most, MOST_UNITS))
        self.cards = cards
        self.limits = limits
        self.skills = [self._skills(card) for card in cards]
        self.spent = [sum(var * price for var, price in options.values()) for options in self.skills]
        for take, options in zip(self.taken, self.skills, strict=True):
            self.model.add(sum(var for var, _ in options.values()) == take)
        self._limit(pv)
        self._limit_kinds_of_units()
        self._same_cards_in_order()

    def ask_for(self, wanted: Counter[str]) -> None:
        for name, number in wanted.items():
            same = [take for take, card in zip(self.taken, self.cards, strict=True) if card.name == name]
            self.model.add(sum(same) >= number)

    def differ_from(self, places: Sequence[int], different: int) -> None:
        self.model.add(sum(self.taken[place] for place in places) <= len(places) - min(different, len(places)))

    def add_a_kind_beside(self, old_kinds: Collection[str]) -> None:
        new = [chosen for group in self.groups for kind, chosen in group.kinds.items() if kind not in old_kinds]
        self.model.add(sum(new) >= 1)

    def build(self, seconds_most: float, *, pv_of_unit: int = 0) -> _Taken | None:
        """The units taken; None where no force is legal, or none was found in time."""
        spent = sum(self.spent) - PV_OF_SKILL * self._steps_below_regular() + pv_of_unit * sum(self.taken)
        if not self.solve(self.value * PV_OF_VALUE + spent * VALUE_SCALE, seconds_most):
            return None
        return {
            place: (skill, price)
            for place, options in enumerate(self.skills)
            for skill, (var, price) in options.items()
            if self.picked(var)
        }

    def _skills(self, card: Card) -> dict[int, tuple[cp_model.IntVar, int]]:
        low, high = self.limits.skill
        return {skill: (self.model.new_bool_var(""), unit_pv(card, skill).total) for skill in range(low, high + 1)}

    def _steps_below_regular(self) -> Expression:
        pilots = ((skill, var) for options in self.skills for skill, (var, _) in options.items())
        return sum(max(0, skill - REGULAR) * var for skill, var in pilots)

    def _limit(self, pv: int) -> None:
        everything: Expression = sum(self.taken)
        spent: Expression = sum(self.spent)
        self.model.add(everything >= self.limits.units_least)
        self.model.add(everything <= min(self.limits.units_most, MOST_UNITS))
        points: Expression = pv
        if by_units := self.limits.pv_by_units:
            numbers = {number: self.model.new_bool_var("") for number in by_units}
            self.model.add_exactly_one(numbers.values())
            self.model.add(everything == sum(number * var for number, var in numbers.items()))
            points = sum(by_units[number] * var for number, var in numbers.items())
        self.model.add(spent <= points)
        if self.limits.mech_share:
            mechs = sum(cost for cost, card in zip(self.spent, self.cards, strict=True) if is_mech(card))
            self.model.add(100 * mechs >= self.limits.mech_share * spent)

    def _limit_kinds_of_units(self) -> None:
        pairs = list(zip(self.taken, self.cards, strict=True))
        for special, most in self.limits.specials_most.items():
            self.model.add(sum(take for take, card in pairs if has_special(card, special)) <= most)
        if self.limits.chassis_most is not None:
            chassis = list(zip(self.taken, chassis_of(self.cards), strict=True))
            for one in sorted({of for _, of in chassis}):
                self.model.add(sum(take for take, of in chassis if of == one) <= self.limits.chassis_most)

    def _same_cards_in_order(self) -> None:
        """Two copies of a card are the same force: the first is taken first."""
        for (take, card), (next_take, next_card) in pairwise(zip(self.taken, self.cards, strict=True)):
            if card.name == next_card.name:
                self.model.add(next_take <= take)
