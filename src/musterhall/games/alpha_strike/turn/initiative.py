"""Who wins the initiative: what is declared, the dice, what abilities add, rerolls, and the margin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.alpha_strike.abilities.modifiers import Modifier, Source, plain
from musterhall.games.alpha_strike.command.bonuses import bonuses_of, formations_of
from musterhall.games.alpha_strike.command.offers import (
    BEFORE_DICE,
    ROLL,
    SPEND,
    YIELD,
    all_act,
    is_paired,
    kills_last_turn,
)
from musterhall.games.alpha_strike.command.victims import duels
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.position.condition import DESTROYED
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import MOVEMENT, Position
from musterhall.games.alpha_strike.position.rolls import D6
from musterhall.games.alpha_strike.position.say import (
    abilities_of,
    command_abilities_of,
    keeps_bonus,
    say_of_side,
    usual_facts,
)
from musterhall.games.alpha_strike.position.surroundings import part_of, region, terrain_here, terrain_of_half
from musterhall.games.alpha_strike.position.unit_decisions import UnitYesOrNo
from musterhall.games.alpha_strike.turn.at_once import count_overruns
from musterhall.games.alpha_strike.turn.choices import choose_for_turn, initiative_is_known
from musterhall.tally import Tally

SECTION = "1"
SIDES = ("Red", "Blue")
GENIUS = "tactical_genius"
GENIUS_EVERY = 2
"""17 Tactical Genius helps once in so many turns."""
MOST_BANKED, YIELDS_FOR_ONE = 2, 2
"""16 Banking Initiative: what is kept at most, and what one success costs."""


ROLLED_AGAIN: Moment[Callable[[Position], bool]] = Moment("a lost initiative is rolled again", "17")
"""Whether a command ability of the enemy bars it."""


def initiative_phase(battle: Battle[Position]) -> Rule[None]:
    """1, 16 The choices of the turn, and when both have made them the initiative, unless it was rolled before."""
    chose = yield from choose_for_turn(battle)
    if chose:
        return
    if initiative_is_known(battle.position):
        _begin_movement(battle.position)
    else:
        yield from roll_initiative(battle)


def _begin_movement(position: Position) -> None:
    position.phase, position.side, position.to_move, position.then_move = MOVEMENT, NOBODY, 0, 0


def roll_initiative(battle: Battle[Position]) -> Rule[None]:
    """1, 16 Each side rolls 2D6, unless somebody gives the initiative away or buys it; the loser moves first."""
    position = battle.position
    all_act(battle, BEFORE_DICE)
    winner = _without_dice(battle)
    if winner is not None:
        position.first, position.margin = 1 - winner, 1
    else:
        totals = _roll_till_one_wins(battle, [0, 0], (0, 1))
        totals = yield from _rerolls(battle, totals)
        position.first = _loser(position, totals)
        position.margin = abs(totals[0] - totals[1])
    won = f"wins the initiative by {position.margin}" if position.margin else "keeps the initiative, for it is a tie"
    text = f"{SIDES[1 - position.first]} {won}"
    battle.tell("initiative", text, SECTION, winner=1 - position.first, margin=position.margin)
    count_overruns(position)
    _begin_movement(position)


def _roll_till_one_wins(battle: Battle[Position], totals: list[int], sides: tuple[int, ...]) -> list[int]:
    """1 These sides roll; where that ends in a tie, both roll again, or by the other reading it stays as it was."""
    for side in sides:
        totals[side] = _initiative(battle, side)
    if totals[0] != totals[1] or _stays_as_it_was(battle.position):
        return totals
    battle.tell("initiative", f"A tie at {totals[0]}: both roll again", SECTION)
    return _roll_till_one_wins(battle, totals, (0, 1))


def _stays_as_it_was(position: Position) -> bool:
    """1 Whether a tie leaves the initiative with who had it last turn."""
    return position.field.edition.initiative_tie == "as_last_turn" and position.turn > 1 and position.first != NOBODY


def _loser(position: Position, totals: list[int]) -> int:
    if totals[0] == totals[1]:
        return position.first
    return 0 if totals[0] < totals[1] else 1


def _initiative(battle: Battle[Position], side: int) -> int:
    faces = battle.roll(2, D6, "initiative")
    total = sum(faces) + initiative_bonus(battle.position, side)
    if battle.recording:
        _tell_roll(battle, side, faces, total)
    return total


def _tell_roll(battle: Battle[Position], side: int, faces: list[int], total: int) -> None:
    modifier = initiative_modifier(battle.position, side)
    signed = "".join(f" {'+' if part.value >= 0 else '-'} {abs(part.value)} ({part.name})" for part in modifier.parts)
    text = f"{SIDES[side]} rolls {sum(faces)} for the initiative{f'{signed} = {total}' if signed else ''}"
    battle.tell("roll", text, SECTION, side=side, faces=faces)


# Banking Initiative


def _without_dice(battle: Battle[Position]) -> int | None:
    """16 Who wins by 1 without a roll, where one side gives the initiative away or spends a banked success."""
    position = battle.position
    said = [state.choices.get("turn", {}).get("banking_initiative", ROLL) for state in position.sides]
    for side in (0, 1):
        if said[side] == SPEND:
            _remember(position, side, banked=position.sides[side].memory.get("banked", 0) - 1)
            battle.tell("initiative", f"{SIDES[side]} spends a banked initiative", "16", side=side)
        elif said[side] == YIELD:
            both = said[1 - side] == YIELD
            if not both or position.field.edition.yield_both == "both_credited":
                _credit(position, side)
            battle.tell("initiative", f"{SIDES[side]} gives the initiative away", "16", side=side)
    if said[0] == said[1]:
        return None
    for side in (0, 1):
        if said[side] == SPEND or said[1 - side] == YIELD:
            return side
    return None


def _credit(position: Position, side: int) -> None:
    """16 Two turns given away put one success by."""
    memory = position.sides[side].memory
    yields, banked = memory.get("yields", 0) + 1, memory.get("banked", 0)
    if yields >= YIELDS_FOR_ONE:
        yields, banked = 0, min(MOST_BANKED, banked + 1)
    _remember(position, side, yields=yields, banked=banked)


def _remember(position: Position, side: int, **memory: Any) -> None:
    position.set_side(side, position.sides[side].remembering(**memory))


# Tactical Genius


class RollAgain(UnitYesOrNo):
    """17 Whether a Tactical Genius has the lost initiative rolled again."""

    __slots__ = ()
    kind = "roll initiative again"
    section = "17"

    def question(self) -> str:
        return f"{self.name} is a Tactical Genius: roll the initiative again?"


def _rerolls(battle: Battle[Position], totals: list[int]) -> Rule[list[int]]:
    """17 The loser's Tactical Genius may have his side's dice rolled again, with all modifiers."""
    position = battle.position
    declined: set[int] = set()
    while True:
        loser = _loser(position, totals)
        unit = _genius(position, loser)
        if unit is None or unit in declined:
            return totals
        again = yield RollAgain(position.seen_by(loser), unit)
        if not again:
            declined.add(unit)
            continue
        position.conditions[unit].used = {**position.conditions[unit].used, GENIUS: position.turn}
        text = f"{position.unit(unit).name} is a Tactical Genius: {SIDES[loser]} rolls the initiative again"
        battle.tell("initiative", text, "17", unit=unit, side=loser)
        totals = _roll_till_one_wins(battle, totals, (loser,))


def _genius(position: Position, side: int) -> int | None:
    """17 A Tactical Genius of a side who has had his rest."""
    enemy = command_abilities_of(position, 1 - side)
    if any(bars(position) for _, bars in ROLLED_AGAIN.of(enemy)):
        return None
    for unit in position.in_play(side):
        last = position.conditions[unit].used.get(GENIUS, -GENIUS_EVERY)
        if GENIUS in abilities_of(position, unit) and position.turn - last >= GENIUS_EVERY:
            return unit
    return None


ADJUSTED_FROM = 4
"""16 The turn from which Tactical Adjustments works."""


@ROLLED_AGAIN.acted_by("tactical_adjustments")
def _adjusted(position: Position) -> bool:
    """16 By the other reading Tactical Adjustments bars a second roll too."""
    return position.field.edition.adjustments_bar_reroll and position.turn >= ADJUSTED_FROM


# Modifiers


def initiative_bonus(position: Position, side: int) -> int:
    """1, 16 What a side adds to its initiative roll."""
    say = say_of_side(position, side, _pilots(position, side))
    return say.total("initiative", 0, initiative_facts(position, side))


def initiative_modifier(position: Position, side: int) -> Tally:
    """1, 16 The same with its parts."""
    say = say_of_side(position, side, _pilots(position, side))
    return say.reckoning("initiative", 0, initiative_facts(position, side)).tally


def _pilots(position: Position, side: int) -> Iterator[Source]:
    """17, 18 What pilots and formations add for their whole side: a Headhunter, a commander who is a genius anyway."""
    units = position.in_play(side)
    held = {one.ability.key: one.ability for unit in units for one in abilities_of(position, unit).values()}
    for ability in held.values():
        if any(one.on == "initiative" for one in ability.modifiers):
            yield Source(ability.name, ability.modifiers, ability.source)
    for formation in formations_of(position, side):
        leads = any(bonus.award.abilities == (GENIUS,) for bonus in bonuses_of(position, formation))
        in_play = formation.commander in units and keeps_bonus(position, formation)
        if leads and in_play and any(one.ability.key == GENIUS for one in position.unit(formation.commander).abilities):
            yield Source(formation.name, (Modifier(on="initiative", value=1),), "18")
            return


def initiative_facts(position: Position, side: int) -> dict[str, Any]:
    """1, 16 Everything that can change a side's initiative."""
    state, enemy = position.sides[side], position.sides[1 - side]
    this_turn = state.choices.get("turn", {})
    won, lost = duels(position, side)
    return usual_facts() | {
        "turn": max(1, position.turn),  # what is rolled before play is the first turn's
        "side": part_of(position, side),
        "scenario": (plain(position.scenario.name), plain(position.scenario.title)),
        "region": region(position),
        "scenario_terrain": terrain_here(position),
        "half_map_terrain": terrain_of_half(position),
        "forcing": this_turn.get("forcing_the_initiative", False),
        "kills_last_turn": kills_last_turn(position, side),
        "losses_last_turn": kills_last_turn(position, 1 - side),
        "dropped_half_last_turn": state.memory.get("dropped_half_in", 0) == position.turn - 1 > 0,
        "paired": is_paired(position, side),
        "false_flag_enters": state.memory.get("false_flag_in", 0) == position.turn,
        "false_flag_roll": state.memory.get("false_flag_roll", 2),
        "swapped_in_the_moment": bool(state.choices.get("in_the_moment")),
        "champion_wins": won,
        "champion_losses": lost,
        "command_units_killed": sum(position.conditions[unit].place == DESTROYED for unit in enemy.command_units),
    }


def remember_drops(position: Position) -> None:
    """16 Combat Drop Specialists: whether half of a force or more has dropped in the turn that ends."""
    for side, units in enumerate(position.field.of_side):
        dropped = sum(position.conditions[unit].mode == "dropping" for unit in units)
        if dropped and 2 * dropped >= len(units):
            _remember(position, side, dropped_half_in=position.turn)
