"""Force files of all games: which game one is of, and those that come with Musterhall."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from musterhall import games
from musterhall.game.game import Game
from musterhall.games import games_with_forces
from musterhall.problems import BadInput, near_names

if TYPE_CHECKING:
    from musterhall.packs.model import Pack


def game_of(data: Mapping[str, Any], name: str) -> Game:
    """The game that a force file is of: the one that it names, or else the one whose fields it has."""
    if "game" in data:
        return games.game_of(data, name)
    fitting = [game for game in games_with_forces() if game.forces.fits(data)]
    if not fitting:
        raise BadInput(
            f"{name}: is no force, for it names no game and has neither formations nor units; begin with a copy of a "
            "shipped one."
        )
    return fitting[0]


def shipped_forces() -> dict[str, Game]:
    """The forces that come with Musterhall by name, each with its game."""
    # backwards, so that no game from elsewhere takes the name of a force that is here
    return {name: game for game in reversed(games_with_forces()) for name in game.forces.shipped()}


def unknown_force(name: str, known: Mapping[str, object] | None = None) -> BadInput:
    """The refusal of a name that is neither a file nor a shipped force, with those that come near it."""
    offered = shipped_forces() if known is None else known
    near = near_names(name, offered, f"The shipped ones are {', '.join(offered)}.")
    return BadInput(f"force {name!r}: there is no such file, and no shipped force of this name. {near}")


def require_same_game(game: Game, pack: Pack, name: str) -> None:
    if game.name != pack.game:
        raise BadInput(
            f"{name}: is a force of {game.name}, and {pack.name} is played with {pack.game}; name another pack."
        )
