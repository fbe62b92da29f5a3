"""Who is to be paired, and everything a pairing depends on. Players are known by their ids only."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from musterhall.problems import BadInput

Pair = tuple[str, str]
Pairs = tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """Everything a pairing depends on."""

    ranking: tuple[str, ...]
    """Best first; for the first round in any order."""
    met: Mapping[frozenset[str], int] = dataclasses.field(hash=False)
    """How often each pair has met."""
    forbidden: frozenset[frozenset[str]] = frozenset()
    """Team mates and siblings: paired only where nothing else is left, and a rematch is better."""
    byes: Mapping[str, int] = dataclasses.field(default_factory=dict, hash=False)
    pinned: Pairs = ()
    """Pairs fixed by hand."""
    pinned_bye: str | None = None
    level: Mapping[str, int] = dataclasses.field(default_factory=dict, hash=False)
    """What distance is measured by, when it is not the place in the ranking: a score, a bracket."""
    rounds_left: int = 0
    """Planned rounds after this one."""
    bye_choice: Literal["lowest", "random"] = "lowest"
    paired_by: Literal["least_gaps", "top_first"] = "least_gaps"

    def in_order(self, pairs: Iterable[Pair]) -> Pairs:
        """The best pair first, and in each pair the better ranked player first."""
        place = {player: at for at, player in enumerate(self.ranking)}
        ordered = ((one, other) if place[one] < place[other] else (other, one) for one, other in pairs)
        return tuple(sorted(ordered, key=lambda two: place[two[0]]))


def require_sound(field: Field) -> None:
    for player, times in Counter(field.ranking).items():
        if times > 1:
            raise BadInput(f"pairing: {player} is in the ranking {times} times; list every player once.")
    require_known_pairs(field, field.pinned, field.pinned_bye, "pinned pairs")
    if field.pinned_bye is not None and len(field.ranking) % 2 == 0:
        raise BadInput(
            f"pinned bye: with {len(field.ranking)} players everybody has an opponent; take the bye of "
            f"{field.pinned_bye} back or let another player sit out."
        )
    for player in field.ranking:
        if field.level and player not in field.level:
            raise BadInput(f"pairing: {player} has no level; give every player one, or none.")


def require_known_pairs(field: Field, pairs: Sequence[Pair], bye: str | None, where: str = "pairs") -> None:
    known = set(field.ranking)
    named = [player for two in pairs for player in two] + ([] if bye is None else [bye])
    for player, times in Counter(named).items():
        if player not in known:
            raise BadInput(f"{where}: {player} is not among the players to be paired; check the id.")
        if times > 1:
            raise BadInput(f"{where}: {player} is named {times} times; name every player once.")
