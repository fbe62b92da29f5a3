"""A pairing changed by hand, and what that costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from musterhall.events.pairing.board import board_of, pinned_edges
from musterhall.events.pairing.cost import cost_of
from musterhall.events.pairing.field import Field, Pair, Pairs
from musterhall.events.pairing.look_ahead import WITHOUT, next_round_exists
from musterhall.events.pairing.notes import names_of
from musterhall.problems import BadInput


def swap(pairs: Sequence[Pair], bye: str | None, one: str, other: str) -> tuple[Pairs, str | None]:
    """The two players change places; one of them may have the bye."""
    present = {player for two in pairs for player in two} | {bye}
    for player in (one, other):
        if player not in present:
            raise BadInput(f"swap: {player} is not in this pairing; name two players who are.")
    if one == other:
        raise BadInput(f"swap: {one} was named twice; name two different players.")
    trade = {one: other, other: one}
    swapped = tuple((trade.get(first, first), trade.get(second, second)) for first, second in pairs)
    return swapped, None if bye is None else trade.get(bye, bye)


def compare(
    field: Field, before: tuple[Sequence[Pair], str | None], after: tuple[Sequence[Pair], str | None]
) -> list[str]:
    """What a change by hand costs and what it mends, in sentences with ids in braces."""
    old, new = cost_of(field, *before), cost_of(field, *after)
    was, becomes = _found(field, *before), _found(field, *after)
    sentences = [f"New: {what}." for what in becomes if what not in was]
    sentences += [f"No longer: {what}." for what in was if what not in becomes]
    if new.distance != old.distance:
        nearer = "nearer" if new.distance < old.distance else "further apart"
        sentences.append(f"The players are {nearer} in the ranking: distance {new.distance} instead of {old.distance}.")
    if field.rounds_left and not _leaves_next_round(field, *after) and _leaves_next_round(field, *before):
        sentences.append(f"After this the next round has no pairing {WITHOUT}.")
    return sentences or ["The change costs nothing."]


def _found(field: Field, pairs: Sequence[Pair], bye: str | None) -> list[str]:
    """Everything that is wrong with a pairing, in words."""
    ordered = field.in_order(pairs)
    found = [f"{names_of(two)} should not meet" for two in ordered if frozenset(two) in field.forbidden]
    found += [f"{names_of(two)} meet again" for two in ordered if field.met.get(frozenset(two))]
    if bye is not None and field.byes.get(bye):
        found.append(f"{{{bye}}} has a bye again")
    return found


def _leaves_next_round(field: Field, pairs: Sequence[Pair], bye: str | None) -> bool:
    board = board_of(field, dict.fromkeys(field.ranking, 0))
    return next_round_exists(board, pinned_edges(replace(field, pinned=tuple(pairs), pinned_bye=bye), board))
