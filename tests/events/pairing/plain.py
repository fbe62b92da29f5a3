"""Pairings read plainly: every one there is, and what each comes to."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hypothesis import strategies as st

from musterhall.dice import Dice
from musterhall.events.pairing import Pairing, pair
from musterhall.events.pairing.field import Field, Pair

Whole = tuple[tuple[Pair, ...], str | None]


def ids(number: int) -> tuple[str, ...]:
    return tuple(f"p{at}" for at in range(1, number + 1))


def both(one: str, other: str) -> frozenset[str]:
    return frozenset({one, other})


def every_pairing(players: Sequence[str]) -> Iterator[Whole]:
    """All pairings there are, by taking the first player's opponents in turn."""
    if len(players) % 2:
        for bye in players:
            for pairs, _ in every_pairing([player for player in players if player != bye]):
                yield pairs, bye
    elif not players:
        yield (), None
    else:
        first, *others = players
        for other in others:
            for pairs, _ in every_pairing([player for player in others if player != other]):
                yield ((first, other), *pairs), None


def is_legal(field: Field, pairs: Sequence[Pair], bye: str | None) -> bool:
    meets = any(field.met.get(both(*two)) or both(*two) in field.forbidden for two in pairs)
    return not meets and not (bye is not None and field.byes.get(bye))


def after(field: Field, pairs: Sequence[Pair], bye: str | None) -> Field:
    met = dict(field.met)
    for two in pairs:
        met[both(*two)] = met.get(both(*two), 0) + 1
    byes = dict(field.byes)
    if bye is not None:
        byes[bye] = byes.get(bye, 0) + 1
    return replace(field, met=met, byes=byes, pinned=(), pinned_bye=None)


def has_legal_pairing(field: Field) -> bool:
    return any(is_legal(field, *whole) for whole in every_pairing(field.ranking))


def order_of(field: Field, pairs: Sequence[Pair], bye: str | None) -> tuple[int, ...]:
    """What the pack asks for, most important first, computed plainly."""
    met = [field.met.get(both(*two), 0) for two in pairs]
    place = field.ranking.index
    level = field.level or {player: place(player) for player in field.ranking}
    return (
        sum(both(*two) in field.forbidden for two in pairs),
        sum(times > 0 for times in met),
        sum(max(0, times - 1) for times in met),
        field.byes.get(bye, 0) if bye is not None else 0,
        len(field.ranking) - place(bye) if bye is not None else 0,
        sum((level[one] - level[other]) ** 2 for one, other in pairs),
    )


@st.composite
def fields(draw: st.DrawFn, most: int = 8, *, levels: bool = False, rounds_left: int = 0) -> Field:
    players = ids(draw(st.integers(0, most)))
    everyone = [both(one, other) for at, one in enumerate(players) for other in players[at + 1 :]]
    busy = draw(st.sampled_from((1, 2, 5)))  # of six pairs, so many have met
    met = {two: draw(st.sampled_from((1, 1, 2))) for two in everyone if draw(st.integers(1, 6)) <= busy}
    forbidden = frozenset(two for two in everyone if draw(st.integers(1, 8)) == 1)
    byes = {player: draw(st.integers(0, 2)) for player in players if draw(st.booleans())}
    level = {player: draw(st.integers(0, 5)) for player in players} if levels else {}
    return Field(players, met, forbidden, byes, level=level, rounds_left=rounds_left)


def played(number: int, rounds: int, seed: int, forbidden: int, *, stable: bool) -> Field:
    """A field after some rounds; after each one the ranking is a new one, or nearly the old one."""
    draw = random.Random(seed)
    players = list(ids(number))
    mates = frozenset(both(*draw.sample(players, 2)) for _ in range(forbidden))
    field = Field(tuple(players), {}, mates)
    for _ in range(rounds):
        pairing = pair(field, Dice(seed))
        if stable:
            players.sort(key=lambda player: int(player[1:]) + draw.uniform(0, 3))
        else:
            draw.shuffle(players)
        field = replace(after(field, pairing.pairs, pairing.bye), ranking=tuple(players))
    return field


def seated(pairing: Pairing) -> list[str]:
    return sorted([player for two in pairing.pairs for player in two] + ([pairing.bye] if pairing.bye else []))
