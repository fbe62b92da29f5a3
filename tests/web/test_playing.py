"""Battles over HTTP: who may do what at a table, links, hints, rematches, and rules that have changed since."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.play.rooms import GAMES
from tests.web.table import PERSON, Table, table

from musterhall.games import battles_of, game_named
from musterhall.playing.room import Room

AS_BLUE: dict[str, Any] = {"as": 1}
ANN, BEN = {"by": "person", "name": "Ann"}, {"by": "person", "name": "Ben"}


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Table]:
    with table(str(tmp_path / "hall.db")) as found:
        yield found


# Both sides at one screen


def test_who_plays_both_sides_sees_the_table_from_the_side_they_name(at: Table) -> None:
    at.begin(seats=[ANN, BEN], one_screen=True)
    for side in (0, 1):
        asked = at.state("01", **{"as": side})["asked"]
        assert {one["player"] for one in asked} <= {side}
    assert at.get("", "0", **AS_BLUE).status_code == 403
    assert at.get("", **AS_BLUE).status_code == 403


# Links


def test_the_link_of_an_open_seat_is_told_to_whoever_began_and_to_nobody_else(at: Table) -> None:
    at.begin(seats=[ANN, PERSON])
    assert at.state("0")["links"] == {"1": f"/play/{at.battle}/{at.seats['1']}"}
    assert at.state("1")["links"] == {}
    assert at.state()["links"] == {}
    at.post("join", "1", name="Ben")
    assert at.state("0")["links"] == {}


def test_a_new_link_ends_the_old_one(at: Table) -> None:
    at.begin(seats=[ANN, PERSON])
    old = dict(at.seats)
    link = at.post("links", "0", side=1).json()["link"]
    assert at.get("", "1").status_code == 403
    assert at.client.get(f"/play/{at.battle}/{old['1']}", follow_redirects=False).status_code == 403
    at.seats["1"] = link.rsplit("/", 1)[1]
    assert at.state("1")["sides"] == [1]


def test_only_who_sits_there_or_began_makes_a_new_link(at: Table) -> None:
    at.begin(seats=[ANN, PERSON])
    assert at.post("links", "1", side=0).status_code == 403
    assert at.post("links", "", side=0).status_code == 403
    assert at.post("links", "1", side=1).status_code == 200


def test_a_friend_can_make_a_link_that_whoever_invited_them_does_not_know(at: Table) -> None:
    at.begin(seats=[ANN, PERSON])
    assert [at.state(seat)["hosts"] for seat in ("0", "1", "")] == [True, False, False]
    link = at.post("links", "1", side=1).json()["link"]
    assert at.get("", "1").status_code == 403
    at.seats["1"] = link.rsplit("/", 1)[1]
    at.post("join", "1", name="Ben")
    assert at.state("0")["links"] == {}
    assert at.seats["1"] not in at.get("", "0").text


def test_after_the_end_a_link_only_watches(at: Table) -> None:
    at.begin(seats=[ANN, BEN])
    at.post("resign", "0")
    assert at.state("1")["over"] == {"by": "resigned", "sentence": "Ann resigned.", "winner": 1}
    for path, form in (("answer", {"answer": 1}), ("join", {"name": "Cid"}), ("resign", {}), ("links", {"side": 1})):
        told = at.post(path, "1", **form)
        assert told.status_code == 400, path
        assert "over" in told.json()["error"]
    at.client.get(f"/play/{at.battle}/{at.seats['1']}")
    assert 'data-seat=""' in at.client.get(f"/play/{at.battle}").text


# Hints


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_a_legal_answer_in_words_and_is_not_given(at: Table, game: str) -> None:
    at.begin(game, seats=[ANN, {"by": "bot", "name": "drill"}])
    for _ in range(6):
        while not at.state("0")["asked"]:
            at.house.room.look(at.battle)
        before = at.sitting.record.last
        hint = at.get("hint", "0", side=0).json()
        assert hint["by"] == "captain"
        assert hint["words"]
        assert at.sitting.record.last == before
        assert at.post("check", "0", answer=hint["answer"]).json()["legal"]
        assert at.post("answer", "0", answer=hint["answer"]).status_code == 200


def test_nobody_is_told_a_hint_for_a_side_that_is_not_theirs(at: Table) -> None:
    at.begin(seats=[ANN, BEN])
    assert at.get("hint", "0", side=1).status_code == 403
    assert at.get("hint", side=1).status_code == 403


# Again


def test_a_rematch_swaps_the_sides_and_both_find_their_seats(at: Table) -> None:
    at.begin(seats=[ANN, BEN])
    at.client.get(f"/play/{at.battle}/{at.seats['0']}")
    assert at.post("rematch", "0").status_code == 400
    at.post("resign", "0")
    again = at.post("rematch", "0").json()["battle"]
    assert at.post("rematch", "1").json()["battle"] == again
    assert at.state("1")["rematch"] == again
    assert [seat.name for seat in at.house.room.look(again).record.seats] == ["Ben", "Ann"]
    at.client.get(f"/play/{at.battle}/rematch")
    page = at.client.get(f"/play/{again}").text
    seat = page.split('data-seat="', 1)[1].split('"', 1)[0]
    state = at.client.get(f"/api/battles/{again}", headers={"muster-seat": seat}).json()
    assert state["sides"] == [1]


def test_a_program_is_told_its_seat_in_the_rematch(at: Table) -> None:
    at.begin(seats=[ANN, BEN])
    at.post("resign", "0")
    for asks, has in (("0", "1"), ("1", "0")):
        told = at.post("rematch", asks).json()
        assert set(told["seats"]) == {has}
        head = {"muster-seat": told["seats"][has]}
        assert at.client.get(f"/api/battles/{told['battle']}", headers=head).json()["sides"] == [int(has)]


# Sent twice, or late


def test_a_sketch_that_was_taken_is_acknowledged_when_it_is_sent_again(at: Table) -> None:
    at.begin("alpha_strike", seats=[ANN, BEN])
    side = at.sitting.decisions[0].player
    sketch = next(one for one in sketches() if at.post("sketch", str(side), sketch=one).json().get("legal"))
    first = at.post("answer", str(side), sketch=sketch, mark="tap-1")
    assert first.status_code == 200, first.text
    again = at.post("answer", str(side), sketch=sketch, mark="tap-1")
    assert (again.status_code, again.json()) == (200, first.json())


def sketches() -> Iterator[dict[str, Any]]:
    """Taps on the first few of whatever is offered."""
    yield from ({"option": number} for number in range(10))
    yield from ({"at": [x, y]} for x in range(0, 60, 5) for y in range(0, 60, 5))


def test_an_answer_that_comes_after_the_question_has_gone_is_refused(at: Table) -> None:
    at.begin(seats=[ANN, BEN])
    state = at.state("0")
    seen = {"answers": state["answers"], "times_back": state["times_back"]}
    at.answer("0", 0)
    told = at.post("answer", "0", sketch={}, **seen)
    assert (told.status_code, told.json()["error"]) == (400, "The battle has gone on since; look again.")


# Who sits there


def test_nobody_shares_a_screen_with_a_bot(at: Table) -> None:
    told = at.begin(seats=[ANN, {"by": "bot"}], one_screen=True)
    assert told.status_code == 400
    assert "two people" in told.json()["error"]


@pytest.mark.parametrize("name", ["a\x00b", "\x1b[31mred", "\u202eabc", "two\nlines", "\u200b"])
def test_a_name_that_a_screen_would_obey_or_cannot_show_is_refused(at: Table, name: str) -> None:
    assert at.begin(seats=[{"by": "person", "name": name}, PERSON]).status_code == 400
    at.begin(seats=[ANN, PERSON])
    told = at.post("join", "1", name=name)
    assert told.status_code == 400
    assert "cannot be shown" in told.json()["error"]
    assert at.state("1")["seats"][1]["taken"] is False


@pytest.mark.parametrize("name", ["x" * 300, r"two\nlines and \u001b[8m a colour"])
def test_a_force_may_be_called_anything_and_the_battle_is_listed_in_one_line(at: Table, name: str) -> None:
    lesson = battles_of(game_named("the_game")).lesson
    assert lesson is not None
    red = re.sub(r'(?m)^name = ".*"', lambda _: f'name = "{name}"', lesson.red, count=1)
    told = at.begin(red=red, blue=lesson.blue, table=lesson.table)
    assert told.status_code == 201, told.text
    title = at.sitting.record.begun.title
    assert len(title) <= 200
    assert title.isprintable()


def test_who_is_not_asked_is_told_so_as_a_person(at: Table) -> None:
    at.begin(seats=[ANN, BEN])
    answer = at.hinted(0)
    at.answer("0", 0)
    for what in ("answer", "check"):
        told = at.post(what, "0", answer=answer)
        assert (told.status_code, told.json()["error"]) == (400, "Nothing is asked of you now; wait for the others.")


# Rules that have changed since


def test_a_battle_of_older_rules_is_told_as_it_was_and_goes_on_when_both_agree(
    at: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    at.begin(seats=[ANN, BEN])
    for _ in range(4):
        for side in (0, 1):
            if at.sitting.asked(side) is not None:
                at.answer(str(side), side)
    answers = at.sitting.record.answers
    battles = at.sitting.fight.battles if at.sitting.fight else None
    monkeypatch.setattr(type(battles), "version", property(lambda self: "another"))
    at.house.room = Room(at.house.store, at.house.thinkers, at.house.hub.tell)
    view = at.get("", "0").json()
    assert view["older_rules"]
    assert view["replay"] is None
    assert view["asked"] == []
    own = {f"Ann: {said.words}" for said in answers if said.player == 0}
    hidden = {f"Ben: {said.words}" for said in answers if said.player == 1 and said.secret}
    assert own <= set(view["kept"])
    assert not hidden & set(view["kept"])
    assert at.post("answer", "0", answer=1).status_code == 400
    at.post("rules", "0")
    assert at.state("1")["agreed"] == [0]
    at.post("rules", "1")
    state = at.state("0")
    assert not state["older_rules"]
    assert state["answers"] == len(answers)


# Lessons


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_explains_at_length_the_first_time_and_shortly_later(at: Table, game: str) -> None:
    at.begin(game, lesson=True)
    goal = at.get("", "0").json()["winning"][0]
    told: dict[str, list[bool]] = {}
    for number in range(25):
        state = at.state("0")
        if state["over"]:
            break
        lesson = state["lesson"]
        assert lesson["title"].startswith("A first battle")
        assert len(lesson["text"]) == (3 if lesson["first"] else 1) + (number == 0)
        assert (goal in lesson["text"]) == (number == 0)
        told.setdefault(state["asked"][0]["kind"], []).append(lesson["first"])
        at.answer("0", 0)
    assert all(times[0] and not any(times[1:]) for times in told.values())
    assert any(len(times) > 1 for times in told.values())


def test_an_ordinary_battle_teaches_nothing_unasked(at: Table) -> None:
    at.begin(seats=[ANN, BEN])
    assert at.state("0")["lesson"] is None


# To share


def test_a_battle_is_shared_as_a_journal_and_a_replay_once_it_is_over(at: Table) -> None:
    at.begin(seats=[ANN, BEN])
    assert at.get("journal", "0").status_code == 400
    assert at.client.get(f"/play/{at.battle}/replay").status_code == 400
    at.post("resign", "0")
    told = at.get("journal")
    assert told.status_code == 200
    assert told.text.startswith('{"journal":"battle"')
    assert at.client.get(f"/play/{at.battle}/replay").status_code == 200


def test_no_log_tells_the_link_of_a_seat(at: Table, caplog: pytest.LogCaptureFixture) -> None:
    at.begin(seats=[ANN, PERSON])
    with caplog.at_level("INFO"):
        at.client.get(f"/play/{at.battle}/{at.seats['1']}")
        at.client.get(f"/play/{at.battle}/rematch")
    told = " ".join(one.getMessage() for one in caplog.records if one.name.startswith("musterhall"))
    assert at.seats["1"] not in told
    assert f"/play/{at.battle}/..." in told
    assert f"/play/{at.battle}/rematch" in told


# Who fights here


def test_every_code_on_a_unit_of_the_table_is_told_in_words(at: Table) -> None:
    at.begin("alpha_strike")
    profiles = at.get("", "0").json()["replay"]["profiles"]
    fight = at.sitting.fight
    assert fight is not None
    for profile, unit in zip(profiles, fight.battle.position.field.units, strict=True):
        told = dict(profile.get("abilities", ()))
        assert {str(special) for special in unit.card.specials} <= set(told)
        assert all(told.values())
