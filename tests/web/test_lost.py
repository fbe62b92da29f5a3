"""Pages that are not there lead on, and HEAD is answered wherever GET is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.web.scene import EVENT, Scene, scene

from musterhall.web import accounts as rules
from musterhall.web.accounts import OWNER
from musterhall.web.roles import ADDRESSES
from musterhall.web.sessions import PLAYER, PUBLIC
from musterhall.web.settings import Settings

HTML = {"accept": "text/html"}
QUICK = ("/", "/sign-in", "/healthz", "/play", f"/e/{EVENT}", f"/e/{EVENT}/me", f"/e/{EVENT}/me/card", "/api/events")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with scene(Settings(db=str(tmp_path_factory.mktemp("lost") / "house.db"))) as found:
        yield found


def test_a_page_that_is_not_there_is_named_and_leads_a_player_to_their_own(kept: Scene) -> None:
    answer = kept.get("/e/herocon/my-table", PLAYER, headers=HTML)
    assert answer.status_code == 404
    assert "There is no page at /e/herocon/my-table." in answer.text
    assert f'<a class="button big" href="/e/{EVENT}/me">Your page at ' in answer.text


def test_a_stranger_is_led_to_the_event_that_the_address_names_and_to_all_of_them(kept: Scene) -> None:
    answer = kept.get(f"/e/{EVENT}/my-table", PUBLIC, headers=HTML)
    assert f'href="/e/{EVENT}">' in answer.text
    assert 'href="/">All events</a>' in answer.text
    assert "/me" not in answer.text


def test_the_owner_is_led_to_the_desk(kept: Scene) -> None:
    assert f'<a class="button big" href="/e/{EVENT}/desk">' in kept.get(f"/e/{EVENT}/x", OWNER, headers=HTML).text


def test_an_address_is_shown_as_text_and_not_at_any_length(kept: Scene) -> None:
    answer = kept.get(f"/%3Cb%3E{'x' * 500}", PUBLIC, headers=HTML)
    assert "<b>" not in answer.text
    assert "x" * 100 not in answer.text


def test_a_private_event_is_not_named_to_a_stranger_who_is_lost_in_it(tmp_path: object) -> None:
    with scene(Settings(db=f"{tmp_path}/house.db")) as made:
        made.house.account_do(lambda _: rules.make_private(EVENT, private=True))
        made.get(f"/e/{EVENT}/me", PLAYER)
        lost = made.get(f"/e/{EVENT}/nowhere", PUBLIC, headers=HTML).text
        assert made.event.name not in lost
        assert lost.count('class="button') == made.get("/e/no-such/nowhere", PUBLIC, headers=HTML).text.count(
            'class="button'
        )


@pytest.mark.parametrize("path", QUICK)
def test_head_is_what_get_is_without_its_body(kept: Scene, path: str) -> None:
    got = kept.get(path, PLAYER, headers=HTML)
    asked = kept.client.head(path, headers={**kept.people[PLAYER].headers, **HTML}, follow_redirects=False)
    assert asked.status_code == got.status_code
    assert asked.headers["content-type"] == got.headers["content-type"]
    assert not asked.content


def test_a_head_of_a_live_page_ends_at_once(kept: Scene) -> None:
    answer = kept.client.head(f"/e/{EVENT}/stream?parts=standings", headers=kept.people[PUBLIC].headers)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/event-stream")


def test_head_lets_nobody_in_whom_get_keeps_out(kept: Scene) -> None:
    closed = [path for (method, path), roles in ADDRESSES.items() if method == "GET" and PUBLIC not in roles]
    for path in closed:
        filled = path.replace("{event}", EVENT).replace("{", "").replace("}", "")
        answer = kept.client.head(filled, headers={**kept.people[PUBLIC].headers}, follow_redirects=False)
        assert answer.status_code in (401, 403), filled


def test_a_head_of_what_only_takes_forms_is_refused(kept: Scene) -> None:
    assert kept.client.head("/sign-out").status_code == 405
