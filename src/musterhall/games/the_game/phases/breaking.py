"""1.7.3, 1.9.3 Breaking, withdrawal and combat effectiveness."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.the_game.air.helicopter_flak import flak_fires
from musterhall.games.the_game.basics.special_rules import run
from musterhall.games.the_game.movement.moving import move
from musterhall.games.the_game.movement.ways import WITHDRAWAL, Underway, moves_made, nearest_enemies
from musterhall.games.the_game.position.orders import Orders
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.tally import Tally, counted, does

TOO_NEAR = 15.0


def breaking_point(formation: Formation) -> Tally:
    """1.7.3, 2.3.1 As many tokens as there are units break a formation."""
    point = Tally("units", formation.size, "1.7.3")
    run("breaking point", formation.rules, point)
    return point


def check_for_breaking(battle: Battle[Position], formation: Formation) -> Rule[None]:
    """1.7.3 After fire: enough tokens, and the formation breaks and withdraws."""
    if formation.broken or not formation.alive or formation.flies:
        return  # 3.4.4: aircraft leave after every action anyway
    if formation.suppression >= breaking_point(formation).total:
        yield from break_formation(battle, formation)


def break_formation(battle: Battle[Position], formation: Formation) -> Rule[None]:
    """1.7.3, 1.4 A broken formation loses its commands and withdraws at once."""
    become_broken(battle.position, formation)
    if battle.recording:
        tokens, units = counted(formation.suppression, "token"), counted(formation.size, "unit")
        text = f"{does(formation.name, 'breaks', 'break')} with {tokens} on {units}"
        battle.tell("break", text, "1.7.3", formation=formation.index)
    yield from withdraw(battle, formation)


def become_broken(position: Position, formation: Formation) -> None:
    """1.7.3, 1.4 Broken: no commands lie beside it any more."""
    formation.broken = True
    formation.prepared = False
    position.lay_orders(formation.index, Orders())


def fighting_strength(formation: Formation) -> Tally:
    """1.9.3, 2.3.1 The units that count for combat effectiveness."""
    strength = Tally("units", formation.size, "1.9.3")
    run("combat effectiveness", formation.rules, strength)
    return strength


def combat_effective(formation: Formation) -> bool:
    """1.9.3, 3.4.4 More than one unit, and more than a quarter of what it came with; aircraft only need to be left."""
    if formation.flies:
        return formation.alive
    return formation.size > 1 and 4 * fighting_strength(formation).total > formation.original


def withdraw(battle: Battle[Position], formation: Formation) -> Rule[None]:
    """1.9.3 Check effectiveness, make two moves through anybody's control area, lose who is still too near.

    3.2, 3.5.1 Anti-aircraft weapons fire at helicopters that withdraw. As a variant these have one move here too.
    """
    if not _still_effective(battle, formation):
        return
    once = battle.position.field.variants.heli_withdraw == "one_move"
    underway = Underway() if once else None
    fired: set[int] = set()
    for _ in range(moves_made(battle.position, formation, 2) if once else 2):
        if (yield from move(battle, formation, WITHDRAWAL, underway=underway)):
            yield from flak_fires(battle, formation, fired)
    if remove_caught_units(battle, formation):
        _still_effective(battle, formation)


def _still_effective(battle: Battle[Position], formation: Formation) -> bool:
    if combat_effective(formation):
        return True
    if formation.alive:
        left = f"{formation.size} of {formation.original} units"
        text = f"{does(formation.name, 'is', 'are')} no longer combat effective with {left}"
        battle.tell("removed", text, "1.9.3", formation=formation.index, lost=formation.size)
    remove_formation(battle.position, formation)
    return False


def remove_caught_units(battle: Battle[Position], formation: Formation) -> int:
    """1.9.3 Units within 15 cm of the enemy after withdrawing are lost. Gives how many."""
    position = battle.position
    own, enemies, gaps = nearest_enemies(position, formation)
    if not len(own) or not len(enemies):
        return 0
    caught = [int(unit) for unit in own[gaps.min(axis=1) <= TOO_NEAR + 1e-9]]
    if caught and position.field.variants.withdraw_removal == "formation":
        caught = [int(unit) for unit in own]
    lost = sum(remove_with_passengers(position, unit) for unit in caught)
    if lost and battle.recording:
        text = f"{formation.name}: {counted(lost, 'unit')} caught while withdrawing"
        battle.tell("removed", text, "1.9.3", formation=formation.index, lost=lost)
    return lost


def remove_with_passengers(position: Position, unit: int) -> int:
    """Take a unit off with whoever is aboard. Gives how many went."""
    passengers = position.passengers(unit)
    for passenger in passengers:
        position.remove(passenger)
    position.remove(unit)
    return 1 + len(passengers)


def remove_formation(position: Position, formation: Formation) -> None:
    """1.9.3 The formation leaves the game."""
    for unit in list(formation.units):
        position.remove(unit)
    formation.suppression = 0
    position.lay_orders(formation.index, Orders())
