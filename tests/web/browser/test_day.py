"""A whole Herocon day by clicks: an organiser at a laptop, eight phones, and the projector."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from playwright.sync_api import Page, expect
from tests.web.browser.venue import (
    NAME,
    PASSWORD,
    PROJECTOR,
    Venue,
    entries_of,
    force_file,
    heading,
    press,
    turn_to,
    unfold,
)

from musterhall.events.wording import possessive

NAMES = (
    "Anna Ashdown",
    "Boris Birch",
    "Cleo Cairn",
    "Dario Dunmore",
    "Edda Elmet",
    "Falk Fenwick",
    "Gesa Garrow",
    "Hugo Harrow",
    "Ivo Ingle",
)
"""The last of them has no phone with him, so the desk does everything for him."""
LATE = "Zoe Zander"
EVENT = "trial-day"
SCENARIOS = ("domination", "bunkers", "king_of_the_hill")
LEGAL = force_file("lyran-picket")
TOO_DEAR = LEGAL.replace("skill = 3", "skill = 2", 1)
NOTE = "Your Warhammer is too good a shot: four points too many."


@dataclass(frozen=True, slots=True)
class Meeting:
    table: int
    players: tuple[str, str]

    def other(self, player: str) -> str:
        return self.players[0] if player == self.players[1] else self.players[1]


@dataclass(slots=True)
class Day:
    """Everybody who is there, and what each looks at."""

    venue: Venue
    desk: Page
    phones: dict[str, Page] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def at_desk(self, path: str = "") -> Page:
        self.desk.goto(f"/e/{EVENT}/desk{path}")
        return self.desk

    def at_card(self, number: int, table: int) -> Page:
        return self.at_desk(f"/cards/{number}/{table}")

    def paired(self) -> tuple[list[Meeting], list[str]]:
        """The round's tables and who sits out, as everybody can see them."""
        data = self.desk.request.get(f"/api/events/{EVENT}/pairings").json()
        meetings = [
            Meeting(one["table"], (one["players"][0]["player"], one["players"][1]["player"])) for one in data["matches"]
        ]
        return meetings, [one["player"] for one in data["byes"]]


def test_a_whole_day_goes_from_the_first_account_to_final_standings_by_clicks(new_venue: Venue) -> None:
    day = Day(new_venue, _first_account(new_venue))
    _begin_event(day)
    _register(day)
    _hand_in_forces(day)
    _check_in(day)
    _choose_scenarios(day)
    projector = new_venue.screen(PROJECTOR)
    projector.goto(f"/e/{EVENT}/projector")

    meetings, byes = _publish(day, 1)
    assert len(meetings) == 4
    assert len(byes) == 1
    _phones_show_their_match(day, meetings, byes)
    expect(projector.locator(".slide.pairings")).to_contain_text(day.names[meetings[0].players[0]])
    _start_clock(day)
    # Who has no phone does not come to the table; the other three matches are between phones.
    meetings.sort(key=lambda one: "p9" not in one.players)
    absent = "p9" if "p9" in meetings[0].players else meetings[0].players[1]
    _agree(day, meetings[1])
    _dispute(day, meetings[2])
    _concede(day, meetings[3])
    _stay_away(day, meetings[0], absent)
    _correct(day, meetings[1])

    _drop(day, absent)
    _come_late(day)
    for number in (2, 3):
        again, _ = _publish(day, number)
        assert absent not in {player for one in again for player in one.players}
        for phone in day.phones.values() if number == 3 else ():
            turn_to(phone, "Standings")
            heading(phone, "Standings")
        for one in again:
            _enter(day, number, one)

    _vote_and_finish(day)
    _everybody_sees_the_same_standings(day, projector)


def _first_account(venue: Venue) -> Page:
    page = venue.screen()
    page.goto("/")
    heading(page, "Welcome to Musterhall")
    page.get_by_label("Your name").fill(NAME)
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Create the account")
    heading(page, "Events")
    return page


def _begin_event(day: Day) -> None:
    page = day.desk
    page.get_by_role("link", name="Begin an event").click()
    page.get_by_label("Name of the event").fill("Trial day")
    page.get_by_role("radio", name=re.compile("^Herocon 2025")).check()
    press(page, "Begin the event")
    heading(page, "The desk")


