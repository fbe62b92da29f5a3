"""A game as one object: all that commands, pages, events and packs may ask of it.

A part that a game does not have is None, and whoever wants it says so in one sentence. Parts are made when they are
first asked for, because some of them bring compiled code along; the object itself is light.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from musterhall.game.words import Words
from musterhall.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from musterhall.game.battles import Battles
    from musterhall.game.builder import Builder
    from musterhall.game.companion import Companion
    from musterhall.game.drafting import Drafting
    from musterhall.game.edition import EditionFigure
    from musterhall.game.forces import Forces
    from musterhall.game.hands import Hands
    from musterhall.game.lists import Lists
    from musterhall.game.odds import Odds
    from musterhall.game.pricing import Pricing
    from musterhall.game.referee import Referee
    from musterhall.game.rulebook import Rulebook
    from musterhall.game.tables import Tables
    from musterhall.game.units import Units
    from musterhall.game.variants import OpenPoints


class Game:
    """Fill it in a folder of its own under `games/`, or in a package of yours: `docs/write-a-game.md` shows how.

    The object is called GAME in the module of its class, by which another process finds it again.
    """

    name: str
    """As files write it: the_game."""
    words: Words
    compiled: tuple[str, ...] = ()
    """The modules with functions that numba compiles, wherever they stand; a battle needs them all."""

    @property
    def battles(self) -> Battles | None:
        """How battles of it are set up, fought, saved and told."""
        return None

    @property
    def tables(self) -> Tables | None:
        """The ground its battles are fought on."""
        return None

    @property
    def companion(self) -> Companion | None:
        """The sheets that people mark while they play with real miniatures."""
        return None

    @property
    def has_companion(self) -> bool:
        """Whether it keeps sheets, without loading what does."""
        return type(self).companion is not Game.companion

    @property
    def referee(self) -> Referee | None:
        """Who answers questions about a situation."""
        return None

    @property
    def has_referee(self) -> bool:
        """Whether it answers questions, without loading who does."""
        return type(self).referee is not Game.referee

    @property
    def odds(self) -> Odds | None:
        """What attacks in a situation come to, exactly."""
        return None

    @property
    def rulebook(self) -> Rulebook | None:
        """What the sections of its rulebook come to here."""
        return None

    @property
    def variants(self) -> OpenPoints | None:
        """What its rulebook leaves open."""
        return None

    @property
    def edition(self) -> Sequence[EditionFigure]:
        """Figures that nobody here has seen in print, or not all of them."""
        return ()

    # Forces

    @property
    def forces(self) -> Forces:
        """Forces as files: read, checked, shown, printed and handed in."""
        raise BadInput(f"{self.words.title}: its forces are no files that could be read here; see its own documents.")

    @property
    def keeps_forces(self) -> bool:
        return type(self).forces is not Game.forces

    @property
    def pricing(self) -> Pricing | None:
        """What of its forces has a price that battles can find."""
        return None

    @property
    def units(self) -> Units | None:
        """The catalogue of units, to be looked up and perhaps added to."""
        return None

    @property
    def lists(self) -> Lists | None:
        """Lists of other tools, made into forces."""
        return None

    @property
    def builder(self) -> Builder | None:
        """Forces put together by clicks, or proposed."""
        return None

    @property
    def drafting(self) -> Drafting | None:
        """Boxes that are dealt and drafted, and the forces made of them."""
        return None

    @property
    def hands(self) -> Hands | None:
        """Cards that a player takes through a tournament."""
        return None

    def warm_up(self) -> None:
        """Do once what the compiled functions are for, so that nobody has to wait for them later."""

    def __reduce__(self) -> str:
        return "GAME"
