"""The API: what a script is answered, and that it is bound by the same rules as the pages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from httpx import Response
from tests.cli.test_event_cards import STAR
from tests.events.day import Day, new_day
from tests.web.scene import EVENT, OTHER, STRANGER, Scene, begun, scene

from musterhall.events import forces, matches, scenarios
from musterhall.events.entries import Entry
from musterhall.events.hidden import open_data
from musterhall.events.sealing import may_command, must_command
from musterhall.game.forces import Submission
from musterhall.web.accounts import ORGANISER, OWNER, SCOREKEEPER, revoke_token
from musterhall.web.actions import ACTIONS
from musterhall.web.api import openapi
from musterhall.web.sessions import MASTER, PLAYER, PUBLIC
from musterhall.web.settings import Settings

API = f"/api/events/{EVENT}"


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Scene]:
    with scene(Settings(db=str(tmp_path / "house.db"))) as found:
        yield found


@pytest.fixture
def early(tmp_path: Path) -> Iterator[Scene]:
    """While the round is set up."""
    with scene(Settings(db=str(tmp_path / "house.db")), begun()) as found:
        yield found


@pytest.fixture
def anywhere(address: str) -> Iterator[Scene]:
    """On SQLite and on PostgreSQL."""
    with scene(Settings(db=address)) as found:
        yield found


def test_a_script_with_a_token_needs_no_mark(anywhere: Scene) -> None:
    answer = anywhere.client.post(
        f"{API}/do/event.note", json={"text": "by script"}, headers=anywhere.people[ORGANISER].bearer
    )
    assert answer.status_code == 200
    assert answer.json() == {
        "entries": [anywhere.house.desk(EVENT).ledger.last],
        "event_seq": answer.json()["event_seq"],
    }
    assert anywhere.event.notes[-1] == "by script"


def test_what_is_sent_again_with_its_key_is_done_once(anywhere: Scene) -> None:
    first = anywhere.do("event.note", OWNER, text="once", key="k-1")
    second = anywhere.do("event.note", OWNER, text="once", key="k-1")
    third = anywhere.post(f"{API}/do/event.note", OWNER, json={"text": "once"}, headers={"Idempotency-Key": "k-1"})
    assert first.json()["entries"] == second.json()["entries"] == third.json()["entries"]
    assert anywhere.event.notes.count("once") == 1


def test_a_key_sent_again_with_something_else_is_refused_at_every_door(anywhere: Scene) -> None:
    first = anywhere.do("event.note", OWNER, text="once", key="k-2")
    last = anywhere.house.desk(EVENT).ledger.last
    form = {"text": "twice", "key": "k-2"}
    for answer in (
        anywhere.do("event.note", OWNER, text="twice", key="k-2"),
        anywhere.do("event.note", OWNER, text="once", why="or not", key="k-2"),
        anywhere.do("event.plan", OWNER, rounds=5, key="k-2"),
        anywhere.post(f"{API}/do/event.note", OWNER, json={"text": "twice"}, headers={"Idempotency-Key": "k-2"}),
        anywhere.post(f"/e/{EVENT}/do/event.note", OWNER, data=form),
    ):
        assert answer.status_code == 409
        assert "something else was sent with it before" in answer.json()["error"]
    again = anywhere.post(f"/e/{EVENT}/do/event.note", OWNER, data={"text": "once", "key": "k-2"})
    assert again.json()["entries"] == first.json()["entries"]
    assert anywhere.house.desk(EVENT).ledger.last == last


def test_what_is_drawn_differently_each_time_can_be_sent_again(early: Scene) -> None:
    one = early.event.player("p1")
    must = must_command(early.event, one)
    may = [unit.name for unit in may_command(early.event, one) if unit.name not in must]
    units = [*must, *may][:2]
    first, again = (early.do("units.seal", PLAYER, units=units, key="seal") for _ in range(2))
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    assert early.do("units.seal", PLAYER, units=units[:1], key="seal").status_code == 409


def test_an_event_begun_by_a_script_belongs_to_its_account(anywhere: Scene) -> None:
    body = {"name": "Spring  Muster", "pack": "herocon-2025", "date": "2026-03-01", "rounds": 2}
    answer = anywhere.post("/api/events", STRANGER, json=body)
    assert answer.status_code == 201
    event = answer.json()["event"]
    assert anywhere.get(f"/api/events/{event}/tasks", STRANGER).status_code == 200
    assert anywhere.get(f"/api/events/{event}/tasks", OWNER).status_code == 403
    shown = anywhere.get(f"/api/events/{event}").json()
    assert (shown["name"], shown["planned"], shown["date"]) == ("Spring Muster", 2, "2026-03-01")
    assert event in [line["event"] for line in anywhere.get("/api/events").json()]


def test_a_whole_round_can_be_run_by_a_script(anywhere: Scene) -> None:
    event = anywhere.post("/api/events", OWNER, json={"name": "Small", "pack": "herocon-2025"}).json()["event"]

    def do(action: str, **body: Any) -> None:
        answer = anywhere.post(f"/api/events/{event}/do/{action}", OWNER, json=body)
        assert answer.status_code == 200, answer.text

    do("player.add", names="Anna\nBoris\nClara\nDmitri")
    do("player.check_in_all")
    do("scenarios.draw")
    do("round.pair", without_forces=True)
    assert anywhere.get(f"/api/events/{event}/pairings").status_code == 404
    do("round.publish", round=1)
    do("clock.start", round=1)
    pairings = anywhere.get(f"/api/events/{event}/pairings").json()
    assert len(pairings["matches"]) == 2
    for match in pairings["matches"]:
        do("match.concede", player=match["players"][0]["player"])
    shown = anywhere.get(f"/api/events/{event}").json()
    assert shown["rounds"][0]["complete"]
    assert shown["rounds"][0]["clock"]["state"] == "running"
    rows = anywhere.get(f"/api/events/{event}/standings", params={"round": 1}).json()["rows"]
    assert len(rows) == 4


def test_a_text_is_no_number(made: Scene) -> None:
    wrong: list[Any] = [{"round": "2"}, {"round": 2.0}, {"round": True}, {"round": None}, {"round": 2, "x": 1}, {}, []]
    for body in wrong:
        answer = made.post(f"{API}/do/clock.pause", OWNER, json=body)
        assert answer.status_code == 400, body
        assert set(answer.json()) == {"error"}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"nothing",
        b'{"text": NaN}',
        b'{"text": "\\ud800"}',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"text":' * 50_000,
    ],
)
def test_what_is_not_json_is_told_so(made: Scene, content: bytes) -> None:
    answer = made.post(f"{API}/do/event.note", OWNER, content=content, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert set(answer.json()) == {"error"}


def test_a_form_is_not_taken_for_json(made: Scene) -> None:
    person = made.people[OWNER]
    sent = {"text": "hello", "form_token": person.form_token}
    headers = {"cookie": person.headers["cookie"]}
    answer = made.client.post(f"{API}/do/event.note", data=sent, headers=headers)
    assert answer.status_code == 400
    assert "JSON" in answer.json()["error"]


def test_a_revoked_token_is_refused_everywhere(made: Scene) -> None:
    person = made.people[ORGANISER]
    assert made.client.get(f"{API}/tasks", headers=person.bearer).status_code == 200
    token = next(one for one in made.house.accounts.tokens.values() if one.account == made.account(ORGANISER).id)
    made.house.account_do(lambda accounts: revoke_token(accounts, made.account(ORGANISER), token.id))
    for path in (f"{API}/tasks", "/api/packs", API):
        answer = made.client.get(path, headers=person.bearer)
        assert answer.status_code == 401, path
        assert set(answer.json()) == {"error"}


def test_a_wrong_token_beside_a_good_cookie_is_refused(made: Scene) -> None:
    headers = made.people[PLAYER].headers | {"authorization": "Bearer muster_wrong"}
    assert made.client.get(f"{API}/me", headers=headers).status_code == 401


def test_nothing_that_is_not_here_is_found(made: Scene) -> None:
    for path in ("/api/nothing", "/api/events/nothing", "/api/events/nothing/pairings", f"{API}/drafts/d9"):
        answer = made.get(path, OWNER)
        assert answer.status_code == 404, path
        assert set(answer.json()) == {"error"}
    assert made.post(f"{API}/do/nothing.at_all", OWNER, json={}).status_code == 404
    assert made.post(f"{API}/preview/nothing", OWNER, json={}).status_code == 404


def test_a_draft_of_pairings_is_for_the_staff_alone(made: Scene) -> None:
    _settle_round(made)
    assert made.do("round.pair", OWNER, without_forces=True).status_code == 200
    number = len(made.event.rounds)
    assert not made.event.rounds[-1].published
    for role in (OWNER, ORGANISER, SCOREKEEPER):
        draft = made.get(f"{API}/pairings", role, params={"round": number}).json()
        assert draft["published"] is False
        assert draft["matches"]
    for role in (PUBLIC, PLAYER, STRANGER, MASTER):
        hidden = made.get(f"{API}/pairings", role, params={"round": number})
        missing = made.get(f"{API}/pairings", role, params={"round": number + 1})
        assert hidden.status_code == missing.status_code == 404
        assert hidden.text.replace(str(number), "N") == missing.text.replace(str(number + 1), "N")
        assert made.get(f"{API}/pairings", role).json()["round"] == number - 1
        assert len(made.get(API, role).json()["rounds"]) == number - 1


def test_standings_of_a_round_are_those_of_that_round(made: Scene) -> None:
    first = made.get(f"{API}/standings", params={"round": 1}).json()
    assert first["through"] == 1
    assert made.get(f"{API}/standings").json()["through"] == 2
    assert made.get(f"{API}/standings", params={"round": 3}).status_code == 404
    assert made.get(f"{API}/standings", params={"round": 0}).status_code == 400


def test_me_is_the_player_who_asks(made: Scene) -> None:
    answer = made.get(f"{API}/me", PLAYER)
    assert answer.status_code == 200
    assert made.event.players["p1"].name in answer.text
    assert made.get(f"{API}/me", OWNER).status_code == 403
    assert made.get(f"{API}/me").status_code == 401


def test_the_journal_is_read_in_pages(made: Scene) -> None:
    page = made.get(f"{API}/journal", SCOREKEEPER, params={"after": 3, "most": 2}).json()
    assert [entry["seq"] for entry in page["entries"]] == [4, 5]
    assert page["event_seq"] == made.house.desk(EVENT).ledger.last
    assert made.get(f"{API}/journal", SCOREKEEPER, params={"most": 5000}).status_code == 400


def test_sealed_units_are_in_the_journal_only_once_they_are_revealed(early: Scene) -> None:
    player = _with_open_match(early)
    early.people[PLAYER] = early.person(PLAYER, players={EVENT: player})
    chosen = _fitting_units(early, player)
    assert early.do("units.seal", PLAYER, units=chosen).status_code == 200
    seq = early.house.desk(EVENT).ledger.last

    def line() -> dict[str, Any]:
        page = early.get(f"{API}/journal", OWNER, params={"after": seq - 1, "most": 1}).json()
        data: dict[str, Any] = page["entries"][0]["data"]
        return data

    assert set(line()) == {"round", "player", "seal"}
    assert early.do("units.reveal", PLAYER).status_code == 200
    assert line()["units"] == sorted(chosen)


def test_the_picks_of_a_running_draft_are_not_in_the_journal(made: Scene) -> None:
    opened = Entry(9, "2026-01-01T00:00:00.000Z", "draft.opened", {"draft": "d1", "seed": 4, "boxes": ["x"]})
    picked = Entry(10, "2026-01-01T00:00:00.000Z", "draft.picked", {"draft": "d1", "player": "p1", "item": "x"})
    assert open_data(made.event, opened) == {"draft": "d1"}
    assert open_data(made.event, picked) == {"draft": "d1", "player": "p1"}


def test_a_preview_changes_nothing_and_is_for_those_who_may_do_it(made: Scene) -> None:
    before = made.house.desk(EVENT).ledger.last
    answer = made.post(f"{API}/preview/player.disqualify", OWNER, json={"player": "p2", "why": "to see"})
    assert answer.status_code == 200
    assert isinstance(answer.json()["changes"], list)
    assert made.house.desk(EVENT).ledger.last == before
    body = {"player": "p2", "why": "to see"}
    assert made.post(f"{API}/preview/player.disqualify", SCOREKEEPER, json=body).status_code == 403
    assert made.post(f"{API}/preview/player.disqualify", PLAYER, json=body).status_code == 403


def test_a_player_acts_only_for_himself(made: Scene) -> None:
    answer = made.do("award.vote", PLAYER, player="p3", award="best_painted", choice="p2")
    votes = {voter for _, voter in made.event.votes}
    assert "p3" not in votes, answer.text


def test_a_script_that_runs_wild_has_to_wait(made: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("musterhall.web.limits.WRITES", (2, 30.0))
    answers = [made.do("event.note", ORGANISER, text="again") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[-1].headers["retry-after"]) > 0
    assert set(answers[-1].json()) == {"error"}
    assert made.do("event.note", OWNER, text="another's").status_code == 200


def test_a_form_that_is_sent_without_end_has_to_wait_too(made: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("musterhall.web.limits.WRITES", (2, 30.0))
    address = f"/e/{EVENT}/do/event.note"
    answers = [made.post(address, ORGANISER, data={"text": "again"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert made.do("event.note", ORGANISER, text="by script").status_code == 429


def test_eight_phones_behind_one_address_do_not_wait_for_each_other(
    made: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("musterhall.web.limits.WRITES", (1, 30.0))
    for number in range(1, 9):
        phone = made.people[f"phone {number}"] = made.person(PLAYER, players={EVENT: f"p{number}"})
        body = {"award": "best_painted", "choice": f"p{number % 8 + 1}"}
        answers = [made.post(f"/e/{EVENT}/do/award.vote", f"phone {number}", data=body) for _ in range(2)]
        assert answers[0].status_code != 429, phone
        assert answers[1].status_code == 429


def test_the_description_tells_of_the_api_and_of_nothing_else(made: Scene) -> None:
    shown = made.get("/api/openapi.json").json()
    assert shown == json.loads(json.dumps(openapi()))
    assert all(path.startswith("/api/") for path in shown["paths"])
    for name in ACTIONS:
        operation = shown["paths"][f"/api/events/{{event}}/do/{name}"]["post"]
        assert operation["requestBody"]["content"]["application/json"]["schema"]["type"] == "object"
    for operations in shown["paths"].values():
        for operation in operations.values():
            assert {"400", "401", "403", "404", "413", "429"} <= set(operation["responses"])
            assert "422" not in operation["responses"]


def test_another_events_owner_is_a_stranger_here(made: Scene) -> None:
    assert made.get(f"/api/events/{OTHER}/journal", STRANGER).status_code == 200
    assert made.get(f"{API}/journal", STRANGER).status_code == 403
    assert made.get(f"/api/events/{OTHER}/journal", OWNER).status_code == 403
    assert made.client.get(f"{API}/journal", headers=made.people[STRANGER].bearer).status_code == 403


def _settle_round(made: Scene) -> None:
    current = made.event.current
    assert current is not None
    for match in current.matches:
        if not match.settled:
            assert made.do("match.concede", OWNER, player=match.players[0]).status_code == 200


def _with_open_match(made: Scene) -> str:
    """A player who still plays and has chosen nothing yet."""
    current = made.event.current
    assert current is not None
    return next(
        id_
        for match in current.matches
        for id_ in match.players
        if not match.settled and made.event.players[id_].roster and id_ not in current.sealed
    )


def _fitting_units(made: Scene, player: str) -> list[str]:
    one = made.event.player(player)
    must = must_command(made.event, one)
    may = [unit.name for unit in may_command(made.event, one) if unit.name not in must]
    return [*must, *may][: made.event.pack.force.command_units.most or 1]


# Units by a part of their name


def star(scenario: str = "assassination") -> Day:
    made = new_day(("Anna", "Boris"))
    for name in ("Anna", "Boris"):
        handed = Submission("Star", "", roster=list(STAR), points=162)
        made.do(forces.hand_in(made.event, made.event.find(name), handed))
        made.do(forces.accept_force(made.event, made.event.find(name)))
    made.do(lambda event: scenarios.choose_scenarios(event, [scenario] * 3))
    made.pair()
    return made


def sent_by_anna(made: Scene, units: dict[str, Any], action: str = "card.send", role: str = PLAYER) -> Response:
    match = made.event.rounds[-1].matches[0]
    card: dict[str, Any] = {"sides": [{}, {}]}
    card["sides"][match.side("p1")] = {"units": units}
    about = {"round": 1, "table": 1} if action == "card.decide" else {}
    return made.do(action, role, card=card, **about)


@pytest.mark.parametrize(("action", "role"), [("card.send", PLAYER), ("card.decide", ORGANISER)])
def test_a_unit_is_named_by_any_part_that_no_other_of_its_player_has(tmp_path: Path, action: str, role: str) -> None:
    with scene(Settings(db=str(tmp_path / "a.db")), tuple(star("domination").ledger.entries)) as made:
        refused = sent_by_anna(made, {"dog": "destroyed"}, action, role)
        assert refused.status_code == 400
        assert "'dog' may be Anna's Mad Dog A or Mad Dog B; write more of the name" in refused.text
        twice = sent_by_anna(made, {"nova": "destroyed", "Nova Prime": "crippled"}, action, role)
        assert "Anna's Nova Prime is on it twice" in twice.text
        assert sent_by_anna(made, {"raven": "destroyed"}, action, role).status_code == 400
        assert sent_by_anna(made, {"NOVA": "destroyed", "dog b": "crippled"}, action, role).status_code == 200
        match = made.event.rounds[-1].matches[0]
        card = match.card or match.sent["p1"]
        fates = card.as_data()["sides"][match.side("p1")]["units"]
        assert fates == {"Nova Prime": "destroyed", "Mad Dog B": "crippled"}


def test_whom_a_passenger_is_in_is_named_by_a_part_too() -> None:
    event = star().event
    sides: list[dict[str, Any]] = [{}, {}]
    sides[event.rounds[0].matches[0].side("p1")] = {"units": {"nova": {"state": "passenger", "inside": "haul"}}}
    card = matches.send_card(event, event.find("Anna"), {"sides": sides}).data["card"]
    assert {"Nova Prime": {"state": "passenger", "inside": "Hauler"}} in [one.get("units") for one in card["sides"]]


def test_command_units_are_named_by_a_part_too(tmp_path: Path) -> None:
    with scene(Settings(db=str(tmp_path / "a.db")), tuple(star().ledger.entries)) as made:
        refused = made.do("units.seal", PLAYER, units=["nova", "dog"])
        assert refused.status_code == 400
        assert "write more of the name" in refused.text
        assert made.do("units.seal", PLAYER, units=["nova", "dog b"]).status_code == 200
        assert made.event.rounds[-1].sealed["p1"].units == ("Mad Dog B", "Nova Prime")
