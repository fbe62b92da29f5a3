"""A move that is refused names the units that cannot make it, and those alone."""

from __future__ import annotations

import pytest
from tests.games.the_game.test_captain import GOBLINS, TANKS, position_of

from musterhall.battle.decisions import Illegal
from musterhall.games.the_game.assault.charging import ChargeMove
from musterhall.games.the_game.movement.moving import Move
from musterhall.games.the_game.position.position import Position
from musterhall.games.the_game.scenario.deployment import Deploy

RED, BLUE = 0, 1


def tanks(count: int = 4) -> Position:
    return position_of([(RED, TANKS, count, (60.0, 20.0)), (BLUE, GOBLINS, 1, (150.0, 110.0))])


def going(position: Position, *steps: float) -> dict[str, list[list[float]]]:
    """Each unit so far to the south."""
    return {"go": [[unit, float(position.x[unit]), float(position.y[unit]) + far] for unit, far in enumerate(steps)]}


def test_those_who_go_too_far_are_at_fault_each_with_the_reason_and_its_section() -> None:
    position = tanks()
    move, answer = Move(position, position.formations[0]), going(position, 10.0, 60.0, 10.0, 70.0)
    faults = move.faults(answer)
    assert [fault.piece for fault in faults] == [1, 3]
    assert "moves 60.0 cm and may move" in faults[0].reason
    assert {fault.section for fault in faults} == {"1.6"}
    with pytest.raises(Illegal) as refusal:
        move.check(answer)
    assert refusal.value.reason == faults[0].reason


def test_where_everybody_may_go_but_not_so_far_apart_the_two_at_the_gap_are_at_fault() -> None:
    position = tanks()
    faults = Move(position, position.formations[0]).faults(going(position, -19.0, 0.0, 0.0, 30.0))
    assert len(faults) == 2
    assert 3 in [fault.piece for fault in faults]
    assert {fault.section for fault in faults} == {"1.1.3"}


def test_a_legal_move_has_no_faults_and_one_that_means_nothing_names_nobody() -> None:
    position = tanks()
    move = Move(position, position.formations[0])
    assert not move.faults(going(position, 5.0, 5.0, 5.0, 5.0))
    assert not move.faults({"go": "everywhere"})


def test_a_charge_that_goes_too_far_names_who() -> None:
    position = tanks()
    charge = ChargeMove(position, position.formations[0], (1,), 3.0)
    assert [fault.piece for fault in charge.faults(going(position, 5.0, 5.0, 90.0, 5.0))] == [2]


def test_whoever_would_stand_outside_the_target_square_is_named() -> None:
    position = tanks()
    places = {"go": [[0, 60.0, 20.0], [1, 63.0, 20.0], [2, 100.0, 20.0], [3, 66.0, 20.0]]}
    faults = Deploy(position, position.formations[0], (60.0, 20.0)).faults(places)
    assert [(fault.piece, fault.section) for fault in faults] == [(2, "6.1.4")]
    assert "would not be in the target square" in faults[0].reason
