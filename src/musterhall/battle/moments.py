"""Moments: places in the rules at which abilities may act where a number is not enough.

A moment is declared by the rule that comes to it, with the form of what may happen there; whoever acts registers
a function under the ability's key. At the moment, the rule asks for the functions of those abilities that hold just
then, and gets them in the order in which they were registered: the catalogue's.

A game has its own subclass, which knows all moments of that game and of no other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

Act = TypeVar("Act", bound=Callable[..., Any])


class Moment(Generic[Act]):
    """One place in the rules, and what acts there by the key of its ability."""

    all: ClassVar[list[Any]] = []

    def __init_subclass__(cls) -> None:
        cls.all = []

    def __init__(self, name: str, section: str) -> None:
        self.name = name
        self.section = section
        self.acts: dict[str, Act] = {}
        self.all.append(self)

    def acted_by(self, *abilities: str) -> Callable[[Act], Act]:
        """Registers a function for these abilities."""

        def register(act: Act) -> Act:
            for ability in abilities:
                if ability in self.acts:
                    raise ValueError(f"{ability} acts twice at the moment {self.name!r}")
                self.acts[ability] = act
            return act

        return register

    def of(self, abilities: Iterable[str]) -> Sequence[tuple[str, Act]]:
        """What these abilities do here, each with its key."""
        held = abilities if isinstance(abilities, dict) else set(abilities)
        if self.acts.keys().isdisjoint(held):
            return ()
        return [(ability, act) for ability, act in self.acts.items() if ability in held]
