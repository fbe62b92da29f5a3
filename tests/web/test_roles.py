"""Every address times every role: let in or refused exactly as the table says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from httpx import Response
from starlette.routing import Mount, Route
from tests.web.scene import EVENT, OTHER, ROLES, STRANGER, Scene, scene

from musterhall.web.accounts import ORGANISER, OWNER, SCOREKEEPER
from musterhall.web.roles import ADDRESSES, admitted
from musterhall.web.sessions import MASTER, PLAYER, PUBLIC, SIGNED_IN
from musterhall.web.settings import Settings

PLACES = {
    "pack": "herocon-2025",
    "event": EVENT,
    "player": "p1",
    "number": "1",
    "table": "1",
    "draft": "d1",
    "token": "nobodys",
    "what": "nothing",
    "name": "event.note",
    "file": "nothing",
    "battle": "battle-nobodys",
    "game": "age-of-destruction",
    "section": "40.2",
    "study": "nobodys",
}
"""What stands for the places in an address. Papers that are none are not printed, but who asks is looked at first."""
AT_HOME = {SCOREKEEPER: SIGNED_IN, ORGANISER: SIGNED_IN, OWNER: SIGNED_IN, STRANGER: SIGNED_IN, MASTER: MASTER}
AT_EVENT = {PLAYER: PLAYER, SCOREKEEPER: SCOREKEEPER, ORGANISER: ORGANISER, OWNER: OWNER}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    patch = pytest.MonkeyPatch()
    # The walk asks for more than anybody may in a minute.
    patch.setattr("musterhall.web.limits.Limiter.take", lambda self, who, many=1: None)
    with scene(Settings(db=str(tmp_path_factory.mktemp("roles") / "house.db"))) as found:
        yield found
    patch.undo()


def routes(found: Iterable[Any]) -> Iterator[Route]:
    """All routes, also those of routers inside."""
    for one in found:
        if isinstance(one, Route):
            yield one
        elif not isinstance(one, Mount):
            yield from routes(one.original_router.routes)


def addresses(made: Scene) -> set[tuple[str, str]]:
    return {
        (method, route.path)
        for route in routes(made.app.routes)
        for method in route.methods or ()
        if method not in ("HEAD", "OPTIONS")
    }


def role_at(path: str, who: str) -> str:
    """The role that somebody has at an address: elsewhere than at the own event everybody is less."""
    return AT_EVENT.get(who, PUBLIC) if "{event}" in path else AT_HOME.get(who, PUBLIC)


def test_every_route_is_in_the_table_and_every_line_of_the_table_is_a_route(made: Scene) -> None:
    assert addresses(made) == set(ADDRESSES)


def test_only_files_are_served_beside_the_routes(made: Scene) -> None:
    assert [one.path for one in made.app.routes if isinstance(one, Mount)] == ["/static"]


def test_every_route_stands_behind_the_gate(made: Scene) -> None:
    from musterhall.web.gate import admit

    for route in routes(made.app.routes):
        assert isinstance(route, APIRoute), route.path
        assert admit in asked_first(route.dependant), route.path


def asked_first(dependant: Dependant) -> set[object]:
    """Everything that is called before a route answers."""
    calls: set[object] = {one.call for one in dependant.dependencies}
    return calls.union(*(asked_first(one) for one in dependant.dependencies))


@pytest.mark.parametrize("address", sorted(ADDRESSES), ids=" ".join)
def test_everybody_is_let_in_or_refused_as_the_table_says(made: Scene, address: tuple[str, str]) -> None:
    method, path = address
    for who in ROLES:
        answer = ask(made, method, path, who)
        allowed = admitted(method, path, role_at(path, who))
        refused = answer.status_code in (401, 403)
        assert refused is not allowed, f"{who}: {answer.status_code} {answer.text[:200]}"
        if refused:
            assert answer.status_code == expected(path, who)
        assert answer.status_code < 500, f"{who}: {answer.text[:300]}"


@pytest.mark.parametrize("address", [one for one in sorted(ADDRESSES) if "{event}" in one[1]], ids=" ".join)
def test_nobody_of_this_event_is_more_than_a_visitor_at_another(made: Scene, address: tuple[str, str]) -> None:
    method, path = address
    for who in (PLAYER, SCOREKEEPER, ORGANISER, OWNER, MASTER):
        answer = ask(made, method, path.replace("{event}", OTHER), who)
        # The walk above has signed everybody out, so that their forms are old.
        refused = answer.status_code in (401, 403) and "open for too long" not in answer.text
        assert refused is not admitted(method, path, PUBLIC), f"{who}: {answer.text[:200]}"


def test_a_phone_that_plays_at_two_events_is_each_player_only_there(made: Scene) -> None:
    made.people["both"] = made.person("both", players={EVENT: "p1", OTHER: "p2"})
    mine = made.get(f"/api/events/{EVENT}/me", "both").json()
    other = made.get(f"/api/events/{OTHER}/me", "both").json()
    assert mine["player"]["id"] == "p1"
    assert other["player"]["id"] == "p2"


def test_an_organiser_who_plays_has_the_organisers_role_and_not_the_players(made: Scene) -> None:
    account = made.account(ORGANISER)
    made.people["both"] = made.person("both", account, players={EVENT: "p1"})
    assert made.get(f"/api/events/{EVENT}/tasks", "both").status_code == 200


def test_an_address_that_is_in_no_line_lets_nobody_in() -> None:
    for role in {role for roles in ADDRESSES.values() for role in roles}:
        assert not admitted("GET", "/nowhere", role)
        assert not admitted("DELETE", "/", role)


def expected(path: str, who: str) -> int:
    """Who is not known at all is asked to sign in; who is known is told that it is not for him."""
    player = who == PLAYER and "{event}" in path
    return 401 if who in (PUBLIC, PLAYER) and not player else 403


def ask(made: Scene, method: str, path: str, who: str) -> Response:
    asked = path
    for name, value in PLACES.items():
        asked = asked.replace(f"{{{name}}}", value)
    assert "{" not in asked, f"{path} has a place that this test does not know"
    if path.endswith("/stream"):
        # One that exists is never at an end.
        asked += "?parts=nothing"
    if path.startswith("/api/") and method == "POST":
        return made.post(asked, who, json={"nothing": "of the kind"})
    if path.endswith("/desk/preview"):
        return made.post(asked, who, data={"action": "event.note"})
    if method == "POST":
        return made.post(asked, who, data={"nothing": "of the kind"})
    return made.get(asked, who)
