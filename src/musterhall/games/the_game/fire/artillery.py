"""1.7.4 Artillery: one barrage from all the guns of a formation, on everybody under it.

A barrage is ordered as `{"target": formation, "at": [x, y], "mode": "concentrated" or "spread"}`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from functools import reduce
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Illegal
from musterhall.dice import d10
from musterhall.games.the_game.air.height import acts_as_bombs
from musterhall.games.the_game.army.datasheets import SpecialRule, Weapon, weapons_of
from musterhall.games.the_game.basics.special_rules import Circumstances, has_say, kills_needed, run
from musterhall.games.the_game.fire.fire_lines import best_disc, discs_about
from musterhall.games.the_game.fire.gunnery import bears_on, crossfire, helped_by_spotter, spotted, suppressed_units
from musterhall.games.the_game.fire.sight import cover_of
from musterhall.games.the_game.fire.volleys import DieResult, Volley, extra_tokens, score_die, take_effect
from musterhall.games.the_game.phases.commands import commands
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.games.the_game.readings.variants import Variants
from musterhall.games.the_game.sea.targets import ARTILLERY
from musterhall.geometry import SLACK, Ints, Point, distance, rounded
from musterhall.tally import Tally

if TYPE_CHECKING:
    from musterhall.games.the_game.fire.fire_plan import FirePlan
    from musterhall.games.the_game.fire.shooting import Fire


class Gun(NamedTuple):
    """1.7.4 A gun that may join a barrage."""

    unit: int
    weapon: Weapon
    blind: bool
    """It fires at what its unit does not see."""


CONCENTRATED, SPREAD = "concentrated", "spread"
RADIUS = {CONCENTRATED: 7.5, SPREAD: 12.5}


@dataclass(slots=True)
class Barrage:
    """1.7.4 A barrage, checked and ready to be rolled."""

    formation: Formation
    target: int
    at: Point
    mode: str
    score: Tally
    maximum: int
    extra_tokens: int
    rules: tuple[SpecialRule, ...]
    guns: list[int]
    under: list[int]
    formations: tuple[int, ...] = ()
    notes: list[str] = field(default_factory=list)

    @property
    def against_armour(self) -> int:
        """1.7.4 Half of it against armoured vehicles."""
        return self.score.total // 2

    def as_data(self) -> dict[str, Any]:
        return {
            "at": list(self.at),
            "mode": self.mode,
            "radius": RADIUS[self.mode],
            "score": self.score.as_data(),
            "maximum": self.maximum,
            "extra_tokens": self.extra_tokens,
            "against_armour": self.against_armour,
            "guns": self.guns,
            "under": self.under,
        }


@dataclass(slots=True)
class Value:
    """1.7.4 What a barrage of some guns comes to."""

    score: Tally
    maximum: int
    extra_tokens: int


def barrage_value(
    position: Position,
    weapons: list[Weapon],
    mode: str,
    command: str,
    *,
    blind: bool = False,
    helped: bool = False,
    crossfire: bool = False,
    maximum: int | None = None,
) -> Value:
    """1.7.4 Sum the guns, add modifiers once, halve for a spread, cap it: two points above the cap are a token.

    `maximum` is that of the formation, where there is one beside the guns that fire.
    """
    variants, fired = position.field.variants, Circumstances(position, command, blind, helped)
    score = Tally("AS", sum(weapon.score or 0 for weapon in weapons), "1.7.4")
    if mode == SPREAD and variants.as_order == "halve_first":
        _halve(score)
    score.add(command, _for_the_command(variants, command, len(weapons)), "1.4.1")
    score.add("crossfire", 1, "1.7.5", when=crossfire)
    run("attack", shared_rules(weapons), score, fired)
    if mode == SPREAD and variants.as_order == "modifiers_first":
        _halve(score)
    if maximum is None:
        maximum = min(weapon.maximum or 0 for weapon in weapons)
    above = max(0, score.total - maximum)
    score.add("maximum", -above, "1.7.4")
    return Value(score, maximum, _tokens_for(variants, above))


def _halve(score: Tally) -> None:
    score.add("spread", -(score.total - score.total // 2), "1.7.4")


def _for_the_command(variants: Variants, command: str, guns: int) -> int:
    """1.4.1 What a command adds to a barrage: once for all guns, or as a variant for each or not at all."""
    bonus = commands()[command].attack if command in commands() else 0
    times = {"once": 1, "never": 0, "per_weapon": guns}[variants.sustained_on_as] if bonus > 0 else 1
    return bonus * times


def _tokens_for(variants: Variants, above: int) -> int:
    """1.7.4 A token for every two points above the maximum, or as a variant for every two begun."""
    return -(-above // 2) if variants.as_excess == "per_started_two" else above // 2


def shared_rules(weapons: list[Weapon]) -> tuple[SpecialRule, ...]:
    """1.7.4 Of mixed guns only the special rules that all of them have."""
    common = reduce(lambda a, b: a & b, (set(weapon.rules) for weapon in weapons))
    return tuple(rule for rule in weapons[0].rules if rule in common)


def smallest_maximum(position: Position, formation: Formation) -> int:
    """1.7.4 The smallest maximum in the formation, whether that gun fires or not."""
    sheets = {id(sheet): sheet for sheet in (position.unit(unit).sheet for unit in formation.units)}
    guns = [weapon for sheet in sheets.values() for weapon in weapons_of(sheet) if weapon.artillery]
    return min(weapon.maximum or 0 for weapon in guns)


def firing_together(guns: list[Gun]) -> list[Gun]:
    """1.7.4, 2.1.8 Beside a gun without Indirect Fire the rule counts for none, and who does not see stays silent."""
    if all(fires_indirectly(gun.weapon) for gun in guns):
        return guns
    return [gun for gun in guns if not gun.blind]


def fires_indirectly(weapon: Weapon) -> bool:
    """2.1.8 Has the weapon a rule that lets it fire at what its unit does not see?"""
    return has_say("without sight", weapon.rules)


def plan_barrage(fire: Fire, order: Any, plan: FirePlan) -> Barrage:
    """1.7.4 The barrage as ordered, or why it cannot be."""
    target, at, mode = _order(fire, order)
    busy = {u for volley in plan.volleys if target not in volley.group for u in volley.shooters}
    ready = ready_guns(fire, target, plan.suppressed, busy | plan.held)
    guns = firing_together([gun for gun in ready if reaches(fire.position, gun.unit, gun.weapon, at)])
    if not guns:
        raise Illegal(f"{fire.formation.name} has no gun that reaches there", "1.7.4")
    if mode == CONCENTRATED and falls_spread(fire.position, guns):
        raise Illegal("bombs fall spread, never concentrated", "2.1.2")
    _covers_the_most(fire, target, at, mode, ready)
    return make_barrage(fire.position, fire.formation, target, at, mode, fire.command, guns)


def _order(fire: Fire, order: Any) -> tuple[int, Point, str]:
    if not isinstance(order, dict) or set(order) != {"target", "at", "mode"}:
        raise Illegal("a barrage has a target, a place (at) and a mode", "1.7.4")
    target, at, mode = order["target"], order["at"], order["mode"]
    if not isinstance(mode, str) or mode not in RADIUS:
        raise Illegal(f"a barrage is concentrated or spread, not {mode!r}", "1.7.4")
    if type(target) is not int or not _is_possible_target(fire, target):
        raise Illegal("no such enemy formation on the table that artillery could hurt", "1.7.4")
    if not isinstance(at, list) or len(at) != 2 or not all(type(n) in (int, float) for n in at):
        raise Illegal("a barrage falls at x and y", "1.7.4")
    return target, (float(at[0]), float(at[1])), str(mode)


def _possible_targets(fire: Fire) -> list[int]:
    return [index for index in range(len(fire.position.formations)) if _is_possible_target(fire, index)]


def _is_possible_target(fire: Fire, index: int) -> bool:
    position = fire.position
    if not 0 <= index < len(position.formations) or (fire.limit is not None and index not in fire.limit):
        return False
    formation = position.formations[index]
    hurts = position.field.vulnerable[ARTILLERY]
    enemy = formation.side != fire.formation.side and formation.on_table
    return enemy and bool(hurts[position.standing(formation)].any())


def ready_guns(fire: Fire, target: int, suppressed: Sequence[int] = (), silent: Set[int] = frozenset()) -> list[Gun]:
    """1.7.1, 1.7.4 Guns free to fire at this formation, with whether they do so without seeing it.

    `suppressed` are those before other targets of the same shooting, if it has any.
    """
    position = fire.position
    units = position.standing(position.formations[target])
    quiet = silent | set(suppressed or _suppressed(fire, target))
    needed = position.field.variants.spotters == "required"
    watched = not needed or bool(spotted(position, fire.formation.side, units).any())
    sees = fire.gunnery.seen_by_guns(target)
    return [
        Gun(unit, battery.weapon, not sees[unit])
        for battery in fire.gunnery.artillery
        for unit in battery.units
        if unit not in quiet and (sees[unit] or (battery.indirect and watched))
    ]


def reaches(position: Position, unit: int, weapon: Weapon, at: Point) -> bool:
    """1.7.4, 2.1.5 Is the centre of the barrage in range, and in the fire arc of a gun that has one?"""
    return distance(position.at(unit), at) <= weapon.range + SLACK and bears_on(position, unit, weapon, at)


def falls_spread(position: Position, guns: list[Gun]) -> bool:
    """2.1.2 Is there a bomb among them, which falls in a spread barrage only?"""
    return any(acts_as_bombs(position, gun.unit, gun.weapon) for gun in guns)


def _suppressed(fire: Fire, target: int) -> list[int]:
    return suppressed_units(fire.position, fire.gunnery.own, fire.tokens, [(target,)])


def _covers_the_most(fire: Fire, target: int, at: Point, mode: str, guns: list[Gun]) -> None:
    """1.7.4 The barrage lies where it covers as many units of its target as the guns can reach."""
    position = fire.position
    units = position.standing(position.formations[target])
    most = _best_place_once(fire, target, mode, guns)[1]
    gaps = np.hypot(position.x[units] - at[0], position.y[units] - at[1])
    covered = np.count_nonzero(gaps <= RADIUS[mode] + SLACK)
    if covered < most:
        raise Illegal(f"the barrage covers {covered} units of its target and could cover {most}", "1.7.4")


def make_barrage(
    position: Position,
    formation: Formation,
    target: int,
    at: Point,
    mode: str,
    command: str,
    guns: list[Gun],
) -> Barrage:
    """1.7.4 Value, and everybody under it: friend and foe, the nearest to the guns first."""
    weapons = [gun.weapon for gun in guns]
    crossed = crossfire(position, formation, (target,)) is not None
    blind = any(gun.blind for gun in guns)
    helped = blind and helped_by_spotter(position, formation.side, position.standing(position.formations[target]))
    maximum = smallest_maximum(position, formation)
    value = barrage_value(
        position, weapons, mode, command, blind=blind, helped=helped, crossfire=crossed, maximum=maximum
    )
    under = units_under(position, at, mode, [unit for unit, _, _ in guns])
    hit = dict.fromkeys([target, *(position.unit(unit).formation for unit in under)])
    return Barrage(
        formation,
        target,
        at,
        mode,
        value.score,
        value.maximum,
        value.extra_tokens,
        shared_rules(weapons),
        [unit for unit, _, _ in guns],
        under,
        tuple(hit),
    )


def units_under(position: Position, at: Point, mode: str, guns: list[int]) -> list[int]:
    """1.7.4 Every ground unit under the barrage, as a variant vessels too, the nearest to the guns first."""
    standing = position.on.nonzero()[0]
    gaps = np.hypot(position.x[standing] - at[0], position.y[standing] - at[1])
    under = standing[gaps <= RADIUS[mode] + position.field.radius[standing] + SLACK]
    under = under[position.field.vulnerable[ARTILLERY][under]]
    if not len(under) or not guns:
        return list(map(int, under))
    near = position.distances(np.array(guns, dtype=np.int64), under).min(axis=0)
    return list(map(int, under[near.argsort(kind="stable")]))


def bombard(battle: Battle[Position], barrage: Barrage, *, first_kill_counts: bool = True) -> list[DieResult]:
    """1.7.4 One d10 for every unit under the barrage, and the tokens for what is above its maximum.

    In crossfire the first kill in the target formation costs it one more, unless other fire has had it already.
    """
    position = battle.position
    results: list[DieResult] = []
    crossed = first_kill_counts and any(part.name == "crossfire" for part in barrage.score.parts)
    volleys = _shells(position, barrage)
    shells = [unit for unit, dice in dice_against(position, barrage) for _ in range(dice)]
    for unit, face in zip(shells, battle.roll(len(shells), d10, "barrage"), strict=True):
        if position.on[unit]:
            volley = volleys[1 if position.field.armoured[unit] else 0]
            result = score_die(position, volley, face, unit)
            result.shooter = barrage.guns[0] if barrage.guns else -1
            mine = position.unit(unit).formation == barrage.target
            take_effect(battle, volley, result, [], True, crossed and mine)
            crossed = crossed and not (mine and result.result == "kill")
            results.append(result)
    formation = position.formations[barrage.target]
    formation.suppression += barrage.extra_tokens + extra_tokens(position, barrage.rules)
    return results


def dice_against(position: Position, barrage: Barrage) -> list[tuple[int, int]]:
    """1.7.4, 2.2.2 How many dice each unit under it faces; a Damage unit at the centre faces one for each kill."""
    if position.field.variants.barrage_dice == "score":
        dice = [0] * len(barrage.under)
        for number in range(barrage.score.total if barrage.under else 0):
            dice[number % len(barrage.under)] += 1
        return list(zip(barrage.under, dice, strict=True))
    return [(unit, _dice_for(position, barrage, unit)) for unit in barrage.under]


def _dice_for(position: Position, barrage: Barrage, unit: int) -> int:
    needed = kills_needed(position.unit(unit))
    return needed if needed > 1 and distance(position.at(unit), barrage.at) <= SLACK else 1


def _shells(position: Position, barrage: Barrage) -> tuple[Volley, Volley]:
    """The barrage as it meets units in general, and halved as it meets armoured vehicles."""
    units = np.array(barrage.under, dtype=np.int64)
    cover = cover_of(position, units)
    covers = zip(cover.armour.tolist(), cover.visibility.tolist(), strict=True)
    covered = dict(zip(barrage.under, covers, strict=True))
    scores = (barrage.score.total, barrage.against_armour)
    attacks = [Tally("AS", score, "1.7.4", explain=False) for score in scores]
    first, second = (Volley("AS", a, barrage.rules, 1, barrage.guns, [], covered, "barrage") for a in attacks)
    return first, second


def best_place(position: Position, target: int, mode: str, guns: list[Gun]) -> tuple[Point, int]:
    """Where a barrage of these guns covers the most units of a formation, and how many."""
    units = position.standing(position.formations[target])
    places = np.array([unit for unit, _, _ in guns], dtype=np.int64)
    ranges = np.array([gun.weapon.range for gun in guns], dtype=np.float64)
    if any(has_say("may bear", gun.weapon.rules) for gun in guns):
        return _best_in_arc(position, units, RADIUS[mode], guns)
    x, y, most = best_disc(position.x, position.y, units, RADIUS[mode], places, ranges)
    return rounded((float(x), float(y))), max(0, int(most))


def _best_place_once(fire: Fire, target: int, mode: str, guns: list[Gun]) -> tuple[Point, int]:
    """The same, looked for once: who has it proposed will mostly order it."""
    known, wanted = fire.gunnery.best_places, (target, mode, tuple(unit for unit, _, _ in guns))
    if wanted not in known:
        known[wanted] = best_place(fire.position, target, mode, guns)
    return known[wanted]


def _best_in_arc(position: Position, units: Ints, radius: float, guns: list[Gun]) -> tuple[Point, int]:
    """The same for guns with fire arcs: of the discs about two units or one, those that some gun reaches."""
    places = [position.at(unit) for unit in units.tolist()]
    pairs = combinations_with_replacement(places, 2)
    middles = [rounded(middle) for a, b in pairs for middle in discs_about(a, b, radius)]
    x, y = np.array(middles).T
    gaps = np.hypot(x[:, None] - position.x[units], y[:, None] - position.y[units])
    covered = np.count_nonzero(gaps <= radius + SLACK, axis=1)
    for row in np.argsort(-covered, kind="stable").tolist():
        if any(reaches(position, gun.unit, gun.weapon, middles[row]) for gun in guns):
            return middles[row], int(covered[row])
    return places[0], 0


def barrage_on(fire: Fire, target: int, mode: str) -> Answer:
    """A barrage on this formation where it covers the most, or None if no gun reaches it."""
    guns = ready_guns(fire, target)
    if not guns or (mode == CONCENTRATED and falls_spread(fire.position, guns)):
        return None
    at, covered = _best_place_once(fire, target, mode, guns)
    if not covered or not any(reaches(fire.position, unit, weapon, at) for unit, weapon, _ in guns):
        return None
    return {"target": target, "at": list(at), "mode": mode}


def barrage_options(fire: Fire) -> Iterator[dict[str, Any]]:
    """Barrages on offer: each enemy formation the guns reach, in both modes, where they cover the most.

    Of mixed guns those without Indirect Fire may also be held back, so that the others fire at what they do not see.
    """
    guns = [(unit, battery.weapon) for battery in fire.gunnery.artillery for unit in battery.units]
    direct = [unit for unit, weapon in guns if not fires_indirectly(weapon)]
    for target in _possible_targets(fire):
        for mode in RADIUS:
            barrage = barrage_on(fire, target, mode)
            if barrage is None:
                continue
            yield {"barrage": barrage}
            if 0 < len(direct) < len(guns):
                held = {"barrage": barrage, "hold": direct}
                if fire.legal(held):
                    yield held
