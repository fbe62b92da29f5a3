"""What a phone tells at a loud venue: the clock and the next round wherever one looks, forces and hands without a file
format, figures that cannot be misread."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.events.day import NAMES, new_day
from tests.web.test_player import EVENT, Hall, card_fields, hall, open_phone, playing, served

from musterhall.events import forces, matches, players, prizes, round_clocks, rounds
from musterhall.events.cards import roster_from
from musterhall.events.entries import NewEntry
from musterhall.events.event import HandedIn, Player
from musterhall.events.simulation import simulate
from musterhall.game.forces import Submission
from musterhall.games import game_named
from musterhall.games.the_game.army.forces import shipped_force_text
from musterhall.packs.model import load_pack, shipped_pack_text
from musterhall.packs.submissions import submission
from musterhall.web.live import asked_of, part_html
from musterhall.web.public_view import standings_view
from musterhall.web.rosters import offered_forces, open_rows, own_rows, word_for
from musterhall.web.showing import ordinal, plainly

AOD = "age-of-destruction-constructed"
ME = "meeting-engagement"
AGE_OF_DESTRUCTION, THE_GAME = "age_of_destruction", "the_game"
PACK_OF = {AGE_OF_DESTRUCTION: AOD, THE_GAME: ME}


def words(page: str) -> str:
    """What a reader sees, in one line."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def part(here: Hall, name: str, player: str) -> str:
    return words(part_html(name, asked_of(here.house, EVENT, here.visitor(player))))


def do(here: Hall, *commands: NewEntry) -> None:
    for command in commands:
        here.house.do(EVENT, lambda _, command=command: command, who="owner")  # type: ignore[misc]


# The clock and the next round


@pytest.mark.parametrize("path", ["/me/card", "/me/scenario"])
def test_the_clock_beside_card_and_scenario_hears_of_a_pause(path: str, tmp_path: Path) -> None:
    day = playing()
    day.do(lambda event: round_clocks.start_clock(event, 1, 60))
    with hall(tmp_path, day) as here:
        assert 'data-part="round_clock"' in here.phone("Anna").page(path)
        assert "paused" not in part(here, "round_clock", "Anna")
        do(here, round_clocks.pause_clock(here.house.event(EVENT), 1))
        assert "paused" in part(here, "round_clock", "Anna")


def test_a_new_round_is_told_on_every_page_of_a_player_until_a_card_is_sent(tmp_path: Path) -> None:
    day = playing(names=("Anna", "Boris", "Cleo"))
    alone = day.event.player(day.round.byes[0]).name
    one, other = (day.event.player(id_).name for id_ in day.round.matches[0].players)
    with hall(tmp_path, day) as here:
        phone = here.phone(one)
        news = f"Round 1 is out: table 1, against {other}."
        for path in ("/standings", "/pairings", "/results", "/rules", "/me/force", "/me/scenario"):
            assert f'<a href="/e/{EVENT}/me">{news}</a>' in phone.page(path), path
        assert 'data-part="my_news"' not in phone.page("/me")
        assert part(here, "my_news", alone) == "Round 1 is out: you have no opponent."
        do(here, matches.send_card(here.house.event(EVENT), here.house.event(EVENT).find(one), {"sides": [{}, {}]}, 1))
        assert part(here, "my_news", one) == ""
        here.client.cookies.clear()
        assert "my_news" not in here.client.get(f"/e/{EVENT}/standings", headers={"accept": "text/html"}).text


def test_the_card_of_a_new_round_takes_the_place_of_the_old_one_whole(browser: Browser, tmp_path: Path) -> None:
    day = playing()
    errors: list[str] = []
    with served(tmp_path, day, browser) as (url, house):
        phone = open_phone(browser, url, house, day.player("Anna"), errors)
        phone.goto(f"{url}/e/{EVENT}/me/card")
        expect(phone.locator("#touch")).to_have_text("Live")
        house.do(EVENT, lambda event: matches.decide_card(event, 1, 1, {"sides": [{}, {}]}), who="owner")
        expect(phone.get_by_role("heading", name="This card counts")).to_be_visible()
        house.do(EVENT, lambda event: rounds.pair_round(event, 2), who="owner")
        house.do(EVENT, lambda event: rounds.publish(event, 2), who="owner")
        expect(phone.locator("h1")).to_have_text("Your card against Boris")
        expect(phone.locator("h1 + p")).to_have_text("Round 2, table 1")
        expect(phone.locator("[data-of-round]")).to_have_attribute("data-of-round", "2")
        expect(phone.locator("[data-card-form] input[name=round]")).to_have_value("2")
        expect(phone.get_by_role("heading", name="This card counts")).to_have_count(0)
        assert errors == []


