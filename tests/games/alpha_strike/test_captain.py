"""What the captain does where a fixed doctrine would not know better, and whether it says truly why."""

from __future__ import annotations

import math
from typing import Any

import pytest

from musterhall.battle.agents import play
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer
from musterhall.dice import Dice
from musterhall.games.alpha_strike.agents import agent_named
from musterhall.games.alpha_strike.agents.captain import CaptainAgent
from musterhall.games.alpha_strike.agents.wishes import wish_of
from musterhall.games.alpha_strike.attacks.attacking import Act
from musterhall.games.alpha_strike.battles import AlphaStrikeRules, Setup, new_position
from musterhall.games.alpha_strike.command.picks import Given, OneOf
from musterhall.games.alpha_strike.decisions import (
    Boarding,
    CommandUnits,
    Dismount,
    PreGameChoices,
    TurnChoices,
    UseExtra,
)
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.field.making_tables import table_of_seed
from musterhall.games.alpha_strike.force.forces import shipped_force
from musterhall.games.alpha_strike.movement.move_decision import Move
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position_file.reading import position_from
from musterhall.games.alpha_strike.scenarios.scenarios import scenario_named

WALL = {"name": "wall", "kind": "hill", "rectangle": [10, 22, 20, 2], "height": 8}


def red(name: str, x: float, y: float, **more: Any) -> dict[str, Any]:
    return {"name": name, "side": "red", "at": [x, y], **more}


def blue(name: str, x: float, y: float, **more: Any) -> dict[str, Any]:
    return {"name": name, "side": "blue", "at": [x, y], **more}


def table(*units: dict[str, Any], **more: Any) -> Position:
    return position_from({"unit": list(units), **more}, "table").seen_by(0)


def acts(*units: dict[str, Any], **more: Any) -> tuple[dict[str, Any], str]:
    """What the first unit does in the Combat Phase, and why."""
    view, captain = table(*units, **more), CaptainAgent()
    answer = captain.answer(Act(view, 0), view)
    Act(view, 0).check(answer)
    return answer, captain.why


def moves(*units: dict[str, Any], unit: int = 0, **more: Any) -> tuple[dict[str, Any], str]:
    """How a unit moves, and why."""
    view, captain = table(*units, phase="movement", **more), CaptainAgent()
    answer = captain.answer(Move(view, unit), view)
    Move(view, unit).check(answer)
    return answer, captain.why


def end(answer: dict[str, Any], at: tuple[float, float]) -> tuple[float, float]:
    x, y = answer["path"][-1] if answer["path"] else at
    return (x, y)


# Attacks of every kind


def test_a_heavy_mech_with_light_weapons_strikes_whom_it_touches() -> None:
    answer, why = acts(red("Hunter", 20, 20, damage="1/1/1", moved="ground", facing=90), blue("Wolf", 20, 21.25))
    assert answer == {"attack": "physical", "how": "standard", "target": 1}
    assert why == "Wolf is within its arms' reach: 3 damage with 4 or more"


def test_a_mech_with_heavy_weapons_fires_at_whom_it_touches() -> None:
    answer, _ = acts(red("Hunter", 20, 20, damage="5/5/5", moved="ground", facing=90), blue("Wolf", 20, 21.25))
    assert answer["attack"] == "weapons"


def test_a_blow_is_worth_more_where_it_shakes_salvage_loose() -> None:
    units = (red("Hunter", 20, 10, size=1, damage="2/2/2", moved="ground", facing=90), blue("Wolf", 20, 11.25))
    assert acts(*units, scenario="salvage")[0]["attack"] == "weapons"
    answer, _ = acts(*units, scenario="salvage", objectives={"carried": {"Wolf": 2}})
    assert answer["attack"] == "physical"


def test_who_has_charged_carries_its_charge_through() -> None:
    charging = red("Hunter", 20, 20, moved="ground", facing=90, effects=[{"name": "charge", "until": 1}])
    answer, _ = acts(charging, blue("Wolf", 20, 21.25))
    assert answer == {"attack": "physical", "how": "charge", "target": 1}


def test_a_heavy_mech_with_light_weapons_comes_to_blows() -> None:
    answer, _ = moves(
        red("Hunter", 20, 20, size=4, damage="0*/0*/0*", move='10"'),
        blue("Wolf", 20, 28, damage="1/1/1", moved="ground"),
    )
    assert math.dist(end(answer, (20, 20)), (20, 28)) == pytest.approx(1.25, abs=0.05)


