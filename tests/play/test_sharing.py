"""A played battle's journal is fought again like any other, also where something was taken back."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.play.rooms import ANN, BEN, Played

from musterhall.battle.journal import read_journal
from musterhall.game.saving import SavedBattle
from musterhall.games import battles_of, game_named
from musterhall.playing.sharing import journal_text
from musterhall.problems import BadInput
from musterhall.store.opening import open_store
from musterhall.web.battles import watched_journal

LONG = 10_000


def test_the_journal_of_a_played_battle_is_fought_again_with_its_new_dice(tmp_path: Path) -> None:
    with open_store(f"{tmp_path}/hall.db") as store:
        played = Played(store)
        played.play_on(60)
        while (undo := played.sitting.undo(0)) is not None and undo.free:
            played.answer_as_drill(0) or played.thinkers.think()
        played.room.do(played.name, lambda sitting: sitting.taken_back(0))
        played.play_on(LONG)
        sitting = played.sitting
        journal = read_journal(journal_text(sitting), "the journal")
    assert journal.new_dice == sitting.record.new_dice != {}
    game = game_named("the_game")
    fought = SavedBattle(game, battles_of(game), journal).fight_again()
    assert sitting.fight is not None
    assert fought.position.fingerprint() == sitting.fight.battle.position.fingerprint()


def test_a_battle_that_was_given_up_can_be_watched_up_to_there(tmp_path: Path) -> None:
    with open_store(f"{tmp_path}/hall.db") as store:
        played = Played(store, (ANN, BEN))
        played.play_on(20)
        with pytest.raises(BadInput, match="not over"):
            journal_text(played.sitting)
        played.room.do(played.name, lambda sitting: sitting.resigned(0))
        assert watched_journal(journal_text(played.sitting))["frames"]
