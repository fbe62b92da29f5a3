"""From what was drafted to a force, after Drafted for War, Final Force Formation.

What an event's pack knows of forces (points by units, kinds of pilot, no legend twice) is for
`check.check_force` to say; `building_problems` says what depends on the draft. A drafted figure may be
left at home, which is noted: the pack says how many units a force needs. Only conscripts use all that they got.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict, Field

from musterhall.games.alpha_strike.drafts.boxes import Box, Legend, chassis_names
from musterhall.games.alpha_strike.force.check import legend_notes
from musterhall.games.alpha_strike.force.force_rules import Terms
from musterhall.games.alpha_strike.force.forces import REGULAR_SKILL, Force, ForceUnit, plain, tell_apart
from musterhall.games.alpha_strike.units.cards import Card
from musterhall.games.alpha_strike.units.library import Library
from musterhall.problems import BadInput, Problem, near_names, parse_model

CONSCRIPTION = "Initial Force Formation, Conscription"
UNITS = "Final Force Formation, Units"
PILOTS = "Final Force Formation, Pilots"


class Item(Protocol):
    """A box that was drafted."""

    @property
    def id(self) -> str: ...

    @property
    def box(self) -> Box: ...

    def as_data(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Version:
    """A side of a figure's card, and the drafted legends who are qualified for it."""

    card: Card
    legends: tuple[Legend, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """What can be made of one drafted figure."""

    item: Item
    versions: tuple[Version, ...]

    def as_data(self) -> dict[str, Any]:
        return {
            "item": self.item.id,
            "figure": self.item.box.figure,
            "versions": [
                {
                    "version": version.card.name,
                    "pv": version.card.pv,
                    "legends": [legend.as_data() | {"skill": legend.skill} for legend in version.legends],
                }
                for version in self.versions
            ],
        }


def options(drafted: Sequence[Item], library: Library) -> list[Option]:
    """Each drafted figure with its versions, and for each of them the legends that may pilot it."""
    legends = _legends(drafted)
    found = []
    for item in drafted:
        cards = [library.find(version) for version in item.box.versions]
        fit = [Version(card, tuple(one for one in legends.values() if one.qualified(card))) for card in cards]
        found.append(Option(item, tuple(fit)))
    return found


def build_force(
    terms: Terms,
    drafted: Sequence[Item],
    choices: Sequence[Mapping[str, Any]],
    player: str,
    name: str,
    library: Library,
) -> Force:
    """The force that a player makes of drafted figures.

    A choice has the `item`, and where they are not the usual ones its `version`, the kind of `pilot` and the `skill`;
    `legendary = true` puts in the pilot of the figure's own box, a name that legend from another drafted box.
    """
    by_id = {item.id: item for item in drafted}
    legends = _legends(drafted)
    forms = [parse_model(_Choice, choice, f"{name}, choice {at}") for at, choice in enumerate(choices, 1)]
    units = []
    for at, form in enumerate(forms, 1):
        where = f"{name}, choice {at}"
        item = by_id.get(form.item)
        if item is None:
            raise BadInput(f"{where}: {player} has drafted no {form.item!r}; choose from {', '.join(by_id)}.")
        units.append(_unit(form, item, legends, terms, library, where))
    labels = tell_apart([unit.name for unit in units])
    named = (
        ForceUnit(label, unit.card, unit.skill, unit.abilities, legendary=unit.legendary)
        for label, unit in zip(labels, units, strict=True)
    )
    return Force(name, player, "", "", tuple(named), (), pack=terms.name)


def building_problems(
    drafted: Sequence[Item], force: Force, library: Library, *, all_needed: bool = False
) -> list[Problem]:
    """What a force has that was not drafted, or not so; and what it lacks where all that was opened must be used."""
    found = [*_unit_problems(drafted, force, library), *_legend_problems(drafted, force)]
    home = _at_home(drafted, force, library)
    if all_needed and home:
        what = f"leaves {_figures(home)} at home, and conscripts use every box they got"
        found.append(Problem(force.name, what, CONSCRIPTION, "Put in what is missing."))
    return found


def notes_after_draft(
    warnings: Sequence[Problem],
    drafted: Sequence[Item],
    force: Force,
    terms: Terms,
    library: Library,
    *,
    all_needed: bool = False,
) -> tuple[Problem, ...]:
    """A check's notes: the draft knows the legends' cards, and which figures stay at home."""
    answered = set(legend_notes(force, terms))
    notes = [one for one in warnings if one not in answered]
    home = () if all_needed else _at_home(drafted, force, library)
    if home:
        what = f"{_figures(home)} {'stays' if len(home) == 1 else 'stay'} at home"
        notes.append(Problem(force.name, what, "", "That is allowed; put in what was forgotten."))
    return tuple(notes)


class _Choice(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    item: str = Field(min_length=1, max_length=40)
    version: str = Field(default="", max_length=200)
    pilot: str = Field(default="", max_length=40)
    skill: int | None = Field(default=None, ge=0, le=8)
    legendary: bool | str = False


# Building


def _unit(
    form: _Choice, item: Item, legends: Mapping[str, Legend], terms: Terms, library: Library, where: str
) -> ForceUnit:
    card = library.find(form.version or item.box.versions[0])
    if form.legendary:
        legend = _legend(form.legendary, item, legends, where)
        if form.skill not in (None, legend.skill):
            raise BadInput(f"{where}: {legend.name} has skill {legend.skill}; leave the skill out.")
        return ForceUnit(card.name, card, legend.skill, legend.abilities, legendary=legend.name)
    return ForceUnit(card.name, card, _skill(form, terms, where))


def _legend(wanted: bool | str, item: Item, legends: Mapping[str, Legend], where: str) -> Legend:
    if wanted is True:
        if item.box.pilot is None:
            raise BadInput(f"{where}: {item.box.figure} came without a legendary pilot; name one of another box.")
        return item.box.pilot
    legend = legends.get(plain(str(wanted)))
    if legend is None:
        known = near_names(str(wanted), [one.name for one in legends.values()])
        raise BadInput(f"{where}: no legendary pilot {wanted!r} was drafted. {known}")
    return legend


def _skill(form: _Choice, terms: Terms, where: str) -> int:
    """The skill that is chosen, which must be one of the kind of pilot, if that is chosen too."""
    if not form.pilot:
        return REGULAR_SKILL if form.skill is None else form.skill
    kinds = [kind for kind in terms.force.pilots if not kind.legendary]
    kind = next((kind for kind in kinds if plain(kind.kind) == plain(form.pilot)), None)
    if kind is None:
        known = ", ".join(kind.kind for kind in kinds)
        raise BadInput(f"{where}: no pilot is {form.pilot!r}; choose from {known}, or a legendary one.")
    if form.skill is None and kind.best == kind.worst:
        return kind.best
    if form.skill is None or not kind.best <= form.skill <= kind.worst:
        raise BadInput(f"{where}: a {kind.kind} pilot has skill {kind.best} to {kind.worst}; say which.")
    return form.skill


def _legends(drafted: Sequence[Item]) -> dict[str, Legend]:
    return {plain(item.box.pilot.name): item.box.pilot for item in drafted if item.box.pilot}


# The check


def _unit_problems(drafted: Sequence[Item], force: Force, library: Library) -> Iterator[Problem]:
    sides = [_sides(item, library) for item in drafted]
    with_figure = {unit.name for unit in _given_out(force.units, sides).values()}
    for unit in force.units:
        fitting = [side for side in sides if unit.card.name in side]
        same = [item for item in drafted if plain(item.box.figure) in chassis_names(unit.card)]
        if not fitting and same:
            offered = " or ".join(same[0].box.versions)
            yield Problem(unit.name, "is on no card that was drafted", UNITS, f"Use {offered}.")
        elif not fitting:
            yield Problem(unit.name, "was not drafted", UNITS, "Take a figure that was.")
        elif unit.name not in with_figure:
            number = sum(other.card.name == unit.card.name for other in force.units)
            what = f"needs a figure that another unit has already ({number} of {unit.card.name} in the force)"
            yield Problem(unit.name, what, UNITS, "Take it out; each drafted figure is one unit.")


def _sides(item: Item, library: Library) -> frozenset[str]:
    """The names of the cards on a figure's card, as the library has them now."""
    cards = ((version, library.get(version)) for version in item.box.versions)
    return frozenset(card.name if card else version for version, card in cards)


def _at_home(drafted: Sequence[Item], force: Force, library: Library) -> list[Item]:
    """Figures that are no unit of the force."""
    used = _given_out(force.units, [_sides(item, library) for item in drafted])
    return [item for at, item in enumerate(drafted) if at not in used]


def _figures(items: Sequence[Item]) -> str:
    return ", ".join(item.box.figure for item in items)


def _given_out(units: Sequence[ForceUnit], sides: Sequence[frozenset[str]]) -> dict[int, ForceUnit]:
    """Which unit each figure is, by the figure's place, so that as few units as possible are without one."""
    holder: dict[int, ForceUnit] = {}

    def find(unit: ForceUnit, tried: set[int]) -> bool:
        for at, side in enumerate(sides):
            if unit.card.name in side and at not in tried:
                tried.add(at)
                if at not in holder or find(holder[at], tried):
                    holder[at] = unit
                    return True
        return False

    for unit in units:
        find(unit, set())
    return holder


def _legend_problems(drafted: Sequence[Item], force: Force) -> Iterator[Problem]:
    legends = _legends(drafted)
    for unit in force.units:
        if not unit.legendary:
            continue
        legend = legends.get(plain(unit.legendary))
        if legend is None:
            remedy = "Take a drafted legend, or another pilot."
            yield Problem(unit.name, f"has the legendary pilot {unit.legendary}, who was not drafted", PILOTS, remedy)
            continue
        if not legend.qualified(unit.card):
            what = f"{legend.name} is qualified for {', '.join(legend.units)} only"
            yield Problem(unit.name, what, PILOTS, "Put this pilot into such a unit, or leave the pilot out.")
        if unit.skill != legend.skill:
            what = f"has skill {unit.skill}, and {legend.name} has {legend.skill}"
            yield Problem(unit.name, what, PILOTS, f"Give it skill {legend.skill}.")
        if sorted(map(plain, unit.abilities)) != sorted(map(plain, legend.abilities)):
            what = f"has not just the abilities on {legend.name}'s card: {', '.join(legend.abilities) or 'none'}"
            yield Problem(unit.name, what, PILOTS, "Give it those.")
