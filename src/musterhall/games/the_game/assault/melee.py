"""1.8.4 Attacks in an assault: who fights with what, in which order, and who supports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from musterhall.battle import schemas
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision, Illegal, Rule, Schema
from musterhall.games.the_game.army.datasheets import attack_rules
from musterhall.games.the_game.basics.choices import FormationYesOrNo
from musterhall.games.the_game.fire.sight import cover_of, lines_of_sight
from musterhall.games.the_game.fire.volleys import DieResult, Volley, kill, kills_in_words, result_data, roll_volley
from musterhall.games.the_game.movement.hiding import TOUCHING
from musterhall.games.the_game.position.position import Formation, Position, names_of
from musterhall.geometry import Flags, Floats, Ints
from musterhall.tally import Tally, does

Verb = tuple[str, str]
"""What one formation does, and what several do."""
ATTACKS: Verb = ("attacks", "attack")
SUPPORTS: Verb = ("supports", "support")

NEAR = 15.0
"""1.8 The range of near fighting, and how near a charge must come."""
CLOSE_FIGHTING, NEAR_FIGHTING = "CF", "NF"
BOTH_KINDS = (CLOSE_FIGHTING, NEAR_FIGHTING)
Profile = tuple[str, str, int]
"""CF or NF, AP or AT, and the value."""


@dataclass(slots=True)
class Sides:
    """The formations in an assault: who began it, who is its target; of two formations each side is treated as one."""

    attackers: tuple[Formation, ...]
    defenders: tuple[Formation, ...]
    broken_before: tuple[bool, bool] = (False, False)
    run_before: frozenset[int] = frozenset()
    """The formations that were broken when the assault began."""
    kills: list[list[int]] = field(default_factory=lambda: [[], []])
    """1.8.5 Casualties each side has caused: by the attackers, by the defenders."""
    round: int = 1

    def __post_init__(self) -> None:
        self.broken_before = (
            any(formation.broken for formation in self.attackers),
            any(formation.broken for formation in self.defenders),
        )
        everybody = (*self.attackers, *self.defenders)
        self.run_before = frozenset(formation.index for formation in everybody if formation.broken)

    def side(self, number: int) -> tuple[Formation, ...]:
        return self.attackers if number == 0 else self.defenders


# Planning


class Attack(Decision):
    """1.8.4 Which of its values does each unit attack with, and in which order are the volleys rolled?

    The answer is `{"profiles": [[unit, "NF", "AT"], ...], "order": [1, 0]}`. Who is not named uses its best value,
    and without an order the strongest volley is rolled first; so `{}` leaves both as they come.
    """

    __slots__ = ("choices", "formations", "kinds", "own", "position", "theirs")
    kind = "attacks"
    section = "1.8.4"

    def __init__(
        self, position: Position, formations: tuple[Formation, ...], theirs: Ints, kinds: tuple[str, ...] = BOTH_KINDS
    ) -> None:
        super().__init__(formations[0].side)
        self.position = position
        self.formations = formations
        self.own = standing_units(position, formations)
        self.theirs = theirs
        self.kinds = kinds
        self.choices = attack_choices(position, self.own, theirs, kinds)

    def anything_to_choose(self) -> bool:
        """Is it worth asking? There are two volleys, or a unit could attack in two ways."""
        several = any(len(group) > 1 for groups in self.choices.values() for group in groups)
        return several or len(self._volleys({})) > 1

    def question(self) -> str:
        return f"What do the units of {names_of(self.formations)} attack with, and in which order?"

    def about(self) -> dict[str, Any]:
        return {"formations": [formation.index for formation in self.formations]}

    def schema(self) -> Schema:
        units, kinds = schemas.one_of(list(self.choices)), schemas.one_of(self.kinds)
        order = schemas.many({"type": "integer", "minimum": 0})
        return schemas.fields(
            {"profiles": schemas.many(schemas.row(units, kinds, schemas.one_of(("AP", "AT")))), "order": order}
        )

    def aid(self) -> dict[str, Any]:
        """What each unit could attack with."""
        return {
            "profiles": {
                str(unit): [list(map(list, group)) for group in groups] for unit, groups in self.choices.items()
            },
            "volleys": [volley.attack.as_data() for volley in self._volleys({})],
        }

    def options(self) -> Iterable[Answer]:
        yield {}
        volleys = self._volleys({})
        if len(volleys) > 1:
            yield {"order": list(range(len(volleys)))[::-1]}
        for kind, name in self._different():
            able = [unit for unit, groups in self.choices.items() if _group_with(groups, kind, name)]
            yield {"profiles": [[unit, kind, name] for unit in able]}

    def _different(self) -> list[tuple[str, str]]:
        """Ways to attack that some unit could take instead of another."""
        open_groups = (group for groups in self.choices.values() for group in groups if len(group) > 1)
        return list(dict.fromkeys((kind, name) for group in open_groups for kind, name, _ in group))

    def check(self, answer: Answer) -> list[Volley]:
        if not isinstance(answer, dict) or set(answer) - {"profiles", "order"}:
            raise Illegal("attacks have profiles and an order", "1.8.4")
        volleys = self._volleys(self._profiles(answer.get("profiles", [])))
        order = answer.get("order", list(range(len(volleys))))
        if not isinstance(order, list) or sorted(map(str, order)) != sorted(map(str, range(len(volleys)))):
            raise Illegal(f"order numbers the {len(volleys)} volleys from 0", "1.7.2")
        return [volleys[index] for index in order]

    def _volleys(self, chosen: Mapping[int, list[Profile]]) -> list[Volley]:
        return assault_volleys(self.position, self.own, self.theirs, self.kinds, chosen)

    def _profiles(self, rows: Any) -> dict[int, list[Profile]]:
        """What each named unit attacks with: the values named, and the best wherever none was."""
        if not isinstance(rows, list) or not all(isinstance(row, list) and len(row) == 3 for row in rows):
            raise Illegal("profiles are rows of a unit, CF or NF, and AP or AT", "1.8.4")
        wanted: dict[int, list[tuple[int, Profile]]] = {}
        for unit, kind, name in rows:
            groups = self.choices.get(unit, []) if type(unit) is int else []
            found = _group_with(groups, kind, name)
            if found is None:
                raise Illegal(f"{self._name(unit)} cannot attack with {kind} {name}", "1.8.4")
            if any(place == found[0] for place, _ in wanted.setdefault(unit, [])):
                raise Illegal(f"{self._name(unit)} is named twice", "1.8.4")
            wanted[unit].append(found)
        return {
            unit: [dict(named).get(place, _best(group)) for place, group in enumerate(self.choices[unit])]
            for unit, named in wanted.items()
        }

    def _name(self, unit: Any) -> str:
        known = type(unit) is int and unit in self.own.tolist()
        return self.position.unit(unit).name if known else repr(unit)


def attack_of(
    battle: Battle[Position], formations: tuple[Formation, ...], theirs: Ints, kinds: tuple[str, ...] = BOTH_KINDS
) -> Attack:
    """1.8.4 The attack of one side's formations on these enemy units, as its player sees it."""
    return Attack(battle.view(formations[0].side), formations, theirs, kinds)


