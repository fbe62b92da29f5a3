"""6.2, 6.3 From an army list entry and the options taken to the units that stand on the table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from musterhall.games.the_game.army.armies import (
    Addition,
    Army,
    Counted,
    ListedFormation,
    Option,
    Upgrade,
    WeaponChange,
    WeaponRule,
    counted_text,
)
from musterhall.games.the_game.army.datasheets import Datasheet, UnknownDatasheet, datasheet, parse_rule
from musterhall.games.the_game.readings.slips import plain
from musterhall.problems import BadInput, Problem, near_names


@dataclass(frozen=True, slots=True)
class Built:
    """A formation's units with its options applied, the option lines used, and what went wrong."""

    units: tuple[Datasheet, ...]
    taken: tuple[Option, ...]
    problems: tuple[Problem, ...]


def build(where: str, army: Army, entry: ListedFormation, options: Sequence[str], weapons: Sequence[str] = ()) -> Built:
    """The units of an entry; an option that cannot be taken is left out and named as a problem."""
    problems: list[Problem] = []
    taken: dict[Option, Effect] = {}
    for text in options:
        found = _find(army, entry, text)
        if isinstance(found, _Refusal):
            problems.append(Problem(where, found.what, army.section, found.remedy))
        elif found.option in taken:
            problems.append(_taken_twice(where, army, taken[found.option], found))
        else:
            taken[found.option] = found
    units = [sheet for count, sheet in entry.units for _ in range(count)]
    # Upgrades, additions and rules come in any order in a file; none of them depends on another's result.
    for effect in taken.values():
        units = effect.apply(units)
    if entry.weapon:
        units = [_armed(unit, entry.weapon) for unit in units]
    armed, refusals = _choose_weapons(entry, units, weapons)
    problems += [Problem(where, refusal.what, army.section, refusal.remedy) for refusal in refusals]
    return Built(tuple(armed), tuple(taken), tuple(problems))


def taken_options(army: Army, entry: ListedFormation, options: Sequence[str]) -> list[Effect]:
    """What the options of a formation come to, each option line once; those that cannot be taken are left out."""
    found = [_find(army, entry, text) for text in options]
    return list({one.option: one for one in reversed(found) if isinstance(one, Effect)}.values())


def near_or_all(name: str, known: Iterable[str]) -> str:
    """A remedy that names what was probably meant, or else everything there is."""
    names = list(known)
    return near_names(name, names, f"There is {', '.join(names) or 'none'}.")


@dataclass(frozen=True, slots=True)
class Effect:
    """One option line with the alternative chosen from it."""

    option: Option
    units: Counted = ()

    def __str__(self) -> str:
        return counted_text(self.units) if self.units else str(self.option)

    def apply(self, units: list[Datasheet]) -> list[Datasheet]:
        option = self.option
        match option:
            case Addition():
                return [*units, *(sheet for count, sheet in self.units for _ in range(count))]
            case Upgrade():
                for count, sheet in self.units:
                    units = _swapped(units, option.of, sheet, count)
                return units
            case WeaponRule():
                of, rule = option.of, option.rule
                return [unit.with_rule(rule, on_weapons=True) if unit.name == of else unit for unit in units]
            case WeaponChange():
                return [_armed(unit, option.weapon) if unit.name == option.of else unit for unit in units]


@dataclass(frozen=True, slots=True)
class _Refusal:
    what: str
    remedy: str


@dataclass(frozen=True, slots=True)
class _Wish:
    """One "3 LAW infantry" of an option text; no count means as many as the line allows."""

    count: int | None
    text: str


def _find(army: Army, entry: ListedFormation, text: str) -> Effect | _Refusal:
    """The option line that a text of the force file means."""
    wishes = _wishes(text)
    for option in entry.options:
        match option:
            case Upgrade():
                found = _upgrade(option, wishes, army)
            case Addition():
                found = _addition(option, wishes, army)
            case WeaponRule():
                found = _weapon_rule(option, text)
            case WeaponChange():
                found = _weapon_change(option, text)
        if found is not None:
            return found
    offers = "; ".join(map(str, entry.options))
    remedy = f"It offers {offers}." if offers else "It has no options; take this one out."
    return _Refusal(f"{entry.name} has no option {text!r}", remedy)


def _upgrade(option: Upgrade, wishes: Sequence[_Wish], army: Army) -> Effect | _Refusal | None:
    """6.2 So many units become one of the kinds offered, or each another of them."""
    sheets = [_sheet_or_none(wish.text, army) for wish in wishes]
    kinds = [sheet for sheet in sheets if sheet is not None and sheet in option.to]
    if not kinds or len(set(kinds)) < len(wishes):
        return None
    if len(wishes) > 1 and any(wish.count is None for wish in wishes):
        return _Refusal(f"{_asked(wishes)} does not say how many become which", "Give each its number.")
    counts = [max(option.counts) if wish.count is None else wish.count for wish in wishes]
    chosen = [sheet for count, sheet in zip(counts, kinds, strict=True) if count] or kinds
    if sum(counts) not in option.counts:
        names = " and ".join(sheet.name for sheet in chosen)
        return _Refusal(f"{sum(counts)} units cannot become {names}", f"Upgrade {_allowed(option, len(chosen))}.")
    if 0 in counts:
        none = " and ".join(sheet.name for sheet in kinds if sheet not in chosen)
        return _Refusal(f"0 units cannot become {none}", f"Leave {none} out.")
    return Effect(option, tuple(zip(counts, kinds, strict=True)))


