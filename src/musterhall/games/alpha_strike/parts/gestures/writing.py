"""What is written down or switched for several units at once: command units, passengers, suites, abilities."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from musterhall.battle.decisions import Answer
from musterhall.game.gestures.gesture import Gesture, Option
from musterhall.game.gestures.tapping import TapSeveral
from musterhall.game.gestures.writing import Field, Paper
from musterhall.games.alpha_strike.command.picks import Given, OneOf, Pick
from musterhall.games.alpha_strike.electronics.modes import MODES, Electronics, switchable
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.parts.gestures.arithmetic import shown_card
from musterhall.games.alpha_strike.parts.gestures.registry import GESTURES, at_unit, capital
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.transport.boarding import Boarding
from musterhall.games.alpha_strike.turn.choices import Choices, PreGameChoices, SetUpChoices, TurnChoices
from musterhall.games.alpha_strike.turn.round import CommandUnits


@GESTURES.of(CommandUnits)
def command_units(decision: CommandUnits) -> Gesture:
    """Tap those who command; commanders of command formations are tapped already."""
    options = [
        Option(unit, decision.view.unit(unit).name, at_unit(unit), shown_card(decision.view, unit))
        for unit in decision.fit
    ]
    led = [decision.fit.index(unit) for unit in decision.led[: decision.number]]
    return TapSeveral(options, decision.number, decision.number, done="Write them down", usual=led)


@GESTURES.of(Electronics)
def switches(decision: Electronics) -> Gesture:
    """Tap a unit to switch it; as it is now it stays."""
    switched = [(mode, unit) for mode in MODES for unit in switchable(decision.view, decision.player, mode)]
    now = [
        number
        for number, (mode, unit) in enumerate(switched)
        if decision.view.conditions[unit].effect(mode) is not None
    ]
    options = [
        Option([mode, unit], f"{decision.view.unit(unit).name} {MODES[mode]}", at_unit(unit)) for mode, unit in switched
    ]

    def made(chosen: list[Any]) -> Answer:
        return {mode: sorted(unit for one, unit in chosen if one == mode) for mode in MODES}

    return TapSeveral(options, 0, len(options), made=made, done="So be it", usual=now)


@GESTURES.of(Boarding)
def who_rides_on_whom(decision: Boarding) -> Gesture:
    view = decision.view

    def line(rider: int, carriers: tuple[int, ...]) -> Field:
        options = [Option(NOBODY, "On foot"), *(Option(one, view.unit(one).name, at_unit(one)) for one in carriers)]
        return Field(str(rider), view.unit(rider).name, options, usual=(0,))

    def made(written: dict[str, list[Any]]) -> Answer:
        chosen = ((int(rider), carriers[0]) for rider, carriers in written.items() if carriers)
        return {"riders": [[rider, carrier] for rider, carrier in chosen if carrier != NOBODY]}

    return Paper([line(rider, carriers) for rider, carriers in decision.places.items()], made)


# Abilities


@GESTURES.of(PreGameChoices, SetUpChoices, TurnChoices)
def what_is_chosen(decision: Choices) -> Gesture:
    """A line for each choice, filled in as is usual; where units get different things, one for each unit."""
    picks = decision.picks
    lines = {key: list(_lines(decision.view, pick)) for key, pick in picks.items()}

    def made(written: dict[str, list[Any]]) -> Answer:
        chosen = {key: [one for line in lines[key] for one in written[line.name]] for key in picks}
        return {key: said[0] if isinstance(picks[key], OneOf) else said for key, said in chosen.items()}

    return Paper([line for found in lines.values() for line in found], made)


def _lines(view: Position, pick: Pick) -> Iterator[Field]:
    if isinstance(pick, OneOf):
        yield Field(pick.key, _heading(pick), [Option(one, _word(one)) for one in pick.choices], usual=(0,))
    elif isinstance(pick, Given):
        alike = {thing for things in pick.offers.values() for thing in things}
        yield from [_who_gets_it(view, pick)] if len(alike) == 1 else _who_gets_what(view, pick)


def _who_gets_it(view: Position, pick: Given) -> Field:
    """There is one thing to get, and the line names the units that do."""
    usual = [unit for unit, _ in pick.usual()]
    options = [Option([unit, things[0]], view.unit(unit).name, at_unit(unit)) for unit, things in pick.offers.items()]
    chosen = [number for number, unit in enumerate(pick.offers) if unit in usual]
    return Field(pick.key, _heading(pick), options, pick.least, max(pick.most, 2), chosen)


def _who_gets_what(view: Position, pick: Given) -> Iterator[Field]:
    """Each unit has a line with what it may get."""
    usual = pick.usual()
    for unit, things in pick.offers.items():
        options = [Option([unit, thing], capital(pick.name(thing)), at_unit(unit)) for thing in things]
        chosen = [number for number, thing in enumerate(things) if (unit, thing) in usual]
        most = len(options) if pick.several else 1
        yield Field(f"{pick.key} {unit}", view.unit(unit).name, options, 0, most, chosen, of=_heading(pick))


def _heading(pick: Pick) -> str:
    return capital(pick.key.replace("_", " "))


def _word(choice: Any) -> str:
    if isinstance(choice, bool):
        return "Yes" if choice else "No"
    return capital(str(choice)) or "None"
