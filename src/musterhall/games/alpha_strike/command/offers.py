"""What abilities and formations let a player choose, before play and each turn, and what is then given to units."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.games.alpha_strike.abilities.abilities import command_abilities, pilot_abilities
from musterhall.games.alpha_strike.command.bonuses import bonus_picks, formation_grants, formations_of, turn_bonus_picks
from musterhall.games.alpha_strike.command.picks import Given, OneOf, Pair, Pick
from musterhall.games.alpha_strike.command.rerolls import pool_grants
from musterhall.games.alpha_strike.command.victims import champions, name_victims, victim_picks
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import A_PART, command_abilities_of, is_a_parts
from musterhall.tally import and_list

SECTION = "16"

Offer = Callable[[Position, int], Iterable[Pick]]
"""What an ability asks of the side that has it."""

BEFORE_PLAY: Moment[Offer] = Moment("choices before play", SECTION)
SET_UP: Moment[Offer] = Moment("choices once both have set up", SECTION)
EACH_TURN: Moment[Offer] = Moment("choices of a turn", SECTION)
AGAINST: Moment[Offer] = Moment("choices before play that an enemy's ability asks for", SECTION)
DECLARED: Moment[Offer] = Moment("declared before the initiative", SECTION)
PLAY_BEGINS: Moment[Callable[[Battle[Position], int], None]] = Moment("play begins", SECTION)
BEFORE_DICE: Moment[Callable[[Battle[Position], int], None]] = Moment("before the dice of the initiative", SECTION)
GIVES: Moment[Callable[[Position, int], Iterable[Pair]]] = Moment("what units are given", SECTION)


def picks_before_play(position: Position, side: int) -> Sequence[Pick]:
    """16, 18 What a side has still to choose before play."""
    chosen = position.sides[side].choices
    offers = AGAINST.of(command_abilities_of(position, 1 - side))
    picks = [pick for _, offer in offers for pick in offer(position, side)]
    picks += _all_picks(position, side, BEFORE_PLAY, bonus_picks)
    return [pick for pick in picks if pick.key not in chosen]


def picks_of_set_up(position: Position, side: int) -> Sequence[Pick]:
    """16 What a side has still to choose once both have set up, before the initiative."""
    chosen = position.sides[side].choices
    offers = SET_UP.of(command_abilities_of(position, side))
    return [pick for _, offer in offers for pick in offer(position, side) if pick.key not in chosen]


def picks_of_turn(position: Position, side: int) -> Sequence[Pick]:
    """16, 18 What a side has still to choose for this turn."""
    chosen = position.sides[side].choices.get("turn", {})
    return [pick for pick in _all_picks(position, side, EACH_TURN, turn_bonus_picks) if pick.key not in chosen]


def declarations(position: Position, side: int) -> Sequence[Pick]:
    """16 What a side has still to declare before the dice of the initiative."""
    chosen = position.sides[side].choices.get("turn", {})
    offers = DECLARED.of(command_abilities_of(position, side))
    return [pick for _, offer in offers for pick in offer(position, side) if pick.key not in chosen]


def _all_picks(position: Position, side: int, moment: Moment[Offer], bonuses: Offer) -> Iterator[Pick]:
    for _, offer in moment.of(command_abilities_of(position, side)):
        yield from offer(position, side)
    yield from bonuses(position, side)
    yield from victim_picks(position, side)


def all_act(battle: Battle[Position], moment: Moment[Callable[[Battle[Position], int], None]]) -> None:
    """16 What the abilities of both sides do at a moment, red's first."""
    for side in (0, 1):
        for _, act in moment.of(command_abilities_of(battle.position, side)):
            act(battle, side)


def take(battle: Battle[Position], side: int, answer: dict[str, Any], *, for_turn: bool) -> None:
    """16, 18 Write down what a side has chosen, and give units what follows from it."""
    position = battle.position
    state = position.sides[side]
    if for_turn:
        state = state.choosing(turn={**state.choices.get("turn", {}), **answer})
        if answer.get(BERSERKERS):
            state = state.choosing(berserkers=True)
    else:
        state = state.choosing(**answer)
    position.set_side(side, state)
    give(position)
    name_victims(position, side, answer)
    if battle.recording:
        said = "; ".join(_choice_told(position, key, value) for key, value in answer.items())
        battle.tell("choices", f"{('Red', 'Blue')[side]} chooses {said}", SECTION, side=side, choices=answer)