def plan_attacks(*attacks: Attack) -> Rule[list[list[Volley]]]:
    """1.8.4 The volleys of each attack in the order its player wants them; players with a choice are asked at once."""
    asked = tuple(attack for attack in attacks if attack.anything_to_choose())
    answers = dict(zip(asked, (yield asked), strict=True)) if asked else {}
    return [answers[attack] if attack in answers else attack.check({}) for attack in attacks]


def attack_choices(
    position: Position, own: Ints, theirs: Ints, kinds: tuple[str, ...]
) -> dict[int, list[list[Profile]]]:
    """1.8, 1.8.4 For each unit that may attack, what it attacks with: one of each list."""
    if not len(own) or not len(theirs):
        return {}
    touch, near = _in_reach(position, own, theirs)
    found = {}
    for row, unit in enumerate(own.tolist()):
        groups = _groups(position, unit, theirs[touch[row]], theirs[near[row]], kinds)
        if groups:
            found[unit] = groups
    return found


def _in_reach(position: Position, own: Ints, theirs: Ints) -> tuple[Flags, Flags]:
    """1.8 Who touches whom, and who is within 15 cm and in sight of whom."""
    gaps = position.distances(own, theirs)
    return gaps <= TOUCHING + 1e-9, (gaps <= NEAR + 1e-9) & lines_of_sight(position, own, theirs)


def _groups(position: Position, unit: int, touched: Ints, near: Ints, kinds: tuple[str, ...]) -> list[list[Profile]]:
    """1.8 Hand to hand or near, as variants hand to hand if it can or both; each with AP or AT."""
    sheet, variant = position.field.units[unit].sheet, position.field.variants.cf_nf
    by_kind = []
    for kind, values, reached in ((CLOSE_FIGHTING, sheet.close, touched), (NEAR_FIGHTING, sheet.near, near)):
        if kind in kinds and values is not None and len(reached):
            by_kind.append(_usable(position, kind, values, reached))
    groups = [group for group in by_kind if group]
    if variant == "both" or not groups:
        return groups
    return groups[:1] if variant == "cf_if_touching" else [[profile for group in groups for profile in group]]


