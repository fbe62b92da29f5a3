"""Links that give a role, from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from musterhall.cli.main import app
from musterhall.web.house import House
from musterhall.web.invitations import invited_by
from musterhall.web.settings import Settings


def muster(*words: str) -> str:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_link_is_made_listed_and_revoked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_DB", str(tmp_path / "hall.db"))
    muster("event", "new", "Cup", "--pack", "meeting-engagement")
    refused = CliRunner().invoke(app, ["event", "link", "add", "Mara"])
    assert refused.exit_code == 2
    House(Settings(db=str(tmp_path / "hall.db"))).close()
    told = muster("event", "link", "add", "Mara", "--role", "scorekeeper", "--address", "http://hall.example/")
    token = told.strip().rpartition("http://hall.example/join/")[2]
    house = House(Settings(db=str(tmp_path / "hall.db")))
    found = invited_by(house.accounts, token)
    house.close()
    assert found is not None
    assert (found.event, found.role, found.name) == ("cup", "scorekeeper", "Mara")
    assert [one["name"] for one in json.loads(muster("event", "link", "list", "--json"))] == ["Mara"]
    muster("event", "link", "revoke", "mara")
    assert muster("event", "link", "list") == "No link gives a role here.\n"
