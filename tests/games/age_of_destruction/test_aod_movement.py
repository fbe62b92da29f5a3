"""How units move: terrain by mode, bases, levels, breaking away, transports."""

from __future__ import annotations

import pytest
from tests.games.age_of_destruction.aod_tables import FAR, Placed, battle_on, give, next_turn, rect, table, told

from musterhall.battle.decisions import Illegal

LEVY: Placed = ("Copper Whistle Levy", 10.0, 10.0, 0.0)
ROSE: Placed = ("Thornless Rose", 10.0, 10.0, 0.0)


def test_infantry_stops_where_it_enters_woods() -> None:
    position = table([LEVY], terrain=[rect("woods", 12, 8, 5, 5)])
    battle = battle_on(position)
    with pytest.raises(Illegal, match="stops where it enters"):
        give(battle, "move", 0, path=[[14, 10]])
    give(battle, "move", 0, path=[[12.05, 10]])
    assert position.at(0) == (12.05, 10.0)


def test_entering_woods_halves_the_speed_instead_where_that_is_read_so() -> None:
    battle = battle_on(table([LEVY], terrain=[rect("woods", 11, 8, 5, 5)], hindering_stops="half_speed"))
    with pytest.raises(Illegal, match="may go 3 inches"):
        give(battle, "move", 0, path=[[14, 10]])
    give(battle, "move", 0, path=[[13, 10]])


def test_starting_in_woods_halves_the_speed() -> None:
    battle = battle_on(table([LEVY], terrain=[rect("woods", 8, 8, 5, 5)]))
    with pytest.raises(Illegal, match="may go 3 inches"):
        give(battle, "move", 0, path=[[13.9, 10]])


def test_a_climb_ends_a_move_and_high_ground_does_not_slow_who_stands_on_it() -> None:
    hill = rect("hill", 12, 8, 5, 5)
    with pytest.raises(Illegal, match="stops where it enters"):
        give(battle_on(table([LEVY], terrain=[hill])), "move", 0, path=[[13, 10]])
    give(battle_on(table([("Copper Whistle Levy", 14.0, 10.0, 0.0)], terrain=[hill])), "move", 0, path=[[19, 10]])


def test_a_climb_costs_two_inches_where_that_is_read_so() -> None:
    hill = rect("hill", 12, 8, 5, 5)
    with pytest.raises(Illegal, match="this takes"):
        give(battle_on(table([LEVY], terrain=[hill], climb="two_inches")), "move", 0, path=[[14, 10]])
    give(battle_on(table([LEVY], terrain=[hill], climb="two_inches")), "move", 0, path=[[13, 10]])


def test_hovercraft_cross_deep_water_and_tracks_do_not() -> None:
    lake = rect("lake", 12, 8, 2, 5)
    give(battle_on(table([("Greenglass Skimmer", 10.0, 10.0, 0.0)], terrain=[lake])), "move", 0, path=[[16, 10]])
    with pytest.raises(Illegal, match="cannot enter deep water"):
        give(battle_on(table([("Lacquer Tortoise Cart", 10.0, 10.0, 0.0)], terrain=[lake])), "move", 0, path=[[16, 10]])


def test_no_end_of_a_long_base_stands_in_a_building() -> None:
    building = rect("building", 13, 9, 3, 2)
    battle = battle_on(table([("Lacquer Tortoise Cart", 8.0, 10.0, 0.0)], terrain=[building]))
    with pytest.raises(Illegal, match="would stand in blocking terrain"):
        give(battle, "move", 0, path=[[12.2, 10]])
    give(battle, "move", 0, path=[[12.2, 10]], facing=90)


def test_a_mech_walks_over_infantry_and_a_vehicle_does_not() -> None:
    enemy: Placed = ("Payday Rifles", 13.0, 10.0, 0.0)
    give(battle_on(table([ROSE], [enemy])), "move", 0, path=[[16, 10]])
    with pytest.raises(Illegal, match="cannot pass through"):
        give(battle_on(table([("Lacquer Tortoise Cart", 10.0, 10.0, 0.0)], [enemy])), "move", 0, path=[[16, 10]])


@pytest.mark.parametrize(
    ("name", "die", "gets_away"),
    [
        ("Thornless Rose", 3, True),
        ("Thornless Rose", 2, False),
        ("Lacquer Tortoise Cart", 4, True),
        ("Lacquer Tortoise Cart", 3, False),
        ("Greenglass Skimmer", 2, True),
    ],
)
def test_each_type_breaks_away_by_its_own_die(name: str, die: int, gets_away: bool) -> None:
    width = 0.9 if name == "Thornless Rose" else 0.5
    position = table([(name, 10.0, 10.0, 90.0)], [("Brine Ox", 10.0 + width + 0.5, 10.0, 90.0)])
    give(battle_on(position, die), "move", 0, path=[[6, 10]])
    assert (position.at(0) == (6.0, 10.0)) is gets_away


def test_a_mech_hurts_infantry_that_it_leaves() -> None:
    position = table([ROSE], [("Payday Rifles", 11.4, 10.0, 0.0), FAR])
    give(battle_on(position, 3), "move", 0, path=[[4, 10]])
    assert position.states[1].click == 1