def _usable(position: Position, kind: str, values: tuple[int, int], reached: Ints) -> list[Profile]:
    """Of AP and AT what can hurt somebody in reach."""
    vulnerable = position.field.vulnerable
    named = zip(("AP", "AT"), values, strict=True)
    return [(kind, name, value) for name, value in named if vulnerable[name][reached].any()]


def _group_with(groups: list[list[Profile]], kind: Any, name: Any) -> tuple[int, Profile] | None:
    for place, group in enumerate(groups):
        for profile in group:
            if profile[:2] == (kind, name):
                return place, profile
    return None


def _best(group: list[Profile]) -> Profile:
    return max(group, key=lambda profile: profile[2])


def assault_volleys(
    position: Position,
    own: Ints,
    theirs: Ints,
    kinds: tuple[str, ...] = BOTH_KINDS,
    chosen: Mapping[int, list[Profile]] | None = None,
) -> list[Volley]:
    """1.8.4 Shots of one value make a volley; the strongest comes first. Who was told nothing uses his best value."""
    choices = attack_choices(position, own, theirs, kinds)
    if not choices:
        return []
    touch, near = _in_reach(position, own, theirs)
    gaps = position.distances(own, theirs)
    volleys: dict[tuple[Any, ...], Volley] = {}
    reach: dict[tuple[Any, ...], Flags] = {}
    for row, unit in enumerate(own.tolist()):
        for kind, weapon_type, value in (chosen or {}).get(unit) or map(_best, choices.get(unit, [])):
            rules = attack_rules(position.field.units[unit].sheet)
            key = (kind, weapon_type, value, rules)
            if key not in volleys:
                attack = Tally(f"{kind} {weapon_type}", value, "1.8.4")
                volleys[key] = Volley(weapon_type, attack, rules, 0, [], [], {}, kind, ignore_visibility=True)
                reach[key] = np.zeros(len(theirs), dtype=np.bool_)
            volleys[key].shots += 1
            volleys[key].shooters.append(unit)
            reach[key] |= touch[row] if kind == CLOSE_FIGHTING else near[row]
    for key, volley in volleys.items():
        _aim(position, volley, reach[key], own, theirs, gaps)
    return sorted((v for v in volleys.values() if v.targets), key=lambda volley: -volley.attack.total)


def _aim(position: Position, volley: Volley, reach: Flags, own: Ints, theirs: Ints, gaps: Floats) -> None:
    """The nearest units first; of cover only the armour counts, and as a variant not even that."""
    vulnerable = reach & position.field.vulnerable[volley.weapon_type][theirs]
    order = np.argsort(gaps.min(axis=0), kind="stable")
    volley.targets = [int(theirs[i]) for i in order if vulnerable[i]]
    if volley.targets and position.field.variants.assault_cover:
        looked_from = own[gaps.argmin(axis=0)]
        cover = cover_of(position, theirs, looked_from)
        volley.cover = {int(unit): (int(cover.armour[i]), 0) for i, unit in enumerate(theirs)}


# Rolling


def resolve_attacks(battle: Battle[Position], sides: Sides) -> Rule[None]:
    """1.8.4 Both sides attack at the same time, then the neighbours support; the dead are removed after all of it."""
    position = battle.position
    if position.field.variants.casualty_counted != "whole_assault":
        sides.kills = [[], []]
    fallen: list[list[int]] = [[], []]
    involved = [involved_units(position, sides.side(n), sides.side(1 - n)) for n in (0, 1)]
    enemies = [standing_units(position, sides.side(1 - number)) for number in (0, 1)]
    attacks = [attack_of(battle, sides.side(number), enemies[number]) for number in (0, 1)]
    plans = yield from plan_attacks(*attacks)
    for number in (0, 1):
        roll_attacks(battle, sides.side(number), plans[number], fallen[number], ATTACKS)
    for number in (0, 1):
        yield from support(battle, sides, number, involved[1 - number], fallen[number])
    for number in (0, 1):
        sides.kills[number] += bury(battle, fallen[number])


