"""How people answer THE GAME's decisions on the table: formations are tapped and dragged, commands lie on stacks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from musterhall.battle.decisions import Answer, Decision, Illegal
from musterhall.game.gestures.arrows import Arrow, Arrows
from musterhall.game.gestures.attacking import Aim, Aimed, Attack
from musterhall.game.gestures.bodies import Body
from musterhall.game.gestures.gesture import Extra, Gesture, Option, Place, Spot
from musterhall.game.gestures.going import Go, Turn, WayOfGoing
from musterhall.game.gestures.placing import PutDown
from musterhall.game.gestures.registry import Gestures
from musterhall.game.gestures.tapping import Tap, TapSeveral, taps
from musterhall.game.gestures.writing import Field, Paper, StackRow, Stacks
from musterhall.games.the_game.agents.odds import of_plan
from musterhall.games.the_game.air.air_orders import FirstAirCommands, edge_line, order_in_words, some_air_orders
from musterhall.games.the_game.air.drops import Land, MoveMarker, PlaceMarker
from musterhall.games.the_game.air.flak import FireAtAircraft
from musterhall.games.the_game.air.flying import Approach, Enter, LeaveTable
from musterhall.games.the_game.air.helicopters import PopUp
from musterhall.games.the_game.air.insertion import LandHelicopters
from musterhall.games.the_game.air.interception import Intercept, InterceptNow, NextSection, PatrolHeight
from musterhall.games.the_game.assault.charging import AssaultTarget, ChargeMove
from musterhall.games.the_game.assault.melee import Attack as MeleeAttack
from musterhall.games.the_game.assault.melee import Support
from musterhall.games.the_game.assault.response import CounterCharge, Response
from musterhall.games.the_game.fire.artillery import RADIUS, barrage_on
from musterhall.games.the_game.fire.out_of_reach import out_of_reach
from musterhall.games.the_game.fire.prepared_fire import React
from musterhall.games.the_game.fire.shooting import Fire
from musterhall.games.the_game.movement.ground import HARDLY
from musterhall.games.the_game.movement.hiding import HideBehind
from musterhall.games.the_game.movement.marching import all_aboard, all_out
from musterhall.games.the_game.movement.moving import Consolidation, Move, Withdrawal
from musterhall.games.the_game.movement.reach import reach_outlines
from musterhall.games.the_game.phases.action_tests import RerollActionTest
from musterhall.games.the_game.phases.command_phase import GiveCommands
from musterhall.games.the_game.phases.commands import GIVEN, commands
from musterhall.games.the_game.phases.end_phase import Regroup
from musterhall.games.the_game.phases.turn import (
    Activate,
    CarryOut,
    KeepInitiative,
    LocalOrder,
    ReformFirst,
    RerollInitiative,
    WhoActsFirst,
)
from musterhall.games.the_game.position.position import NOBODY, SQUARE, Formation, Position
from musterhall.games.the_game.scenario.deployment import Deploy, Dismount, PreparedFireInstead
from musterhall.games.the_game.scenario.entering import ComeOn
from musterhall.games.the_game.scenario.landing import TakeStation
from musterhall.games.the_game.scenario.latecomers import EntryCommand, EntryPoint
from musterhall.games.the_game.scenario.maps import PRIMARY, DrawMap, PutObjective, columns, depths
from musterhall.games.the_game.scenario.pre_battle import FirstCommand, March
from musterhall.geometry import distance
from musterhall.tally import Tally, counted

GESTURES = Gestures()
GAP = 3.0
"""Between neighbours in a line, in cm: within the cohesion of every formation."""
STRIP = 4.0
"""How broad the strip along an edge is drawn on which something is put."""


# Questions beside a formation


@GESTURES.of(
    CarryOut,
    ReformFirst,
    LocalOrder,
    RerollActionTest,
    Regroup,
    PreparedFireInstead,
    PopUp,
    PatrolHeight,
    InterceptNow,
    Support,
)
def beside_its_formation(decision: Any) -> Gesture:
    """One clear question at the formation it is about."""
    return taps(decision, spot=Spot(group=decision.formation.index))


@GESTURES.of(FirstCommand, EntryCommand)
def which_command(decision: Any) -> Gesture:
    """A card is chosen, each with what it means."""
    options = [
        Option(answer, decision.in_words(answer), help=commands()[answer].words if answer in commands() else "")
        for answer in decision.options()
    ]
    return Tap(options, Spot(group=decision.formation.index))


@GESTURES.of(Activate, React)
def a_formation(decision: Any) -> Gesture:
    """Tap one of your own; none of them is a button."""
    return taps(decision, lambda index: Spot() if index is None else Spot(group=index))


@GESTURES.of(Response)
def at_the_attacker(decision: Response) -> Gesture:
    return taps(decision, spot=Spot(group=decision.attacker.index))


@GESTURES.of(WhoActsFirst)
def a_side(decision: WhoActsFirst) -> Gesture:
    return taps(decision, lambda side: Spot(side=side))


@GESTURES.of(RerollInitiative, KeepInitiative)
def of_the_whole_side(decision: Decision) -> Gesture:
    return taps(decision, spot=Spot(side=decision.player))


@GESTURES.of(March)
def a_battle_group(decision: March) -> Gesture:
    """Tap any formation of the battle group that marches."""
    groups = decision.position.scenario.groups[decision.player]
    return taps(decision, lambda name: Spot(group=groups[name][0]))


@GESTURES.of(AssaultTarget)
def whom_to_assault(decision: AssaultTarget) -> Gesture:
    """Tap the enemy; two that stand together are named beside."""

    def spot(answer: Answer) -> Spot:
        return Spot(group=answer[0]) if answer is not None and len(answer) == 1 else Spot()

    return taps(decision, spot, Spot(group=decision.formation.index))


@GESTURES.of(HideBehind)
def who_hides(decision: HideBehind) -> Gesture:
    options = [Option(unit, decision.in_words([unit]), Spot(piece=unit)) for unit in decision.beside]
    return TapSeveral(options, 0, 2, Spot(piece=decision.vehicle), done="These hide")


@GESTURES.of(FireAtAircraft)
def who_fires_at_aircraft(decision: FireAtAircraft) -> Gesture:
    options = [Option(unit, decision.in_words([unit]), Spot(piece=unit)) for unit in decision.units]
    return TapSeveral(options, 0, len(options), Spot(group=decision.enemy.index), done="Fire")


@GESTURES.of(Intercept)
def which_patrols(decision: Intercept) -> Gesture:
    options = [Option(index, decision.in_words([index]), Spot(group=index)) for index in decision.patrols]
    one = decision.position.field.variants.patrols_per_target == "one"
    return TapSeveral(options, 0, min(1, len(options)) if one else len(options), Spot(group=decision.enemy.index))


@GESTURES.of(CounterCharge)
def who_counter_charges(decision: CounterCharge) -> Gesture:
    """Those that are tapped go as far as they may."""
    options = [
        Option(unit, f"{decision.position.unit(unit).name}, {decision.reach(unit):g} cm", Spot(piece=unit))
        for unit in decision.units
    ]
    return TapSeveral(options, 0, len(options), Spot(group=decision.formation.index), done="Counter charge")


# Commands


@GESTURES.of(GiveCommands)
def stacks(decision: GiveCommands) -> Gesture:
    """A stack by each formation: what lies on top is for this turn, what lies below for the next."""
    about = {name: command.words for name, command in commands().items()}
    rows = [_stack(decision, one) for one in decision.formations]
    return Stacks(rows, made=lambda chosen: [list(row) for row in chosen], about=about)


def _stack(decision: GiveCommands, formation: Formation) -> StackRow:
    planned = decision.position.orders[formation.index].next
    if formation.flies:
        orders = [(order, order_in_words(order)) for order in some_air_orders(decision.position, formation)]
        return StackRow(formation.index, [(None, f"{planned}, as planned"), *orders], orders, str(planned))
    now = [(one, f"{planned}, as planned" if one is None else str(one)) for one in decision.choices(formation)]
    return StackRow(formation.index, now, [(one, one) for one in GIVEN], str(planned or ""))


@GESTURES.of(FirstAirCommands)
def first_air_commands(decision: FirstAirCommands) -> Gesture:
    def line(formation: Formation) -> Field:
        offered = decision.offered(formation)
        options = [Option(order, order_in_words(order), Spot(group=formation.index)) for order in offered]
        return Field(str(formation.index), formation.name, options, usual=(0,))

    def made(written: dict[str, list[Any]]) -> Answer:
        return [[int(name), orders[0]] for name, orders in written.items() if orders]

    return Paper([line(formation) for formation in decision.formations], made)


# Moving


@GESTURES.of(Move, Consolidation, Withdrawal, ChargeMove)
def as_a_body(decision: Move) -> Gesture:
    """The formation is dragged as a body; who rides or walks is chosen beside."""
    position, formation = decision.position, decision.formation
    units = position.standing(formation).tolist()

    def made(places: dict[int, Place], chosen: Mapping[str, Any]) -> Answer:
        going = {
            "go": [[unit, *place] for unit, place in places.items() if distance(place, position.at(unit)) > HARDLY]
        }
        riders = chosen.get("riders")
        if riders == "out":
            return all_out(decision, going) or going
        if riders == "in":
            return all_aboard(decision)
        return going if going["go"] else None

    return Body(
        formation.index,
        units,
        {unit: position.at(unit) for unit in units},
        {unit: float(decision.allowance[unit]) for unit in units},
        made,
        extras=_riders(position, formation),
        gap=GAP,
        may_stay="Stay where they are",
        areas=reach_outlines(decision, units),
    )


def _riders(position: Position, formation: Formation) -> list[Extra]:
    aboard = any(position.aboard[unit] != NOBODY for unit in formation.units)
    seats = any(position.unit(unit).sheet.transport for unit in formation.units)
    choices: list[tuple[Any, str]] = [("stay", "as they are")]
    choices += [("out", "get out")] if aboard else []
    choices += [("in", "get in, and stay")] if seats else []
    return [Extra("riders", "Passengers", choices)] if len(choices) > 1 else []


@GESTURES.of(Deploy)
def in_its_square(decision: Deploy) -> Gesture:
    position, formation = decision.position, decision.formation
    units = position.standing(formation).tolist()
    return Body(
        formation.index,
        units,
        {unit: position.at(unit) for unit in units},
        dict.fromkeys(units, SQUARE),
        lambda places, chosen: {"go": [[unit, *place] for unit, place in places.items()]},
        gap=GAP,
        may_stay="Stay in march formation",
        grounds=[_square_about(decision.square)],
    )


@GESTURES.of(Dismount)
def who_gets_out(decision: Dismount) -> Gesture:
    everybody = decision.everybody()
    rows = everybody["out"] if everybody else []
    options = [
        Option(row, decision.position.unit(row[0]).name, Spot(piece=int(decision.position.aboard[row[0]])))
        for row in rows
    ]

    def made(chosen: list[Any]) -> Answer:
        return {"out": chosen} if chosen else None

    return TapSeveral(options, 0, len(options), Spot(group=decision.formation.index), made, "Get out")


# Fire


@GESTURES.of(Fire)
def whom_to_fire_at(decision: Fire) -> Gesture:
    """Each weapon type is aimed at a formation, or at two that stand together; guns may lay a barrage beside."""
    gunnery, groups = decision.gunnery, decision.groups()
    aims = []
    for kind in gunnery.weapon_types():
        targets = [_target(decision, kind, group) for group in groups if gunnery.can_target(kind, group)]
        if targets:
            aims.append(Aim(kind, WEAPONS.get(kind, f"{kind} weapons"), targets, (COVER,)))
    if gunnery.artillery and not decision.defensive:
        modes = Extra("mode", "Shells fall", [(mode, mode) for mode in RADIUS])
        standing = [one for one in decision.position.of_side(1 - decision.player) if decision.position.stands(one)]
        aims.append(Aim(BARRAGE, "A barrage", [_shelled(decision, one) for one in standing], (modes,), place=True))
    hold = (Option(None, decision.in_words(None)),)
    return Attack(
        Spot(group=decision.formation.index),
        aims,
        _fire_order(decision),
        together=True,
        instead=hold,
        barred=[_barred(decision, index, why) for index, why in out_of_reach(decision)],
        odds=lambda order: _told(decision, order),
        firing=lambda order: _firing(decision, order),
    )


BARRAGE = "barrage"
WEAPONS = {"AP": "AP weapons, against infantry", "AT": "AT weapons, against vehicles"}
COVER = Extra("cover", "Units in cover", [(True, "fired at too"), (False, "left out")])


def _target(decision: Fire, kind: str, group: tuple[int, ...]) -> Option:
    names = " and ".join(decision.position.formations[index].name for index in group)
    told = _told(decision, {"targets": {kind: list(group)}})
    return Option(list(group), names, Spot(group=group[0]) if len(group) == 1 else Spot(), told)


def _barred(decision: Fire, index: int, why: str) -> Option:
    return Option(index, decision.position.formations[index].name, Spot(group=index), why)


def _shelled(decision: Fire, enemy: Formation) -> Option:
    """A formation that shells may fall on, where they cover the most of it."""
    aimed = next(filter(None, (barrage_on(decision, enemy.index, mode) for mode in RADIUS)), None)
    told = "out of reach" if aimed is None else _told(decision, {"barrage": aimed})
    return Option(enemy.index, enemy.name, Spot(group=enemy.index), told)


def _told(decision: Fire, order: dict[str, Any]) -> str:
    """About 1.3 killed and 2 tokens for Orc Company: 8 shots at AP 7."""
    try:
        plan = decision.check(order)
    except Illegal as refusal:
        return refusal.reason
    if plan is None:
        return ""
    fired = [f"{counted(volley.shots, 'shot')} at {_sum(volley.attack)}" for volley in plan.volleys]
    formations = decision.position.formations
    hurt = [
        f"about {one.kills:.1f} killed and {counted(round(one.tokens), 'token')} for {formations[index].name}"
        for index, one in of_plan(decision.position, plan).items()
    ]
    return ": ".join("; ".join(part) for part in (hurt, fired) if part)


def _sum(attack: Tally) -> str:
    """A value with nothing added to it is no sum."""
    return str(attack) if attack.parts else f"{attack.name} {attack.total}"


def _firing(decision: Fire, order: dict[str, Any] | None) -> list[int]:
    """Which units fire under an order."""
    plan = decision.check(order)
    return [] if plan is None else sorted({unit for volley in plan.volleys for unit in volley.shooters})


def _fire_order(decision: Fire) -> Any:
    def made(chosen: dict[str, Aimed]) -> Answer:
        direct = {kind: aimed for kind, aimed in chosen.items() if kind != BARRAGE}
        order: dict[str, Any] = {}
        if direct:
            order["targets"] = {kind: aimed.targets[0] for kind, aimed in direct.items()}
            if any(aimed.extras.get("cover") is False for aimed in direct.values()):
                order["cover"] = False
        if BARRAGE in chosen:
            order["barrage"] = _barrage(decision, chosen[BARRAGE])
        return order

    return made


def _barrage(decision: Fire, aimed: Aimed) -> dict[str, Any]:
    """Onto the place that was tapped; where none was, to where it covers the most of the target."""
    target, mode = aimed.targets[0], aimed.extras.get("mode", next(iter(RADIUS)))
    if aimed.at is None and (best := barrage_on(decision, target, mode)) is not None:
        return dict(best)
    units = decision.position.standing(decision.position.formations[target])
    middle = (float(decision.position.x[units].mean()), float(decision.position.y[units].mean()))
    return {"target": target, "at": [round(part, 2) for part in (aimed.at or middle)], "mode": mode}


@GESTURES.of(MeleeAttack)
def with_what_they_fight(decision: MeleeAttack) -> Gesture:
    options = [
        Option(answer, decision.in_words(answer), Spot(group=decision.formations[0].index))
        for answer in decision.options()
    ]
    return Tap(options, Spot(group=decision.formations[0].index))


# Putting things down


@GESTURES.of(DrawMap)
def the_map(decision: DrawMap) -> Gesture:
    """An arrow for each battle group, drawn from square to square."""
    position, groups = decision.position, decision.position.scenario.groups[decision.player]
    starts = [(column, 1) for column in range(1, columns(position) + 1)]
    arrows = [Arrow(name, name, starts, groups[name]) for name in decision.groups]
    return Arrows(
        arrows,
        SQUARE,
        columns(position),
        depths(position),
        from_south=decision.player == 1,
        made=lambda drawn: {name: decision.arrow_through(squares) for name, squares in drawn.items()},
    )


@GESTURES.of(PutObjective)
def an_objective(decision: PutObjective) -> Gesture:
    table = decision.position.field.table
    far, near = (table.depth, 0.0) if decision.player == 0 else (0.0, table.depth)
    if decision.objective_kind == PRIMARY:
        ground, line = _strip(decision.position, far), far
        return PutDown(
            [Option("objective", "Primary objective")],
            [ground],
            lambda _, at, facing, chosen: [at[0], line],
            lies=lambda at: (at[0], at[1]),
        )
    middle = table.depth / 2
    ground = _band(table.width, min(near, middle), max(near, middle))
    return PutDown([Option("objective", "Objective")], [ground], lambda _, at, facing, chosen: list(at))


@GESTURES.of(EntryPoint)
def where_a_battle_group_comes_on(decision: EntryPoint) -> Gesture:
    ground = _strip(decision.position, edge_line(decision.position, decision.player))
    things = [Option("group", f"Battle group {decision.group}")]
    return PutDown(things, [ground], lambda _, at, facing, chosen: at[0], lies=_on_own_edge(decision))


@GESTURES.of(ComeOn)
def where_helicopters_come_on(decision: ComeOn) -> Gesture:
    ground = _strip(decision.position, edge_line(decision.position, decision.player))
    things = _formation(decision.formation)
    return PutDown(things, [ground], lambda _, at, facing, chosen: at[0], lies=_on_own_edge(decision))


@GESTURES.of(TakeStation, PlaceMarker, MoveMarker)
def somewhere(decision: Any) -> Gesture:
    """A place on the table; what is wrong with one is said when it is tapped."""
    instead = [Option(None, decision.in_words(None))] if isinstance(decision, PlaceMarker) else []
    things = _formation(decision.formation)
    return PutDown(things, [], lambda _, at, facing, chosen: list(at), instead=instead)


@GESTURES.of(Land)
def where_they_come_down(decision: Land) -> Gesture:
    """As a body about the marker."""
    places = {row[0]: (row[1], row[2]) for row in next(decision.options())}
    return Body(
        decision.formation.index,
        decision.units,
        places,
        dict.fromkeys(decision.units, decision.reach),
        lambda laid, chosen: [[unit, *place] for unit, place in laid.items()],
        gap=GAP,
    )


def _on_own_edge(decision: Any) -> Callable[[Answer], Place]:
    line = edge_line(decision.position, decision.player)
    return lambda x: (x, line)


def _formation(formation: Formation) -> list[Option]:
    return [Option(formation.index, formation.name, Spot(group=formation.index))]


def _square_about(middle: Place) -> list[Place]:
    (x, y), half = middle, SQUARE / 2
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


def _strip(position: Position, line: float) -> list[Place]:
    return _band(position.field.table.width, *sorted((line, abs(line - STRIP))))


def _band(width: float, top: float, bottom: float) -> list[Place]:
    return [(0.0, top), (width, top), (width, bottom), (0.0, bottom)]


# In the air


@GESTURES.of(Enter)
def where_aircraft_come_in(decision: Enter) -> Gesture:
    """On an edge that is theirs; a place near it means the edge."""
    position = decision.position
    line = edge_line(position, decision.player)

    def made(_: Any, at: Place, facing: float | None, chosen: Mapping[str, Any]) -> Answer:
        return [at[0], line] if abs(at[1] - line) <= STRIP else list(at)

    return PutDown(_formation(decision.formation), [_strip(position, line)], made, lies=lambda at: (at[0], at[1]))


@GESTURES.of(Approach, NextSection, LeaveTable)
def which_way_they_fly(decision: Approach) -> Gesture:
    """A path is drawn from where they are, corner by corner; ready ways are offered beside."""
    offered = [Option(path, decision.in_words(path)) for path in decision.options()]
    way = WayOfGoing("fly", "Fly", 0.0)

    def made(_: str, path: list[Place], facing: float | None, chosen: Mapping[str, Any]) -> Answer:
        return [list(place) for place in path]

    leader = decision.formation.units[0]
    return Go(leader, [way], made, turns=False, start=decision.at, instead=offered)


@GESTURES.of(LandHelicopters)
def landing(decision: LandHelicopters) -> Gesture:
    stay = [Option(None, decision.in_words(None))]
    return Turn(decision.formation.units[0], lambda facing: facing, stay)
