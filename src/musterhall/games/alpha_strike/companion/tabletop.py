"""The sheets of one match of Alpha Strike, and how it stands after the marks on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from musterhall.game.companion import (
    CHOICE,
    OVER,
    STAGE,
    TICK,
    Box,
    Check,
    Counted,
    Marked,
    Standing,
    TableSheet,
    Tabletop,
)
from musterhall.games.alpha_strike.battles import Setup, new_position
from musterhall.games.alpha_strike.companion.findings import CRIPPLED, LOST, Findings, state_of, states_of
from musterhall.games.alpha_strike.companion.goals import GOALS, CountedGoals, Goals
from musterhall.games.alpha_strike.companion.order import MOST_SHOWN, count_moves, turns_ahead
from musterhall.games.alpha_strike.companion.unit_boxes import (
    HEAT,
    MODES,
    MOVED,
    STRUCTURE,
    STUNNED,
    UnitBoxes,
    boxes_of,
    put,
)
from musterhall.games.alpha_strike.companion.words import StepWords, words
from musterhall.games.alpha_strike.field.unit import Unit
from musterhall.games.alpha_strike.force.forces import ForceUnit
from musterhall.games.alpha_strike.force.sheet import TYPE_NAMES
from musterhall.games.alpha_strike.movement.order import yet_to_move
from musterhall.games.alpha_strike.position.condition import Mode
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.scenarios.points import score_card
from musterhall.games.alpha_strike.turn.time import why_over
from musterhall.games.alpha_strike.units.specials import specials_text
from musterhall.tally import counted

INITIATIVE = "initiative"
ROLLING, MOVING, FIGHTING, ENDING = range(4)
"""The stages of a turn."""
SIDES = (0, 1)


class AlphaStrikeTabletop(Tabletop):
    """Everything is asked of a position that has been given the units' marks."""

    rounds = "Turn"
    turn_box = MOVED

    def __init__(self, setup: Setup, names: tuple[str, str], scenario: str, counts: Sequence[Counted]) -> None:
        self.names = names
        self._blank = new_position(setup)
        self._goals: Goals = GOALS.get(scenario) or CountedGoals(counts)
        self._boxes = tuple(self._unit_boxes())
        withdraws = any(setup.scenario.must_withdraw(self._blank, unit.index) for unit in self._blank.field.units)
        self.states = states_of(setup.scenario, withdraws)
        self.sheets = tuple(self._sheet(boxes) for boxes in self._boxes)
        self.stages = Box(STAGE, "Phase", CHOICE, ENDING, tuple(words().stages), each_round=True)
        rolled = ("not rolled yet", *names)
        self.flow = (Box(INITIATIVE, "Who won the initiative?", CHOICE, 2, rolled, each_round=True, clears=True),)
        self._steps = [one for one in words().step if not one.scenarios or scenario in one.scenarios]
        self.checks = tuple(Box(f"step.{one.name}", one.title, TICK, 1, each_round=True) for one in self._steps)
        red, blue = (len(own) for own in self._blank.field.of_side)
        self.objectives = self._goals.groups(names, (red, blue))

    # The sheets

    def _unit_boxes(self) -> Iterator[UnitBoxes]:
        for side in SIDES:
            for number, unit in enumerate(self._blank.field.of_side[side]):
                extra = self._goals.of_unit(self._blank.unit(unit), f"{side}.{number}")
                yield boxes_of(self._blank, unit, number, extra)

    def _sheet(self, boxes: UnitBoxes) -> TableSheet:
        unit, trial = boxes.unit, self._blank.copy()
        brought = self._brought(unit)
        return TableSheet(
            boxes.id,
            unit.side,
            brought.name,
            _in_short(unit),
            boxes.pips,
            boxes.groups,
            tuple(Findings(trial, boxes, self._goals.load).all()),
            tuple(self._notes(unit, brought)),
        )

    def _brought(self, unit: Unit) -> ForceUnit:
        """The unit as its player's list has it."""
        place = self._blank.field.of_side[unit.side].index(unit.index)
        return self._blank.field.players[unit.side].force.units[place]

    def _notes(self, unit: Unit, brought: ForceUnit) -> Iterator[tuple[str, str]]:
        card = unit.card
        if brought.name != card.name:
            yield "Card", card.name
        if card.overheat:
            yield "Overheat", str(card.overheat)
        if card.threshold:
            yield "Threshold", str(card.threshold)
        if card.specials:
            yield "Special", specials_text(card.specials)
        if brought.abilities:
            yield "Pilot", ", ".join(brought.abilities)
        if brought.alternate_munitions:
            yield "Munitions", ", ".join(brought.alternate_munitions)

    # How it stands

    def stands(self, marked: Marked) -> Standing:
        position = self._position(marked)
        stage = self._stage(position, marked)
        turns = tuple(islice(turns_ahead(position), MOST_SHOWN)) if stage == MOVING else ()
        waiting = yet_to_move(position, turns[0][0]) if turns else []
        over = why_over(position) if any(position.conditions[unit.index].alive for unit in position.field.units) else ""
        by_unit = {boxes.unit.index: boxes for boxes in self._boxes}
        return Standing(
            stage=stage,
            where=f"{self.rounds} {marked.round}, {words().stages[stage]}",
            now=self._now(position, stage, turns),
            turns=turns,
            waiting=tuple(by_unit[unit].id for unit in waiting),
            left=(len(yet_to_move(position, 0)), len(yet_to_move(position, 1))),
            checks=tuple(self._checks(position, marked)),
            over=self._named(over),
            states={boxes.id: state_of(position.conditions[boxes.unit.index]) for boxes in self._boxes},
            card=self._card(position, marked),
        )

    def _position(self, marked: Marked) -> Position:
        position = self._blank.copy()
        position.turn = marked.round
        for boxes in self._boxes:
            own = (*boxes.pips, *(box for group in boxes.groups for box in group.boxes))
            values = {box.id: marked.value(box.id) for box in own if box.id != boxes.name(MOVED)}
            condition = put(position, boxes, values)
            if boxes.box(STUNNED) and marked.round > 1 and marked.value(boxes.name(STUNNED), marked.round - 1):
                condition.stunned_until = marked.round
        position.objectives = self._goals.objectives(position, marked)
        position.time_called = "time" if marked.value(OVER) else ""
        winner = marked.value(INITIATIVE)
        if winner:
            position.first = 2 - winner
            count_moves(position, self._moves(marked))
        return position

    def _moves(self, marked: Marked) -> list[tuple[int, Mode]]:
        units = {boxes.name(MOVED): boxes.unit.index for boxes in self._boxes}
        return [(units[box], MODES[value]) for box, value in marked.in_order() if box in units]

    def _stage(self, position: Position, marked: Marked) -> int:
        """What was said, or what follows from what is marked."""
        said = marked.value(STAGE)
        if not marked.value(INITIATIVE):
            return said
        return max(said, MOVING if any(yet_to_move(position, side) for side in SIDES) else FIGHTING)

    def _now(self, position: Position, stage: int, turns: Sequence[tuple[int, int]]) -> str:
        if stage == ROLLING:
            return "Roll 2D6 each for initiative. Whoever loses moves and attacks first."
        if stage == MOVING and turns:
            side, number = turns[0]
            return f"{self.names[side]} moves {counted(number, 'unit')}."
        if stage == ENDING:
            return "Go through the End Phase together, then begin the next turn."
        first = position.first
        if first not in SIDES:
            return "Attack with all units of one side, then of the other. Damage takes effect in the End Phase."
        return (
            f"{self.names[first]} attacks with all units, then {self.names[1 - first]}. "
            "Damage takes effect in the End Phase."
        )

    def _checks(self, position: Position, marked: Marked) -> Iterator[Check]:
        for box, step in zip(self.checks, self._steps, strict=True):
            yield Check(box, step.text, tuple(self._about(step, position, marked)))

    def _about(self, step: StepWords, position: Position, marked: Marked) -> Iterator[str]:
        """Whom a step concerns just now."""
        for boxes in self._boxes:
            condition, name = position.conditions[boxes.unit.index], self._brought(boxes.unit).name
            state = state_of(condition)
            if step.name == "damage" and marked.value(boxes.name(STRUCTURE)) > marked.began(boxes.name(STRUCTURE)):
                yield f"{name}: structure {condition.structure} of {boxes.unit.card.structure}"
            elif step.name == "lost" and state in (CRIPPLED, LOST):
                yield f"{name}: {self.states[state].title.lower()}"
            elif step.name == "heat" and boxes.box(HEAT) and condition.heat and condition.alive:
                yield f"{name}: shut down" if condition.shut_down else f"{name}: heat {condition.heat}"

    def _card(self, position: Position, marked: Marked) -> dict[str, object]:
        card = score_card(position)
        for side, half in enumerate(card["sides"]):
            half["fields"] |= self._goals.fields(side, marked)
        return card

    def _named(self, why: str) -> str:
        """Why a match is over, with the players' names in place of their colours."""
        for colour, name in zip(("Red", "Blue"), self.names, strict=True):
            why = why.replace(colour, name).replace(f"the {colour.lower()} ", f"{name}'s ")
        return f"{why[:1].upper()}{why[1:]}." if why else ""


def _in_short(unit: Unit) -> str:
    card = unit.card
    return f"{TYPE_NAMES.get(card.type, card.type)}, Size {card.size}, Skill {unit.skill}, {unit.points} PV"
