"""Pictures of boards that stand alone."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from tests.play.rooms import GAMES, Played

from musterhall.still import COLOURS, NOBODYS_COLOUR, still
from musterhall.store.opening import open_store


@pytest.mark.parametrize("game", GAMES)
def test_a_still_is_a_picture_with_a_sign_for_each_piece_on_the_table(game: str, tmp_path: object) -> None:
    with open_store(f"{tmp_path}/battles.db") as store:
        played = Played(store, game=game)
        played.play_on(40)
        glance = played.sitting.glance()
    picture = still(glance)
    ElementTree.fromstring(picture)
    on = [number for number, state in glance.frames[-1].pieces.items() if state.status == "on"]
    for side, (body, edge) in enumerate(COLOURS):
        drawn = len(re.findall(f'fill="{body}" stroke="{edge}"', picture))
        assert drawn == sum(glance.board.pieces[number].side == side for number in on)


def test_an_objective_that_nobody_holds_has_nobodys_colour(tmp_path: object) -> None:
    with open_store(f"{tmp_path}/battles.db") as store:
        played = Played(store)
        played.play_on(12)
        glance = played.sitting.glance()
    assert glance.board.zones
    assert f'fill="{NOBODYS_COLOUR}"' in still(glance)
    assert [frame.owners for frame in glance.frames] == [[None] * len(glance.board.zones)]
