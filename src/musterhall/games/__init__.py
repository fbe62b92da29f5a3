"""The games of the house, by name: those that come with it and those that other packages bring.

A package brings a game through an entry point of the group `musterhall.games`: its name is the game's, and it leads to
the module's GAME (`docs/write-a-game.md`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any, TypeVar

from musterhall.game.game import Game
from musterhall.problems import BadInput
from musterhall.spelling import names_like

if TYPE_CHECKING:
    from musterhall.game.battles import Battles
    from musterhall.game.gestures.registry import Gestures
    from musterhall.game.odds import Odds
    from musterhall.game.pricing import Pricing
    from musterhall.game.referee import Referee
    from musterhall.game.rulebook import Rulebook
    from musterhall.game.tables import Tables

GROUP = "musterhall.games"
BUILT_IN = ("the_game", "alpha_strike", "age_of_destruction")

Part = TypeVar("Part")


def game_named(name: str) -> Game:
    """The game of this name, written as files, commands or people write it: the_game, the-game, THE GAME."""
    plain = _plain(name)
    if plain in BUILT_IN:
        return _built_in(plain)
    if plain in _brought():
        return _loaded(plain)
    raise BadInput(f"game {name!r:.60}: there is none of this name; {_remedy(plain, all_names())}")


def all_names() -> tuple[str, ...]:
    """The names of all games, as files write them."""
    return (*BUILT_IN, *_brought())


def all_games() -> tuple[Game, ...]:
    """Every game that can be loaded, those that come with the house first.

    A package that brings a broken game is in nobody's way; whoever asks for that game by name is told.
    """
    return (*map(_built_in, BUILT_IN), *filter(None, map(_loaded_if_sound, _brought())))


def known_games() -> tuple[str, ...]:
    """The names of the games whose forces are files, which is what an event needs."""
    return tuple(game.name for game in games_with_forces())


def is_game(name: str) -> bool:
    """Is this a game whose forces are files? No other game is loaded to answer it."""
    return name in all_names() and game_named(name).keeps_forces


def games_with_forces() -> tuple[Game, ...]:
    return tuple(game for game in all_games() if game.keeps_forces)


def game_of(data: Mapping[str, Any], place: str) -> Game:
    """The game that a file is about; one that names none is about the first."""
    said = data.get("game", BUILT_IN[0])
    try:
        return game_named(str(said))
    except BadInput as complaint:
        raise BadInput(f"{place}: {complaint}") from None


# Parts that a game may have


def battles_of(game: Game) -> Battles:
    return _part(game, lambda one: one.battles, "its battles cannot be fought here yet")


def gestures_of(game: Game) -> Gestures:
    """How people play it."""
    return _part(game, lambda one: (one.battles and one.battles.gestures) or None, "its battles are for bots alone")


def tables_of(game: Game) -> Tables:
    return _part(game, lambda one: one.tables, "it has no tables here")


def referee_of(game: Game) -> Referee:
    return _part(game, lambda one: one.referee, "it has no referee here yet")


def odds_of(game: Game) -> Odds:
    return _part(game, lambda one: one.odds, "nobody works out its odds here yet")


def pricing_of(game: Game) -> Pricing:
    return _part(game, lambda one: one.pricing, "its forces cannot be priced by battles here")


def rulebook_of(game: Game) -> Rulebook:
    return _part(game, lambda one: one.rulebook, "its rulebook is not listed here yet")


def _part(game: Game, find: Callable[[Game], Part | None], cannot: str) -> Part:
    """One part of a game; where it has none, the sentence that says so and names those that do."""
    found = find(game)
    if found is None:
        others = [written(one.name) for one in all_games() if find(one) is not None]
        raise BadInput(f"{game.words.title}: {cannot}; choose from {', '.join(others)}.")
    return found


def written(name: str) -> str:
    """A game's name as commands write it."""
    return name.replace("_", "-")


def _plain(name: str) -> str:
    return "_".join(name.lower().replace("-", " ").replace("_", " ").split())


def _remedy(plain: str, known: tuple[str, ...]) -> str:
    near = names_like(plain, known, 2)
    if near:
        return f"did you mean {' or '.join(map(written, near))}?"
    return f"choose from {', '.join(map(written, known))}."


@cache
def _built_in(name: str) -> Game:
    game: Game = import_module(f"musterhall.games.{name}.game_object").GAME
    return game


@cache
def _brought() -> dict[str, EntryPoint]:
    """What other packages bring; none of them can take the place of a game that is here."""
    found = {_plain(entry.name): entry for entry in entry_points(group=GROUP)}
    return {name: entry for name, entry in sorted(found.items()) if name not in BUILT_IN}


def _loaded_if_sound(name: str) -> Game | None:
    try:
        return _loaded(name)
    except BadInput:
        return None


@cache
def _loaded(name: str) -> Game:
    entry = _brought()[name]
    try:
        game = entry.load()
    except Exception as error:
        # Whatever goes wrong in somebody else's package, the sentence names it.
        raise BadInput(f"game {name}: {entry.value} cannot be loaded ({error}); mend or remove its package.") from error
    if not isinstance(game, Game) or _plain(game.name) != name:
        raise BadInput(f"game {name}: {entry.value} is no Game of this name; mend or remove its package.")
    return game
