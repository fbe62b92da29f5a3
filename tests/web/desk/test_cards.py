"""Cards at the desk: disagreements, corrections and previews."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from tests.events.day import new_day
from tests.web.desk.at_the_desk import DESK, NOTHING, disagree, finish_round, look, open_match, preview, send, words
from tests.web.scene import EVENT, Scene, day, scene

from musterhall.events import rounds, scenarios, sealing
from musterhall.events.cards import read_card
from musterhall.events.wording import possessive
from musterhall.web.accounts import ORGANISER, OWNER, SCOREKEEPER
from musterhall.web.desk_views.compared_cards import compared, outcome
from musterhall.web.sessions import PLAYER
from musterhall.web.settings import Settings


def test_a_hand_from_paper_is_taken_in_at_the_desk_also_when_hands_are_locked(tmp_path: Path) -> None:
    begun = tuple(new_day(("Anna", "Boris"), pack="age-of-destruction-constructed").ledger.entries)
    with scene(Settings(db=str(tmp_path / "hall.db")), begun) as made:
        assert "Tournament hand: none yet" in made.get(f"{DESK}/players/p1", OWNER).text
        assert send(made, "hand.submit", **typed_hand("Fog"), next=DESK).status_code == 200
        assert made.do("forces.lock", OWNER).status_code == 200
        assert "Tournament hand: handed in" in made.get(f"{DESK}/players/p1", OWNER).text, (
            "whoever typed it in knows it"
        )
        page = made.get(f"{DESK}/players/p1", ORGANISER).text
        assert "Tournament hand: Fog" in page
        assert "Change it although hands are locked" in page
        assert "Tournament hand" not in made.get(f"{DESK}/players/p1", SCOREKEEPER).text
        assert "hands are locked" in send(made, "hand.submit", **typed_hand("Storm"), next=DESK).json()["error"]
        answer = send(made, "hand.submit", **typed_hand("Storm"), although_locked="true", next=DESK)
        assert answer.status_code == 200, answer.text
        assert made.event.player("p1").hand == ({"name": "Storm", "kind": "planetary_condition"},)


def typed_hand(card: str) -> dict[str, str]:
    return {"player": "p1", "cards.0.name": card, "cards.0.kind": "planetary_condition", "cards.1.kind": "mission"}


def test_a_hand_that_was_played_from_is_shown_and_not_changed(tmp_path: Path) -> None:
    with scene(Settings(db=str(tmp_path / "hall.db")), day("age-of-destruction-constructed")) as made:
        page = made.get(f"{DESK}/players/p1", OWNER).text
        assert "Tournament hand: " in page
        assert "hand.submit" not in page


def test_a_prize_for_painted_forces_is_offered_to_nobody_else(hall: Scene) -> None:
    someone = next(one for one in hall.event.players.values() if one.painted)
    assert hall.do("player.change", OWNER, player=someone.id, painted=False).status_code == 200
    page = hall.get(f"{DESK}/awards", OWNER).text
    offered = page.partition('value="best_painted"')[2].partition("</select>")[0]
    assert 'value="p' in offered
    assert f'value="{someone.id}"' not in offered


def test_two_cards_are_marked_just_where_they_differ(hall: Scene) -> None:
    round_, match = disagree(hall)
    groups = compared(hall.event, round_, match, list(match.sent.values()))
    marked = [line.label for group in groups for line in group.lines if line.differs]
    roster = match.rosters[0]
    assert roster is not None
    owner = hall.event.player(match.players[0]).name
    assert marked == [f"{possessive(owner)} {roster.units[0].name}"]
    told = words(unescape(look(hall, f"/cards/{round_.number}/{match.table}")))
    assert "Whose card counts?" in told
    names = [hall.event.player(id_).name for id_ in match.players]
    assert f"What {names[0]} says What {names[1]} says {marked[0]} differs" in told
    assert f"{possessive(names[1])} half of the card" in told
    for name in names:
        assert f"{possessive(name)} units: what became of them?" in told


def test_the_desk_settles_a_disagreement_by_taking_one_of_the_cards(hall: Scene) -> None:
    round_, match = disagree(hall)
    taken = match.players[1]
    fields = {"round": round_.number, "table": match.table, "player": taken}
    assert send(hall, "card.take", SCOREKEEPER, **fields).status_code == 200
    settled = hall.event.round(round_.number).match_at(match.table)
    assert settled.card == match.sent[taken]
    assert settled.decided
    again = send(hall, "card.take", SCOREKEEPER, **(fields | {"player": match.players[0]}))
    assert again.status_code == 400, "another card in its place needs a reason"


def test_a_card_that_nobody_sent_cannot_be_taken(hall: Scene) -> None:
    round_, match = open_match(hall)
    answer = send(hall, "card.take", round=round_.number, table=match.table, player=match.players[0])
    assert answer.status_code == 400
    assert "has sent no card" in answer.json()["error"]


def test_a_correction_says_what_it_changes_and_is_not_made_before_it_is_confirmed(hall: Scene) -> None:
    match = next(one for one in hall.event.rounds[0].matches if one.card is not None)
    last = hall.house.desk(EVENT).ledger.last
    fields: dict[str, Any] = {"round": 1, "player": match.players[0]}
    answer = preview(hall, "match.concede", **fields, next=f"{DESK}/cards")
    assert answer.status_code == 200, answer.text
    told = words(answer.text)
    assert f"{hall.event.player(match.players[0]).name} concedes" in told
    assert re.search(r"Total Points [\d.]+ to [\d.]+", told)
    assert hall.house.desk(EVENT).ledger.last == last
    confirm = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', answer.text))
    assert {name: confirm[name] for name in fields} == {name: str(value) for name, value in fields.items()}
    assert send(hall, "match.concede", **fields, why="told late").status_code == 200
    assert hall.event.rounds[0].match_at(match.table).conceded == match.players[0]


@pytest.mark.parametrize("action", ["match.concede", "match.absent"])
def test_a_settled_match_is_conceded_or_missed_only_for_a_reason(hall: Scene, action: str) -> None:
    match = next(one for one in hall.event.rounds[0].matches if one.card is not None)
    fields: dict[str, Any] = {"round": 1, "player": match.players[0]}
    for why in ("", "  "):
        answer = send(hall, action, SCOREKEEPER, **fields, why=why)
        assert answer.status_code == 400
        assert answer.json()["error"] == "why: a word is needed for the journal; say the reason."
    assert hall.event.rounds[0].match_at(match.table) == match
    asked = preview(hall, action, SCOREKEEPER, **fields)
    assert re.search(r'<input[^>]* name="why"[^>]* required', asked.text), "the page asks for it"
    assert send(hall, action, SCOREKEEPER, **fields, why="told late").status_code == 200


@pytest.mark.parametrize("action", ["match.concede", "match.absent"])
def test_an_open_match_is_conceded_or_missed_without_a_reason(hall: Scene, action: str) -> None:
    _, match = open_match(hall)
    assert send(hall, action, SCOREKEEPER, player=match.players[0]).status_code == 200


def test_the_desk_notes_that_neither_came_and_both_phones_say_so(hall: Scene) -> None:
    round_ = hall.event.rounds[-1]
    match = round_.match_of("p1")
    assert match is not None
    assert "Neither of them came" in look(hall, f"/cards/{round_.number}/{match.table}")
    assert send(hall, "match.absent", SCOREKEEPER, player=match.players[0], both="true").status_code == 200
    names = [hall.event.player(id_).name for id_ in match.players]
    assert f"neither {names[0]} nor {names[1]} came" in words(look(hall, f"/cards/{round_.number}/{match.table}"))
    for path in ("/me", "/me/card"):
        page = words(hall.get(f"/e/{EVENT}{path}", PLAYER, headers={"accept": "text/html"}).text)
        assert "Neither of you was at the table, so nobody scores." in page


@pytest.mark.parametrize("becomes", ["conceded", "absent"])
def test_who_leaves_takes_no_settled_match_along(hall: Scene, becomes: str) -> None:
    round_, match = open_match(hall)
    leaver = match.players[0]
    fields: dict[str, Any] = {"round": round_.number, "table": match.table, "card": json.dumps(NOTHING)}
    assert send(hall, "card.decide", **fields).status_code == 200
    settled = hall.event.round(round_.number).match_at(match.table)
    assert 'name="match"' not in look(hall, f"/players/{leaver}"), "the page does not offer it"
    answer = send(hall, "player.leave", player=leaver, match=becomes, why="had to go")
    assert answer.status_code == 400
    assert f"table {match.table} is settled and stays as it is" in answer.json()["error"]
    assert hall.event.round(round_.number).match_at(match.table) == settled
    assert send(hall, "player.leave", player=leaver).status_code == 200


def test_a_corrected_card_is_shown_before_and_after(hall: Scene) -> None:
    match = next(one for one in hall.event.rounds[0].matches if one.card is not None and one.card.sides[0].units)
    assert match.card is not None
    data = match.card.as_data()
    name = next(iter(data["sides"][0]["units"]))
    fate = data["sides"][0]["units"][name]
    data["sides"][0]["units"][name] = "destroyed" if fate != "destroyed" else "withdrawn"
    answer = preview(hall, "card.decide", round=1, table=match.table, card=json.dumps(data))
    assert answer.status_code == 200, answer.text
    assert '<th scope="col">After</th>' in answer.text
    assert name.replace("'", "&#39;") in answer.text


def test_nobody_looks_ahead_at_what_is_not_his_to_do(hall: Scene) -> None:
    assert preview(hall, "player.disqualify", SCOREKEEPER, player="p1").status_code == 403
    assert preview(hall, "no.such", ORGANISER).status_code == 403
    assert preview(hall, "entry.undo", PLAYER, seq=5).status_code == 403
    assert preview(hall, "entry.undo", ORGANISER, seq=99999).status_code == 400


def test_cards_of_a_draft_are_not_asked_for(hall: Scene) -> None:
    finish_round(hall)
    hall.house.do(EVENT, lambda event: rounds.pair_round(event, 7, without_forces=True), who="organiser")
    number = len(hall.event.rounds)
    assert hall.get(f"{DESK}/cards?round={number}", ORGANISER).status_code == 400
    assert hall.get(f"{DESK}/cards/{number}/1", ORGANISER).status_code == 400


def test_whose_card_counts_is_asked_with_every_figure_that_decides_places(hall: Scene) -> None:
    round_, match = open_match(hall)
    told = outcome(hall.event, round_, match, read_card(NOTHING))
    titles = hall.event.rules.scoring.titles()
    standing = hall.event.rules.standings
    for name in (*standing.order, *standing.show):
        assert f"{titles[name]}: " in told


def test_the_card_of_a_match_says_which_command_units_were_revealed(tmp_path: Path) -> None:
    made = new_day(("Anna", "Boris"))
    made.do(lambda event: scenarios.choose_scenarios(event, ["assassination"] * 3))
    made.pair()
    made.do(lambda event: sealing.seal_units(event, event.find("Anna"), ["Hammer", "Anvil"], "0" * 16))
    made.do(lambda event: sealing.seal_units(event, event.find("Boris"), ["Hammer", "Tongs"], "1" * 16))
    made.do(lambda event: sealing.reveal_units(event, event.find("Anna")))
    with scene(Settings(db=str(tmp_path / "revealed.db")), tuple(made.ledger.entries)) as hall:
        page = words(look(hall, "/cards/1/1"))
        assert "Anna has revealed the command units Anvil and Hammer." in page
        assert "Boris has revealed" not in page


def test_the_desk_enters_nothing_but_the_totals_and_corrects_them(hall: Scene) -> None:
    round_, match = open_match(hall)
    assert "Enter only the totals" in words(look(hall, f"/cards/{round_.number}/{match.table}"))
    fields: dict[str, Any] = {"round": round_.number, "table": match.table, "ended": "time"}
    for side, (objective, destruction) in enumerate((("200", "60.5"), ("100", "40"))):
        fields[f"sides.{side}.totals.objective"] = objective
        fields[f"sides.{side}.totals.destruction"] = destruction
    refused = send(hall, "card.decide", SCOREKEEPER, **{**fields, "sides.0.totals.objective": "333"})
    assert "Objective Points: is 333, and no match of" in refused.json()["error"]
    assert send(hall, "card.decide", SCOREKEEPER, **fields).status_code == 200
    settled = hall.event.round(round_.number).match_at(match.table)
    assert settled.result is not None
    assert settled.result.because == "200 to 100 Objective Points."
    page = look(hall, f"/cards/{round_.number}/{match.table}")
    assert "Correct only the totals" in words(page)
    assert re.search(r'name="sides.0.totals.destruction" value="60.5"', page)
    answer = send(hall, "card.decide", **{**fields, "sides.1.totals.objective": "many"}, why="a slip")
    assert "is no number of points" in answer.json()["error"]
