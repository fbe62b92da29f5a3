"""Dice of a draft: who picks first from a force pack, and what is picked for somebody who is late."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from musterhall.dice import Dice, Die, d6

Thing = TypeVar("Thing")
Rolls = list[tuple[int, int]]
"""Who rolled what, in the order in which the dice fell."""


def roll_off(seats: Sequence[int], dice: Dice) -> tuple[int, Rolls]:
    """Drafted for War, Drafting with Force Packs: the highest d6 wins; level ones roll again among themselves.

    One alone wins without a die.
    """
    rolls: Rolls = []
    rolling = list(seats)
    while len(rolling) > 1:
        faces = dice.roll(len(rolling), d6, "first pick")
        rolls += zip(rolling, faces, strict=True)
        rolling = [seat for seat, face in zip(rolling, faces, strict=True) if face == max(faces)]
    return rolling[0], rolls


def to_the_left(seats: Sequence[int], first: int) -> tuple[int, ...]:
    """All seats, beginning with this one."""
    at = list(seats).index(first)
    return (*seats[at:], *seats[:at])


def by_lot(things: Sequence[Thing], dice: Dice, purpose: str) -> Thing:
    return things[dice.one(Die(f"d{len(things)}", len(things)), purpose) - 1]


def shuffled(things: Sequence[Thing], dice: Dice, purpose: str) -> list[Thing]:
    """All of them in an order by lot, every order as likely."""
    mixed = list(things)
    for last in range(len(mixed) - 1, 0, -1):
        other = dice.one(Die(f"d{last + 1}", last + 1), purpose) - 1
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed
