"""Golden journals: battles fought once must come out the same for as long as the rules version stands.

A change that is meant to change battles raises RULES_VERSION and has the journals fought anew with `make golden`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from musterhall.battle.journal import read_journal
from musterhall.game.saving import SavedBattle
from musterhall.games.age_of_destruction.battles import RULES_VERSION
from musterhall.games.age_of_destruction.game_object import GAME

JOURNALS = sorted((Path(__file__).parents[2] / "golden" / "age_of_destruction").glob("*.journal"))


def test_there_are_golden_journals() -> None:
    assert len(JOURNALS) >= 2


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_a_golden_journal_replays_to_every_fingerprint(path: Path) -> None:
    journal = read_journal(path.read_text(encoding="utf-8"), path.name)
    assert journal.header.rules == RULES_VERSION
    assert SavedBattle(GAME, GAME.battles, journal).fight_again().over
