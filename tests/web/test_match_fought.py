"""A match of an event that is fought here: each comes to the own seat, and the card is filled in, not confirmed."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.events.day import Day, enter, new_day
from tests.web.browser.gesturing import AT_ONCE, Player
from tests.web.test_player import EVENT, Hall, Phone, confirmation, hall, open_phone, playing, served

from musterhall.battle.agents import ask
from musterhall.events import forces, matches, scenarios
from musterhall.events.matches import read_card_of
from musterhall.game.duel import Matchup
from musterhall.games import game_named
from musterhall.packs.submissions import submission
from musterhall.playing.sitting import Sitting
from musterhall.web.house import House

FORCES = {
    "herocon-2025": ("lyran-picket", "combine-wall"),
    "drafted-for-war": ("drafted-four", "drafted-five"),
    "meeting-engagement": ("humanxx-500", "orc-hegemony-500"),
}


def with_forces(pack: str = "drafted-for-war", scenario: str = "domination") -> Day:
    """Anna meets Boris, with forces that can fight."""
    day = new_day(("Anna", "Boris"), pack=pack)
    for name, force in zip(("Anna", "Boris"), FORCES[pack], strict=True):
        player = day.event.find(name)
        text = game_named(day.event.pack.game).forces.shipped_text(force)
        found = submission(day.event.pack, text, f"{name}'s force")
        day.do(forces.hand_in(day.event, player, found))
        day.do(forces.accept_force(day.event, player))
    if pack == "herocon-2025":
        day.do(lambda event: scenarios.choose_scenarios(event, [scenario] * 3))
    day.pair()
    return day


def sitting_of(here: Hall) -> Sitting:
    return fought_in(here.house)


def fought_in(house: House) -> Sitting:
    return house.room.look(house.event(EVENT).rounds[0].matches[0].battle)


def seat_of(phone: Phone) -> str:
    """The token of the seat that a phone has at the battle, as its page has it."""
    to = phone.get(f"/e/{EVENT}/me/battle").headers["location"]
    found = re.search(r'data-seat="([^"]*)"', phone.get(to).text)
    assert found is not None
    return found[1]


def sides_of(here: Hall, phone: Phone) -> list[int]:
    state = here.client.get(f"/api/battles/{sitting_of(here).name}", headers={"muster-seat": seat_of(phone)}).json()
    return list(state["sides"])


def play_to_the_end(house: House) -> Sitting:
    """Both as drill plays."""
    sitting = fought_in(house)
    assert sitting.fight is not None
    bots = [sitting.fight.battles.agent("drill", side) for side in (0, 1)]
    while not sitting.record.over:
        decision = sitting.decisions[0]
        answer = ask(bots[decision.player], sitting.fight.battle, decision)
        sitting = house.room.answer(sitting.name, decision.player, answer)
        assert sitting.fight is not None
    return sitting


def test_both_come_from_their_own_page_to_their_own_seat(tmp_path: Path) -> None:
    with hall(tmp_path, with_forces()) as here:
        anna, boris = here.phone("Anna"), here.phone("Boris")
        assert "Fight it here" in anna.page()
        assert anna.post("/me/battle", {}).status_code == 303
        assert "Go to the battle" in boris.page()
        match = here.house.event(EVENT).rounds[0].matches[0]
        for phone in (anna, boris):
            assert sides_of(here, phone) == [match.side(phone.player)]
        record = sitting_of(here).record
        assert [seat.name for seat in record.seats] == [
            here.house.event(EVENT).player(id_).name for id_ in match.players
        ]
        assert record.begun.match == {"event": EVENT, "round": 1, "table": 1}


def test_who_is_second_to_tap_comes_to_the_battle_of_the_first(tmp_path: Path) -> None:
    with hall(tmp_path, with_forces()) as here:
        anna, boris = here.phone("Anna"), here.phone("Boris")
        anna.post("/me/battle", {})
        boris.post("/me/battle", {})
        assert len(here.house.room.known()) == 1


def test_no_player_makes_a_link_to_the_others_seat(tmp_path: Path) -> None:
    with hall(tmp_path, with_forces()) as here:
        anna = here.phone("Anna")
        anna.post("/me/battle", {})
        other = 1 - here.house.event(EVENT).rounds[0].matches[0].side(anna.player)
        address = f"/api/battles/{sitting_of(here).name}/links"
        answer = here.client.post(address, json={"side": other}, headers={"muster-seat": seat_of(anna)})
        assert answer.status_code == 403


def test_a_journal_that_names_a_strangers_battle_opens_no_seat_there(tmp_path: Path) -> None:
    """An event's journal may be imported from anybody; only the battle itself knows whose match it is."""
    with hall(tmp_path, with_forces()) as here:
        made = here.client.post(
            "/api/battles", json={"game": "age_of_destruction", "lesson": True}, headers={"muster-seat": ""}
        ).json()
        anna = here.phone("Anna")
        here.house.do(EVENT, lambda now: matches.fight(now, now.player(anna.player), made["battle"]), who="")
        assert anna.get(f"/e/{EVENT}/me/battle").headers["location"].startswith(f"/e/{EVENT}/me")
        assert 'data-seat=""' in anna.get(f"/play/{made['battle']}").text
        assert "fill the card in by hand" in anna.get(f"/e/{EVENT}/me/card").text


