"""What holds for whatever stands on a card."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from tests.events.card_check.checking import NAMES
from tests.events.strategies import matches

from musterhall.events.card_check import card_problems
from musterhall.events.cards import Card, Roster
from musterhall.events.scoring import needs_die, score
from musterhall.packs.model import Pack
from musterhall.packs.scenarios import Scenario


@given(matches())
def test_a_card_without_problems_has_a_result_and_a_roll_where_one_is_needed(
    match: tuple[Pack, Scenario, Card, Roster, Roster],
) -> None:
    pack, scenario, card, *forces = match
    rosters = (forces[0], forces[1])
    if not card_problems(pack, scenario, card, NAMES, rosters):
        result = score(pack, scenario, card, rosters)
        assert result.winner is not None or not needs_die(pack, scenario, card, rosters)


@given(matches())
def test_swapping_the_players_finds_as_many_problems(match: tuple[Pack, Scenario, Card, Roster, Roster]) -> None:
    pack, scenario, card, *forces = match
    swapped = replace(card, sides=card.sides[::-1], dice=tuple((b, a) for a, b in card.dice))
    found = card_problems(pack, scenario, card, NAMES, (forces[0], forces[1]))
    again = card_problems(pack, scenario, swapped, NAMES[::-1], (forces[1], forces[0]))
    assert len(found) == len(again)