@pytest.mark.parametrize(("waits", "comes"), [({}, False), ({"moved": "ground"}, True), ({"shut_down": True}, True)])
def test_nobody_charges_an_enemy_who_can_still_step_aside(waits: dict[str, Any], comes: bool) -> None:
    hunter = red("Hunter", 20, 20, size=4, damage="0*/0*/0*", move='10"')
    answer, why = moves(hunter, blue("Wolf", 20, 28, damage="1/1/1", armour=9, **waits))
    assert (math.dist(end(answer, (20, 20)), (20, 28)) < 1.3) == comes, why


def test_missiles_are_fired_over_a_spotter_at_whom_nobody_else_sees() -> None:
    answer, why = acts(
        red("Rain", 20, 12, specials="IF3", moved="ground", facing=90),
        blue("Wolf", 20, 30, moved="ground"),
        red("Eye", 36, 30, moved="ground", facing=180),
        terrain=[WALL],
    )
    assert answer == {"attack": "weapons", "target": 2, "spotter": 1}
    assert why.startswith("Eye spots Wolf for it: 3 dice")


def test_a_gun_shells_where_the_most_enemies_stand_together() -> None:
    answer, why = acts(
        red("Gun", 36, 4, damage="0*/0*/0", specials="ARTT-1", moved="standstill", facing=90),
        blue("Loner", 10, 30),
        blue("First", 60, 30),
        blue("Second", 61.3, 30),
        blue("Third", 60.6, 31.2),
    )
    assert answer["attack"] == "artillery"
    assert answer["target"] in (2, 3, 4)
    assert why.startswith("A shell on ")


def test_a_gun_does_not_shell_who_is_hit_to_death_already() -> None:
    answer, _ = acts(
        red("Gun", 36, 4, damage="0*/0*/0", specials="ARTT-1", moved="standstill", facing=90),
        blue("Loner", 10, 30),
        blue("First", 60, 30, marked=10),
        blue("Second", 61.3, 30, marked=10),
    )
    assert (answer["attack"], answer["target"]) == ("artillery", 1)


def test_nobody_spots_for_a_poor_shot_who_has_a_good_one_of_his_own() -> None:
    rain, wolf = red("Rain", 20, 12, specials="IF1", moved="ground", facing=90), blue("Wolf", 20, 30, moved="ground")
    for damage, spots in (("0/0/0", True), ("6/6/6", False)):
        eye = red("Eye", 26, 30, moved="standstill", facing=180, damage=damage)
        answer, _ = acts(rain, wolf, eye, terrain=[WALL])
        assert ("spotter" in answer) == spots


@pytest.mark.parametrize(("gun", "attacked"), [("", False), ("ARTT-1", True)])
def test_tag_is_fired_only_while_a_gun_of_its_side_has_yet_to_fire(gun: str, attacked: bool) -> None:
    choices: list[dict[str, Any]] = [{"use": "nothing"}, {"use": "TAG", "target": 2}, {"use": "TAG", "target": 3}]
    units = (red("Scout", 20, 20, specials="TAG", facing=90), blue("Dear", 20, 30, pv=60), blue("Cheap", 24, 30, pv=10))
    view = table(*units, red("Gun", 20, 4, specials=gun, attacked=attacked))
    assert CaptainAgent().answer(UseExtra(view, 0, choices), view) == {"use": "nothing"}
    view = table(*units, red("Gun", 20, 4, specials="ARTT-1"))
    assert CaptainAgent().answer(UseExtra(view, 0, choices), view) == {"use": "TAG", "target": 2}


# What formations give


def test_a_gift_goes_to_who_gains_by_it_and_not_to_who_has_it_or_cannot_use_it() -> None:
    view = table(
        red("Has it", 20, 4, specials="IF3", pv=60, abilities=["Oblique Attacker"]),
        red("No missiles", 24, 4, pv=50),
        red("Poor", 28, 4, specials="IF1", pv=20),
        red("Rich", 32, 4, specials="IF3", pv=40),
        blue("Wolf", 20, 40),
    )
    offers = dict.fromkeys(range(4), ("Oblique Attacker",))
    decision = TurnChoices(view, 0, [Given("Rain: Oblique Attacker", "18", offers, 1, same=True)])
    answer = CaptainAgent().answer(decision, view)
    decision.check(answer)
    assert answer == {"Rain: Oblique Attacker": [[3, "Oblique Attacker"]]}


def test_an_ability_that_the_captain_never_uses_is_not_chosen() -> None:
    view = table(red("Hunter", 20, 4), red("Other", 24, 4), blue("Wolf", 20, 40))
    things = ("Antagonizer", "Sniper")
    picks = [
        OneOf("Alpha: commander", "18", things),
        Given("Alpha: abilities", "18", dict.fromkeys((0, 1), things), 2),
    ]
    answer = CaptainAgent().answer(PreGameChoices(view, 0, picks), view)
    assert answer == {"Alpha: commander": "Sniper", "Alpha: abilities": [[0, "Sniper"], [1, "Sniper"]]}


