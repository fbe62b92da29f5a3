"""Who may sit at the desk."""

from __future__ import annotations

from tests.web.scene import EVENT, Scene

from musterhall.web.accounts import ORGANISER, OWNER, SCOREKEEPER


def test_the_owner_gives_and_takes_roles_and_one_owner_stays(hall: Scene) -> None:
    def give(account: str, role: str, who: str = OWNER) -> int:
        return hall.post(f"/e/{EVENT}/people", who, data={"account": account, "role": role}).status_code

    assert give(SCOREKEEPER, ORGANISER) == 303
    assert hall.house.accounts.role(EVENT, hall.account(SCOREKEEPER).id) == ORGANISER
    assert give(SCOREKEEPER, "") == 303
    assert hall.house.accounts.role(EVENT, hall.account(SCOREKEEPER).id) is None
    assert give(OWNER, "") == 400
    assert give("nobody at all", ORGANISER) == 400
    assert give(SCOREKEEPER, OWNER, who=ORGANISER) == 403


def test_news_go_only_to_an_address_of_the_public_net(hall: Scene) -> None:
    for url in ("file:///etc/passwd", "http://127.0.0.1:8000/x", "https://"):
        assert hall.post(f"/e/{EVENT}/hook", OWNER, data={"url": url, "kinds": "pairings"}).status_code == 400, url
    assert EVENT not in hall.house.accounts.hooks
    assert (
        hall.post(f"/e/{EVENT}/hook", OWNER, data={"url": "https://8.8.8.8/hook", "kinds": "final"}).status_code == 303
    )
    assert hall.house.accounts.hooks[EVENT].kinds == ("final",)
    assert hall.post(f"/e/{EVENT}/hook", OWNER, data={"url": ""}).status_code == 303
    assert EVENT not in hall.house.accounts.hooks


def test_an_event_goes_only_when_its_name_is_typed(hall: Scene) -> None:
    assert hall.post(f"/e/{EVENT}/delete", ORGANISER, data={"name": hall.event.name}).status_code == 403
    assert hall.post(f"/e/{EVENT}/delete", OWNER, data={"name": "herocon"}).status_code == 400
    name = hall.event.name
    assert hall.post(f"/e/{EVENT}/delete", OWNER, data={"name": name}).status_code == 303
    assert hall.get(f"/e/{EVENT}/desk", OWNER).status_code == 404


def test_a_form_that_does_not_show_our_token_changes_nothing(hall: Scene) -> None:
    answer = hall.post(
        f"/e/{EVENT}/links/revoke", OWNER, data={"player": "p1"}, headers={"x-muster-form-token": "wrong"}
    )
    assert answer.status_code == 403
    assert (EVENT, "p1") not in hall.house.accounts.links
