"""The page of rules: everything that a player needs at the table, told as the event reads it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import pytest
from tests.web.scene import EVENT, Scene, day, scene

from musterhall.events.entries import numbered
from musterhall.events.event import Event
from musterhall.events.fold import create, fold
from musterhall.events.scenarios import draw_scenarios, make_scenarios_known
from musterhall.game.forces import RuleLine
from musterhall.packs.model import load_pack, shipped_pack_text, shipped_packs
from musterhall.web.accounts import OWNER
from musterhall.web.rules_view import rules_view
from musterhall.web.sessions import PLAYER
from musterhall.web.settings import Settings

FRESH = "fresh"


def event_of(pack: str, *changes: tuple[str, str], rounds: int | None = None) -> Event:
    text = shipped_pack_text(pack)
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return fold([numbered(create("A day", text, 1, rounds=rounds), 1, "2025-11-01T08:00:00.000Z")])


def line(event: Event, title: str) -> str:
    view = rules_view(event)
    lines: list[RuleLine] = [*view["force_lines"], *view["day_lines"], *view["play_lines"], *view["scoring_lines"]]
    return next(one.text for one in lines if one.title == title)


def ends(event: Event, scenario: str) -> tuple[str, ...]:
    return next(one.ends for one in rules_view(event)["scenarios"] if one.scenario.name == scenario)


@pytest.mark.parametrize(("reading", "other"), [("uploaded", "downloaded"), ("downloaded", "uploaded")])
def test_data_extraction_is_told_with_the_end_that_the_event_reads(reading: str, other: str) -> None:
    event = event_of("herocon-2025", ('data_extracted = "uploaded"\nties', f'data_extracted = "{reading}"\nties'))
    assert ends(event, "data_extraction") == (f"The opposing token was {reading}.",)
    (told,) = (one.brief for one in rules_view(event)["scenarios"] if one.scenario.name == "data_extraction")
    assert f"has {reading} the opposing token" in told[-1]
    assert not any(f"has {other} the opposing token" in sentence for sentence in told)


def test_points_that_only_some_types_of_unit_give_name_them() -> None:
    told = line(event_of("age-of-destruction-constructed"), "Controlling the battlefield")
    assert (
        "twice the points of the opponent's infantry and vehicles (captured, in the captor's deployment zone)" in told
    )
    assert "twice the points of the opponent's 'Mechs (captured, outside" in told


@pytest.mark.parametrize(("reading", "wins"), [("more", "who wins more of them wins"), ("two", "who wins two or more")])
def test_who_wins_by_conditions_is_told_as_the_event_reads_it(reading: str, wins: str) -> None:
    event = event_of("drafted-for-war", ('majority = "more"\nties', f'majority = "{reading}"\nties'))
    assert wins in line(event, "Victory Conditions won")


def test_a_point_for_each_unit_in_each_phase_is_not_told_as_one_a_phase() -> None:
    assert line(event_of("drafted-for-war"), "Victory Condition 3").endswith("1 point for each, in each End Phase")


@pytest.mark.parametrize(
    ("minutes", "rounds", "told"),
    [
        ("[150, 120, 120]", 3, "3, with 150 minutes in round 1, then 120"),
        ("[150, 120, 120]", 5, "5, with 150 minutes in round 1, then 120"),
        ("[150, 120, 120]", 1, "1, with 150 minutes"),
        ("[60]", 4, "4, with 60 minutes each"),
        ("[90, 80, 70]", 4, "4, with 90, 80, 70, 70 minutes"),
    ],
)
def test_the_rounds_that_are_planned_are_told_and_not_those_of_the_pack(minutes: str, rounds: int, told: str) -> None:
    event = event_of("herocon-2025", ("minutes = [150, 120, 120]", f"minutes = {minutes}"), rounds=rounds)
    assert line(event, "Rounds") == told


def test_pilots_are_told_by_their_kinds_and_not_by_a_span_that_no_pilot_has() -> None:
    view = rules_view(event_of("drafted-for-war"))
    assert [one.text for one in view["force_lines"] if one.title == "Skill"] == []
    told = next(one.text for one in view["force_lines"] if one.title == "Pilots")
    assert "Regular: skill 4; Veteran: skill 2 to 3" in told
    assert "Legendary: a named pilot" in told


def test_a_draft_and_a_hand_are_told_among_the_rules_for_forces() -> None:
    assert "conscription, a draft of salvage boxes" in line(event_of("drafted-for-war"), "Where forces come from")
    hand = line(event_of("age-of-destruction-constructed", rounds=4), "Tournament hand")
    assert "4 cards at most, at most 3 planetary conditions and 3 missions" in hand
    assert hand.endswith("no two of the same name")


def test_a_bye_without_victory_points_is_told_so_where_the_event_reads_it_so() -> None:
    usual = line(event_of("herocon-2025"), "Without an opponent")
    alone = event_of("herocon-2025", ('modified_win_vp = "average_plus_100"', 'modified_win_vp = "average_alone"'))
    assert usual == f"{line(alone, 'Without an opponent')}, and 100 Victory Points"


def test_no_conduct_is_invented_for_a_pack_that_has_no_rule_for_it() -> None:
    titles = {one.title for one in rules_view(event_of("drafted-for-war"))["day_lines"]}
    assert "Conduct" not in titles


def test_a_pack_without_rules_in_words_is_a_pack_still() -> None:
    text = re.sub(r"\[\[event\.rule\]\].*?(?=\n\[)", "", shipped_pack_text("herocon-2025"), flags=re.DOTALL)
    pack = load_pack(text, "older")
    assert pack.event is not None
    assert pack.event.rule == []


# On the pages


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    settings = Settings(db=str(tmp_path_factory.mktemp("rules") / "house.db"))
    with scene(settings, day(players=8, through=1)) as found:
        found.house.begin(create("Fresh", shipped_pack_text("herocon-2025"), 3), found.account("owner"), stream=FRESH)
        yield found


def page(made: Scene, path: str, role: str = "public") -> str:
    answer = made.get(path, role, headers={"accept": "text/html"})
    assert answer.status_code == 200
    return html.unescape(answer.text)


@pytest.mark.parametrize("name", shipped_packs())
def test_every_rule_in_words_is_on_the_page(made: Scene, name: str) -> None:
    stream = made.house.free_name(name)
    made.house.begin(create(name, shipped_pack_text(name), 1), made.account("owner"), stream=stream)
    told = page(made, f"/e/{stream}/rules")
    event = made.house.event(stream)
    sentences = [line for rule in event.rules.rule for line in event.pack.told(rule.text)]
    assert sentences
    assert [one for one in sentences if one.rstrip(".") not in told] == []
    assert "Macro" not in told


def test_drawn_scenarios_are_on_no_page_until_the_desk_makes_them_known(made: Scene) -> None:
    made.house.do(FRESH, lambda event: draw_scenarios(event, 3), who="owner")
    titles = [made.house.event(FRESH).rules.scenario_named(one) for one in made.house.event(FRESH).scenarios]
    lines = [f"Round {number}: {one.title}" for number, one in enumerate(titles, 1) if one is not None]
    for path in ("", "/rules"):
        told = re.sub(r"<[^>]+>", "", page(made, f"/e/{FRESH}{path}"))
        assert [one for one in lines if one in told] == []
    assert "Make them known" in page(made, f"/e/{FRESH}/desk/pairings", OWNER)
    assert made.post(f"/api/events/{FRESH}/do/scenarios.make_known", OWNER, json={}).status_code == 200
    for path in ("", "/rules"):
        told = re.sub(r"<[^>]+>", "", page(made, f"/e/{FRESH}{path}"))
        assert [one for one in lines if one not in told] == []
    assert "Make them known" not in page(made, f"/e/{FRESH}/desk/pairings", OWNER)


def test_a_player_sees_which_round_plays_what_once_it_is_known(made: Scene) -> None:
    before = page(made, f"/e/{EVENT}/me/scenario", PLAYER)
    last = made.event.rules.scenario_named(made.event.scenarios[-1])
    assert last is not None
    assert f"Round {made.event.planned}: " not in before
    made.house.do(EVENT, make_scenarios_known, who="owner")
    told = re.sub(r"<[^>]+>", "", page(made, f"/e/{EVENT}/me/scenario", PLAYER))
    assert f"Round {made.event.planned}: {last.title}" in told
