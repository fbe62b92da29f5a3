"""Who meets whom: the pairing of a round, from the ranking and from who has met before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from musterhall.dice import Dice, Die
from musterhall.events.pairing import look_ahead
from musterhall.events.pairing.board import board_of, pinned_edges
from musterhall.events.pairing.cost import Cost, cost_of
from musterhall.events.pairing.field import Field, Pairs, require_sound
from musterhall.events.pairing.least_gaps import LEAST_GAPS
from musterhall.events.pairing.notes import notes_on
from musterhall.events.pairing.reasons import reasons_for
from musterhall.events.pairing.top_first import TOP_FIRST

_WAYS = {"least_gaps": LEAST_GAPS, "top_first": TOP_FIRST}


@dataclass(frozen=True, slots=True)
class Pairing:
    """A round's pairs, best pair first and in each pair the better ranked player first."""

    pairs: Pairs
    bye: str | None
    rematches: Pairs
    forbidden: Pairs
    """Forbidden pairs that could not be avoided."""
    notes: tuple[str, ...]
    """Sentences for the organiser, with ids in braces."""
    reasons: tuple[tuple[str, str], ...]
    """Who does not meet the next in rank though the pairing is from the top, and why, with ids in braces."""
    cost: Cost


def random_pairing(field: Field, dice: Dice) -> Pairing:
    """The first round: neighbours in a shuffled order meet, and its last player has the bye.

    Where that would be a forbidden pair, a rematch or a second bye, the nearest in the shuffled order step in.
    """
    require_sound(field)
    shuffled = _shuffled(field.ranking, dice, "random pairing")
    return pair(replace(field, ranking=shuffled, level={}, bye_choice="lowest", paired_by="least_gaps"), dice)


def pair(field: Field, dice: Dice) -> Pairing:
    """The best pairing by the ranking. The dice are rolled only for a bye by lot."""
    require_sound(field)
    board = board_of(field, _bye_turns(field, dice))
    pinned = pinned_edges(field, board)
    search = look_ahead.search(_WAYS[field.paired_by], board, pinned, field.rounds_left)
    ids = board.ids
    bye = next((ids[one] for one, other in search.edges if other == board.ghost), None)
    pairs = field.in_order([(ids[one], ids[other]) for one, other in search.edges if other != board.ghost])
    return Pairing(
        pairs,
        bye,
        rematches=tuple(two for two in pairs if field.met.get(frozenset(two))),
        forbidden=tuple(two for two in pairs if frozenset(two) in field.forbidden),
        notes=(*notes_on(field, pairs, bye, changed=search.changed), *search.notes),
        reasons=reasons_for(field, pairs, bye, changed=search.changed) if field.paired_by == "top_first" else (),
        cost=cost_of(field, pairs, bye),
    )


def _bye_turns(field: Field, dice: Dice) -> dict[str, int]:
    """Who comes first when a bye is to be had: the lowest ranked, or in an order by lot."""
    by_lot = field.bye_choice == "random" and len(field.ranking) % 2 and field.pinned_bye is None
    order = _shuffled(field.ranking, dice, "bye") if by_lot else field.ranking[::-1]
    return {player: turn for turn, player in enumerate(order)}


def _shuffled(players: Sequence[str], dice: Dice, purpose: str) -> tuple[str, ...]:
    order = list(players)
    for last in range(len(order) - 1, 0, -1):
        drawn = dice.one(Die(f"d{last + 1}", last + 1), purpose) - 1
        order[last], order[drawn] = order[drawn], order[last]
    return tuple(order)
