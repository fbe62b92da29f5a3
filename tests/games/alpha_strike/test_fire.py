"""Weapon attacks: every modifier counts in some worked case, and what is fired is what the volley says."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from musterhall.battle.battle import Battle
from musterhall.battle.cases import run_case
from musterhall.dice import Dice
from musterhall.games.alpha_strike.abilities.modifiers import Modifier, basic_modifiers
from musterhall.games.alpha_strike.attacks.firing import roll
from musterhall.games.alpha_strike.attacks.lots import Cut, Lot, Volley
from musterhall.games.alpha_strike.attacks.sight import sight, sights
from musterhall.games.alpha_strike.attacks.volleys import volley
from musterhall.games.alpha_strike.attacks.weapons import Weapons
from musterhall.games.alpha_strike.battles import AlphaStrikeRules
from musterhall.games.alpha_strike.position import say
from musterhall.games.alpha_strike.position_file.reading import position_from
from musterhall.games.alpha_strike.referee.referee import ask
from musterhall.problems import parse_toml

CASES = Path(__file__).parents[2] / "cases" / "alpha_strike"
SHOWN_BY_PLAY = {
    "coordinated fire": "18-light_fire.toml",
    "fires mounted": "18-combined_transport.toml",
    "tailing": "12-dogfight-tailing.toml",
    "transport jumped": "18-combined_transport-jumped.toml",
    "transport stood still": "18-combined_transport-stood-still.toml",
}
"""Modifiers that come about in play, where a case sees what they do."""
SUBJECTS = ("attacker movement", "target movement", "range", "terrain", "target number")


def _concerns_weapons(modifier: Modifier) -> bool:
    attack = modifier.when.get("attack", "weapon")
    if isinstance(attack, dict):
        return attack.get("not") != "weapon"
    return "weapon" in ([attack] if isinstance(attack, str) else attack)


@cache
def _cases_by_part() -> dict[str, list[Path]]:
    """The cases that expect a part of a target number, by its name."""
    found = {name: [CASES / file] for name, file in SHOWN_BY_PLAY.items()}
    for path in sorted(CASES.glob("*.toml")):
        expected: Any = parse_toml(path.read_text(encoding="utf-8"), path.name).get("expect", {})
        for one in (expected, expected.get("second", {})):
            for part in one.get("parts", {}):
                found.setdefault(part, []).append(path)
    return found


@pytest.mark.parametrize(
    "number",
    [number for number, one in enumerate(basic_modifiers()) if one.on in SUBJECTS and _concerns_weapons(one)],
    ids=lambda number: basic_modifiers()[number].name,
)
def test_without_a_modifier_some_case_fails(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    without = tuple(one for place, one in enumerate(basic_modifiers()) if place != number)
    paths = _cases_by_part().get(basic_modifiers()[number].name, [])
    monkeypatch.setattr(say, "basic_modifiers", lambda: without)
    monkeypatch.setattr(say, "_rules_alone", lambda: say.Say((say._plain_rules(),)))
    assert any(not run_case(path.read_text(encoding="utf-8"), path.name, ask).passed for path in paths)


def _table(**hunter: Any) -> Any:
    units = [
        {"name": "Hunter", "side": "red", "at": [20, 14], "moved": "ground", **hunter},
        {"name": "Wolf", "side": "blue", "at": [20, 28], "moved": "ground"},
    ]
    return position_from({"unit": units}, "test")


def test_firing_throws_the_dice_that_the_volley_has() -> None:
    position = _table(specials="AC1/1/-,HT1/1/-", damage="4/4/2", overheat=1)
    shot = Weapons().check(position, 0, {"target": 1, "overheat": 1, "special": {"AC": 1, "HT": 1}})
    expected = volley(position, 0, shot)
    battle = Battle(AlphaStrikeRules(), position, Dice(7))
    thrown = roll(battle, expected).throws
    assert expected.dice == 5
    assert [one.lot for one in thrown] == [0, 1, 2, 2, 2]


def test_every_way_that_is_offered_is_legal() -> None:
    position = _table(
        specials="AC2/2/-,SRM2/2/-,TUR(1/1/1)", overheat=2, alternate_munitions=["SRM: Inferno", "AC: Armor-Piercing"]
    )
    kind = Weapons()
    ways = list(kind.options(position, 0))
    assert {"target": 1, "special": {"AC": 2}} in ways
    assert {"target": 1, "overheat": 2} in ways
    for way in ways:
        kind.check(position, 0, way)
        assert kind.in_words(position, 0, way)


def test_looking_at_many_is_looking_at_each() -> None:
    units: list[dict[str, Any]] = [{"name": "Hunter", "side": "red", "at": [20, 14]}]
    places = ([20, 20], [20, 28], [20.5, 34], [26, 28])
    units += [{"name": f"Wolf {n}", "side": "blue", "at": at, "specials": "LG"} for n, at in enumerate(places)]
    position = position_from({"unit": units, "variants": {"blocking_models": "all"}}, "test")
    together = sights(position, 0, [1, 2, 3, 4])
    assert together == [sight(position, 0, target) for target in (1, 2, 3, 4)]
    assert [one.seen for one in together] == [True, False, False, True]


def test_cuts_are_taken_in_order_and_leave_what_they_must() -> None:
    cuts = (Cut("half", "half up"), Cut("less", "less", 1, 1))
    fired = Volley(7, (Lot("", 5),), cuts=cuts)
    assert [fired.damage(points) for points in range(6)] == [0, 1, 1, 1, 1, 2]


def test_a_beacon_adds_to_hits_alone() -> None:
    fired = Volley(7, (Lot("", 2),), bonus=1)
    assert fired.damage(0, hit=False) == 0
    assert fired.damage(2) == 3
