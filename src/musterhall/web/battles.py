"""Battles to watch: a saved journal fought again, or one that two bots fight while one waits. Both end in time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from musterhall.battle.agents import play
from musterhall.battle.battle import LogLine
from musterhall.game.battles import AgentInfo, Battles
from musterhall.game.bounds import require_small
from musterhall.game.duel import Matchup, agent_seed
from musterhall.game.game import Game
from musterhall.game.saving import SavedBattle
from musterhall.games import all_games, battles_of, game_named, game_of
from musterhall.problems import BadInput

SECONDS = 10.0
MOST_LINES = 20_000
LARGEST_SEED = 1_000_000
INSTEAD = "watch it with `muster replay` instead"

Watch = Callable[[LogLine, Any], None]


@dataclass(frozen=True, slots=True)
class Offer:
    """A game whose bots fight for whoever waits: the forces and the bots to choose from, the usual ones first."""

    game: Game
    battles: Battles
    forces: tuple[str, ...]
    agents: tuple[AgentInfo, ...]


@cache
def offers() -> tuple[Offer, ...]:
    """Every game that has battles, with bots that need no time to think."""
    return tuple(_offer(game, game.battles) for game in all_games() if game.battles is not None)


def _offer(game: Game, battles: Battles) -> Offer:
    elsewhere = {name for setup in battles.setups for name in setup.forces}
    forces = dict.fromkeys([*battles.small_forces, *(f for f in game.forces.shipped() if f not in elsewhere)])
    return Offer(game, battles, tuple(forces), tuple(one for one in battles.agents if one.quick))


def offer_of(name: str) -> Offer:
    """What is offered of the game of this name; of the first where none is named."""
    if not name:
        return offers()[0]
    game = game_named(name)
    battles_of(game)  # or a sentence that says that it has none
    return next(one for one in offers() if one.game is game)


def watched_journal(text: str, seconds: float = SECONDS) -> dict[str, Any]:
    """A saved battle for the replay page; every position of it is compared with what was saved."""
    from musterhall.battle.journal import read_journal

    name = "the journal"
    if text.count("\n") > MOST_LINES:
        raise BadInput(f"{name}: has more than {MOST_LINES} lines; {INSTEAD}.")
    try:
        journal = read_journal(text, name, partial=True)
    except RecursionError:
        raise BadInput(
            f"{name}: is nested too deeply to be a battle; send one that `muster battle --save` wrote."
        ) from None
    game = game_of({"game": journal.header.game}, name)
    battles = battles_of(game)
    saved = SavedBattle(game, battles, journal)
    require_small(battles.bounds(saved.setup), name, INSTEAD)
    film = saved.film()
    fought = saved.fight_again(_until(film.watch, seconds))
    return film.replay(fought.position).as_data()


@lru_cache(maxsize=8)
def bot_battle(game: str, red: str, blue: str, seed: int, red_agent: str, blue_agent: str) -> dict[str, Any]:
    """A battle of two bots; the same request always shows the same one. What is left empty is the usual."""
    offer = offer_of(game)
    battles = offer.battles
    forces = (red or battles.small_forces[0], blue or battles.small_forces[1])
    known = tuple(one.name for one in offer.agents)
    names = (red_agent or known[0], blue_agent or known[0])
    _require_known("force", *forces, known=offer.forces)
    _require_known("agent", *names, known=known)
    if not 0 <= seed <= LARGEST_SEED:
        raise BadInput(f"seed {seed}: is no seed here; give a whole number from 0 to {LARGEST_SEED}.")
    variants = offer.game.variants.chosen({}) if offer.game.variants is not None else None
    first, second = map(offer.game.forces.shipped_force, forces)
    setup = Matchup(offer.game, first, second, variants).setup(seed)
    film = battles.film(setup, seed, names)
    battle = battles.new_battle(setup, seed, watcher=_until(film.watch, SECONDS))
    play(battle, [battles.agent(name, agent_seed(seed, side)) for side, name in enumerate(names)])
    return film.replay(battle.position).as_data()


def _until(watch: Watch, seconds: float) -> Watch:
    """Watch a battle, but not for longer than this."""
    end = time.monotonic() + seconds

    def watched(line: LogLine, position: Any) -> None:
        if time.monotonic() > end:
            raise BadInput(f"the battle: takes longer than {seconds:g} seconds; {INSTEAD}.")
        watch(line, position)

    return watched


def _require_known(word: str, *names: str, known: tuple[str, ...]) -> None:
    for name in names:
        if name not in known:
            raise BadInput(f"{word} {name!r:.60}: is not one to choose here; take one of {', '.join(known)}.")
