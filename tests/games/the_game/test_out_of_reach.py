"""Whoever cannot be fired at: a player who taps them reads why."""

from __future__ import annotations

from tests.games.the_game.test_captain import GOBLINS, TANKS, position_of, wood

from musterhall.games.the_game.fire.shooting import Fire
from musterhall.games.the_game.parts.gestures import GESTURES
from musterhall.games.the_game.phases.commands import SUSTAINED_FIRE
from musterhall.games.the_game.position.position import Position

RED, BLUE = 0, 1


def barred(position: Position) -> dict[str, str]:
    told = GESTURES.gesture(Fire(position, position.formations[0], SUSTAINED_FIRE)).as_data()["barred"]
    return {one["words"]: one["help"] for one in told}


def test_an_enemy_out_of_range_is_told_with_both_distances() -> None:
    position = position_of([(RED, TANKS, 4, (90.0, 10.0)), (BLUE, GOBLINS, 4, (90.0, 110.0))])
    (why,) = barred(position).values()
    assert "cm away, and the weapons here reach 60 cm" in why


def test_an_enemy_behind_a_wood_is_told_with_the_wood() -> None:
    hidden = position_of([(RED, TANKS, 1, (60.0, 20.0)), (BLUE, GOBLINS, 1, (60.0, 70.0))], (wood(60.0, 45.0, 9.0),))
    (why,) = barred(hidden).values()
    assert "out of sight, behind" in why


def test_whoever_can_be_fired_at_is_not_among_them() -> None:
    assert barred(position_of([(RED, TANKS, 4, (60.0, 20.0)), (BLUE, GOBLINS, 4, (60.0, 60.0))])) == {}
