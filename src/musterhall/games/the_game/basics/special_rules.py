"""2 Special rules: each is an entry in catalogue/special_rules.toml and a hook no longer than the rule.

The rules of play call `run(event, rules, ...)` where a special rule may have a say. Hooks of one event run in the
order of their sections, whatever order a datasheet prints them in. No hook knows of another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from pydantic import Field as Model

from musterhall.games.the_game.army.datasheets import BOAT, SHIP, SUBMARINE, SpecialRule, Weapon
from musterhall.games.the_game.field.field import Field, Unit
from musterhall.games.the_game.package_data import FileModel, catalogue_data
from musterhall.games.the_game.phases.commands import ADVANCE, HIGH, SUSTAINED_FIRE, commands
from musterhall.games.the_game.readings.variants import Variants
from musterhall.games.the_game.sea.targets import targets_of
from musterhall.geometry import Flags, Floats, Point, in_arc
from musterhall.problems import BadInput, parse_model
from musterhall.tally import Tally

if TYPE_CHECKING:
    from musterhall.games.the_game.position.position import Formation, Position


class SpecialRuleEntry(FileModel):
    """One entry of the catalogue: what the rule is called, where it stands and what it does."""

    section: str
    on: str
    help: str
    values: list[str] = Model(default_factory=list)


@cache
def special_rule_entries() -> dict[str, SpecialRuleEntry]:
    name = "special_rules.toml"
    return {key: parse_model(SpecialRuleEntry, entry, f"{name}, {key}") for key, entry in catalogue_data(name).items()}


def check_special_rule(rule: SpecialRule, place: str) -> None:
    """2 Nothing unknown passes: a rule that the catalogue does not have is bad input."""
    entry = special_rule_entries().get(rule.name)
    if entry is None:
        known = ", ".join(special_rule_entries())
        raise BadInput(f"{place}: {rule} is no special rule of THE GAME; use one of {known}.")
    if len(rule.values) != len(entry.values):
        needs = "/".join(entry.values) or "nothing"
        raise BadInput(f"{place}: {rule.name} takes {needs} in its brackets, not {rule}.")


# Hooks

Hook = Callable[..., None]
_HOOKS: dict[str, dict[str, Hook]] = {}


def special(name: str, event: str) -> Callable[[Hook], Hook]:
    """Make a function the say of special rule `name` at `event`."""

    def register(hook: Hook) -> Hook:
        _HOOKS.setdefault(event, {})[name] = hook
        return hook

    return register


def run(event: str, rules: tuple[SpecialRule, ...], *about: Any) -> None:
    """Let every special rule that has a say at this event have it, in the order of their sections."""
    if rules:
        for hook, rule in _hooks(event, rules):
            hook(rule, *about)


def has_say(event: str, rules: tuple[SpecialRule, ...]) -> bool:
    """Has any of these special rules a say at this event?"""
    return bool(rules) and bool(_hooks(event, rules))


@cache
def _hooks(event: str, rules: tuple[SpecialRule, ...]) -> tuple[tuple[Hook, SpecialRule], ...]:
    entries, hooks = special_rule_entries(), _HOOKS[event]
    mine = [rule for rule in rules if rule.name in hooks]
    mine.sort(key=lambda rule: [int(step) for step in entries[rule.name].section.split(".")])
    return tuple((hooks[rule.name], rule) for rule in mine)


# What hooks are handed


@dataclass(slots=True)
class Shot:
    """One weapon of one unit that is about to fire; a hook that forbids it gives the reason."""

    position: Position
    unit: Unit
    weapon: Weapon
    command: str
    defensive: bool = False
    """Fired by the defender of an assault."""
    sees: bool = True
    """The unit has line of sight to a target."""
    needs_sustained: bool = False
    """Only Sustained Fire lets it fire, unless a rule says otherwise."""
    indirect: bool = False
    """It may fire at what its unit does not see."""
    refused: str = ""
    section: str = ""

    @property
    def height(self) -> str:
        """3.4.2 How high an aircraft flies under the command; nothing on the ground."""
        command = commands().get(self.command)
        return command.height if command is not None else ""

    def refuse(self, reason: str, section: str) -> None:
        if not self.refused:
            self.refused, self.section = reason, section


@dataclass(slots=True)
class Circumstances:
    """How something is fired, for what that adds to its attack."""

    position: Position
    command: str
    blind: bool = False
    """At what the shooter does not see."""
    helped: bool = False
    """By a friend who does see it."""


@dataclass(slots=True)
class WeaponChoice:
    """Which of its weapons a unit may fire; a hook says that this one leaves no room for others."""

    alone: bool = False


@dataclass(slots=True)
class Targets:
    """1.7 The unit types that one value of a weapon can hurt."""

    kind: str
    variants: Variants
    types: set[str]

    def at_sea(self, types: set[str]) -> None:
        """4.6 The AT value of a weapon against submarines is for these alone; as a variant its AN value hits those."""
        hits_submarines = "AT" if self.variants.submarine_an_at == "at_value" else "AN"
        if self.kind == "AT":
            self.types = set(types)
        self.types.discard(SUBMARINE)
        if self.kind == hits_submarines:
            self.types.add(SUBMARINE)


@dataclass(slots=True)
class Defence:
    """1.7, 1.1.5 What a shot must beat: armour and visibility, with what cover adds to each."""

    armour: int
    visibility: int
    cover_armour: int = 0
    cover_visibility: int = 0
    visibility_floor: int | None = 0
    notes: list[str] = field(default_factory=list)

    @property
    def total(self) -> int:
        return self.armour + self.cover_armour + self.visibility + self.cover_visibility


# 2.1 Weapon special rules


@special("atgm", "may fire")
def atgm_stays(rule: SpecialRule, shot: Shot) -> None:
    """2.1.1 Not in an action in which its unit moved; defending against an assault it always may."""
    if shot.position.moved[shot.unit.index] and not shot.defensive:
        shot.refuse("an ATGM does not fire when its unit has moved", "2.1.1")


@special("atgm", "defence")
def atgm_pierces(rule: SpecialRule, defence: Defence) -> None:
    """2.1.1 The armour part of the defence does not count."""
    defence.armour = defence.cover_armour = 0
    defence.notes.append("ATGM: armour does not count (2.1.1)")


@special("bombs", "may fire")
def bombs(rule: SpecialRule, shot: Shot) -> None:
    """2.1.2 Artillery that any command with fire may use."""
    shot.needs_sustained = False


@special("bombs", "always spread")
def bombs_spread(rule: SpecialRule) -> None:
    """2.1.2 Bombs fall as a spread barrage, never concentrated."""


@special("bombs", "at high altitude")
@special("high alt", "at high altitude")
def from_high_up(rule: SpecialRule) -> None:
    """2.1.6, 3.4.2 Bombs and High Alt weapons are what high altitude is for."""


@special("high alt", "may fire")
def high_alt(rule: SpecialRule, shot: Shot) -> None:
    """2.1.6 From high altitude only."""
    if shot.height != HIGH:
        shot.refuse("it is used from high altitude only", "2.1.6")


@special("depth charges", "can hurt")
def depth_charges(rule: SpecialRule, targets: Targets) -> None:
    """2.1.3 Its AT value is for submarines only."""
    targets.at_sea({SUBMARINE})


@special("disruption", "token score")
def disruption_lowers(rule: SpecialRule, score: Tally) -> None:
    """2.1.4 Tokens come at a lower score."""
    score.add("disruption", -_number(rule), "2.1.4")


@special("disruption", "extra tokens")
def disruption_adds(rule: SpecialRule, tokens: Tally) -> None:
    """2.1.4 As a variant: so many tokens more for what hits at all."""
    tokens.add("disruption", _number(rule), "2.1.4")


ARCS = {"fixed": (0.0, 90.0), "front": (0.0, 180.0), "back": (180.0, 180.0)}
"""Where each arc points, seen from the unit's facing, and how wide it is."""