def _register(day: Day) -> None:
    """Nine names at the desk, and a link on each of eight phones."""
    page = day.desk
    page.get_by_role("link", name="Add players").click()
    page.get_by_label("Names, one on each line").fill("\n".join(NAMES))
    press(page, "Add them")
    expect(page.get_by_text("9 registered, 0 here")).to_be_visible()
    day.names = {f"p{number}": name for number, name in enumerate(NAMES, 1)}
    for player in list(day.names)[:8]:
        link = day.at_desk(f"/players/{player}").locator(".code").inner_text()
        day.phones[player] = day.venue.phone(link)
        heading(day.phones[player], f"Welcome, {day.names[player]}")


def _hand_in_forces(day: Day) -> None:
    for player, phone in day.phones.items():
        _paste(phone, TOO_DEAR if player == "p8" else LEGAL)
    page = day.at_desk("/forces/p9")
    page.get_by_label("Paste the force file or list").fill(LEGAL)
    press(page, "Hand it in")
    expect(page.locator("main")).to_contain_text("Lyran picket")
    day.at_desk("/forces")
    press(page, "Accept all 8")
    expect(page.get_by_role("heading", name="Accepted (8)")).to_be_visible()
    expect(day.phones["p1"].locator("[data-part=my_force]")).to_contain_text("accepted")
    page.get_by_role("link", name=day.names["p8"]).click()
    page.get_by_label("Note to the player").fill(NOTE)
    press(page, "Send it back")
    returned = day.phones["p8"]
    expect(returned.locator("[data-part=my_force]")).to_contain_text(NOTE)
    _paste(returned, LEGAL)
    day.at_desk()
    press(page, "Accept the one without problems")
    expect(returned.locator("[data-part=my_force]")).to_contain_text("accepted")


def _paste(phone: Page, text: str) -> None:
    turn_to(phone, "My match")
    phone.get_by_role("navigation", name="My pages").get_by_role("link", name="My force").click()
    heading(phone, "My force")
    paste = unfold(phone, "Paste it instead")
    paste.get_by_role("textbox").fill(text)
    press(paste, "Check what I pasted")
    checked = phone.locator(".box.next")
    expect(checked).to_contain_text("Checked, not handed in yet")
    press(checked, re.compile("^Hand in"))
    expect(phone.locator("[data-part=my_force]")).to_contain_text("waiting for the check")


def _check_in(day: Day) -> None:
    page = day.at_desk("/players")
    press(page, f"Check in {day.names['p1']}")
    expect(page.get_by_text("9 registered, 1 here")).to_be_visible()
    press(page, "Check all of them in", sure=True)
    expect(page.get_by_text("9 registered, 9 here")).to_be_visible()
    for phone in day.phones.values():
        turn_to(phone, "My match")
        expect(phone.locator("[data-part=my_match]")).to_contain_text("Wait for the pairings of round 1")


def _choose_scenarios(day: Day) -> None:
    page = day.at_desk("/pairings")
    scenarios = unfold(page, "Scenarios")
    for number, name in enumerate(SCENARIOS, 1):
        scenarios.get_by_label(f"Round {number}").select_option(name)
    press(scenarios, "Choose these")
    expect(page.locator("#scenarios")).not_to_have_attribute("open", "")


def _publish(day: Day, number: int) -> tuple[list[Meeting], list[str]]:
    """Pair, look at the draft, which nobody else sees, and publish it."""
    page = day.at_desk("/pairings")
    press(page, f"Pair round {number}")
    expect(page.get_by_text("draft: only the desk sees it")).to_be_visible()
    if number == 1:
        for phone in day.phones.values():
            heading(phone, re.compile("^Welcome"))
        watcher = day.phones["p1"]
        watcher.reload()
        heading(watcher, re.compile("^Welcome"))
        assert watcher.request.get(f"/api/events/{EVENT}/pairings").status == 404
    press(page, f"Publish round {number}")
    heading(page, "The desk")
    return day.paired()


def _phones_show_their_match(day: Day, meetings: list[Meeting], byes: list[str]) -> None:
    for player, phone in day.phones.items():
        if player in byes:
            heading(phone, "You have no opponent in round 1")
            continue
        meeting = next(one for one in meetings if player in one.players)
        heading(phone, f"You play {day.names[meeting.other(player)]} at table {meeting.table}")


