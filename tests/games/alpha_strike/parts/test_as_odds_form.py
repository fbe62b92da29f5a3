"""Odds from a page's form: the same as those of a file, with cover, ranges and rear attacks as the rules have them."""

from __future__ import annotations

from typing import Any

import pytest

from musterhall.game.odds import OddsReport
from musterhall.games import game_named
from musterhall.games.alpha_strike.odds.fate import Fates, Harm
from musterhall.games.alpha_strike.parts.odds import ODDS
from musterhall.games.alpha_strike.position.condition import Mark
from musterhall.games.alpha_strike.position_file.reading import position_from
from musterhall.games.alpha_strike.units.library import starter_library
from musterhall.problems import BadInput

GRIFFIN, ATLAS, LOCUST = {"unit": "Griffin GRF-6S"}, {"unit": "Atlas AS7-D"}, {"unit": "Locust LCT-3M"}


def found(target: dict[str, str], *attackers: dict[str, str]) -> OddsReport:
    return ODDS.work_out_form(*ODDS.form.read(target, attackers), starter_library())


def needs(target: dict[str, str], attacker: dict[str, str]) -> str:
    return found(target, attacker).sums[0]


def test_a_form_has_the_odds_of_the_file_that_says_the_same() -> None:
    filled = found({**GRIFFIN, "armour_left": "2"}, {**ATLAS, "range": "short"}, {**LOCUST, "skill": "2"})
    assert filled.data == ODDS.work_out(filled.situation, "odds.toml").data
    assert [row[0] for row in filled.attacks] == ["Atlas AS7-D", "Locust LCT-3M"]
    assert sum(chance for _, chance in filled.bars) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize(
    ("target", "attacker", "sum_"),
    [
        ({}, {}, "4 + TMM 2 + medium range 2 = 8"),
        ({}, {"range": "short"}, "4 + TMM 2 = 6"),
        ({}, {"range": "long", "skill": "3"}, "3 + TMM 2 + long range 4 = 9"),
        ({}, {"range": "extreme"}, "4 + TMM 2 + extreme range 6 = 12"),
        ({"moved": "standstill"}, {}, "4 + medium range 2 = 6"),
        ({"moved": "shut down"}, {}, "4 - immobile 4 + medium range 2 = 2"),
        ({"stands": "woods"}, {}, "4 + TMM 2 + medium range 2 + light woods 1 = 9"),
        ({"stands": "heavy woods"}, {"range": "short"}, "4 + TMM 2 + heavy woods 2 = 8"),
        ({"stands": "behind a bank"}, {}, "4 + TMM 2 + medium range 2 + partial cover 1 = 9"),
        ({"stands": "behind a bank"}, {"range": "short"}, "4 + TMM 2 + partial cover 1 = 7"),
        ({}, {"moved": "standstill", "heat": "1"}, "4 - stood still 1 + TMM 2 + medium range 2 + heat 1 = 8"),
        ({}, {"fire_control_hits": "1"}, "4 + TMM 2 + medium range 2 + fire control hits 2 = 10"),
    ],
)
def test_what_is_chosen_is_what_the_rules_add_up(target: dict[str, str], attacker: dict[str, str], sum_: str) -> None:
    assert needs({**GRIFFIN, **target}, {**ATLAS, **attacker}) == f"Atlas AS7-D: target number {sum_}"


def test_an_attack_from_behind_has_a_die_more() -> None:
    assert [found(GRIFFIN, {**ATLAS, "behind": said}).attacks[0][4] for said in ("", "true")] == ["5", "6"]


@pytest.mark.parametrize(
    ("target", "attackers", "words"),
    [
        ({}, [ATLAS], "the target: no unit is named; write the name on its card."),
        (GRIFFIN, [], "attacker 1: no unit is named; write the name on its card."),
        ({"unit": "Atlas"}, [ATLAS], "no card is called 'Atlas'; did you mean Atlas AS7-D or Atlas AS7-CM?"),
        (GRIFFIN, [{**ATLAS, "moved": "jump"}], "Atlas AS7-D: cannot jump; choose another way to move."),
        (GRIFFIN, [{**ATLAS, "skill": "12"}], "attacker 1, Skill: '12' cannot be; give a whole number from 0 to 8."),
        (
            GRIFFIN,
            [ATLAS, {**ATLAS, "skill": "x"}],
            "attacker 2, Skill: 'x' cannot be; give a whole number from 0 to 8.",
        ),
        (
            GRIFFIN,
            [{**ATLAS, "range": "near"}],
            "attacker 1, Range: 'near' is not on offer; choose from short, medium, long, extreme.",
        ),
        (
            GRIFFIN,
            [{**ATLAS, "overheat": "3"}],
            "Atlas AS7-D cannot fire so at Griffin GRF-6S: It may overheat by up to 0 at medium range.",
        ),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(
    target: dict[str, str], attackers: list[dict[str, str]], words: str
) -> None:
    with pytest.raises(BadInput) as told:
        found(target, *attackers)
    assert str(told.value) == words


def test_whose_doing_it_is_does_not_multiply_what_may_become_of_a_target() -> None:
    units: list[dict[str, Any]] = [{"name": f"Hunter {number}", "side": "red", "at": [20, 14]} for number in range(3)]
    position = position_from({"unit": [*units, {"name": "Wolf", "side": "blue", "at": [20, 28]}]}, "test")
    counts = []
    for attackers in ((0, 0, 0), (0, 1, 2)):
        fates = Fates(position, 3)
        states = {fates.start: 1.0}
        for one in attackers:
            states = fates.after(states, {Harm(Mark(points, one)): 0.25 for points in range(4)})
        counts.append(len(states))
    assert counts[0] == counts[1]


def test_games_without_a_form_have_none() -> None:
    assert game_named("the_game").odds is None