def test_a_stranger_and_another_player_look_on_without_a_seat(tmp_path: Path) -> None:
    day = with_forces()
    cleo = enter(day, "Cleo")
    with hall(tmp_path, day) as here:
        here.phone("Anna").post("/me/battle", {})
        phone = Phone(here.app, here.client, cleo)
        assert phone.get(f"/e/{EVENT}/me/battle").headers["location"].startswith(f"/e/{EVENT}/me")
        assert 'data-seat=""' in phone.get(f"/play/{sitting_of(here).name}").text


def test_at_the_end_the_card_is_filled_in_and_both_confirm_it_as_ever(tmp_path: Path) -> None:
    with hall(tmp_path, with_forces()) as here:
        anna, boris = here.phone("Anna"), here.phone("Boris")
        anna.post("/me/battle", {})
        assert "The battle goes on" in anna.page("/me/card")
        sitting = play_to_the_end(here.house)
        page = anna.page("/me/card")
        assert "filled in as the battle ended" in page
        match = here.house.event(EVENT).rounds[0].matches[0]
        assert not match.sent
        assert not match.settled
        assert sitting.fight is not None
        figures = sitting.fight.battles.score_card(sitting.fight.battle.position)
        assert figures is not None
        assert anna.script("card.send", card=figures).status_code == 200
        assert boris.do("card.confirm", confirmation(boris.page("/me/card"))).status_code == 303
        match = here.house.event(EVENT).rounds[0].matches[0]
        assert match.settled
        assert match.result is not None
        assert match.result.winner == sitting.outcome().winner


def test_the_form_of_the_card_has_what_became_of_each_unit(tmp_path: Path) -> None:
    with hall(tmp_path, with_forces()) as here:
        anna = here.phone("Anna")
        anna.post("/me/battle", {})
        sitting = play_to_the_end(here.house)
        assert sitting.fight is not None
        figures = sitting.fight.battles.score_card(sitting.fight.battle.position)
        assert figures is not None
        changed = sum(len(half["units"]) for half in figures["sides"])
        assert changed
        assert anna.page("/me/card").count("data-changed") == changed


def test_who_resigns_has_conceded_nothing_yet(tmp_path: Path) -> None:
    with hall(tmp_path, with_forces()) as here:
        anna = here.phone("Anna")
        anna.post("/me/battle", {})
        name = sitting_of(here).name
        here.house.room.do(name, lambda sitting: sitting.resigned(0))
        assert "concedes it at the bottom of this page" in anna.page("/me/card")
        assert here.house.event(EVENT).rounds[0].matches[0].conceded is None


def test_the_organiser_sees_that_it_is_fought_here_and_an_undo_takes_it_away(tmp_path: Path) -> None:
    from musterhall.web.desk_views.tables import table_row

    with hall(tmp_path, with_forces()) as here:
        anna = here.phone("Anna")
        anna.post("/me/battle", {})
        event = here.house.event(EVENT)
        assert table_row(event, event.rounds[0].matches[0]).state == "being fought here"
        ledger = here.house.desk(EVENT).ledger
        here.house.do(EVENT, lambda _: ledger.undo(ledger.last), who="owner", why="a slip")
        assert here.house.event(EVENT).rounds[0].matches[0].battle == ""
        assert "Fight it here" in anna.page()
        anna.post("/me/battle", {})
        assert here.house.event(EVENT).rounds[0].matches[0].battle


