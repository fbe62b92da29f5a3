"""Firing: the dice of a volley are thrown, and what they do is marked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.alpha_strike.attacks.lots import MINIMAL_ON, NEAR, Lot, Outcome, Thrown, Volley, dice_in_words
from musterhall.games.alpha_strike.attacks.shots import Shot, aim
from musterhall.games.alpha_strike.attacks.spotting import aim_indirectly, begin_spotting
from musterhall.games.alpha_strike.attacks.target_number import HIGHEST, target_number_reckoned
from musterhall.games.alpha_strike.attacks.throwing import who_is_attacked
from musterhall.games.alpha_strike.attacks.volleys import allowances, shot_facts, volley
from musterhall.games.alpha_strike.electronics.shocks import interfere, slow_down
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.harm.buildings import is_building, mark_building
from musterhall.games.alpha_strike.harm.criticals import takes_criticals
from musterhall.games.alpha_strike.harm.heat import heat_from_enemies
from musterhall.games.alpha_strike.harm.marking import mark
from musterhall.games.alpha_strike.position.condition import Mark
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.rolls import D6
from musterhall.games.alpha_strike.position.say import abilities_of, command_abilities_of
from musterhall.games.alpha_strike.position.scenario import INDIRECT, WEAPON
from musterhall.games.alpha_strike.transport.wrecks import who_is_struck

SECTION = "4"
NATURAL_TWELVE = "a natural 12 brings a critical roll"

AfterDice = Callable[[Battle[Position], int, Shot, Volley, Outcome], Rule[None]]
TARGET_NAMED: Moment[Callable[[Battle[Position], int, Shot], Rule[Shot]]] = Moment("a target was named", SECTION)
"""Before the dice: the shot as it is fired. Asked of the command abilities of the target's side."""
OWN_DICE: Moment[AfterDice] = Moment("after the attacker's dice", SECTION)
"""What an ability of the attacker makes of the dice: it may throw some again."""
ENEMY_DICE: Moment[AfterDice] = Moment("after an enemy's dice", SECTION)
"""What an ability of the target makes of them."""
DICE_STAND: Moment[AfterDice] = Moment("the attacker's dice stand", SECTION)
"""What an ability of the attacker makes of dice that nobody throws again: it may bring a critical roll."""


def fire(battle: Battle[Position], unit: int, shot: Shot) -> Rule[None]:
    """4 Fire a shot, and what its dice were split with."""
    position = battle.position
    condition = position.conditions[unit]
    condition.fired = True
    condition.overheated += shot.overheat
    now: Shot | None = shot
    while now is not None:
        yield from fire_volley(battle, unit, now)
        now = now.then


def fire_volley(battle: Battle[Position], unit: int, shot: Shot) -> Rule[None]:
    """4 Roll one volley and mark what it does."""
    position = battle.position
    shot = yield from _as_fired(battle, unit, shot)
    rolled = volley(position, unit, shot)
    if shot.spotter != NOBODY:
        begin_spotting(position, shot.spotter, unit)
    outcome = yield from throw_dice(battle, unit, shot, rolled)
    points = rolled.damage(outcome.points + rolled.graze(outcome.grazed), outcome.flak, hit=outcome.hits > 0)
    if battle.recording:
        _tell(battle, unit, shot, rolled, outcome, points)
    if shot.target == NOBODY:
        _strike_structure(battle, unit, shot, points, critical=outcome.critical_rolls > 0)
    else:
        yield from strike(battle, unit, shot, outcome, points)


def _strike_structure(battle: Battle[Position], unit: int, shot: Shot, points: int, *, critical: bool) -> None:
    """12, 14.2 A building takes damage; what hits a scenario's own target, the scenario says."""
    if not points and not critical:
        return
    if is_building(battle.position, shot.piece):
        mark_building(battle.position, shot.piece, points)
    else:
        how = INDIRECT if shot.indirect else WEAPON
        battle.position.scenario.attack_terrain(battle, unit, shot.piece, points, critical=critical, how=how)