# What was done, and how one stands


def test_an_action_is_answered_with_what_happened_and_many_with_the_first_and_their_number(tmp_path: Path) -> None:
    day = playing()
    with hall(tmp_path, day) as here:
        sent = here.phone("Anna").do("card.send", card_fields(day, Anna=2), "application/json").json()
        assert sent["said"] == "Sent. Boris confirms it on their own phone."
        assert sent["told"].startswith(f"/e/{EVENT}?told=")
        from musterhall.web.pages.actions import LONGEST_SAID, _said
        from musterhall.web.sessions import Session, Visitor

        entries = here.house.desk(EVENT).ledger.entries
        added = [entry for entry in entries if entry.kind == "player.added"]
        assert _said(here.house, EVENT, [*added, *added], Visitor(Session())).endswith("And 3 more.")
        do(here, NewEntry("note.added", {"text": "long " * 200}))
        assert (
            len(_said(here.house, EVENT, here.house.desk(EVENT).ledger.entries[-1:], Visitor(Session())))
            == LONGEST_SAID
        )


def test_a_player_has_no_place_before_a_card_of_his_counts(tmp_path: Path) -> None:
    day = playing()
    with hall(tmp_path, day) as here:
        assert "Your place appears here once your first card counts." in part(here, "my_results", "Anna")
        do(here, matches.decide_card(here.house.event(EVENT), 1, 1, {"sides": [{}, {}]}))
        assert "1st of 2, with others" in part(here, "my_results", "Anna")


def test_after_the_event_a_phone_leads_with_the_place_and_the_prizes(tmp_path: Path) -> None:
    day = new_day(NAMES[:2], rounds_=1)
    day.pair()
    day.decide_all({"Boris": 3})
    day.do(prizes.finish)
    with hall(tmp_path, day) as here:
        page = here.phone("Anna").page()
        assert re.findall(r"<h1>(.*?)</h1>", page) == ["You are 2nd of 2"]
        told = part(here, "my_match", "Anna")
        assert told.index("You are 2nd of 2") < told.index("First place: Boris")
        assert "Boris won" not in told


def test_who_left_has_no_place_when_the_event_is_over(tmp_path: Path) -> None:
    day = new_day(NAMES[:3], rounds_=1)
    day.pair()
    day.decide_all()
    gone = day.event.player(day.round.byes[0])
    day.do(lambda event: players.leave(event, gone))
    day.do(prizes.finish)
    with hall(tmp_path, day) as here:
        assert part(here, "my_match", gone.name).startswith("A day is over")


def test_figures_stand_after_their_titles_and_nothing_begins_with_a_comma() -> None:
    for pack in ("herocon-2025", "drafted-for-war", AOD, ME):
        from musterhall.events.fold import fold

        event = fold(simulate(shipped_pack_text(pack), 7, 3, through=1))
        view = standings_view(event)
        for row in (*view["rows"], *view["apart"]):
            for piece in view["beside"][row.player]:
                assert re.fullmatch(r".+: -?[\d.]+|\d+ played|1 bye|\d+ byes", piece), piece


@pytest.mark.parametrize(
    ("number", "said"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (13, "13th"), (22, "22nd")]
)
def test_places_are_spoken(number: int, said: str) -> None:
    assert ordinal(number) == said


def test_an_open_reading_is_told_in_words_and_never_by_its_inner_name() -> None:
    note = "What ends the match: the token is uploaded (data_extracted = uploaded)."
    assert plainly(note) == "What ends the match: the token is uploaded."
    rule = plainly("page 4, Byes; byes_in_average = true")
    assert "byes_in_average" not in rule
    assert rule.startswith("page 4, Byes; ")
    assert plainly("2 + 2 (x = 4)") == "2 + 2 (x = 4)"


@pytest.mark.parametrize(
    ("bye", "has_card", "said"),
    [
        ("average_win", False, "Boris gets the round's average, and the win."),
        ("average_win", True, "Boris gets the win, and the better of the round's average and the points on the card."),
        ("no_points", False, "Boris gets the win."),
        ("no_points", True, "Boris gets the win, and the points on the card."),
    ],
)
def test_who_concedes_reads_what_the_opponent_gets(bye: str, has_card: bool, said: str, tmp_path: Path) -> None:
    day = new_day(("Anna", "Boris"), pack=AOD, changes=[('bye = "average_win"', f'bye = "{bye}"')])
    day.pair()
    if has_card:
        day.do(lambda event: matches.send_card(event, event.find("Boris"), {"sides": [{}, {}], "dice": [[6, 1]]}, 1))
    with hall(tmp_path, day) as here:
        assert f"You get no points for this round. {said} I concede" in words(here.phone("Anna").page("/me/card"))