def test_a_force_that_cannot_fight_is_told_to_its_player_alone(tmp_path: Path) -> None:
    with hall(tmp_path, playing(pack="age-of-destruction-constructed")) as here:
        told = {}
        for name in ("Anna", "Boris"):
            phone = here.phone(name)
            to = phone.post("/me/battle", {}).headers["location"]
            told[name] = html.unescape(phone.get(to).text)
        first = here.house.event(EVENT).player(here.house.event(EVENT).rounds[0].matches[0].players[0]).name
        assert "Your force cannot fight here: the force: " in told[first]
        other = "Boris" if first == "Anna" else "Anna"
        assert f"{first}'s force cannot fight here. Play it on your table." in told[other]
        assert here.house.room.known() == []


def test_a_scenario_that_no_battle_plays_is_said_so_on_the_match_page(tmp_path: Path) -> None:
    day = new_day(
        ("Anna", "Boris"), pack="drafted-for-war", changes=[('title = "Drafted for War"', 'title = "A Brawl"')]
    )
    day.pair()
    with hall(tmp_path, day) as here:
        assert "A Brawl cannot be fought here: no battle plays this scenario." in here.phone("Anna").page()


@pytest.mark.parametrize("scenario", ["domination", "assassination", "king_of_the_hill"])
def test_the_packs_scenario_is_the_one_that_is_fought(tmp_path: Path, scenario: str) -> None:
    with hall(tmp_path, with_forces("herocon-2025", scenario)) as here:
        here.phone("Anna").post("/me/battle", {})
        assert sitting_of(here).outcome().figures["scenario"].replace("-", "_") == scenario


@pytest.mark.parametrize("seed", range(3))
def test_a_battle_of_the_game_makes_a_card_that_its_event_takes(seed: int) -> None:
    day = with_forces("meeting-engagement")
    match = day.round.matches[0]
    game = game_named("the_game")
    assert game.battles is not None
    names = (
        FORCES["meeting-engagement"]
        if day.event.player(match.players[0]).name == "Anna"
        else (FORCES["meeting-engagement"][::-1])
    )
    red, blue = map(game.forces.shipped_force, names)
    variants = game.variants.chosen({}) if game.variants is not None else None
    battle = game.battles.new_battle(Matchup(game, red, blue, variants).setup(seed), seed)
    bots = [game.battles.agent("drill", side) for side in (0, 1)]
    while not battle.over:
        decision = battle.asked()
        battle.answer(ask(bots[decision.player], battle, decision), decision.player)
    figures = game.battles.score_card(battle.position)
    assert figures is not None
    read_card_of(day.event, match, figures)
    day.decide(match, *figures["sides"], ended=figures["ended"], shared=figures.get("shared", {}))
    assert match.result is not None
    assert match.result.winner == game.battles.outcome(battle.position).winner


# Two phones in a real browser


def test_two_phones_fight_their_match_and_settle_its_card(browser: Browser, tmp_path: Path) -> None:
    errors: list[str] = []
    with served(tmp_path, with_forces(), browser) as (url, house):
        match = house.event(EVENT).rounds[0].matches[0]
        first, second = (open_phone(browser, url, house, id_, errors) for id_ in match.players)
        for page in (first, second):
            page.add_init_script(AT_ONCE)
        first.get_by_text("Fight this match on screen").click()
        first.get_by_role("button", name="Fight it here").click()
        first.wait_for_selector("svg.board")
        second.get_by_role("link", name="Go to the battle").click()
        second.wait_for_selector("svg.board")
        red, blue = Player(first), Player(second)
        for _ in range(6):
            _asked(fought_in(house), red, blue).answer()
        play_to_the_end(house)
        for page in (first, second):
            expect(page.locator(".result h2")).to_be_visible()
        _send_the_drafted_card(first, url)
        second.goto(f"{url}/e/{EVENT}/me/card")
        second.get_by_role("button", name="Yes, this is right").click()
        expect(second.get_by_role("button", name="Yes, this is right")).to_have_count(0)
        second.goto(f"{url}/e/{EVENT}/me/card")
        expect(second.get_by_role("button", name="Send the card")).to_have_count(0)
        assert house.event(EVENT).rounds[0].matches[0].settled
    assert errors == []


def _asked(sitting: Sitting, red: Player, blue: Player) -> Player:
    """Whose turn it is; where both are asked at once, red's."""
    return (red, blue)[min(one.player for one in sitting.decisions)]


def _send_the_drafted_card(page: Page, url: str) -> None:
    page.goto(f"{url}/e/{EVENT}/me/card")
    expect(page.get_by_text("filled in as the battle ended")).to_be_visible()
    page.get_by_role("button", name="Send the card").click()
    page.wait_for_url(re.compile(r"/me\b(?!/card)"))