def _choice_told(position: Position, key: str, value: Any) -> str:
    """One choice as the log tells it; of what a formation gives, each ability once with all who have it."""
    formation, _, what = key.rpartition(": ")
    if not formation or not isinstance(value, list) or not all(isinstance(thing, str) for _, thing in value):
        return f"{key}: {choice_in_words(position, value)}"
    users: dict[str, list[str]] = {what: []} if not value else {}
    for unit, thing in value:
        users.setdefault(thing, []).append(position.unit(unit).name)
    return ", ".join(f"{thing} in {formation} for {and_list(names) or 'nobody'}" for thing, names in users.items())


def choice_in_words(position: Position, value: Any) -> str:
    """A choice as a person would say it, with units by their names."""
    if isinstance(value, list):
        pairs = (f"{position.unit(unit).name} ({_named(position, thing)})" for unit, thing in value)
        return ", ".join(pairs) or "nobody"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _named(position, value) or "none"


def _named(position: Position, thing: Any) -> str:
    return position.unit(thing).name if isinstance(thing, int) else str(thing)


def forget_turn(position: Position) -> None:
    """13.1 What was chosen for the last turn no longer holds."""
    for side, state in enumerate(position.sides):
        if state.choices.get("turn"):
            position.set_side(side, state.choosing(turn={}))
    give(position)


def give(position: Position) -> None:
    """16, 18 Give every unit the abilities that formations and command abilities grant it now."""
    for side in (0, 1):
        givers = list(GIVES.of(command_abilities_of(position, side)))
        if not givers and not formations_of(position, side):
            continue
        found: dict[int, list[str]] = {unit: [] for unit in position.field.of_side[side]}
        pairs = [*formation_grants(position, side), *pool_grants(position, side)]
        pairs += [pair for _, act in givers for pair in act(position, side)]
        for unit, said in pairs:
            found[unit].append(said)
        for unit, granted in found.items():
            position.conditions[unit].granted = tuple(dict.fromkeys(granted))


# Before play


@BEFORE_PLAY.acted_by("focus")
def _focus(position: Position, side: int) -> Iterator[Pick]:
    """16 One unit in four gets the pilot ability that the force is known for; two abilities go to different units."""
    counts: dict[str, int] = {}
    quarter = len(position.field.of_side[side]) // 4
    for one in position.field.players[side].command_abilities:
        if one.ability.key == "focus" and "pilot_ability" in one.choices:
            name = pilot_abilities()[one.choices["pilot_ability"]].name
            counts[name] = counts.get(name, 0) + quarter * one.times
    offers = {unit: [name for name in counts if _suits(position, unit, name)] for unit in position.field.of_side[side]}
    offers = {unit: names for unit, names in offers.items() if names}
    if offers and any(counts.values()):
        yield Given("focus", SECTION, offers, sum(counts.values()), counts=counts)


def _suits(position: Position, unit: int, name: str) -> bool:
    ability = next(one for one in pilot_abilities().values() if one.name == name)
    return ability.suits(position.unit(unit).card)


@GIVES.acted_by("focus")
def _focused(position: Position, side: int) -> Iterable[Pair]:
    return position.sides[side].choices.get("focus", ())  # type: ignore[no-any-return]


FEWEST_IN_A_FORMATION = 3


@BEFORE_PLAY.acted_by("warrior_code")
def _champions(position: Position, side: int) -> Iterator[Pick]:
    """16 One champion for each formation of three or more."""
    for formation in formations_of(position, side):
        if len(formation.units) >= FEWEST_IN_A_FORMATION:
            yield OneOf(f"{formation.name}: champion", SECTION, (*formation.units, NOBODY))


@GIVES.acted_by("warrior_code")
def _champions_stalk(position: Position, side: int) -> Iterator[Pair]:
    for unit in champions(position, side).values():
        yield unit, "Blood Stalker"


@BEFORE_PLAY.acted_by("counterparts")
def _counterparts_late(position: Position, side: int) -> Iterator[Pick]:
    """16 By the other reading the pair is named with the choices before play."""
    if position.field.edition.counterparts_when == "before_play":
        yield from _pairs(position, side)


@SET_UP.acted_by("counterparts")
def _counterparts(position: Position, side: int) -> Iterator[Pick]:
    """16 Named at set-up, the pair counts for the first initiative too."""
    if position.field.edition.counterparts_when == "before_initiative":
        yield from _pairs(position, side)


