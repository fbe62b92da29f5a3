"""What a formation asks of its units: who is meant, how many of them, and what is missing.

Apart from `formations.py`, which knows the formations by name: here is the grammar their requirements are written in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from musterhall.games.alpha_strike.formations.formation_words import (
    counted,
    is_or_are,
    listed,
    names,
    only,
    plural,
    put_in,
)
from musterhall.games.alpha_strike.units.cards import (
    CARDS_KEPT,
    RANGES,
    Card,
    ground_move,
    is_aerospace,
    is_infantry,
    is_mech,
    is_vehicle,
    jump_move,
)
from musterhall.games.alpha_strike.units.specials import Special

ATTACHMENT = "Attachment B"


ARTILLERY = "ART"


KINDS: Mapping[str, Callable[[Card], bool]] = {
    "'Mech": is_mech,
    "vehicle": is_vehicle,
    "infantry": is_infantry,
    "aerospace": is_aerospace,
}


# Their values are points of damage; those of HT are heat, those of ART a number of weapons.
DAMAGING = ("AC", "FLK", "IATM", "IF", "LRM", "MSL", "REAR", "SRM", "TOR", "TUR")


@dataclass(frozen=True, slots=True)
class FormationSettings:
    """How an event reads what Attachment B leaves open, and how many units a formation takes."""

    percent_rounding: str = "up"
    """A share of the units as a requirement: "up" or "normal"."""
    bonus_share_rounding: str = "normal"
    """A percentage of the units a bonus reaches: "normal" (Hunter's half down) or "up"."""
    any_move: str = "best"
    """A Move without the word ground: "best" of ground and jumping Move, or "ground"."""
    vtol_ground_move: bool = True
    """A VTOL's, WiGE's or ship's Move is a ground Move."""
    ideal_role: bool = False
    """A group that shares the formation's ideal role needs nothing else."""
    matched_pair: str = "variant"
    """Two of the same "variant" or of the same "chassis"."""
    minimal_damage: bool = True
    """0* is higher than 0."""
    horde_size: tuple[int, int] = (5, 6)
    vehicle_command_all_vehicles: bool = True
    fewest: int = 3
    most: int = 6


class FormationUnit(NamedTuple):
    """One unit of a group, as far as formations look at it."""

    name: str
    card: Card
    skill: int = 4
    commander: bool = False
    """The force's commander or one of its sub-commanders."""


@dataclass(frozen=True, slots=True)
class Who:
    """Which units an entry is about: all that is given must hold; of `any_of` one part."""

    size_least: int | None = None
    size_most: int | None = None
    roles: tuple[str, ...] = ()
    move_least: int | None = None
    move_most: int | None = None
    ground_move_least: int | None = None
    jump_least: int | None = None
    armour_least: int | None = None
    damage_least: tuple[tuple[str, int], ...] = ()
    damage_above: tuple[tuple[str, int], ...] = ()
    any_damage_most: int | None = None
    has: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    not_kinds: tuple[str, ...] = ()
    commander: bool = False
    any_of: tuple[Who, ...] = ()


@dataclass(frozen=True, slots=True)
class Requirement:
    """One entry of a formation's requirements: a rule, its number, and who is counted."""

    rule: str
    number: int = 0
    who: Who = Who()
    rounding: str = ""
    """Only where a direction is printed; else the event's setting holds."""
    besides: Requirement | None = None
    either: tuple[Requirement, ...] = ()
    alike: tuple[tuple[str, ...], ...] = ()
    setting: str = ""
    """Asked only while this setting is on."""


@dataclass(frozen=True, slots=True)
class RequirementAnswer:
    """One requirement, answered: met or not, by whom, and if not what is missing and what would mend it."""

    text: str
    met: bool
    by: tuple[str, ...] = ()
    missing: str = ""
    section: str = ATTACHMENT
    remedy: str = ""


def answer(
    requirement: Requirement, units: Sequence[FormationUnit], settings: FormationSettings, section: str = ATTACHMENT
) -> RequirementAnswer:
    """One requirement asked of one group of units."""
    return _ANSWERS[requirement.rule](requirement, _Asked(units, settings, section))


def meets(need: Requirement, units: Sequence[FormationUnit], settings: FormationSettings) -> bool:
    """Whether a group of units meets one requirement; `answer` also says by whom, or what is missing."""
    match need.rule:
        case "all":
            return all(fits(need.who, unit, settings) for unit in units)
        case "none":
            return not any(fits(need.who, unit, settings) for unit in units)
        case "count" | "share" if need.besides is not None:
            return _meets_besides(need, need.besides, units, settings)
        case "count" | "share":
            return _number_of(need.who, units, settings) >= needed(need, len(units), settings)
        case "at_most":
            return _number_of(need.who, units, settings) <= need.number
        case "pairs":
            return _number_of_pairs(need.who, units, settings) >= need.number or not _all_vehicles(units)
        case "either":
            return any(meets(part, units, settings) for part in need.either)
        case "same_model":
            return len({model_of(unit.card, need.alike) for unit in units}) <= 1
        case "transports_infantry":
            carriers = [unit.card for unit in units if not is_infantry(unit.card)]
            return can_carry(carriers, [unit.card for unit in units if is_infantry(unit.card)])
        case _:
            raise ValueError(f"no rule {need.rule!r}")


def asked(requirement: Requirement, settings: FormationSettings) -> bool:
    """Whether the event's settings ask for this requirement at all."""
    return not requirement.setting or bool(getattr(settings, requirement.setting))


def needed(requirement: Requirement, number: int, settings: FormationSettings) -> int:
    """How many units an entry that counts needs in a group of that many."""
    if requirement.rule == "share":
        return share_of(requirement.number, number, requirement.rounding or settings.percent_rounding)
    return requirement.number


def share_of(percent: int, number: int, rounding: str) -> int:
    """So many percent of a number of units: rounded up, down, or normally with halves up."""
    added = {"up": 99, "down": 0, "normal": 50}[rounding]
    return (percent * number + added) // 100


def fits(who: Who, unit: FormationUnit, settings: FormationSettings) -> bool:
    """Whether a unit is one of those an entry is about."""
    card = unit.card
    return (
        (who.size_least is None or card.size >= who.size_least)
        and (who.size_most is None or card.size <= who.size_most)
        and (who.armour_least is None or card.armour >= who.armour_least)
        and (who.move_least is None or any_move(card, settings) >= who.move_least)
        and (who.move_most is None or any_move(card, settings) <= who.move_most)
        and (who.ground_move_least is None or _ground_move(card, settings) >= who.ground_move_least)
        and (who.jump_least is None or jump_move(card) >= who.jump_least)
        and (not who.roles or card.role in who.roles)
        and (not who.damage_least or all(_damage(card, span) >= least for span, least in who.damage_least))
        and (not who.damage_above or all(_deals_above(card, *above, settings) for above in who.damage_above))
        and (who.any_damage_most is None or highest_damage(card) <= who.any_damage_most)
        and (not who.has or any(has_special(card, name) for name in who.has))
        and (not who.kinds or any(KINDS[kind](card) for kind in who.kinds))
        and (not who.not_kinds or not any(KINDS[kind](card) for kind in who.not_kinds))
        and (not who.commander or unit.commander)
        and (not who.any_of or any(fits(part, unit, settings) for part in who.any_of))
    )


def any_move(card: Card, settings: FormationSettings) -> int:
    """A Move of which the text does not say that it is on the ground."""
    ground = ground_move(card)
    return ground if settings.any_move == "ground" else max(ground, jump_move(card))


def has_special(card: Card, name: str) -> bool:
    """Whether a card has a special ability; any kind of artillery counts as ART."""
    if name != ARTILLERY:
        return card.has(name)
    return any(one.name.startswith(ARTILLERY) for one in _all_specials(card))


@lru_cache(maxsize=CARDS_KEPT)
def highest_damage(card: Card) -> int:
    """The highest damage value on a card, at any range and in any special ability."""
    printed = [damage.value for damage in card.damage]
    special = [
        int(value) for one in _all_specials(card) if one.name in DAMAGING for value in one.values if value.isdecimal()
    ]
    return max([*printed, *special])


def model_of(card: Card, alike: Iterable[Sequence[str]]) -> tuple[str, int]:
    """The model and Size an Order Lance goes by; chassis named as alike are one model."""
    return next((names[0] for names in alike if card.chassis in names), card.chassis), card.size


def pair_key(card: Card, settings: FormationSettings) -> tuple[str, ...]:
    """What two vehicles must share to be a matched pair."""
    return (card.chassis,) if settings.matched_pair == "chassis" else (card.chassis, card.variant)


def can_carry(carriers: Sequence[Card], infantry: Sequence[Card]) -> bool:
    """Whether the carriers take all the infantry at once.

    One battle armour unit rides outside each OMNI unit (MEC) or 'Mech (XMEC); inside, IT# holds CAR# up to its number.
    """
    room = [room_of(card) for card in carriers]
    return _seat(list(infantry), list(carriers), set(range(len(carriers))), room)


def rides_outside(infantry: Card, carrier: Card) -> bool:
    """Battle armour with MEC on an OMNI unit, with XMEC also on any 'Mech."""
    if infantry.type != "BA":
        return False
    if infantry.has("XMEC"):
        return is_mech(carrier) or carrier.has("OMNI")
    return infantry.has("MEC") and carrier.has("OMNI")


def room_of(carrier: Card) -> Fraction:
    return _number(carrier, "IT")


def load_of(infantry: Card) -> Fraction:
    return _number(infantry, "CAR")


def _seat(infantry: list[Card], carriers: list[Card], free: set[int], room: list[Fraction]) -> bool:
    if not infantry:
        return True
    first, rest = infantry[0], infantry[1:]
    for index in sorted(free):
        if rides_outside(first, carriers[index]) and _seat(rest, carriers, free - {index}, room):
            return True
    space = load_of(first)
    for index, left in enumerate(room):
        if 0 < space <= left and _seat(rest, carriers, free, [*room[:index], left - space, *room[index + 1 :]]):
            return True
    return False


def _number(card: Card, name: str) -> Fraction:
    special = card.special(name)
    try:
        return Fraction(special.values[0]) if special and special.values else Fraction(0)
    except ValueError:
        return Fraction(0)


def _all_specials(card: Card) -> list[Special]:
    return [one for outer in card.specials for one in (outer, *outer.inside)]


def _ground_move(card: Card, settings: FormationSettings) -> int:
    return ground_move(card, vtol=settings.vtol_ground_move)


def _damage(card: Card, span: str) -> int:
    return card.damage[RANGES.index(span)].value


def _deals_above(card: Card, span: str, bound: int, settings: FormationSettings) -> bool:
    damage = card.damage[RANGES.index(span)]
    return damage.value > bound or (bound == 0 and damage.minimal and settings.minimal_damage)


# Counting


def _number_of(who: Who, units: Sequence[FormationUnit], settings: FormationSettings) -> int:
    return sum(1 for unit in units if fits(who, unit, settings))


def _meets_besides(
    need: Requirement, other: Requirement, units: Sequence[FormationUnit], settings: FormationSettings
) -> bool:
    """Enough units of this entry that the other entry can do without: with two classes, their union is counted."""
    good = [unit.name for unit in units if fits(need.who, unit, settings)]
    others = [unit.name for unit in units if fits(other.who, unit, settings)]
    taken = min(len(others), needed(other, len(units), settings))
    return len(good) >= need.number and len({*good, *others}) >= taken + need.number


def _number_of_pairs(who: Who, units: Sequence[FormationUnit], settings: FormationSettings) -> int:
    alike = Counter(pair_key(unit.card, settings) for unit in units if fits(who, unit, settings))
    return sum(number // 2 for number in alike.values())


def _all_vehicles(units: Sequence[FormationUnit]) -> bool:
    return all(is_vehicle(unit.card) for unit in units)


# Answers: one function for each rule


@dataclass(frozen=True, slots=True)
class _Asked:
    """The group that is asked, with the settings it is asked under and the section to name."""

    units: Sequence[FormationUnit]
    settings: FormationSettings
    section: str

    def sorted_by(self, who: Who) -> tuple[list[FormationUnit], list[FormationUnit]]:
        good: list[FormationUnit] = []
        bad: list[FormationUnit] = []
        for unit in self.units:
            (good if fits(who, unit, self.settings) else bad).append(unit)
        return good, bad

    def meets(self, requirement: Requirement) -> bool:
        return meets(requirement, self.units, self.settings)

    def needed(self, requirement: Requirement) -> int:
        return needed(requirement, len(self.units), self.settings)

    def take_out(self, bad: Sequence[FormationUnit]) -> str:
        return f"Take {listed(bad)} out" if len(bad) < len(self.units) else "Choose other units"

    def met(self, text: str, by: Iterable[FormationUnit]) -> RequirementAnswer:
        return RequirementAnswer(text, True, names(by), section=self.section)

    def unmet(self, text: str, by: Iterable[FormationUnit], missing: str, remedy: str) -> RequirementAnswer:
        return RequirementAnswer(text, False, names(by), missing, self.section, remedy)


def _all(need: Requirement, group: _Asked) -> RequirementAnswer:
    good, bad = group.sorted_by(need.who)
    text = f"only {plural(need.who)}"
    if group.meets(need):
        return group.met(text, good)
    found = f"{listed(bad)} {'is not one' if len(bad) == 1 else 'are not'}"
    return group.unmet(text, good, f"takes {text}; {found}", group.take_out(bad))


def _none(need: Requirement, group: _Asked) -> RequirementAnswer:
    bad, good = group.sorted_by(need.who)
    text = f"no {plural(need.who)}"
    if group.meets(need):
        return group.met(text, good)
    found = f"{listed(bad)} {'is one' if len(bad) == 1 else 'are'}"
    return group.unmet(text, good, f"takes {text}; {found}", group.take_out(bad))


def _at_least(need: Requirement, group: _Asked) -> RequirementAnswer:
    if need.besides is not None:
        return _besides(need, need.besides, group)
    good, _ = group.sorted_by(need.who)
    least = group.needed(need)
    share = f" ({need.number}% of {len(group.units)})" if need.rule == "share" else ""
    text = f"{counted(least, need.who)}{share}"
    if group.meets(need):
        return group.met(f"at least {text}", good)
    missing = f"needs {text}; {only(good, group.units)}"
    remedy = "Name one" if need.who.commander else put_in(least - len(good))
    return group.unmet(f"at least {text}", good, missing, remedy)


def _besides(need: Requirement, other: Requirement, group: _Asked) -> RequirementAnswer:
    good, _ = group.sorted_by(need.who)
    text = f"{counted(need.number, need.who)} besides {counted(group.needed(other), other.who)}"
    if group.meets(need):
        return group.met(text, good)
    return group.unmet(text, good, f"needs {text}; {only(good, group.units)}", put_in(need.number))


def _at_most(need: Requirement, group: _Asked) -> RequirementAnswer:
    found, others = group.sorted_by(need.who)
    text = f"at most {counted(need.number, need.who)}"
    if group.meets(need):
        return group.met(text, found or others)
    over = len(found) - need.number
    missing = f"takes {text}; {listed(found)} are {len(found)}"
    return group.unmet(text, found, missing, f"Take {'one' if over == 1 else over} of them out")


def _pairs(need: Requirement, group: _Asked) -> RequirementAnswer:
    text = f"{need.number} matched pairs of {plural(need.who)} if all are vehicles"
    if not _all_vehicles(group.units):
        return group.met(text, ())
    good, _ = group.sorted_by(need.who)
    alike = Counter(pair_key(unit.card, group.settings) for unit in good)
    paired = [unit for unit in good if alike[pair_key(unit.card, group.settings)] >= 2]
    if group.meets(need):
        return group.met(text, paired)
    found = f"only {listed(paired)} match" if paired else f"no two of {listed(group.units)} match"
    missing = f"needs {need.number} matched pairs of {plural(need.who)}, all its units being vehicles; {found}"
    return group.unmet(text, paired, missing, "Pair the vehicles, or put in a unit that is none")


def _either(need: Requirement, group: _Asked) -> RequirementAnswer:
    answers = [answer(part, group.units, group.settings, group.section) for part in need.either]
    text = " or ".join(counted(part.number, part.who) for part in need.either)
    by = {name for one in answers for name in one.by if one.met or not any(other.met for other in answers)}
    found = [unit for unit in group.units if unit.name in by]
    if group.meets(need):
        return group.met(text, found)
    held = (
        f"there is only {listed(found)}" if found else f"{listed(group.units)} {is_or_are(group.units)} none of these"
    )
    return group.unmet(text, found, f"needs {text}; {held}", put_in(1))


def _same_model(need: Requirement, group: _Asked) -> RequirementAnswer:
    text = "units of the same model and Size"
    if group.meets(need):
        return group.met(text, group.units)
    models = Counter(model_of(unit.card, need.alike) for unit in group.units)
    first = models.most_common(1)[0][0]
    good = [unit for unit in group.units if model_of(unit.card, need.alike) == first]
    bad = [unit for unit in group.units if unit not in good]
    missing = f"needs {text}; {listed(bad)} {is_or_are(bad)} no {first[0]} of Size {first[1]} as the others are"
    return group.unmet(text, good, missing, group.take_out(bad))


def _transports(need: Requirement, group: _Asked) -> RequirementAnswer:
    text = "room for all its infantry at once"
    infantry = [unit for unit in group.units if is_infantry(unit.card)]
    carriers = [unit for unit in group.units if not is_infantry(unit.card)]
    if group.meets(need):
        return group.met(text, carriers)
    found = f"{listed(carriers)} cannot carry {listed(infantry)}" if carriers else "there is nobody to carry it"
    remedy = "Put in an OMNI unit for battle armour with MEC, a 'Mech for XMEC, or more IT#"
    return group.unmet(text, carriers, f"needs {text}; {found}", remedy)


_ANSWERS: Mapping[str, Callable[[Requirement, _Asked], RequirementAnswer]] = {
    "all": _all,
    "none": _none,
    "count": _at_least,
    "share": _at_least,
    "at_most": _at_most,
    "pairs": _pairs,
    "either": _either,
    "same_model": _same_model,
    "transports_infantry": _transports,
}