def test_leaving_is_asked_about_and_says_what_one_needs_to_come_back(tmp_path: Path) -> None:
    with hall(tmp_path, playing()) as here:
        page = here.phone("Anna").page()
        fold = re.search(r"<details>\s*<summary>Sign out.*?</details>", page, re.DOTALL)
        assert fold is not None
        assert "you need your link or slip to come back" in fold[0]
        assert "data-sign-out" in fold[0]


# Forces


@pytest.mark.parametrize("game", [AGE_OF_DESTRUCTION, THE_GAME])
def test_the_example_in_the_box_and_every_force_offered_can_be_handed_in(game: str) -> None:
    pack = load_pack(PACK_OF[game])
    assert submission(pack, game_named(game).forces.example, "example").legal
    assert len(offered_forces(game)) > 1
    for name, (_, text) in offered_forces(game).items():
        assert submission(pack, text, name).roster


@pytest.mark.parametrize("pack", [AOD, ME])
def test_a_game_without_a_builder_shows_a_box_with_an_example_and_keeps_what_was_refused(
    pack: str, tmp_path: Path
) -> None:
    day = new_day((), pack=pack)
    day.do(NewEntry("player.added", {"player": "p1", "name": "Anna", "team": ""}))
    game = day.event.pack.game
    with hall(tmp_path, day) as here:
        phone = here.phone("Anna")
        page = html.unescape(phone.page("/me/force"))
        assert "/builder" not in page
        assert game_named(game).forces.example in page
        name, (_, text) = next(iter(offered_forces(game).items()))
        assert text in html.unescape(phone.page(f"/me/force?start={name}"))
        refused = phone.post("/me/force", {"text": "Locust <b> 4\nWasp"})
        assert refused.status_code == 400
        told = html.unescape(refused.text)
        assert told.index("Locust <b> 4\nWasp</textarea>") < told.index("not readable as TOML") < told.index("Check it")
        assert "Checked, not handed in yet" in phone.post("/me/force", {"text": text}).text


def test_a_list_that_cannot_be_read_is_told_beside_it_at_an_event_with_a_builder_too(tmp_path: Path) -> None:
    day = new_day(())
    day.do(NewEntry("player.added", {"player": "p1", "name": "Anna", "team": ""}))
    with hall(tmp_path, day) as here:
        phone = here.phone("Anna")
        assert "/builder?event=" in phone.page("/me/force")
        refused = phone.post("/me/force", {"text": "game = \nno"})
        assert refused.status_code == 400
        assert "game = \nno</textarea>" in refused.text


def _accepted(found: Submission) -> HandedIn:
    return HandedIn(found.force, found.text, found.points, roster_from(found.roster), locked=found.locked)


def test_skill_and_legend_are_told_of_the_own_force_and_the_opponents(tmp_path: Path) -> None:
    from musterhall.games.alpha_strike.force.forces import shipped_force_text as alpha_strike

    text = alpha_strike("lyran-picket")
    found = submission(load_pack("herocon-2025"), text, "force")
    force = _accepted(found)
    first = force.roster.units[0].name
    skill = found.locked["pilots"][first]["skill"]
    force.locked["pilots"][first]["legendary"] = "Captain Sample"
    for rows in (own_rows("alpha_strike", force), open_rows("alpha_strike", force.roster, force)):
        assert rows[0].more == f"skill {skill}, Captain Sample, Tactical Genius"
    day = playing()
    boris = day.event.find("Boris")
    day.do(lambda event: forces.hand_in(event, boris, found, although_locked=True))
    day.do(lambda event: forces.accept_force(event, boris, "for the test"))
    with hall(tmp_path, day) as here:
        assert f"{first} BM, skill {skill}" in words(here.phone("Anna").page())
        assert f"{first} BM, skill {skill}" in words(here.phone("Boris").page("/me/force"))


def test_formations_are_called_so_and_tell_the_owner_what_is_in_them_and_nobody_who_leads() -> None:
    found = submission(load_pack(ME), shipped_force_text("humanxx-500"), "force")
    force = _accepted(found)
    own, open_ = own_rows(THE_GAME, force), open_rows(THE_GAME, force.roster, force)
    assert "10 Infantry" in own[0].more or "7 APC" in own[0].more
    assert [row.more for row in open_][:2] == ["Infantry company", "Mortar Battery"]
    assert "ommander" not in " ".join(row.more for row in open_)
    assert (word_for(THE_GAME), word_for(THE_GAME, 1), word_for(AGE_OF_DESTRUCTION)) == (
        "formations",
        "formation",
        "units",
    )


