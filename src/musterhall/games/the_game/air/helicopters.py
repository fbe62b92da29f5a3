"""3.2 Attack helicopters in an action: do they pop up, and do they stand the fire at them."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.the_game.air.helicopter_flak import flak_fires, helicopters_of
from musterhall.games.the_game.air.popping_up import pop_up, popped_up
from musterhall.games.the_game.basics.choices import FormationYesOrNo
from musterhall.games.the_game.movement.ways import enemy_near
from musterhall.games.the_game.phases.breaking import check_for_breaking
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.tally import does


class PopUp(FormationYesOrNo):
    """3.2 Do the helicopters of a formation pop up, to fire over what is near them?"""

    __slots__ = ()
    kind = "pop up"
    section = "3.2"

    def question(self) -> str:
        return f"Does {self.formation.name} pop up, to see and be seen over what is near it?"


def may_pop_up(position: Position, formation: Formation) -> bool:
    """3.2 Has it helicopters that are still low, and an enemy within range of its weapons?"""
    low = ~popped_up(position, helicopters_of(position, formation))
    return bool(low.any()) and enemy_near(position, formation, position.field.longest.get(formation.index, 0.0))


def over_the_enemy(
    battle: Battle[Position], formation: Formation, fired: set[int], *, moved: bool, fires_next: bool
) -> Rule[bool]:
    """3.2, 3.5.1 After its move a formation with attack helicopters may pop up, and anti-aircraft weapons fire at it.

    Popping up is part of the movement, so they fire after it; as a variant they fire at the movement alone. Who is
    among `fired` has done so in this action. Says whether the formation popped up.
    """
    position, lifted = battle.position, False
    popping_counts = position.field.variants.aa_on_popup
    if moved and not popping_counts:
        yield from fire_at_helicopters(battle, formation, fired)
    if fires_next and may_pop_up(position, formation) and (yield PopUp(formation)):
        pop_up(position, formation)
        battle.tell("pop up", does(formation.name, "pops up", "pop up"), "3.2", formation=formation.index)
        lifted = True
    if popping_counts and (moved or lifted):
        yield from fire_at_helicopters(battle, formation, fired)
    return lifted


def fire_at_helicopters(battle: Battle[Position], enemy: Formation, fired: set[int] | None = None) -> Rule[None]:
    """3.5.1, 3.2, 1.7.3 Anti-aircraft weapons fire at helicopters after their move, which may break them."""
    if (yield from flak_fires(battle, enemy, set() if fired is None else fired)):
        yield from check_for_breaking(battle, enemy)
