"""3.3, 3.4, 3.5 The action of a flyer formation, from its test to the edge over which it leaves."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.the_game.air.apart import Course
from musterhall.games.the_game.air.drops import drop_troops
from musterhall.games.the_game.air.flak import ground_fire
from musterhall.games.the_game.air.flyers_test import take_flyers_test
from musterhall.games.the_game.air.flying import Approach, come_in, fly
from musterhall.games.the_game.air.insertion import insertion
from musterhall.games.the_game.air.interception import call_up, hunt, part_company
from musterhall.games.the_game.army.datasheets import TRANSPORT, TRANSPORT_HELICOPTER
from musterhall.games.the_game.fire.shooting import fire
from musterhall.games.the_game.phases.commands import AIR_PATROL, HIGH, STAND_DOWN, commands
from musterhall.games.the_game.position.orders import Orders
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.tally import does

FAILED_TEST = (("failed test", -1, "3.3"),)


def sortie(battle: Battle[Position], formation: Formation) -> Rule[bool]:
    """3.3.1 Reveal the command and carry it out. Says whether a test was passed."""
    position = battle.position
    orders = position.orders[formation.index]
    position.acting = formation.index
    formation.acted = True
    command = position.revealed = orders.now or STAND_DOWN
    if command == STAND_DOWN:
        return (yield from stand_down(battle, formation))
    if command == AIR_PATROL:
        return (yield from wait_on_patrol(battle, formation))
    passed = yield from take_flyers_test(battle, formation)
    position.lay_orders(formation.index, Orders(None, orders.next))
    if passed or position.field.variants.air_test_failed == "minus_1_att":
        yield from mission(battle, formation, command, () if passed else FAILED_TEST)
    else:
        battle.tell("command", f"{does(formation.name, 'stands', 'stand')} down", "3.3", formation=formation.index)
    return passed


def stand_down(battle: Battle[Position], formation: Formation) -> Rule[bool]:
    """3.3.1 The formation stays off the table this turn; as a variant it tests all the same and loses its tokens."""
    position = battle.position
    passed = False
    if position.field.variants.stand_down_test:
        passed = yield from take_flyers_test(battle, formation)
    position.lay_orders(formation.index, Orders(None, position.orders[formation.index].next))
    battle.tell("command", f"{does(formation.name, 'stands', 'stand')} down", "3.3.1", formation=formation.index)
    return passed


def wait_on_patrol(battle: Battle[Position], formation: Formation) -> Rule[bool]:
    """3.3.1, 3.5.2 A patrol that nothing has called up yet stays ready, its command face up; as a variant it tests."""
    position = battle.position
    orders = position.orders[formation.index]
    passed = False
    if position.field.variants.patrol_test == "on_activation":
        passed = yield from take_flyers_test(battle, formation)
        if not passed:
            position.lay_orders(formation.index, Orders(None, orders.next))
            battle.tell("command", f"{does(formation.name, 'stands', 'stand')} down", "3.3", formation=formation.index)
            return False
    position.lay_orders(formation.index, Orders(AIR_PATROL, orders.next, orders.replaced, True))
    battle.tell("prepared", f"{does(formation.name, 'is', 'are')} on patrol", "3.3.1", formation=formation.index)
    return passed


def mission(
    battle: Battle[Position], formation: Formation, command: str, attack: tuple[tuple[str, int, str], ...] = ()
) -> Rule[None]:
    """3.4, 3.5 Come in, fly up under fire, do what was commanded, and leave under fire."""
    position = battle.position
    yield from come_in(battle, formation, commands()[command].height == HIGH)
    hunters = yield from call_up(battle, formation)
    if not (yield from hunt(battle, formation, hunters)):
        yield from fly_up(battle, formation)
    if formation.alive and not gives_up(battle, formation):
        types = {position.unit(unit).sheet.type for unit in formation.units}
        if TRANSPORT in types:
            yield from drop_troops(battle, formation)
        elif TRANSPORT_HELICOPTER not in types or not (yield from insertion(battle, formation)):
            yield from attack_from_the_air(battle, formation, command, attack)
    yield from part_company(battle, formation, hunters)


def fly_up(battle: Battle[Position], formation: Formation) -> Rule[None]:
    """3.4, 3.5.1 Who is left flies on to where it does its work, and the ground fires."""
    if not formation.alive:
        return
    course: Course = yield Approach(battle.view(formation.side), formation)
    if course.lead:
        fly(battle, formation, course)
    yield from ground_fire(battle, formation)


def gives_up(battle: Battle[Position], formation: Formation) -> bool:
    """3.4.4 As a variant aircraft with as many tokens as there are of them leave without doing their work."""
    if battle.position.field.variants.aircraft_break == "never":
        return False
    shaken = formation.suppression >= formation.size
    if shaken:
        battle.tell(
            "break", f"{does(formation.name, 'gives', 'give')} up the attack", "3.4.4", formation=formation.index
        )
    return shaken


def attack_from_the_air(
    battle: Battle[Position], formation: Formation, command: str, attack: tuple[tuple[str, int, str], ...]
) -> Rule[None]:
    """3.5 One shooting at who is on the ground, which may be left."""
    position = battle.position
    ground = tuple(f.index for f in position.of_side(1 - formation.side) if not f.airborne)
    yield from fire(battle, formation, command, limit=ground, attack=attack)
