"""1.7.6 Prepared fire: the one command that acts in the opponent's action."""

from __future__ import annotations

from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.the_game.basics.choices import WhichFormation
from musterhall.games.the_game.fire.gunnery import Gunnery
from musterhall.games.the_game.fire.shooting import fire
from musterhall.games.the_game.phases.commands import PREPARED_FIRE
from musterhall.games.the_game.position.orders import Orders
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.tally import does


def go_on_prepared_fire(battle: Battle[Position], formation: Formation) -> None:
    """1.7.6 The formation takes up positions and waits; its command lies face up."""
    formation.prepared = True
    orders = battle.position.orders[formation.index]
    battle.position.lay_orders(formation.index, Orders(PREPARED_FIRE, orders.next, orders.replaced, True))
    battle.tell(
        "prepared", f"{does(formation.name, 'goes', 'go')} on prepared fire", "1.7.6", formation=formation.index
    )


REACTS_TO = {
    "move": True,
    "fire": True,
    "charge": True,
    "consolidation": True,
    "withdrawal": False,
    "counter charge": False,
}
"""1.7.6 What prepared fire may answer: moves from a command, consolidation, shooting; nothing else."""


def may_react(position: Position, formation: Formation, enemy: Formation) -> bool:
    """1.7.6 On prepared fire, unbroken, and with a weapon that reaches somebody of the enemy formation."""
    if not formation.prepared or formation.broken or not formation.alive or not enemy.alive:
        return False
    if not position.stands(enemy) or enemy.airborne:
        return False  # 3.5.1: what flies by is for anti-aircraft fire
    gunnery = Gunnery(position, formation, PREPARED_FIRE)
    if enemy.index not in gunnery.enemies():
        return False
    return any(gunnery.can_target(kind, (enemy.index,)) for kind in gunnery.weapon_types())


class React(WhichFormation[int | None]):
    """1.7.6 Which formation on prepared fire shoots at the enemy who has just moved or fired? None lets it pass."""

    __slots__ = ("enemy",)
    kind = "prepared fire"
    section = "1.7.6"

    def __init__(self, position: Position, enemy: Formation, ready: list[int]) -> None:
        super().__init__(position, 1 - enemy.side, [None, *ready])
        self.enemy = enemy

    def question(self) -> str:
        return f"Which formation on prepared fire shoots at {self.enemy.name}?"

    def about(self) -> dict[str, Any]:
        return {"enemy": self.enemy.index}


def reactions(battle: Battle[Position], enemy: Formation) -> Rule[None]:
    """1.7.6 After a move or fire of `enemy`, formations on prepared fire may shoot at it; that is their activation."""
    position = battle.position
    waiting = [f for f in position.formations if f.prepared and f.side != enemy.side]
    while waiting and enemy.alive and not enemy.broken:
        ready = [formation for formation in waiting if may_react(position, formation, enemy)]
        if not ready:
            return
        picked = yield React(battle.view(1 - enemy.side), enemy, [formation.index for formation in ready])
        if picked is None:
            return
        formation = position.formations[picked]
        waiting.remove(formation)
        fired = yield from fire(battle, formation, PREPARED_FIRE, limit=(enemy.index,))
        if fired:
            spend(position, formation)


def spend(position: Position, formation: Formation) -> None:
    """1.7.6 Prepared fire is used: the formation has been activated this turn."""
    formation.prepared = False
    formation.acted = True
    position.lay_orders(formation.index, Orders(None, position.orders[formation.index].next))