@special("fire arc", "may bear")
def fire_arc(rule: SpecialRule, edge: float, at: Point, facing: float, target: Point, found: list[bool]) -> None:
    """2.1.5 Fixed opens at the unit's middle, front and back at the edge they are named for."""
    found.append(in_fire_arc(str(rule.values[0]), at, facing, target, edge))


def in_fire_arc(arc: str, at: Point, facing: float, target: Point, edge: float) -> bool:
    """2.1.5 Is the target in this arc? `edge` is how far the named edge is from the middle of the base."""
    opening = arc_opening(arc, at, facing, edge)
    return in_arc(opening.at, opening.direction, opening.width, target)


class ArcOpening(NamedTuple):
    at: Point
    direction: float
    width: float


def arc_opening(arc: str, at: Point, facing: float, edge: float) -> ArcOpening:
    """2.1.5 Where an arc opens, where it points, and how wide it is."""
    turn, width = ARCS[arc]
    direction = facing + turn
    if arc != "fixed" and edge:
        radians = np.radians(direction)
        at = (at[0] + edge * float(np.cos(radians)), at[1] + edge * float(np.sin(radians)))
    return ArcOpening(at, direction % 360.0, width)


@special("ignore cover", "defence")
def ignore_cover(rule: SpecialRule, defence: Defence) -> None:
    """2.1.7 Less for cover, never below nothing: first figure visibility, second armour."""
    visibility, armour = (int(value) for value in rule.values)
    defence.cover_visibility = max(0, defence.cover_visibility - visibility)
    defence.cover_armour = max(0, defence.cover_armour - armour)
    defence.notes.append(f"ignores {visibility}/{armour} of cover (2.1.7)")


@special("indirect fire", "without sight")
def indirect_fire(rule: SpecialRule, shot: Shot) -> None:
    """2.1.8, 2.1.9 Without line of sight on Sustained Fire only, or on Advance for who may shoot and scoot."""
    shot.indirect = shot.command == SUSTAINED_FIRE or (shot.weapon.artillery and not shot.needs_sustained)
    if not shot.sees and not shot.indirect:
        shot.refuse("indirect fire needs Sustained Fire", "2.1.8")


