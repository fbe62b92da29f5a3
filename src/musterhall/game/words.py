"""What a game calls things, for sentences that every game shares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Words:
    title: str
    """The game's name as people write it: THE GAME, Alpha Strike."""
    group: str
    """What units act in together: formation, lance."""
    counted: str
    """What a force's roster is counted by, in the singular: unit, or formation."""
    length: str
    """The unit of length, as it stands behind a figure: cm, inches."""
    points: str = "points"
    """What a force costs."""

    types: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What units of a type are called together, where the type's own word is not what people say."""
    about: str = ""
    """What the game is, for somebody who has never played it: a sentence or two."""

    def many(self, number: int) -> str:
        """1 unit, 2 units."""
        return f"{number} {self.counted}" if number == 1 else f"{number} {self.counted}s"


def in_words(words: Iterable[str], word: str = "and") -> str:
    """One, two and three."""
    *rest, last = list(words)
    return f"{', '.join(rest)} {word} {last}" if rest else last