def test_a_gun_does_not_shell_its_own_side() -> None:
    friends = [red(f"Friend {number}", 34.6 + 1.4 * number, 28.7, facing=90) for number in range(3)]
    answer, _ = acts(
        red("Gun", 36, 4, damage="0*/0*/0", specials="ARTT-1", moved="standstill", facing=90),
        blue("Wolf", 36, 30),
        *friends,
    )
    assert answer["attack"] != "artillery"


# Moving


def test_a_unit_goes_round_what_bars_its_way() -> None:
    units = (red("Hunter", 20, 20, move='6"', damage="1/0/0"), blue("Wolf", 20, 40, moved="ground", damage="0/0/0"))
    answer, _ = moves(*units, terrain=[{**WALL, "rectangle": [14, 21, 12, 2]}])
    assert end(answer, (20, 20)) != (20, 20)
    assert len(answer["path"]) >= 1
    x, y = end(answer, (20, 20))
    assert math.dist((x, y), (20, 40)) < 20 + 1
    assert x <= 15 or x >= 25 or y > 22


def test_nobody_runs_after_an_enemy_who_has_strayed_from_the_others() -> None:
    far = [blue(f"Wolf {number}", 40 + 2 * number, 40, moved="ground") for number in range(5)]
    answer, _ = moves(red("Hunter", 36, 10, damage="1/0/0"), blue("Stray", 12, 12, moved="ground"), *far)
    x, y = end(answer, (36, 10))
    assert y > 12
    assert x > 32


def test_nobody_sprints_past_a_shot_to_salvage_that_it_could_not_pick_up_this_turn() -> None:
    hunter, wolf = red("Hunter", 36, 11, move='10"', damage="6/6/6"), blue("Wolf", 44, 20, pv=90, moved="standstill")
    answer, _ = moves(hunter, wolf, scenario="salvage", turn=2)
    assert answer["mode"] == "ground"
    assert end(answer, (36, 11))[1] > 16


def test_every_piece_that_lies_in_one_place_counts() -> None:
    answer, why = moves(
        red("Hunter", 36, 40, size=3),
        blue("Wolf", 4, 4),
        scenario="salvage",
        objectives={"lying": [[30, 40], [44, 40], [44, 40]], "yards": [0, 0, 4, 3]},
    )
    assert why == "Hunter goes for the salvage in the south of the table"
    assert end(answer, (36, 40))[0] > 42


# Command units


def test_a_command_unit_keeps_farther_from_the_enemy_than_others_do() -> None:
    enemies = [blue(f"Wolf {number}", 30 + 4 * number, 36, moved="ground", facing=270) for number in range(4)]
    off = []
    for commands in (False, True):
        one = red("Hunter", 36, 22, damage="2/2/1", move='8"', command_unit=commands)
        answer, _ = moves(one, *enemies, scenario="assassination", turn=2)
        off.append(min(math.dist(end(answer, (36, 22)), enemy["at"]) for enemy in enemies))
    assert off[1] > off[0] + 4


def test_who_leads_a_command_formation_is_taken_for_a_command_unit_before_it_is_shown() -> None:
    group = {"name": "Staff", "side": "blue", "kind": "command_lance", "commander": "Boss"}
    staff = [blue(name, x, 40, formation="Staff") for name, x in (("Boss", 20), ("Aide", 24), ("Guard", 28))]
    view = table(red("Hunter", 20, 20), *staff, formation=[group], scenario="assassination")
    worth = CaptainAgent().outlook(view).worth
    assert worth[1] > worth[2] + 20
    assert worth[2] == worth[3]
    cleared = table(red("Hunter", 20, 20), *staff, scenario="assassination")
    assert CaptainAgent().outlook(cleared).worth[1] == worth[2]


def test_who_stands_far_from_the_enemy_is_made_a_command_unit() -> None:
    units = (red("Front", 36, 22), red("Rear", 4, 13), red("Also", 38, 22), blue("Wolf", 36, 26), blue("Bear", 40, 26))
    view = table(*units, scenario="assassination", phase="choices")
    assert CaptainAgent().answer(CommandUnits(view, 0), view)[0] == 1


def test_the_enemy_who_is_worth_most_is_scanned_and_nobody_once_both_are_known() -> None:
    scout = red("Scout", 36, 20, damage="0/0/0", specials="PRB", moved="ground", facing=90)
    units = (
        scout,
        blue("Cheap", 30, 30, pv=12),
        blue("Dear", 42, 30, pv=60),
        blue("Boss", 36, 44),
        blue("Bork", 4, 44),
    )
    answer, _ = acts(*units, scenario="assassination")
    assert (answer["action"], answer["target"]) == ("command scan", 2)
    known, _ = acts(*units, scenario="assassination", blue={"shown": ["Boss", "Bork"]})
    assert known["attack"] == "nothing"


