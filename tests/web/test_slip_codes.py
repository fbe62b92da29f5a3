"""The six letters on a slip: they open the seat that the link opens, end with it, and are not worth guessing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx import Response
from tests.web.scene import EVENT, OTHER, Scene, scene

from musterhall.problems import BadInput
from musterhall.web import accounts as rules
from musterhall.web.accounts import CODE_LENGTH, CODE_LETTERS, OWNER, SCOREKEEPER, Accounts
from musterhall.web.bounds import Bounds
from musterhall.web.doors import Doors
from musterhall.web.limits import TooOften, Window
from musterhall.web.sessions import PUBLIC
from musterhall.web.settings import Settings
from musterhall.web.slip_codes import read_code, shown_code

HTML = {"accept": "text/html"}


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Scene]:
    with scene(Settings(db=str(tmp_path / "house.db"))) as found:
        yield found


def doors(made: Scene) -> Doors:
    made.get("/p/nobody")
    found: Doors = made.app.state.doors
    return found


def typed(made: Scene, code: str, **headers: str) -> Response:
    data = {"form_token": made.people[PUBLIC].form_token, "code": code}
    return made.post("/code", PUBLIC, data=data, headers={**HTML, **headers})


def code_of(made: Scene, player: str = "p1", event: str = EVENT) -> str:
    return made.house.accounts.link_code(event, player)


def wrong_code(made: Scene) -> str:
    taken = {code_of(made, player, event) for event in (EVENT, OTHER) for player in made.event.players}
    return next(code for one in CODE_LETTERS if (code := one * CODE_LENGTH) not in taken)


def test_a_code_opens_the_seat_of_the_link(made: Scene) -> None:
    answer = typed(made, code_of(made, "p3"))
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/e/{EVENT}/me"
    cookie = answer.headers["set-cookie"].partition(";")[0]
    made.client.cookies.clear()
    page = made.client.get(f"/e/{EVENT}/me", headers={**HTML, "cookie": cookie})
    assert made.event.player("p3").name in page.text


def test_a_code_is_read_however_it_is_typed() -> None:
    assert read_code("bcd fhj") == read_code(" BCD-FHJ ") == "BCDFHJ"
    assert read_code("8C5 2HJ") == "BCSZHJ"
    with pytest.raises(BadInput, match="it has 6 letters"):
        read_code("BCDFH")
    with pytest.raises(BadInput, match="there is no O in any code"):
        read_code("BCDFHO")


def test_codes_have_six_letters_that_nobody_takes_for_each_other() -> None:
    accounts = Accounts(secret="s" * 43)
    codes = [accounts.link_code("e", f"p{number}") for number in range(500)]
    assert all(re.fullmatch(f"[{CODE_LETTERS}]{{6}}", code) for code in codes)
    assert set("".join(codes)) == set(CODE_LETTERS)
    assert not set(CODE_LETTERS) & set("AEIOUQLVG0123456789")
    assert len(set(codes)) > 490


def test_a_code_ends_with_its_link(made: Scene) -> None:
    old = code_of(made)
    made.house.account_do(lambda _: rules.revoke_link(EVENT, "p1"))
    assert code_of(made) != old
    assert typed(made, old).status_code == 400
    assert typed(made, code_of(made)).status_code == 303


def test_a_code_ends_with_the_houses_secret(made: Scene) -> None:
    old = code_of(made)
    made.house.account_do(lambda _: rules.renew_secret())
    made.people[PUBLIC] = made.person(PUBLIC)
    assert typed(made, old).status_code == 400


def test_ten_wrong_codes_an_hour_from_one_address_and_then_not_even_the_right_one(made: Scene) -> None:
    wrong = wrong_code(made)
    for _ in range(10):
        assert typed(made, wrong).status_code == 400
    refused = typed(made, code_of(made))
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) > 3000
    assert "scan the picture" in refused.text
    link = made.get(f"/p/{made.house.accounts.link_token(EVENT, 'p1')}")
    assert link.status_code == 303


def test_right_codes_do_not_count_for_a_whole_hall_may_come_from_one_address(made: Scene) -> None:
    for _ in range(15):
        assert typed(made, code_of(made)).status_code == 303


def test_what_cannot_be_a_code_is_no_try(made: Scene) -> None:
    for _ in range(15):
        assert typed(made, "BCD").status_code == 400
    assert typed(made, code_of(made)).status_code == 303


def test_many_addresses_together_have_a_bound_too(made: Scene) -> None:
    codes, wrong = doors(made).codes, wrong_code(made)
    for number in range(Bounds().all_code_tries):
        assert codes.owner(made.house, f"10.0.{number // 9}.1", wrong) is None
    with pytest.raises(TooOften):
        codes.owner(made.house, "192.0.2.1", code_of(made))


def test_a_network_of_the_newer_kind_is_one_address(made: Scene) -> None:
    from musterhall.web.doors import _network

    assert _network("2001:db8::1") == _network("2001:db8::ffff:2")


def test_within_an_hour_there_are_never_more_tries() -> None:
    time = [0.0]
    window = Window(3, 100.0, lambda: time[0])
    taken = 0
    for moment in range(1000):
        time[0] = float(moment)
        try:
            window.take("one")
        except TooOften:
            continue
        taken += 1
    assert taken == 30


def test_every_event_is_asked_whether_a_code_is_right_or_wrong(made: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = doors(made).codes
    asked: list[str] = []
    real = type(codes)._players

    def watched(self: object, house: object, info: object) -> dict[str, str]:
        asked.append(info.stream)  # type: ignore[attr-defined]
        return real(codes, made.house, info)  # type: ignore[arg-type]

    monkeypatch.setattr(type(codes), "_players", watched)
    work = []
    for code in (code_of(made, "p1"), code_of(made, "p2", OTHER), wrong_code(made)):
        asked.clear()
        codes._owner(made.house, code)
        work.append(sorted(asked))
    assert work == [[OTHER, EVENT]] * 3


def test_of_two_with_the_same_letters_the_earlier_keeps_them_and_the_other_prints_none(
    made: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = doors(made).codes
    real = Accounts.link_code

    def same(self: Accounts, event: str, player: str) -> str:
        return "BBBBBB" if player in ("p2", "p5") and event == EVENT else real(self, event, player)

    monkeypatch.setattr(Accounts, "link_code", same)
    assert codes._owner(made.house, "BBBBBB") == (EVENT, "p2")
    printed = codes.of_event(made.house, EVENT)
    assert printed["p2"] == "BBBBBB"
    assert "p5" not in printed


def test_an_event_that_is_over_has_no_codes(tmp_path: Path) -> None:
    from tests.web.browser.venue import day as whole_day

    over = whole_day(seed=1, trouble=False, through=None)
    with scene(Settings(db=str(tmp_path / "over.db")), over) as made:
        assert made.event.finished
        assert typed(made, code_of(made)).status_code == 400
        assert doors(made).codes.of_event(made.house, EVENT) == {}
        assert typed(made, code_of(made, "p1", OTHER)).status_code == 303


def test_a_wrong_code_is_not_in_the_log_but_the_try_is(made: Scene, caplog: pytest.LogCaptureFixture) -> None:
    wrong = wrong_code(made)
    typed(made, wrong)
    assert '"refused": "code"' in caplog.text
    assert wrong not in caplog.text


def test_the_desk_reads_the_code_to_those_who_may_hand_out_links(made: Scene) -> None:
    shown = shown_code(code_of(made))
    assert shown in made.get(f"/e/{EVENT}/desk/players/p1", OWNER, headers=HTML).text
    assert shown not in made.get(f"/e/{EVENT}/desk/players/p1", SCOREKEEPER, headers=HTML).text


def test_the_start_page_asks_whoever_has_no_account_for_a_code(made: Scene) -> None:
    assert 'name="code"' in made.get("/", PUBLIC, headers=HTML).text
    assert 'name="code"' not in made.get("/", OWNER, headers=HTML).text


def test_a_wrong_code_stays_in_its_field(made: Scene) -> None:
    wrong = wrong_code(made)
    answer = typed(made, wrong)
    assert f'value="{wrong}"' in answer.text
    assert "No slip has this one" in answer.text


def test_a_code_without_a_token_of_ours_lets_nobody_in(made: Scene) -> None:
    answer = made.client.post("/code", data={"code": code_of(made)}, headers=HTML, follow_redirects=False)
    assert answer.status_code == 403
