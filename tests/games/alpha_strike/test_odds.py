"""Exact odds: they are those of the dice that a battle rolls."""

from __future__ import annotations

import math
from typing import Any

import pytest

from musterhall.battle.battle import resolve
from musterhall.dice import Dice, Die
from musterhall.drawing.bars import bar_chart
from musterhall.games.alpha_strike.attacks.firing import fire
from musterhall.games.alpha_strike.harm.damage import apply_damage
from musterhall.games.alpha_strike.odds.branching import added, every_way, mean
from musterhall.games.alpha_strike.odds.fate import still_battle
from musterhall.games.alpha_strike.odds.odds import odds_of, shot_at
from musterhall.games.alpha_strike.parts.odds import ODDS
from musterhall.games.alpha_strike.position.condition import DESTROYED
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position_file.reading import position_from
from musterhall.problems import BadInput

SAMPLES = 4_000
"""`make soak` rolls more of them, by other seeds."""
D6 = Die("D6", 6)


def table(*units: dict[str, Any], **more: Any) -> Position:
    return position_from({"unit": list(units), **more}, "table")


def red(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "side": "red", "at": [20, 10], "moved": "ground", **more}


def blue(**more: Any) -> dict[str, Any]:
    return {"name": "Target", "side": "blue", "at": [20, 20], "moved": "ground", "facing": 270, **more}


# Dice that fall every way


def test_two_dice_fall_by_their_sum() -> None:
    chances = every_way(lambda dice: sum(dice.roll(2, D6, "attack")))
    assert chances[7] == pytest.approx(6 / 36)
    assert chances[12] == pytest.approx(1 / 36)
    assert sum(chances.values()) == pytest.approx(1.0)


def test_a_rule_that_rolls_again_only_sometimes_is_followed_there() -> None:
    def rule(dice: Dice) -> int:
        first = dice.one(D6, "first")
        return first + dice.one(D6, "second") if first == 6 else first

    chances = every_way(rule)
    assert chances[5] == pytest.approx(1 / 6)
    assert chances[12] == pytest.approx(1 / 36)
    assert 6 not in chances
    assert mean(chances) == pytest.approx(3.5 + 3.5 / 6)


def test_figures_that_have_nothing_to_do_with_each_other_are_added() -> None:
    assert added({0: 0.5, 1: 0.5}, {0: 0.5, 2: 0.5}) == {0: 0.25, 1: 0.25, 2: 0.25, 3: 0.25}


# Against the dice of a battle


def sampled(
    position: Position, target: int, attackers: list[tuple[int, dict[str, Any]]], samples: int, seed: int
) -> dict[str, float]:
    """The same by rolling: how often each thing came about, and the mean damage."""
    battle = still_battle(position)
    battle.dice = Dice(seed, recording=False)
    shots = [(unit, shot_at(position, unit, target, how)) for unit, how in attackers]
    before = battle.position.conditions[target]
    seen: dict[str, float] = {}
    for _ in range(samples):
        condition = battle.position.conditions[target] = before.copy()
        for unit, shot in shots:
            resolve(battle, fire(battle, unit, shot), [])
        points = sum(mark.points for mark in condition.marks) - sum(mark.points for mark in before.marks)
        apply_damage(battle, [target])
        lives = condition.place != DESTROYED
        for name, happened in (
            (f"damage {points}", True),
            ("destroyed", not lives),
            ("crippled", lives and condition.crippled),
            ("engine hit", lives and condition.engine_hits > before.engine_hits),
            ("weapon hit", lives and condition.weapon_hits > before.weapon_hits),
            ("leg hit", lives and condition.drive.count("mp") > before.drive.count("mp")),
            ("immobilised", lives and condition.drive.count("immobile") > before.drive.count("immobile")),
        ):
            seen[name] = seen.get(name, 0.0) + happened / samples
    return seen


SITUATIONS: dict[str, tuple[list[dict[str, Any]], list[tuple[int, dict[str, Any]]]]] = {
    "a fresh 'Mech": ([red("One"), blue()], [(0, {})]),
    "a 'Mech without armour": ([red("One"), blue(armour_left=0, structure_left=3)], [(0, {})]),
    "overheating": ([red("One", overheat=2), blue(armour_left=2)], [(0, {"overheat": 2})]),
    "minimal damage": (
        [red("One", damage="0*/0*/0*"), blue(armour_left=0, structure_left=1, crippled=True)],
        [(0, {})],
    ),
    "ammunition in cells": ([red("One"), blue(armour_left=1, specials="CASE")], [(0, {})]),
    "a second engine hit": ([red("One"), blue(armour_left=0, engine_hits=1)], [(0, {})]),
    "a hover tank": ([red("One"), blue(type="CV", move='10"h', armour_left=2)], [(0, {})]),
    "from behind": ([red("One"), blue(facing=90, armour_left=1)], [(0, {})]),
    "what was marked before": ([red("One"), blue(marked=6)], [(0, {})]),
    "heat": ([red("One", specials="HT1/1/-"), blue(armour_left=2)], [(0, {})]),
    "heat where there is no heat scale": ([red("One", specials="HT2/2/-"), blue(type="CV", move='8"t')], [(0, {})]),
    "flak": ([red("One", specials="FLK2/2/2"), blue(type="CV", move='12"v', armour_left=1)], [(0, {})]),
    "commercial armour": ([red("One"), blue(specials="BAR")], [(0, {})]),
    "a turret to the rear": (
        [red("One", facing=270, specials="TUR(2/2/1)"), blue(armour_left=0)],
        [(0, {"mount": "turret"})],
    ),
    "a Marksman who takes aim": (
        [red("One", moved="standstill", damage="6/6/6", abilities=["Marksman"]), blue(armour_left=1)],
        [(0, {"aim": True})],
    ),
    "a Sharpshooter": ([red("One", moved="standstill", abilities=["Sharpshooter"]), blue()], [(0, {})]),
    "a Weapon Specialist": ([red("One", abilities=["Weapon Specialist"]), blue(armour_left=1)], [(0, {})]),
    "a lance": (
        [red("One"), red("Two", at=[24, 10]), red("Three", at=[16, 10], damage="4/4/0*"), blue()],
        [(0, {}), (1, {}), (2, {})],
    ),
}