def _as_fired(battle: Battle[Position], unit: int, shot: Shot) -> Rule[Shot]:
    """4, 16, 18 The shot when the owner of its target has had his say."""
    if shot.target != NOBODY:
        position, named = battle.position, shot
        target = yield from who_is_attacked(
            battle, unit, named.target, lambda other: _fired_instead(position, unit, named, other) is not None
        )
        shot = _fired_instead(position, unit, named, target) or named
        for _, act in TARGET_NAMED.of(command_abilities_of(position, position.unit(shot.target).side)):
            shot = yield from act(battle, unit, shot)
    return shot


def _fired_instead(position: Position, unit: int, shot: Shot, other: int) -> Shot | None:
    """18 The same shot at another unit that it could be fired at too, if only from a shorter range; what a remote
    sensor spots stays what it is."""
    if other == shot.target or shot.sensor:
        return None
    if shot.indirect:
        new, _ = aim_indirectly(position, unit, other, shot.spotter, shot.mount)
    else:
        new, _ = aim(position, unit, other, shot.mount)
    if new is None:
        return None
    instead = replace(shot, target=other, seen=new.seen, range=new.range)
    return instead if new.range == shot.range else _with_its_dice(position, unit, instead)


def _with_its_dice(position: Position, unit: int, shot: Shot) -> Shot:
    """10, 18 The shot with no more special dice than there are at its range."""
    if shot.special is None:
        return shot
    allowed = allowances(position, unit, shot)
    dice = ((name, min(number, allowed.get(name, 0))) for name, number in shot.special)
    return replace(shot, special=tuple(one for one in dice if one[1]))


def strike(battle: Battle[Position], unit: int, shot: Shot, outcome: Outcome, points: int) -> Rule[None]:
    """4, 6 Mark damage, heat and disturbance on whoever is hit."""
    position = battle.position
    target = shot.target
    if (points or outcome.heat) and position.aboard(target):
        target = who_is_struck(battle, target)
    if outcome.heat:
        points += heat_from_enemies(position, target, outcome.heat)
    if points or outcome.critical_rolls:
        mark(position, target, Mark(points, unit, critical_rolls=outcome.critical_rolls))
    if outcome.pulse:
        slow_down(position, target, unit)
        interfere(position, target, unit, position.field.edition.pulse_number)
        yield from position.scenario.hit(battle, unit, shot.target, "magnetic pulse")


# The dice


def throw_dice(battle: Battle[Position], unit: int, shot: Shot, rolled: Volley) -> Rule[Outcome]:
    """4, 17 Throw the dice of a volley, and some of them again where abilities of either side may do so."""
    position = battle.position
    outcome = roll(battle, rolled)
    own = abilities_of(position, unit)
    for _, act in OWN_DICE.of(own):
        yield from act(battle, unit, shot, rolled, outcome)
    if shot.target != NOBODY:
        for _, act in ENEMY_DICE.of(abilities_of(position, shot.target)):
            yield from act(battle, unit, shot, rolled, outcome)
    for _, act in DICE_STAND.of(own):
        yield from act(battle, unit, shot, rolled, outcome)
    return outcome


def roll(battle: Battle[Position], volley: Volley) -> Outcome:
    """4 Throw every die of a volley, in the order of its lots."""
    outcome = Outcome([])
    for place, lot in enumerate(volley.lots):
        for _ in range(lot.dice):
            total = sum(battle.roll(2, D6, "attack"))
            count_throw(battle, volley, outcome, place, total)
    return outcome


def count_throw(battle: Battle[Position], volley: Volley, outcome: Outcome, place: int, total: int) -> None:
    """4 Add what one throw for a lot does to the outcome."""
    lot = volley.lots[place]
    hit = does_hit(battle.position, volley.number, total)
    if not hit:
        near = lot.near_miss if total >= volley.number - NEAR else 0
        outcome.throws.append(Thrown(place, total, hit, near))
        outcome.flak += near
        outcome.grazed += _grazed(volley, place, total)
        return
    points = _points_of(battle, lot)
    if volley.variable_on:
        points = sum(face >= volley.variable_on for face in battle.roll(points, D6, "variable damage"))
    outcome.throws.append(Thrown(place, total, hit, points))
    if lot.kind == "FLK":
        outcome.flak += points
    else:
        outcome.points += points
    if not outcome.heat:
        outcome.heat = volley.heat
    outcome.heat += lot.heat
    outcome.pulse = outcome.pulse or lot.pulse
    _count_criticals(volley, outcome)