def _start_clock(day: Day) -> None:
    day.at_desk()
    press(day.desk.locator("[data-part=desk_tasks]"), "Start the clock")
    for phone in day.phones.values():
        expect(phone.locator(".clock").first).to_have_text(re.compile(r"^2:(30:00|29:\d\d)$"))


def _fill_points(phone: Page, day: Day, points: dict[str, int]) -> None:
    """Points of interest, with the buttons beside the figure."""
    for player, number in points.items():
        name = day.names[player]
        more = phone.get_by_role("button", name=f"One more: Points of Interest controlled, {name}")
        for _ in range(number):
            more.click()


def _send_card(day: Day, player: str, points: dict[str, int]) -> None:
    phone = day.phones[player]
    phone.get_by_role("link", name="Fill in the card").click()
    _fill_points(phone, day, points)
    winner = max(points, key=lambda one: points[one])
    expect(phone.locator("[data-sums-out]")).to_contain_text(f"{day.names[winner]} wins")
    press(phone, "Send the card")
    expect(phone.locator("[data-part=my_match]")).to_contain_text("Your card is in.")


def _agree(day: Day, meeting: Meeting) -> None:
    one, other = meeting.players
    _send_card(day, one, {one: 3, other: 1})
    phone = day.phones[other]
    phone.get_by_role("link", name=f"Look at {day.names[one]}'s card").click()
    press(phone, "Yes, this is right")
    expect(phone.locator("[data-part=my_match]")).to_contain_text(f"{day.names[one]} won")
    expect(day.phones[one].locator("[data-part=my_match]")).to_contain_text("You won")


def _dispute(day: Day, meeting: Meeting) -> None:
    one, other = meeting.players
    _send_card(day, one, {one: 2, other: 1})
    phone = day.phones[other]
    phone.get_by_role("link", name=f"Look at {day.names[one]}'s card").click()
    fold = unfold(phone, "Something is wrong")
    fold.get_by_role("button", name=f"One more: Points of Interest controlled, {day.names[other]}").click()
    fold.get_by_role("button", name=f"One less: Points of Interest controlled, {day.names[one]}").click()
    press(fold, "Send my card")
    expect(phone.locator("[data-part=my_match]")).to_contain_text("differ")
    expect(day.phones[one].locator("[data-part=my_match]")).to_contain_text("differ")
    desk = day.desk
    expect(desk.locator("[data-part=desk_tasks]")).to_contain_text(f"differ at table {meeting.table}")
    desk.get_by_role("link", name=f"Decide table {meeting.table}").first.click()
    press(desk, f"Use {possessive(day.names[one])} card")
    heading(desk, "Results")
    expect(day.phones[one].locator("[data-part=my_match]")).to_contain_text("You won")
    expect(phone.locator("[data-part=my_match]")).to_contain_text(f"{day.names[one]} won")


def _concede(day: Day, meeting: Meeting) -> None:
    one, other = meeting.players
    phone = day.phones[one]
    phone.get_by_role("link", name="Fill in the card").click()
    fold = unfold(phone, "Concede the match")
    fold.get_by_label("I concede this match").check()
    press(fold, "Concede", sure=True)
    expect(phone.locator("[data-part=my_match]")).to_contain_text("You conceded this match.")
    expect(day.phones[other].locator("[data-part=my_match]")).to_contain_text(f"{day.names[one]} conceded this match.")


def _stay_away(day: Day, meeting: Meeting, absent: str) -> None:
    desk = day.at_card(1, meeting.table)
    fold = unfold(desk, "Concession or no-show")
    press(fold, f"{day.names[absent]} did not come")
    _do_it(desk, "Nobody has seen him since breakfast.")
    there = day.phones[meeting.other(absent)]
    expect(there.locator("[data-part=my_match]")).to_contain_text(f"{day.names[absent]} was not at the table.")


def _correct(day: Day, meeting: Meeting) -> None:
    """A settled card is changed, and the desk sees before what that does to the standings."""
    one, other = meeting.players
    desk = day.at_card(1, meeting.table)
    fold = unfold(desk, "Correct the card")
    fold.locator("[name='sides.0.fields.points_of_interest']").fill("1")
    fold.locator("[name='sides.1.fields.points_of_interest']").fill("2")
    press(fold, "See what it changes")
    heading(desk, "What this would change")
    expect(desk.locator("main")).to_contain_text(day.names[one])
    assert not [entry for entry in entries_of(desk, EVENT, "card.decided") if entry["data"]["table"] == meeting.table]
    _do_it(desk, "The flags were counted the wrong way round.")
    expect(day.phones[one].locator("[data-part=my_match]")).to_contain_text(f"{day.names[other]} won")
    expect(day.phones[other].locator("[data-part=my_match]")).to_contain_text("You won")


