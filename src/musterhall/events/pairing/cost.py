"""What is wrong with a pairing, as figures."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

from musterhall.events.pairing.field import Field, Pair, require_known_pairs, require_sound


@dataclass(frozen=True, slots=True, order=True)
class Cost:
    """What is wrong with a pairing; each line outweighs all below it."""

    forbidden: int = 0
    rematches: int = 0
    repeats: int = 0
    """Of those who meet again: their meetings after the first, so that a third meeting is worse than a second."""
    second_byes: int = 0
    """How many byes the player with the bye has had already."""
    distance: int = 0
    """Every pair's distance, squared: one far pair is worse than several near ones."""

    def as_data(self) -> dict[str, int]:
        return dataclasses.asdict(self)

    def sentence(self) -> str:
        bye = "a bye for one who has had one" if self.second_byes else "no second bye"
        forbidden = _count(self.forbidden, "forbidden pair", "forbidden pairs")
        rematches = _count(self.rematches, "rematch", "rematches")
        sentence = f"{forbidden}, {rematches}, {bye}, distance {self.distance}."
        return sentence[0].upper() + sentence[1:]


def cost_of(field: Field, pairs: Sequence[Pair], bye: str | None) -> Cost:
    """The cost of any pairing of these players, such as one that was changed by hand."""
    require_sound(field)
    require_known_pairs(field, pairs, bye)
    meetings = [field.met.get(frozenset(two), 0) for two in pairs]
    level = field.level or {player: place for place, player in enumerate(field.ranking)}
    return Cost(
        forbidden=sum(frozenset(two) in field.forbidden for two in pairs),
        rematches=sum(times > 0 for times in meetings),
        repeats=sum(times - 1 for times in meetings if times > 0),
        second_byes=0 if bye is None else field.byes.get(bye, 0),
        distance=sum((level[one] - level[other]) ** 2 for one, other in pairs),
    )


def _count(number: int, one: str, many: str) -> str:
    return f"{number or 'no'} {one if number == 1 else many}"
