"""THE GAME as a whole: how a battle is set up, and which rule plays on from where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.dice import Dice
from musterhall.games.the_game.air.air_orders import command_aircraft
from musterhall.games.the_game.air.aircraft import all_fly
from musterhall.games.the_game.air.drops import land_paratroopers
from musterhall.games.the_game.air.insertion import helicopters_leave
from musterhall.games.the_game.air.lifts import board, carrier_of, joined_lifts
from musterhall.games.the_game.army.datasheets import AIR, NAVAL, Datasheet
from musterhall.games.the_game.army.force_check import unlisted
from musterhall.games.the_game.army.forces import Force, ForceFormation
from musterhall.games.the_game.field.field import Field, Player, Unit
from musterhall.games.the_game.phases.command_phase import command_phase
from musterhall.games.the_game.phases.end_phase import rally_all
from musterhall.games.the_game.phases.turn import activation, choose_first, new_turn, roll_initiative, start_order
from musterhall.games.the_game.position.position import (
    ACTION,
    COMMAND,
    END,
    NOBODY,
    OVER,
    PRE_BATTLE,
    SET_UP,
    START,
    Formation,
    Position,
    Scenario,
)
from musterhall.games.the_game.readings.variants import Variants
from musterhall.games.the_game.scenario.entering import join_helicopter_group
from musterhall.games.the_game.scenario.landing import ATTACKER, objectives_ashore, set_up_landing
from musterhall.games.the_game.scenario.latecomers import mark_entries
from musterhall.games.the_game.scenario.maps import set_up
from musterhall.games.the_game.scenario.pre_battle import pre_battle_over, pre_battle_step
from musterhall.games.the_game.scenario.setups import LANDING
from musterhall.games.the_game.scenario.victory import check_victory, end_by_points, is_last_turn
from musterhall.games.the_game.sea.landings import room_for_troops
from musterhall.problems import BadInput
from musterhall.table import Table

MEETING: Final = "meeting engagement"
RULES_VERSION = "3"
"""Goes up whenever the same seed and decisions would give another battle."""


class TheGameRules:
    """1.2 The phases of a turn, and before them the march of the Meeting Engagement."""

    name = "the_game"
    version = RULES_VERSION

    def step(self, battle: Battle[Position]) -> Rule[None]:
        """1.2 Play on to the next point that needs no memory: a phase, or one activation."""
        phase = battle.position.phase
        if phase == SET_UP and battle.position.scenario.name == LANDING:
            yield from set_up_landing(battle)
        elif phase == SET_UP:
            yield from set_up(battle)
            if battle.position.scenario.objectives:
                battle.position.phase = PRE_BATTLE
        elif phase == PRE_BATTLE:
            yield from self._march(battle)
        elif phase == START:
            yield from self._start(battle)
        elif phase == COMMAND:
            yield from command_phase(battle)
            battle.position.phase = ACTION
        elif phase == ACTION:
            yield from self._act(battle)
        elif phase == END:
            yield from self._end(battle)

    def over(self, position: Position) -> bool:
        return position.phase == OVER

    def _march(self, battle: Battle[Position]) -> Rule[None]:
        """6.1.4 Pre-battle turns until enemies meet or all have arrived."""
        position = battle.position
        yield from pre_battle_step(battle)
        if position.side != NOBODY:
            return
        if pre_battle_over(position):
            position.note(turns_marched=position.turn)
            position.turn, position.phase = 1, START
        else:
            position.turn += 1
            position.rerolled = (False, False)

    def _start(self, battle: Battle[Position]) -> Rule[None]:
        """1.3, 6.1.4 Start phase events: landings; in turn 1 the first commands of aircraft, then late arrivals."""
        position = battle.position
        if position.side == NOBODY:
            if position.turn == 1 and (yield from command_aircraft(battle)):
                return
            new_turn(position)
            if not _maps_just_shown(position):
                battle.tell("phase", f"Turn {position.turn}", "1.2", turn=position.turn)
            if position.air.drops:
                order = start_order(battle)
                yield from land_paratroopers(battle, order)
        if position.turn == 1 and position.scenario.plans != ({}, {}) and not position.scenario.revealed:
            yield from mark_entries(battle)
        else:
            position.phase = COMMAND

    def _act(self, battle: Battle[Position]) -> Rule[None]:
        """1.5 Initiative, then activations until everybody has acted."""
        position = battle.position
        if position.side == NOBODY:
            met = position.scenario.contact_by
            if position.turn == 1 and met != NOBODY:
                yield from choose_first(battle, met)
            else:
                yield from roll_initiative(battle)
            if not position.any_ready(position.side):
                position.side = 1 - position.side
        if position.side != NOBODY and position.any_ready(position.side):
            yield from activation(battle)
        if not position.any_ready(0) and not position.any_ready(1):
            position.phase = END

    def _end(self, battle: Battle[Position]) -> Rule[None]:
        """1.9, 6.1.5 Victory is looked at first, then everybody rallies; after the last turn the points decide.

        3.2 Helicopters that have landed leave when all that is done, as a variant before it.
        """
        position = battle.position
        if position.field.variants.landed_leaves == "before_end_phase":
            yield from helicopters_leave(battle)
        if check_victory(battle):
            position.phase = OVER
            return
        yield from rally_all(battle)
        if is_last_turn(position):
            end_by_points(battle)
            position.phase = OVER
            return
        yield from helicopters_leave(battle)
        position.turn += 1
        position.phase = START
        new_turn(position)


@dataclass(frozen=True, slots=True)
class Setup:
    """What a Meeting Engagement or a landing is fought with."""

    red: Force
    blue: Force
    table: Table
    variants: Variants
    scenario: str = MEETING

    def position(self) -> Position:
        """6.1.2 Both forces beside the table, infantry mounted, battle groups made up."""
        units: list[Unit] = []
        formations: list[Formation] = []
        groups: tuple[dict[str, tuple[int, ...]], dict[str, tuple[int, ...]]] = ({}, {})
        riders: list[tuple[Formation, ForceFormation]] = []
        for side, force in enumerate((self.red, self.blue)):
            _refuse_nobody(force)
            for entry in joined_lifts(force.formations):
                _refuse_who_cannot_fight(entry, side, self.scenario)
                index, first = len(formations), len(units)
                for number, sheet in enumerate(self._fitted_out(entry.units), start=1):
                    units.append(Unit(len(units), f"{sheet.name} {number}", sheet, index, side))
                members = list(range(first, len(units)))
                formations.append(
                    Formation(
                        index,
                        side,
                        entry.name,
                        members,
                        len(members),
                        entry.rules,
                        entry.cost,
                        entry.battle_group,
                        on_table=False,
                        flies=all_fly(list(entry.units)),
                    )
                )
                if formations[-1].flies or entry.carried_by or entry.group == "air":
                    riders += [(formations[-1], entry)] if entry.carried_by else []
                    continue  # 6.2, 6.3: aircraft and who travels in them are in no battle group
                groups[side][entry.battle_group] = (*groups[side].get(entry.battle_group, ()), index)
        players = (_player("Red", self.red), _player("Blue", self.blue))
        field = Field(self.table, tuple(units), players, self.variants)
        join_helicopter_group(groups, formations, field)
        position = Position.of(field, formations, Scenario(self.scenario, groups))
        position.phase = SET_UP
        for formation in formations:
            mount(position, formation)
        for formation, entry in riders:
            carrier = carrier_of(entry, [one for one in formations if one.side == formation.side and one.flies])
            if carrier is None:
                raise BadInput(f"formation {entry.name}: its carrier is not in the force; take its carried_by out.")
            board(position, formation, carrier)
        if self.scenario == LANDING:
            position.note(objectives=objectives_ashore(position))
            _refuse_swimmers(position)
        return position

    def _fitted_out(self, sheets: Sequence[Datasheet]) -> list[Datasheet]:
        """4.3.2 The units of a formation; a landing, and one reading anywhere, gives boats room for two of them."""
        if self.scenario != LANDING and self.variants.boat_places != "2":
            return list(sheets)
        roomy = {id(sheet): room_for_troops(sheet, sheets) for sheet in sheets}
        return [roomy[id(sheet)] for sheet in sheets]


def _maps_just_shown(position: Position) -> bool:
    """Showing the maps ends a step of the start phase, which then goes on under the same heading."""
    return position.turn == 1 and position.scenario.plans != ({}, {}) and position.scenario.revealed


def _player(name: str, force: Force) -> Player:
    return Player(name, force.army, force.initiative, force.strategy)


def _refuse_nobody(force: Force) -> None:
    """A battle ends when somebody has won it or had enough, which nobody at all never has."""
    if not any(formation.units for formation in force.formations):
        why = " ".join(map(str, unlisted(force))) or f"{force.name}: has no units."
        raise BadInput(f"{why} Nobody can fight for this force.")


def _refuse_who_cannot_fight(entry: ForceFormation, side: int, scenario: str) -> None:
    for kind in (sheet.type for sheet in entry.units):
        if kind in AIR and scenario == LANDING and side == ATTACKER:
            why = "red lands from the sea and brings no aircraft"
            raise BadInput(f"formation {entry.name}: {why}; leave the formation out.")
        if kind in NAVAL and scenario != LANDING:
            where = "a Meeting Engagement is fought on land"
            raise BadInput(f"formation {entry.name}: {where}, and a {kind} is no use there; fight the set-up landing.")


def _refuse_swimmers(position: Position) -> None:
    """A landing begins with everybody of the attacker's aboard something."""
    for formation in position.of_side(ATTACKER):
        left = [unit for unit in formation.units if position.aboard[unit] == NOBODY and not position.field.vessel[unit]]
        if left:
            what = f"{position.unit(left[0]).name} is aboard no boat, and red comes by sea"
            raise BadInput(f"formation {formation.name}: {what}; give red a force that is made for a landing.")


def mount(position: Position, formation: Formation) -> None:
    """1.6.3 Put everybody who fits into the formation's transports, before they are on the table."""
    room = {
        unit: carrier.capacity
        for unit in formation.units
        if (carrier := position.unit(unit).sheet.transport) is not None
    }
    for unit in formation.units:
        sheet = position.unit(unit).sheet
        for transport in room:
            carrier = position.unit(transport).sheet.transport
            if room[transport] > 0 and carrier is not None and sheet.name in carrier.carries and transport != unit:
                room[transport] -= 1
                position.aboard[unit] = transport
                break


def new_battle(setup: Setup, seed: int, *, recording: bool = True, watcher: Any = None) -> Battle[Position]:
    return Battle(TheGameRules(), setup.position(), Dice(seed), recording=recording, watcher=watcher)