def _allowed(option: Upgrade, kinds: int = 1) -> str:
    """How many units may become so many kinds between them."""
    return " or ".join(str(count) for count in option.counts if count >= kinds)


def _asked(wishes: Sequence[_Wish]) -> str:
    return " and ".join(f"{wish.count or ''} {wish.text}".strip() for wish in wishes)


def _addition(option: Addition, wishes: Sequence[_Wish], army: Army) -> Effect | _Refusal | None:
    wanted = {_sheet_or_none(wish.text, army): wish.count for wish in wishes}
    for choice in option.choices:
        printed = {sheet: count for count, sheet in choice}
        if len(wanted) != len(wishes) or wanted.keys() != printed.keys():
            continue
        if any(count not in (None, printed[sheet]) for sheet, count in wanted.items() if sheet is not None):
            return _Refusal(f"{_asked(wishes)} cannot be added", f"Add {counted_text(choice)}.")
        return Effect(option, choice)
    return None


def _weapon_rule(option: WeaponRule, text: str) -> Effect | _Refusal | None:
    try:
        rule = parse_rule(text)
    except BadInput:
        return None
    if rule is None or rule.name != option.rule.name:
        return None
    if rule.values and rule.values != option.rule.values:
        return _Refusal(f"{rule} cannot be added to the weapons of {option.of}", f"Add {option.rule}.")
    return Effect(option)


def _weapon_change(option: WeaponChange, text: str) -> Effect | None:
    """The gun's first word is enough: "125mm" for "125mm Artillery"."""
    words = plain(text).split()
    return Effect(option) if words and words[0] == plain(option.weapon).split()[0] else None


def _wishes(text: str) -> list[_Wish]:
    parts = re.split(r" and | ?[,+&] ?", " ".join(text.split()))
    return [_wish(part.strip()) for part in parts if part.strip()]


def _wish(text: str) -> _Wish:
    match = re.fullmatch(r"([0-9]{1,4}) ?(?:x | )(.+)", text)
    return _Wish(int(match[1]), match[2].strip()) if match else _Wish(None, text)


def _sheet_or_none(text: str, army: Army) -> Datasheet | None:
    try:
        return datasheet(text, army.name)
    except UnknownDatasheet:
        return None


def _taken_twice(where: str, army: Army, first: Effect, second: Effect) -> Problem:
    if first.units and [sheet for _, sheet in first.units] != [sheet for _, sheet in second.units]:
        what = f"{first} and {second} are alternatives of one option"
        return Problem(where, what, army.section, f"Keep one of them{_or_mixed(first, second)}.")
    what = f"the option {second} is taken twice"
    return Problem(where, what, army.section, "Each upgrade can be taken once; take one out.")


def _or_mixed(first: Effect, second: Effect) -> str:
    """6.2 The advice to take two upgrades of one option as one, where that can be."""
    option, kinds = first.option, {sheet for _, sheet in (*first.units, *second.units)}
    if not isinstance(option, Upgrade) or not _allowed(option, len(kinds)):
        return ""
    apart = len(kinds) == len(first.units) + len(second.units)
    if apart and sum(count for count, _ in (*first.units, *second.units)) in option.counts:
        return f", or mix them in one, '{first} and {second}'"
    return f", or mix them in one, {_allowed(option, len(kinds))} units in all"


def _swapped(units: Sequence[Datasheet], old: str, new: Datasheet, count: int) -> list[Datasheet]:
    left = count
    result = []
    for unit in units:
        swap = unit.name == old and left > 0
        left -= swap
        result.append(new if swap else unit)
    return result


def _armed(unit: Datasheet, weapon: str) -> Datasheet:
    """The unit with this one of its either-or weapons; a unit that has no such choice stays as it is."""
    chosen = next((w for w in unit.weapons if w.choice and plain(w.name) == plain(weapon)), None)
    if chosen is None:
        return unit
    kept = (w for w in unit.weapons if w.choice != chosen.choice or w == chosen)
    return replace(unit, weapons=tuple(replace(w, choice="") if w == chosen else w for w in kept))


def _choose_weapons(
    entry: ListedFormation, units: list[Datasheet], weapons: Sequence[str]
) -> tuple[list[Datasheet], list[_Refusal]]:
    """Either-or weapons that the list leaves to the player; what he leaves open is the one printed first."""
    refusals = []
    for text in weapons:
        wish = _wish(text)
        open_units = [i for i, unit in enumerate(units) if _armed(unit, wish.text) != unit]
        count = len(open_units) if wish.count is None else wish.count
        if not open_units or count > len(open_units):
            refusals.append(_weapon_refusal(entry, units, text, len(open_units)))
            continue
        for i in open_units[:count]:
            units[i] = _armed(units[i], wish.text)
    return [first_choice(unit) for unit in units], refusals


def _weapon_refusal(entry: ListedFormation, units: Sequence[Datasheet], text: str, left: int) -> _Refusal:
    if left:
        return _Refusal(f"{text!r} is for more units than are left", f"{left} can still take it.")
    if entry.weapon:
        return _Refusal(f"weapon {text!r} cannot be chosen here", "The list fixes it; take its option.")
    names = sorted({weapon.name for unit in units for weapon in unit.weapons if weapon.choice})
    remedy = f"Choose among {', '.join(names)}." if names else "No unit here has a choice left; take it out."
    return _Refusal(f"no unit can take the weapon {text!r}", remedy)


def first_choice(unit: Datasheet) -> Datasheet:
    """5 Of weapons printed as alternatives the one printed first, unless a force or a file says which."""
    for weapon in unit.weapons:
        if weapon.choice:
            return first_choice(_armed(unit, weapon.name))
    return unit
