"""What OpenAPI says of the answers about battles is what is answered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from tests.play.rooms import GAMES
from tests.web.table import Table, table

ENOUGH = 12
"""Answers of one battle after which its forms have been looked at."""
PATHS = ("", "/news", "/decisions", "/text")
NAMELESS = ("stream", "journal")
"""What is no JSON object: a stream of events, and a file."""


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Table]:
    with table(str(tmp_path / "hall.db")) as found:
        yield found


class Forms:
    """The answers as the schema of the running server describes them."""

    def __init__(self, at: Table) -> None:
        self.whole: dict[str, Any] = at.client.get("/api/openapi.json").json()

    def of(self, path: str, method: str = "get") -> dict[str, Any]:
        answers = self.whole["paths"]["/api/battles/{battle}" + path][method]["responses"]["200"]
        found: dict[str, Any] = answers["content"]["application/json"]["schema"]
        return found

    def require(self, path: str, answer: Any, method: str = "get") -> None:
        schema = {**self.of(path, method), "components": self.whole["components"]}
        jsonschema_rs.validator_for(schema).validate(answer)


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_about_a_battle_has_the_form_that_openapi_tells(at: Table, game: str) -> None:
    at.begin(game, lesson=True)
    forms = Forms(at)
    for _ in range(ENOUGH):
        for path in PATHS:
            asked = {"some": 2} if path == "/decisions" else {}
            for seat in ("0", ""):
                forms.require(path, at.get(path.removeprefix("/"), seat, **asked).json())
        if at.state("0")["over"]:
            break
        for sketch in ({}, {"option": 0}, {"open": True, "actor": 0}, {"shape": "as it stands", "to": [1, 1]}):
            forms.require("/sketch", at.post("sketch", "0", sketch=sketch).json(), "post")
        at.answer("0", 0)


def test_every_answer_about_a_battle_has_a_named_form(at: Table) -> None:
    forms = Forms(at)
    paths = [path for path in forms.whole["paths"] if path.startswith("/api/battles/{battle}")]
    assert len(paths) > len(PATHS)
    for path in paths:
        for method in forms.whole["paths"][path]:
            short = path.removeprefix("/api/battles/{battle}")
            if not short.endswith(NAMELESS):
                form = forms.of(short, method)
                assert "$ref" in form.get("items", form), (method, path)
