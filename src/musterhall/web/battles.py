"""Battles to watch: a saved journal fought again, or one that two bots fight while one waits. Both end in time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from musterhall.battle.agents import play
from musterhall.battle.battle import LogLine
from musterhall.game.battles import AgentInfo, Battles, SetupInfo, require_setup
from musterhall.game.bounds import require_small
from musterhall.game.duel import Matchup, agent_seed
from musterhall.game.game import Game
from musterhall.game.saving import SavedBattle
from musterhall.games import all_games, battles_of, game_named, game_of
from musterhall.problems import BadInput
from musterhall.still import still

SECONDS = 10.0
MOST_LINES = 20_000
LARGEST_SEED = 1_000_000
INSTEAD = "watch it with `muster replay` instead"

Watch = Callable[[LogLine, Any], None]


@dataclass(frozen=True, slots=True)
class Offer:
    """Battles that bots fight for whoever waits: each side's forces and the bots to choose from, usual ones first."""

    game: Game
    battles: Battles
    forces: tuple[tuple[str, ...], tuple[str, ...]]
    agents: tuple[AgentInfo, ...]
    setup: SetupInfo | None = None
    """Another set-up than the game's usual one."""


@cache
def offers() -> tuple[Offer, ...]:
    """Every game that has battles in each of its set-ups, with bots that need no time to think."""
    return tuple(one for game in all_games() if game.battles is not None for one in _offers_of(game, game.battles))


def _offers_of(game: Game, battles: Battles) -> Iterator[Offer]:
    agents = tuple(one for one in battles.agents if one.quick)
    elsewhere = {name for setup in battles.setups for names in setup.choices for name in names}
    able = (name for name in game.forces.shipped() if name not in elsewhere and _can_fight(game, battles, name))
    forces = tuple(dict.fromkeys([*battles.small_forces, *able]))
    # Each side's own usual force comes first.
    red, blue = battles.small_forces
    yield Offer(game, battles, (_first(red, forces), _first(blue, forces)), agents)
    for setup in battles.setups:
        yield Offer(game, battles, setup.choices, agents, setup)


def _can_fight(game: Game, battles: Battles, name: str) -> bool:
    return not battles.cannot_fight(game.forces.shipped_force(name))


def _first(name: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((name, *names)))


def offer_of(name: str, setup: str = "") -> Offer:
    """What is offered of the game of this name in a set-up, or in the usual one; of the first where none is named."""
    game = game_named(name) if name else offers()[0].game
    wanted = require_setup(setup, battles_of(game).setups)
    return next(one for one in offers() if one.game is game and one.setup == wanted)


def watched_journal(text: str) -> dict[str, Any]:
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
    fought = saved.fight_again(_in_time(film.watch))
    return film.replay(fought.position).as_data()


@lru_cache(maxsize=8)
def bot_battle(
    game: str, red: str, blue: str, seed: int, red_agent: str, blue_agent: str, setup_name: str = ""
) -> dict[str, Any]:
    """A battle of two bots; the same request always shows the same one. What is left empty is the usual."""
    offer = offer_of(game, setup_name)
    battles = offer.battles
    forces = (red or offer.forces[0][0], blue or offer.forces[1][0])
    known = tuple(one.name for one in offer.agents)
    names = (red_agent or known[0], blue_agent or known[0])
    for force, choices in zip(forces, offer.forces, strict=True):
        _require_known("force", force, known=choices)
    _require_known("agent", *names, known=known)
    if not 0 <= seed <= LARGEST_SEED:
        raise BadInput(f"seed {seed}: is no seed here; give a whole number from 0 to {LARGEST_SEED}.")
    setup = _matchup(offer, forces).setup(seed)
    film = battles.film(setup, seed, names)
    battle = battles.new_battle(setup, seed, watcher=_in_time(film.watch))
    play(battle, [battles.agent(name, agent_seed(seed, side)) for side, name in enumerate(names)])
    return film.replay(battle.position).as_data()


@dataclass(frozen=True, slots=True)
class Ended:
    """How a battle of two bots ended: the sentence, and the table as it was then."""

    sentence: str
    picture: str


_fighting = threading.Lock()


def usual_end(game: str, setup: str, seed: int) -> Ended:
    """The end of the battle that the usual forces and bots fight by this seed. Two who ask at once wait for one."""
    with _fighting:
        return _usual_end(game, setup, seed)


@lru_cache(maxsize=64)
def _usual_end(game: str, setup_name: str, seed: int) -> Ended:
    offer = offer_of(game, setup_name)
    battles, agent = offer.battles, offer.agents[0].name
    setup = _matchup(offer, (offer.forces[0][0], offer.forces[1][0])).setup(seed)
    battle = battles.new_battle(setup, seed, watcher=_in_time(_look_away))
    play(battle, [battles.agent(agent, agent_seed(seed, side)) for side in (0, 1)])
    picture = still(battles.film(setup, seed, (agent, agent)).replay(battle.position))
    return Ended(battles.outcome(battle.position).sentence, picture)


def _matchup(offer: Offer, forces: tuple[str, str]) -> Matchup:
    variants = offer.game.variants.chosen({}) if offer.game.variants is not None else None
    first, second = map(offer.game.forces.shipped_force, forces)
    return Matchup(offer.game, first, second, variants, offer.setup.name if offer.setup is not None else "")


def _look_away(line: LogLine, position: Any) -> None:
    """Whoever only wants to know how it ends."""


def _in_time(watch: Watch) -> Watch:
    """Watch a battle, but not for longer than a page waits."""
    end = time.monotonic() + SECONDS

    def watched(line: LogLine, position: Any) -> None:
        if time.monotonic() > end:
            raise BadInput(f"the battle: takes longer than {SECONDS:g} seconds; {INSTEAD}.")
        watch(line, position)

    return watched


def _require_known(word: str, *names: str, known: tuple[str, ...]) -> None:
    for name in names:
        if name not in known:
            raise BadInput(f"{word} {name!r:.60}: is not one to choose here; take one of {', '.join(known)}.")