def _grazed(volley: Volley, place: int, total: int) -> int:
    """17 The points of a plain die that missed by 1."""
    lot = volley.lots[place]
    return lot.points if volley.grazes and not lot.kind and total == volley.number - 1 else 0


def take_back(volley: Volley, outcome: Outcome, one: Thrown) -> None:
    """17 Undo what one throw did, because it is thrown again."""
    outcome.throws.remove(one)
    lots, left = volley.lots, outcome.throws
    hits = [throw for throw in left if throw.hit]
    of_flak = [throw.points for throw in left if not throw.hit or lots[throw.lot].kind == "FLK"]
    outcome.flak = sum(of_flak)
    outcome.points = sum(throw.points for throw in left) - outcome.flak
    outcome.grazed = sum(_grazed(volley, throw.lot, throw.total) for throw in left if not throw.hit)
    outcome.heat = sum(lots[throw.lot].heat for throw in hits) + (volley.heat if hits else 0)
    outcome.pulse = any(lots[throw.lot].pulse for throw in hits)
    _count_criticals(volley, outcome)


def does_hit(position: Position, number: int, total: int) -> bool:
    """4 Whether a throw hits, with the readings of a natural 2 and 12."""
    edition = position.field.edition
    if total == 2 and edition.natural_two_misses:
        return False
    return total >= number or (total == HIGHEST and edition.natural_twelve_hits)


def _points_of(battle: Battle[Position], lot: Lot) -> int:
    lucky = lot.minimal and battle.roll(1, D6, "minimal damage")[0] >= MINIMAL_ON
    return lot.points + int(lucky)


def _count_criticals(volley: Volley, outcome: Outcome) -> None:
    """4, 8, 17 One critical roll for a natural 12 among an attack's hits, one for armour-piercing rounds that hit, and
    one where a marksman hits by enough."""
    hits = [one for one in outcome.throws if one.hit]
    twelve = any(one.total == HIGHEST for one in hits)
    piercing = any(volley.lots[one.lot].critical for one in hits)
    aimed = volley.critical_by and any(one.total - volley.number >= volley.critical_by for one in hits)
    outcome.critical_rolls = int(twelve) + int(piercing) + int(aimed)


def twelve_in_words(position: Position, target: int, outcome: Outcome) -> str:
    """4 That a natural 12 among the hits brings a critical roll, for the log; nothing where none does."""
    twelve = any(one.hit and one.total == HIGHEST for one in outcome.throws)
    return f", {NATURAL_TWELVE}" if twelve and takes_criticals(position, target) else ""


def _tell(battle: Battle[Position], unit: int, shot: Shot, rolled: Volley, outcome: Outcome, points: int) -> None:
    position = battle.position
    number = target_number_reckoned(position, unit, shot.target, shot_facts(position, unit, shot)).tally
    piece = f"the {position.field.ground.pieces[shot.piece].name}" if shot.target == NOBODY else ""
    where = piece or position.unit(shot.target).name
    how = "fires indirectly" if shot.indirect else "fires"
    pod = f", {rolled.bonus} of it by the Narc pod" if rolled.bonus and outcome.hits else ""
    heat = f" and {outcome.heat} heat" if outcome.heat and not piece else ""
    text = (
        f"{position.unit(unit).name} {how} at {where} ({shot.range} range, {dice_in_words(rolled.lots)}, "
        f"{rolled.number}+): {points} damage{heat}{pod}{twelve_in_words(position, shot.target, outcome)}"
    )
    figures = {
        "unit": unit,
        "target": shot.target,
        "number": number.as_data(),
        "dice": rolled.dice,
        "hits": outcome.hits,
        "damage": points,
    }
    battle.tell("attack", text, SECTION, **figures)