@special("indirect fire", "attack")
def indirect_fire_attack(rule: SpecialRule, attack: Tally, fired: Circumstances) -> None:
    """2.1.8 At what is not seen it is harder, unless, as a variant, a friend directs it."""
    attack.add("indirect fire", -3, "2.1.8", when=fired.blind and not fired.helped)


@special("mobile artillery", "may fire")
def mobile_artillery(rule: SpecialRule, shot: Shot) -> None:
    """2.1.9 Artillery that is ready in time to fire on Advance."""
    if shot.command == ADVANCE:
        shot.needs_sustained = False


@special("mobile artillery", "attack")
def mobile_artillery_attack(rule: SpecialRule, attack: Tally, fired: Circumstances) -> None:
    """2.1.9 Firing on Advance costs 2."""
    paid = fired.position.field.variants.mobile_artillery_advance == "minus_2"
    attack.add("mobile artillery on Advance", -2, "2.1.9", when=paid and fired.command == ADVANCE)


@special("no gunner", "may fire")
def no_gunner(rule: SpecialRule, shot: Shot) -> None:
    """2.1.10 Somebody must be aboard to man it."""
    if not shot.position.passengers(shot.unit.index):
        shot.refuse("nobody is aboard to man it", "2.1.10")


@special("primary", "weapon choice")
def primary(rule: SpecialRule, choice: WeaponChoice) -> None:
    """2.1.11 While it has a suitable target it must be fired, and nothing else."""
    choice.alone = True


@special("targeting", "defence")
def targeting(rule: SpecialRule, defence: Defence) -> None:
    """2.1.12 Less visibility for the target."""
    less = _number(rule)
    if defence.visibility_floor is not None:
        less = min(less, max(0, defence.visibility + defence.cover_visibility - defence.visibility_floor))
    defence.visibility -= less
    defence.notes.append(f"targeting takes {less} off visibility (2.1.12)")


@special("torpedoes", "can hurt")
def torpedoes(rule: SpecialRule, targets: Targets) -> None:
    """2.1.13 Its AT value is for submarines, boats and ships only."""
    targets.at_sea({SUBMARINE, BOAT, SHIP})


def hurt_by(field: Field, rules: tuple[SpecialRule, ...], kind: str) -> Flags:
    """1.7, 2.1.3, 2.1.13 Which units of the battle a weapon with these special rules can hurt with this value."""
    if not has_say("can hurt", rules):
        return field.vulnerable[kind]
    types = weapon_targets(rules, kind, field.variants)
    return np.array([unit.sheet.type in types for unit in field.units], dtype=np.bool_)


def weapon_targets(rules: tuple[SpecialRule, ...], kind: str, variants: Variants) -> frozenset[str]:
    """1.7, 2.1.3, 2.1.13 The unit types that a weapon with these special rules can hurt with this value."""
    targets = Targets(kind, variants, set(targets_of(kind, variants)))
    run("can hurt", rules, targets)
    return frozenset(targets.types)


# 2.2 Unit special rules


def commander_alive(position: Position, side: int) -> bool:
    """2.2.1 Is there a commander left to ask for a reroll?"""
    return any(
        position.unit(unit).rule("commander")
        for formation in position.of_side(side)
        if formation.on_table
        for unit in formation.units
    )


def kills_needed(unit: Unit) -> int:
    """2.2.2 How many kills destroy this unit."""
    rule = unit.rule("damage")
    return _number(rule) if rule else 1


def leaders(position: Position, formation: Formation) -> int:
    """2.2.4 How many leaders the formation has left."""
    return sum(position.unit(unit).rule("leader") is not None for unit in formation.units)


def cohesion_extra(field: Field) -> Floats:
    """2.2.5 What Scout adds to each unit's cohesion range."""
    return field.scout


# 2.3 Formation special rules


@special("green", "breaking point")
def green_breaks(rule: SpecialRule, point: Tally) -> None:
    """2.3.1 Breaks earlier."""
    point.add("green", -_number(rule), "2.3.1")


@special("green", "combat effectiveness")
def green_counts(rule: SpecialRule, strength: Tally) -> None:
    """2.3.1 Up to so many units do not count."""
    strength.add("green", -min(_number(rule), strength.total), "2.3.1")


@special("group mentality", "rally test")
def group_mentality(rule: SpecialRule, test: Tally, formation: Formation) -> None:
    """2.3.2 Numbers give heart: +1 from six units on, +2 beyond ten."""
    test.add("group mentality", 2 if formation.size > 10 else 1, "2.3.2", when=formation.size >= 6)


@special("shaky", "action test")
def shaky(rule: SpecialRule, test: Tally, formation: Formation) -> None:
    """2.3.4 Any token costs one more on the action test."""
    test.add("shaky", -1, "2.3.4", when=formation.suppression > 0)


def _number(rule: SpecialRule) -> int:
    return int(rule.values[0])