def involved_units(position: Position, formations: tuple[Formation, ...], enemies: tuple[Formation, ...]) -> Ints:
    """1.8 Units that may attack somebody are directly involved."""
    own, theirs = standing_units(position, formations), standing_units(position, enemies)
    return np.array(list(attack_choices(position, own, theirs, BOTH_KINDS)), dtype=np.int64)


def roll_attacks(
    battle: Battle[Position], formations: tuple[Formation, ...], volleys: list[Volley], fallen: list[int], verb: Verb
) -> None:
    """1.8.4, 1.7.2 Roll the volleys of one side; the dead are listed and stay until both have rolled."""
    position = battle.position
    results = _roll(battle, volleys, fallen)
    if position.field.variants.assault_minimum_st and volleys and not any(r.result != "miss" for r in results):
        position.formation_of(volleys[0].targets[0]).suppression += 1
    _tell_attacks(battle, formations, volleys, results, verb)


def _roll(battle: Battle[Position], volleys: list[Volley], fallen: list[int]) -> list[DieResult]:
    results: list[DieResult] = []
    go_on = battle.position.field.variants.volley_restart == "after_last"
    for volley in volleys:
        after = results[-1].target if go_on and results else None
        results += roll_volley(battle, volley, casualties=fallen, after=after)
    return results


class Support(FormationYesOrNo):
    """1.8.4 Does a neighbour support the assault with its near fighting, for a token?"""

    __slots__ = ()
    kind = "support the assault"
    section = "1.8.4"

    def question(self) -> str:
        return f"Does {self.formation.name} support the assault? It costs a suppression token."


def support(battle: Battle[Position], sides: Sides, number: int, involved: Ints, fallen: list[int]) -> Rule[None]:
    """1.8.4 Neighbours of a side may fire their near fighting at enemies in the assault; it costs them a token."""
    position = battle.position
    for formation in supporters(position, sides, number, involved):
        living = involved[~np.isin(involved, fallen)]
        if not may_support(position, formation, living) or not (yield Support(formation)):
            continue
        formation.suppression += 1
        [volleys] = yield from plan_attacks(attack_of(battle, (formation,), living, (NEAR_FIGHTING,)))
        _tell_attacks(battle, (formation,), volleys, _roll(battle, volleys, fallen), SUPPORTS)


def supporters(position: Position, sides: Sides, number: int, involved: Ints) -> list[Formation]:
    """1.8.4 Formations of this side, not in the assault, that could support it."""
    inside = {formation.index for formation in (*sides.attackers, *sides.defenders)}
    others = [formation for formation in position.of_side(sides.side(number)[0].side) if formation.index not in inside]
    return [formation for formation in others if may_support(position, formation, involved)]


def may_support(position: Position, formation: Formation, enemies: Ints) -> bool:
    """1.8.4 Has it somebody with near fighting within 15 cm and in sight of one of these enemies in the assault?"""
    if not can_fight(position, formation) or not len(enemies):
        return False
    own = position.standing(formation)
    near = (position.distances(own, enemies) <= NEAR + 1e-9).any()
    return bool(near) and bool(assault_volleys(position, own, enemies, (NEAR_FIGHTING,)))


def bury(battle: Battle[Position], fallen: list[int]) -> list[int]:
    """Remove the dead, and who dies in their transports with them. Gives all of them."""
    position = battle.position
    riders = [unit for transport in fallen for unit in position.passengers(transport)]
    for unit in fallen:
        if position.on[unit]:
            kill(battle, unit)
    return [*fallen, *(unit for unit in riders if unit not in position.formation_of(unit).units)]


def can_fight(position: Position, formation: Formation) -> bool:
    return formation.alive and not formation.broken and position.stands(formation)


def standing_units(position: Position, formations: tuple[Formation, ...]) -> Ints:
    return np.concatenate([position.standing(formation) for formation in formations])


def _tell_attacks(
    battle: Battle[Position],
    formations: tuple[Formation, ...],
    volleys: list[Volley],
    results: list[DieResult],
    verb: Verb,
) -> None:
    """One line for all attacks of a side, with the values in the order in which they were rolled."""
    if not battle.recording or not results:
        return
    dice: list[dict[str, Any]] = [result_data(battle.position, result) for result in results]
    values = ", then ".join(f"{volley.shots} with {volley.attack}" for volley in volleys)
    text = f"{does(names_of(formations), *verb)}: {values}: {kills_in_words(results)}"
    attacks = [volley.attack.as_data() for volley in volleys]
    battle.tell("assault", text, "1.8.4", formation=formations[0].index, dice=dice, attacks=attacks)