def _pairs(position: Position, side: int) -> Iterator[Pick]:
    """16 The two unit types that are paired; those of equal number come first."""
    kinds = [position.unit(unit).kind for unit in position.field.of_side[side]]
    pairs = sorted(combinations(sorted(set(kinds)), 2), key=lambda pair: kinds.count(pair[0]) != kinds.count(pair[1]))
    if pairs:
        yield OneOf("counterparts", SECTION, tuple(" and ".join(pair) for pair in pairs))


def is_paired(position: Position, side: int) -> bool:
    """16 Whether the counterparts were brought in equal numbers, which holds for the whole battle."""
    pair = position.sides[side].choices.get("counterparts", "").split(" and ")
    kinds = [position.unit(unit).kind for unit in position.field.of_side[side]]
    return len(pair) == 2 and kinds.count(pair[0]) == kinds.count(pair[1])


ADVISED_PART = {"brawlers": 3, "sharp_shooters": 3}
"""16 Of which the book advises no more than a third of the force."""


def _part(key: str) -> Offer:
    def offer(position: Position, side: int) -> Iterator[Pick]:
        """16 By the other reading: the part of the force that has the ability."""
        if is_a_parts(position, key):
            units, name = position.field.of_side[side], command_abilities()[key].name
            most = max(1, len(units) // ADVISED_PART.get(key, 1))
            yield Given(key, SECTION, dict.fromkeys(units, (name,)), most)

    return offer


def _part_has(key: str) -> Callable[[Position, int], Iterable[Pair]]:
    return lambda position, side: position.sides[side].choices.get(key, ()) if is_a_parts(position, key) else ()


for _key in A_PART:
    BEFORE_PLAY.acted_by(_key)(_part(_key))
    GIVES.acted_by(_key)(_part_has(_key))


@BEFORE_PLAY.acted_by("in_the_moment")
def _exchange_late(position: Position, side: int) -> Iterator[Pick]:
    """16 By the other reading In the Moment is exchanged with the choices before play."""
    if position.field.edition.in_the_moment_when == "before_play":
        yield from _exchanges(position, side)


@SET_UP.acted_by("in_the_moment")
def _exchange(position: Position, side: int) -> Iterator[Pick]:
    """16 It is exchanged as soon as the opponent has set up."""
    if position.field.edition.in_the_moment_when == "before_initiative":
        yield from _exchanges(position, side)


def _exchanges(position: Position, side: int) -> Iterator[Pick]:
    """16 What it is exchanged for, or nothing: an ability that the force lacks and that needs nothing named with it."""
    if position.field.edition.in_the_moment_pool == "allowed":
        mine = command_abilities_of(position, side)
        names = [one.name for key, one in command_abilities().items() if key not in mine and not one.choices]
        yield OneOf("in_the_moment", SECTION, ("", *names))


# Each turn

BERSERKERS = "berserkers"
ROLL, YIELD, SPEND = "roll", "yield", "spend"


@EACH_TURN.acted_by("berserkers")
def _berserkers(position: Position, side: int) -> Iterator[Pick]:
    """16 Whether the force goes berserk, which is never taken back."""
    if not position.sides[side].choices.get(BERSERKERS):
        yield OneOf(BERSERKERS, SECTION, (False, True))


@DECLARED.acted_by("banking_initiative")
def _banking(position: Position, side: int) -> Iterator[Pick]:
    """16 Whether the initiative is given away, won with what is in the bank, or rolled for."""
    spend = (SPEND,) if position.sides[side].memory.get("banked", 0) else ()
    yield OneOf("banking_initiative", SECTION, (ROLL, YIELD, *spend))


@DECLARED.acted_by("forcing_the_initiative")
def _forcing(position: Position, side: int) -> Iterator[Pick]:
    """16 Whether the losses of the turn before count for the initiative; the usual answer is whatever helps."""
    if position.turn >= 2:
        helps = kills_last_turn(position, side) >= kills_last_turn(position, 1 - side)
        yield OneOf("forcing_the_initiative", SECTION, (helps, not helps))


def kills_last_turn(position: Position, side: int) -> int:
    """16 The enemies destroyed in the turn before, by this side or, by the other reading, by whatever."""
    any_cause = position.field.edition.forcing_kills == "by_whatever"
    fallen = (
        position.conditions[unit]
        for unit in position.field.of_side[1 - side]
        if position.conditions[unit].lost_in and position.conditions[unit].lost_in == position.turn - 1
    )
    return sum(any_cause or _is_of(position, one.killed_by, side) for one in fallen)


def _is_of(position: Position, unit: int, side: int) -> bool:
    return unit != NOBODY and position.unit(unit).side == side