def test_a_quad_needs_no_die_against_infantry() -> None:
    position = table([("Ebb Counter", 10.0, 10.0, 0.0)], [("Payday Rifles", 11.4, 10.0, 0.0), FAR])
    give(battle_on(position), "move", 0, path=[[5, 10]])
    assert position.at(0) == (5.0, 10.0)


def test_grapple_holds_a_single_mech_until_a_five() -> None:
    grappler = next(one for one in _names() if one[1] == "Grapple")[0]
    position = table([ROSE], [(grappler, 0.0, 0.0, 0.0)])
    gap = float(position.bases[1, 4]) + 0.9
    position.put(1, (10 + gap, 10.0), 90.0)
    give(battle_on(position, 4), "move", 0, path=[[5, 10]])
    assert position.at(0) == (10.0, 10.0)


def _names() -> list[tuple[str, str]]:
    from musterhall.games.age_of_destruction.units.sheets import sample_sheets

    return [(sheet.name, name) for sheet in sample_sheets() for name in sheet.equipment]


def test_each_contact_asks_for_a_die_where_that_is_read_so() -> None:
    enemies: list[Placed] = [("Payday Rifles", 11.4, 10.0, 0.0), ("Payday Rifles", 10.0, 11.4, 0.0)]
    position = table([ROSE], enemies, break_away_dice="each_contact")
    give(battle_on(position, 3, 2), "move", 0, path=[[5, 10]])
    assert position.at(0) == (10.0, 10.0)


def test_whoever_is_touched_may_turn_and_a_shut_down_mech_may_not() -> None:
    position = table([LEVY], [("Thornless Rose", 14.0, 10.0, 0.0)])
    battle = battle_on(position)
    give(battle, "move", 0, path=[[12.6, 10]])
    assert battle.asked().kind == "free spin"
    battle.answer({"facing": 180})
    assert position.facing(1) == 180.0
    down = table([LEVY], [("Thornless Rose", 14.0, 10.0, 0.0), FAR])
    down.states[1].shut_down = True
    battle = battle_on(down)
    give(battle, "move", 0, path=[[12.6, 10]])
    assert battle.asked().kind == "order"


def test_a_vtol_pays_two_inches_to_change_its_level_and_then_flies_over_all() -> None:
    kite: Placed = ("Salt Kite", 10.0, 10.0, 0.0)
    terrain = [rect("building", 13, 5, 3, 10)]
    with pytest.raises(Illegal, match="cannot enter"):
        give(battle_on(table([kite], terrain=terrain)), "move", 0, path=[[20, 10]])
    position = table([kite], terrain=terrain)
    with pytest.raises(Illegal, match="this takes 13"):
        give(battle_on(position), "move", 0, path=[[21, 10]], cruise=True)
    give(battle_on(position), "move", 0, path=[[20, 10]], cruise=True)
    assert position.states[0].cruising
    position.put(0, (14.0, 10.0), 0.0)
    battle = battle_on(next_turn(position))
    with pytest.raises(Illegal, match="would stand in blocking terrain"):
        give(battle, "move", 0, path=[], cruise=False)


def test_what_cruises_touches_nobody() -> None:
    position = table([("Salt Kite", 10.0, 10.0, 0.0)], [("Payday Rifles", 10.0, 10.6, 0.0)])
    position.states[0].cruising = True
    assert not position.touches(0, 1)


def test_boarding_costs_half_the_speed_and_takes_the_tokens_off() -> None:
    position = table([("Tideline Porters", 10.0, 10.0, 0.0), ("Barter Swimmers", 8.35, 10.0, 0.0)])
    position.states[1].began_behind, position.states[1].tokens = 0, 1
    battle = battle_on(position)
    with pytest.raises(Illegal, match="may go"):
        give(battle, "move", 0, path=[[16, 10]], board=[1])
    give(battle, "move", 0, path=[[12, 10]], board=[1])
    assert (position.states[1].place, position.states[1].transport, position.states[1].tokens) == ("aboard", 0, 0)
    battle = battle_on(next_turn(position))
    give(battle, "move", 0, path=[], leave=[1])
    battle.answer(next(iter(battle.asked().options())))
    assert position.states[1].place == "table"
    assert position.touches(0, 1)


def test_nobody_boards_who_did_not_begin_the_turn_behind_the_transport() -> None:
    position = table([("Tideline Porters", 10.0, 10.0, 0.0), ("Barter Swimmers", 8.35, 10.0, 0.0)])
    with pytest.raises(Illegal, match="did not begin the turn behind"):
        give(battle_on(position), "move", 0, path=[], board=[1])


def test_passengers_go_down_with_their_transport() -> None:
    position = table(
        [("Tideline Porters", 10.0, 10.0, 0.0), ("Barter Swimmers", 8.35, 10.0, 0.0), FAR],
        [("Emperor's Inkstone", 10.0, 12.0, 270.0)],
    )
    position.states[1].place, position.states[1].transport, position.states[0].click = "aboard", 0, 5
    position.side = 1
    battle = battle_on(position, 6, 6)
    give(battle, "ranged", 3, target=0)
    assert [unit for unit, _ in position.eliminated] == [0, 1]
    assert told(battle, "eliminated")