def test_my_force_is_said_once_on_its_page(tmp_path: Path) -> None:
    with hall(tmp_path, playing()) as here:
        page = here.phone("Anna").page("/me/force")
        assert re.findall(r"<h[123]>(.*?)</h", page, re.DOTALL).count("My force") == 1
        assert "Anna&#39;s Smiths" in page


# The tournament hand


def _hand(here: Hall, name: str) -> list[tuple[str, str]]:
    player: Player = here.house.event(EVENT).find(name)
    return [(card["name"], card["kind"]) for card in player.hand]


def test_a_hand_is_typed_card_by_card_and_needs_no_file(tmp_path: Path) -> None:
    with hall(tmp_path, new_day(("Anna", "Boris"), pack=AOD)) as here:
        phone = here.phone("Anna")
        page = phone.page()
        for number in range(here.house.event(EVENT).planned):
            assert f'name="cards.{number}.name"' in page
            assert f'name="cards.{number}.kind"' in page
        fields = {
            "cards.0.name": " Heavy air ",
            "cards.0.kind": "planetary_condition",
            "cards.1.name": "",
            "cards.1.kind": "mission",
            "cards.2.name": "",
            "cards.2.kind": "dummy",
        }
        assert phone.do("hand.submit", fields).status_code == 303
        assert _hand(here, "Anna") == [("Heavy air", "planetary_condition"), ("Dummy", "dummy")]
        assert 'value="Heavy air"' in phone.page()
        empty = {"cards.0.kind": "mission"}
        assert "no card is named" in phone.do("hand.submit", empty, "application/json").json()["error"]


def test_a_card_of_the_hand_is_played_by_its_name_from_the_phone(tmp_path: Path) -> None:
    begun = new_day(("Anna", "Boris"), pack=AOD)
    for player in begun.event.players.values():
        begun.do(forces.hand_in_cards(begun.event, player, [{"name": "Fog", "kind": "planetary_condition"}]))
    begun.pair()
    with hall(tmp_path, begun) as here:
        phone = here.phone("Anna")
        assert "<option>Fog</option>" in phone.page()
        assert phone.do("hand.play", {"card": "Fog"}).status_code == 303
        assert here.house.event(EVENT).find("Anna").played == {1: "Fog"}
        do(here, matches.mark_absent(here.house.event(EVENT), here.house.event(EVENT).find("Anna")))
        late = here.phone("Boris").do("hand.play", {"card": "Fog"}, "application/json")
        assert late.json()["error"] == "Boris: the match at table 1 is settled and stays as it is."


def test_a_hand_file_is_taken_as_before(tmp_path: Path) -> None:
    with hall(tmp_path, new_day(("Anna", "Boris"), pack=AOD)) as here:
        text = 'game = "age_of_destruction"\n[[card]]\nname = "Fog"\nkind = "planetary_condition"\n'
        assert here.phone("Anna").do("hand.submit", {"text": text}).status_code == 303
        assert _hand(here, "Anna") == [("Fog", "planetary_condition")]


# On a narrow screen


@pytest.mark.parametrize("width", [360, 320])
def test_what_became_of_a_unit_is_read_whole_on_a_narrow_phone(browser: Browser, tmp_path: Path, width: int) -> None:
    day = playing(pack=AOD)
    errors: list[str] = []
    with served(tmp_path, day, browser) as (url, house):
        phone = open_phone(browser, url, house, day.player("Anna"), errors)
        phone.set_viewport_size({"width": width, "height": 740})
        phone.goto(f"{url}/e/{EVENT}/me/card")
        units = phone.locator("[data-units]").first
        units.locator("label.field select").select_option(index=1)
        row = units.locator("[data-unit]:not([hidden])").first
        state, name = row.locator("select").first, row.locator("label")
        boxes = state.bounding_box(), name.bounding_box(), units.bounding_box()
        assert all(boxes)
        below, above, around = (box for box in boxes if box)
        assert below["y"] >= above["y"] + above["height"] - 1
        assert below["width"] > around["width"] * 0.8
        assert phone.evaluate("document.documentElement.scrollWidth") <= width


def test_nothing_more_is_asked_of_a_player_who_has_left(tmp_path: Path) -> None:
    from musterhall.events import players

    day = playing()
    with hall(tmp_path, day) as here:
        anna = here.phone("Anna")
        assert "You play Boris" in anna.page()
        state = here.house.event(EVENT)
        do(here, players.leave(state, state.find("Anna")))
        page = anna.page()
        assert "Thank you for playing, Anna" in page
        for asked in ("You play Boris", "Fill in the card", "Choose command units", "Seal my choice", "do/award.vote"):
            assert asked not in page, asked
        assert "Round 1 is out" not in anna.page("/me/scenario")
        assert "do/card.send" not in anna.page("/me/card")
        assert "do/force.submit" not in anna.page("/me/force")
