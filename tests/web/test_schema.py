"""The API against its own description: whatever is sent, nothing fails and every answer is one that is described."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.web.scene import EVENT, Scene, scene

from musterhall.web.accounts import OWNER
from musterhall.web.api import openapi
from musterhall.web.bounds import USUAL
from musterhall.web.roles import ADDRESSES
from musterhall.web.sessions import PLAYER
from musterhall.web.settings import Settings

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
BOUNDED = settings(
    max_examples=4,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    patch = pytest.MonkeyPatch()
    # Too often is an answer that is described, but then nothing else would be tried.
    patch.setattr("musterhall.web.limits.WRITES", (1_000_000, 0.001))
    bounds = replace(USUAL, address_battles=1_000_000)
    with scene(Settings(db=str(tmp_path_factory.mktemp("schema") / "house.db"), bounds=bounds)) as found:
        yield found
    patch.undo()


# Other methods than those described are tried elsewhere, once.
CONFIG = schemathesis.Config.from_dict({"phases": {"coverage": {"unexpected-methods": []}}})
api = schemathesis.openapi.from_dict(openapi(), config=CONFIG)


@api.parametrize()
@BOUNDED
def test_every_answer_is_described_and_none_is_a_failure(case: Any, made: Scene) -> None:
    send_as_described(case, made)


def test_an_event_of_any_name_is_answered(made: Scene) -> None:
    for name in ("x", "..", "%2e%2e", "a b", "ü", "house", "'; DROP TABLE entries", "%00", "\ud7ff", "x" * 300):
        for path in ("", "/pairings", "/journal", "/drafts/d1"):
            answer = made.get(f"/api/events/{name}{path}", OWNER)
            assert answer.status_code in (200, 404), f"{name!r} {path}"


def send_as_described(case: Any, made: Scene) -> None:
    """Send it as somebody who may, and see that the answer is one that is described."""
    if "battle" in (case.path_parameters or {}) and not case.path.endswith("/stream"):
        # One that exists; its stream is never at an end.
        case.path_parameters["battle"] = at_table(made)
    if "event" in (case.path_parameters or {}):
        # An event of any other name is not here, which is soon tried.
        case.path_parameters["event"] = EVENT
    person = made.people[PLAYER if _is_the_players(case) else OWNER]
    _require_described(case, made, person.bearer if person.token else person.headers)


def at_table(made: Scene) -> str:
    """A battle that two people play."""
    room = made.app.state.house.room
    if not room.known():
        form = {"game": "the_game", "seats": [{"name": "Ann"}, {"name": "Ben"}]}
        begun = made.client.post("/api/battles", json=form, headers={"muster-seat": ""})
        assert begun.status_code == 201, begun.text
    found: str = room.known()[0].stream
    return found


def _is_the_players(case: Any) -> bool:
    return OWNER not in ADDRESSES[case.method.upper(), case.path]


def _require_described(case: Any, made: Scene, headers: dict[str, str]) -> None:
    # Sent by the client of the running server: schemathesis would start and end it for each request.
    sent = case.as_transport_kwargs(base_url="http://testserver", headers=headers)
    made.client.cookies.clear()
    known = {name: sent[name] for name in ("headers", "params", "json") if sent.get(name) is not None}
    content = {"content": sent["data"]} if isinstance(sent.get("data"), str | bytes) else {}
    answer = made.client.request(sent["method"], sent["url"], **known, **content)
    case.validate_response(answer, checks=CHECKS)