def _do_it(desk: Page, why: str) -> None:
    desk.get_by_label("Reason, for the journal").fill(why)
    press(desk, re.compile("^(Change the card|Enter the concession|Enter the no-show|Undo it|Exchange them)$"))
    expect(desk.locator("h1")).not_to_have_text("What this would change")


def _drop(day: Day, player: str) -> None:
    desk = day.at_desk(f"/players/{player}")
    press(desk, re.compile("^Drop "), sure=True)
    expect(desk.get_by_role("button", name="back in")).to_be_visible()


def _come_late(day: Day) -> None:
    """Somebody who comes for the second round is checked in with the entry, and hands in at the desk."""
    desk = day.at_desk("/players")
    fold = unfold(desk, "Add players")
    fold.get_by_label("Names, one on each line").fill(LATE)
    press(fold, "Add them")
    expect(desk.get_by_text("10 registered, 9 here")).to_be_visible()
    day.names["p10"] = LATE
    day.at_desk("/forces/p10").get_by_label("Paste the force file or list").fill(LEGAL)
    desk.get_by_label("Change it although forces are locked").check()
    press(desk, "Hand it in")
    press(desk, "Accept")
    heading(desk, "Forces")


def _enter(day: Day, number: int, meeting: Meeting) -> None:
    """The desk enters a card: whoever sits first wins."""
    desk = day.at_card(number, meeting.table)
    form = desk.locator("#enter")
    if number == 2:
        form.locator("[name='sides.0.fields.forward_bunkers']").fill(str(meeting.table % 2 + 1))
    else:
        form.locator("[name='sides.0.tally.hill.0'][type=checkbox]").check()
    expect(form.locator("[data-sums-out]")).to_contain_text(f"{day.names[meeting.players[0]]} wins")
    press(form, "This card counts")
    heading(desk, "Results")


def _vote_and_finish(day: Day) -> None:
    voter = day.phones["p2"]
    turn_to(voter, "My match")
    voter.locator("#votes").get_by_label("Best sportsmanship").select_option(label=day.names["p1"])
    press(voter.locator("#votes"), "Vote")
    expect(voter.locator("#votes").get_by_role("button", name="Change")).to_be_visible()
    turn_to(voter, "Standings")
    press(day.at_desk("/players/p3"), "The force is fully painted")
    expect(day.desk.locator("[data-key=said]")).to_contain_text("has a painted force")
    desk = day.at_desk("/awards")
    expect(desk.locator(".box", has_text="Best sportsmanship")).to_contain_text(day.names["p1"])
    fold = unfold(desk.locator(".box", has_text="Best painted force"), "Give it to somebody")
    fold.get_by_label("To").select_option(label=day.names["p3"])
    press(fold, "Give the prize")
    expect(desk.locator(".box", has_text="Best painted force").locator(".lead")).to_have_text(day.names["p3"])
    press(desk, "Finish the event", sure=True)
    expect(desk.get_by_text("The event is finished, and its standings are final.")).to_be_visible()


def _everybody_sees_the_same_standings(day: Day, projector: Page) -> None:
    rows = day.desk.request.get(f"/api/events/{EVENT}/standings").json()["rows"]
    names = [row["name"] for row in rows]
    assert len(names) == 9
    for phone in day.phones.values():
        part = phone.locator("[data-part=standings]")
        expect(part).to_contain_text(re.compile("final", re.IGNORECASE))
        shown = part.locator("tbody tr")
        expect(shown.first).to_contain_text(names[0])
        texts = shown.all_inner_texts()
        assert [name for text in texts[: len(names)] for name in names if name in text] == names
    standings = projector.locator(".slide.standings")
    expect(standings.locator("li").first).to_contain_text(names[0])
    won = projector.locator(".prizes li").filter(has_text="Best sportsmanship")
    expect(won).to_contain_text(day.names["p1"])
