"""What players are told of what they did: to them, in one sentence, and never in the journal's third person."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from musterhall.events.entries import Entry
from musterhall.events.fold import fold
from musterhall.events.simulation import simulate
from musterhall.events.telling_players import told_to
from musterhall.packs.model import shipped_pack_text


@cache
def day() -> tuple[Entry, ...]:
    return tuple(simulate(shipped_pack_text("herocon-2025"), 8, 2))


def told(entries: Sequence[Entry]) -> str:
    """The last of some entries, told to the player who wrote it."""
    event, last = fold(entries), entries[-1]
    return told_to(event, event.player(last.data["player"]), last)


def until(kind: str, words: str = "") -> list[str]:
    """What was told after each entry of a kind in a whole day, as far as it has these words."""
    places = [place for place, entry in enumerate(day()) if entry.kind == kind]
    return [found for place in places[:24] if words in (found := told(day()[: place + 1]))]


def test_the_first_card_of_a_match_waits_for_the_other_phone() -> None:
    assert any(one.endswith(" confirms it on their own phone.") for one in until("card.sent", "Sent."))


def test_the_second_card_that_says_the_same_counts() -> None:
    assert "Confirmed. The card counts." in until("card.sent")


def test_a_card_that_differs_says_so() -> None:
    assert until("card.sent", "It differs from ")


def test_every_sentence_speaks_to_the_one_who_tapped_and_never_names_them() -> None:
    event = fold(day())
    kinds = ("force.submitted", "command_units.sealed", "command_units.revealed", "vote.cast", "match.conceded")
    for kind in kinds:
        entry = next(one for one in day() if one.kind == kind)
        player = event.player(entry.data["player"])
        said = told_to(event, player, entry)
        assert said.endswith("."), kind
        assert player.name not in said, kind


def test_what_somebody_else_did_is_not_told_as_ones_own() -> None:
    event = fold(day())
    entry = next(one for one in day() if one.kind == "card.sent")
    other = next(one for one in event.players.values() if one.id != entry.data["player"])
    assert told_to(event, other, entry) == ""


@pytest.mark.parametrize("kind", ["round.published", "event.finished"])
def test_what_the_desk_does_is_left_to_the_journal(kind: str) -> None:
    event = fold(day())
    entry = next(one for one in day() if one.kind == kind)
    assert told_to(event, event.player("p1"), entry) == ""
