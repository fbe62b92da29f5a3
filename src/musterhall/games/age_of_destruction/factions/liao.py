"""House Liao: Awe and Fanaticism."""

from __future__ import annotations

from dataclasses import replace

from musterhall.battle.battle import Battle
from musterhall.games.age_of_destruction.factions.ranks import is_elite
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.harm.damage import repair
from musterhall.games.age_of_destruction.harm.losses import LOST
from musterhall.games.age_of_destruction.position.moments import abilities_of
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.position.rolls import D6
from musterhall.tally import counted

AWE = "22"


def inspires_awe(position: Position, side: int) -> bool:
    """22 Whether at least half of a side's build total is elite Liao, as built or as it still stands."""
    edition, player = position.field.edition, position.field.players[side]
    alive = edition.awe_share == "while_alive"
    elite = sum(
        position.unit(unit).points
        for unit in position.field.of_side[side]
        if "awe" in abilities_of(position, unit)
        and is_elite(position, unit)
        and not (alive and position.states[unit].place == "eliminated")
    )
    total = player.build_total
    if edition.awe_of == "force_points":
        total = sum(position.unit(unit).points for unit in position.field.of_side[side])
    return 2 * elite >= total


def name_the_awed(battle: Battle[Position], side: int) -> None:
    """22 In its command stage a side names its opponent; with two players there is nobody else to name."""
    position = battle.position
    awes = inspires_awe(position, side)
    if awes:
        position.set_side(side, replace(position.sides[side], awes=True))
        battle.tell("awe", position.field.players[1 - side].does("is awed", "are awed"), AWE, side=1 - side)


def roll_for_awe(battle: Battle[Position], side: int) -> None:
    """22 At the start of an awed player's turn the other rolls: each 6 is one order fewer."""
    position, other = battle.position, 1 - side
    if not position.sides[other].awes:
        return
    position.set_side(other, replace(position.sides[other], awes=False))
    edition = position.field.edition
    dice = position.field.players[side].build_total // edition.awe_points
    faces = battle.roll(dice, D6, "Awe") if dice else []
    sixes = faces.count(6)
    fewer = min(sixes, 1) if edition.awe_sixes == "one_at_most" else sixes
    position.set_side(side, replace(position.sides[side], fewer_orders=fewer))
    words = f"{counted(fewer, 'order')} fewer" if fewer else "no order fewer"
    battle.tell("awe", f"Awe: {', '.join(map(str, faces))}, so {words}", AWE, faces=faces, fewer=fewer)


@LOST.acted_by("fanaticism")
def fanaticism(battle: Battle[Position], side: int, fallen: list[int]) -> None:
    """23 Each Liao unit of the side within 8 inches of a fallen one repairs a click."""
    position = battle.position
    edition = position.field.edition
    for unit in position.on_table(side):
        if "fanaticism" not in abilities_of(position, unit) or position.states[unit].captor != NOBODY:
            continue
        near = sum(position.gap(unit, one) <= edition.fanaticism_inches for one in fallen)
        repair(battle, unit, near if edition.fanaticism_many == "each_unit" else min(near, 1))
