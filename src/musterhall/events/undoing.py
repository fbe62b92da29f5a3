"""Which entries an undo leaves standing, and which undos make sense."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from pydantic import Field

from musterhall.events.entries import Entry
from musterhall.events.handling import UNDONE, EntryData
from musterhall.problems import BadInput, parse_model

MOST_NESTED = 20
"""Undos of undos: whoever goes back and forth that often undoes the first entry again instead."""


class Undone(EntryData):
    seq: int = Field(ge=2)


def undone_in(entries: Sequence[Entry]) -> set[int]:
    """The entries that were undone and are not back, undos among them."""
    undone: set[int] = set()
    for entry in reversed(entries):
        if entry.kind == UNDONE and entry.seq not in undone:
            undone.add(undone_by(entry))
    return undone


def live(entries: Sequence[Entry]) -> list[Entry]:
    """The entries that count: without those undone, and without the undoing. An undo can be undone, too."""
    undone = undone_in(entries)
    return [entry for entry in entries if entry.kind != UNDONE and entry.seq not in undone]


def undone_by(entry: Entry) -> int:
    return parse_model(Undone, entry.data, f"entry {entry.seq}").seq


def what_flips(seq: int, named: Mapping[int, int]) -> list[int]:
    """What undoing an entry changes: it goes, what it had undone is back, what that had undone goes again, and so on.

    `named` has what each undo undoes. One more than may be is enough to know that it is too long.
    """
    chain = [seq]
    while chain[-1] in named and len(chain) <= MOST_NESTED:
        chain.append(named[chain[-1]])
    return chain


def require_sound_undos(entries: Sequence[Entry]) -> None:
    """Refuse a journal with an undo that nobody could have made at its place."""
    undone: set[int] = set()
    named: dict[int, int] = {}
    for entry in entries:
        if entry.kind == UNDONE:
            seq = undone_by(entry)
            chain = what_flips(seq, named)
            if problem := _problem(entry.seq, seq, chain, undone):
                raise BadInput(f"entry {entry.seq}: undoes entry {seq}, which {problem}; export the event again.")
            undone.symmetric_difference_update(chain)
            named[entry.seq] = seq


def _problem(by: int, seq: int, chain: Sequence[int], undone: Set[int]) -> str:
    if seq >= by:
        return "does not come before it"
    if len(chain) > MOST_NESTED:
        return "is an undo of undos without end"
    stands = [one not in undone for one in chain]
    # Each second one was undone by the one before it.
    return "" if stands == [place % 2 == 0 for place in range(len(chain))] else "was undone already"