@pytest.mark.parametrize("name", SITUATIONS)
def test_odds_are_those_of_many_attacks(name: str) -> None:
    require_odds_as_rolled(name, SAMPLES, 7)


def require_odds_as_rolled(name: str, samples: int, seed: int) -> None:
    units, attackers = SITUATIONS[name]
    position = table(*units)
    target = len(units) - 1
    odds, rolled = odds_of(position, target, attackers), sampled(position, target, attackers, samples, seed)
    exact = {
        "destroyed": odds.destroyed,
        "crippled": odds.crippled,
        **{name: odds.criticals.get(name, 0.0) for name in ("engine hit", "weapon hit", "leg hit", "immobilised")},
        **{f"damage {points}": chance for points, chance in odds.damage.items()},
    }
    for what, chance in exact.items():
        error = math.sqrt(chance * (1 - chance) / samples)
        assert rolled.get(what, 0.0) == pytest.approx(chance, abs=4.5 * error + 1e-9), what


def test_the_other_reading_of_attack_dice_is_one_roll_for_all_points() -> None:
    position = table(red("One"), blue(), variants={"attack_dice": "one_roll"})
    assert set(odds_of(position, 1, [(0, {})]).damage) == {0, 3}


def test_the_table_that_is_asked_about_stays_as_it_is() -> None:
    position = table(red("One"), blue(armour_left=0))
    before = position.fingerprint()
    odds_of(position, 1, [(0, {})])
    assert position.fingerprint() == before


def test_who_cannot_fire_or_overheat_so_much_is_told_why() -> None:
    position = table(red("One"), blue(facing=0, at=[20, 2]))
    with pytest.raises(BadInput, match="One cannot fire so at Target: Target is behind it"):
        odds_of(position, 1, [(0, {})])
    with pytest.raises(BadInput, match="may overheat by up to 0 at medium range"):
        odds_of(table(red("One"), blue()), 1, [(0, {"overheat": 1})])


# As they are asked for


def question(**asked: Any) -> dict[str, Any]:
    given = {"attackers": ["One"], "target": "Target", **asked}
    return {"game": "alpha_strike", "ask": {"odds": given}, "unit": [red("One", overheat=1), blue()]}


def test_the_report_has_a_row_for_each_attack_and_bars_for_every_number_of_points() -> None:
    report = ODDS.work_out(question(attackers=["One", {"unit": "One", "overheat": 1}]), "file")
    assert report.title == "One and One fire at Target: 4.08 damage on average"
    assert [row[0] for row in report.attacks] == ["One", "One"]
    assert [label for label, _ in report.bars] == [str(points) for points in range(8)]
    assert sum(chance for _, chance in report.bars) == pytest.approx(1.0, abs=1e-5)
    picture = bar_chart(report.title, report.bars, report.bars_of)
    assert picture.count("<rect") == 1 + 8


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ({"target": "Targt"}, "file: ask odds: target: there is no unit 'Targt'; did you mean Target?"),
        ({"attackers": []}, "file: ask odds: attackers: name from 1 to 12 of them."),
        (
            {"attackers": [{"unit": "One", "overheat": 2}]},
            "One cannot fire so at Target: It may overheat by up to 1 at medium range.",
        ),
        ({"attackers": [{"unit": "One", "overheat": "much"}]}, "It may overheat by up to 1 at medium range"),
        ({"attackers": [3]}, "3 is neither a name nor"),
        ({"weather": "fine"}, "weather: the question does not use it"),
    ],
)
def test_a_question_that_cannot_be_answered_is_refused_in_one_sentence(asked: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput) as refused:
        ODDS.work_out(question(**asked), "file")
    assert complaint in str(refused.value)


def test_a_file_that_asks_something_else_is_told_how_odds_are_asked_for() -> None:
    with pytest.raises(BadInput, match=r"file: ask: odds are asked for with ask = \{ odds"):
        ODDS.work_out({"game": "alpha_strike", "ask": {"tmm": {"unit": "One"}}}, "file")