# Transports


def test_troops_ride_and_get_off_where_the_enemy_is() -> None:
    troops = {"type": "BA", "move": '6"f', "specials": "CAR2"}
    carrier = {"type": "CV", "move": '10"t', "specials": "IT4"}
    waiting = table(
        {"name": "Squad", "side": "red", "place": "waiting", **troops},
        {"name": "Truck", "side": "red", "place": "waiting", **carrier},
        blue("Wolf", 36, 40),
        phase="choices",
    )
    boarding = Boarding(waiting, 0)
    assert CaptainAgent().answer(boarding, waiting) == {"riders": [[0, 1]]}
    for y, gets_off in ((40, False), (20, True)):
        squad = {"name": "Squad", "side": "red", "aboard": "Truck", **troops}
        view = table(squad, red("Truck", 36, 14, moved="ground", **carrier), blue("Wolf", 36, y), phase="movement")
        answer: Answer = CaptainAgent().answer(Dismount(view, 0, beside=(view.at(1),)), view)
        assert bool(answer["path"]) == gets_off


# What it says


class Watched(CaptainAgent):
    """Notes for each move the reason, and how much nearer it came to where its unit was wanted."""

    stills: list[tuple[str, bool]]
    """Every reason for a move, and whether the unit stood still."""
    backward: list[float]
    """How much nearer home each came that was said to fall back."""

    def __init__(self) -> None:
        super().__init__()
        self.noted: list[tuple[str, float, bool]] = []
        self.stills, self.backward = [], []

    def answer(self, decision: Any, view: Position) -> Answer:
        answer = super().answer(decision, view)
        if isinstance(decision, Move) and not isinstance(decision, Dismount) and self.why:
            self.stills.append((self.why, not answer["path"]))
            if " falls back" in self.why:
                self.backward.append(view.at(decision.unit)[1] - answer["path"][-1][1])
        if isinstance(decision, Move) and not isinstance(decision, Dismount) and answer["path"] and self.why:
            unit = decision.unit
            waits = view.conditions[unit].place == "waiting"
            begin = tuple(answer["path"][0]) if waits else view.at(unit)
            _, foes = self.outlook(view).foes(view, decision.player)
            wish = wish_of(view, unit, begin, foes, self.plan(view, decision.player).goals.get(unit))
            nearer = math.dist(begin, wish.at) - math.dist(answer["path"][-1], wish.at)
            self.noted.append((self.why, nearer, math.dist(answer["path"][-1], wish.at) <= wish.near))
        return answer


@pytest.mark.parametrize("scenario", ["salvage", "king-of-the-hill"])
def test_who_is_said_to_come_nearer_or_to_go_somewhere_does_so(scenario: str) -> None:
    picket, wall = shipped_force("lyran-picket"), shipped_force("combine-wall")
    position = new_position(Setup(picket, wall, table_of_seed(3), scenario_named(scenario), Edition.usual()))
    battle = Battle(AlphaStrikeRules(), position, Dice(3), recording=True, forking=False)
    captain = Watched()
    play(battle, [captain, agent_named("drill", 2)])
    said = [one for one in captain.noted if " comes nearer" in one[0] or " goes " in one[0] or " makes for " in one[0]]
    assert len(said) > 15
    assert [one for one in said if one[1] <= 0 and not one[2]] == []
    assert [why for why, still in captain.stills if still and any(word in why for word in FOR_WHO_MOVES)] == []
    assert [why for why, still in captain.stills if not still and any(word in why for word in FOR_WHO_STAYS)] == []
    assert all(inches > 0 for inches in captain.backward)


FOR_WHO_MOVES = (" charges ", " leaps upon ", " finds a better place", " another position", " falls back", " keeps to ")
FOR_WHO_STAYS = (" is where it was sent", " stays where it is")


def test_the_reason_for_a_charge_names_the_charge_and_for_a_walk_what_is_meant() -> None:
    tank = red("Tank", 20, 20, type="CV", size=4, damage="0*/0*/0*", move='16"t', armour=9)
    answer, why = moves(tank, blue("Wolf", 20, 29, damage="1/1/1", moved="standstill"))
    assert answer["mode"] == "charge"
    assert why.startswith("Tank charges Wolf, and ")
    _, why = moves(red("Hunter", 20, 20), blue("Wolf", 20, 34, moved="ground"))
    assert why.startswith("Hunter means to fire at Wolf, and ")
