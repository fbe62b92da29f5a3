"""Battles to watch: a saved journal fought again, or one that two bots fight while one waits. Both end in time."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from musterhall.battle.battle import Entry
from musterhall.problems import BadInput

SECONDS = 10.0
MOST_LINES = 20_000
MOST_UNITS = 400
MOST_SIZE = 400
AGENTS = ("drill", "random")
"""Bots that need no time to think."""
FORCES = ("humanxx-500", "orc-hegemony-500", "humanxx-1000", "orc-hegemony-1000")
LARGEST_SEED = 1_000_000

Watch = Callable[[Entry, Any], None]


def watched_journal(text: str, seconds: float = SECONDS) -> dict[str, Any]:
    """A saved battle for the replay page; every position of it is compared with what was saved."""
    from musterhall.battle.journal import read_journal
    from musterhall.games.the_game.saving import film_of, replay_battle, setup_from_data

    name = "the journal"
    if text.count("\n") > MOST_LINES:
        raise BadInput(f"{name}: has more than {MOST_LINES} lines; watch it with `muster replay` instead.")
    try:
        journal = read_journal(text, name, partial=True)
    except RecursionError:
        raise BadInput(
            f"{name}: is nested too deeply to be a battle; send one that `muster battle --save` wrote."
        ) from None
    if journal.header.game == "the_game":
        _require_small(setup_from_data(journal.header.setup, name), name)
    film = film_of(journal)
    fought = replay_battle(journal, watcher=_until(film.watch, seconds))
    return film.data(fought.position)


@lru_cache(maxsize=8)
def bot_battle(red: str, blue: str, seed: int, red_agent: str, blue_agent: str) -> dict[str, Any]:
    """A battle of two bots; the same request always shows the same one."""
    from musterhall.battle.agents import play
    from musterhall.games.the_game.agents import agent_named
    from musterhall.games.the_game.forces import shipped_force
    from musterhall.games.the_game.game import Setup, new_battle
    from musterhall.games.the_game.replay_data import Film
    from musterhall.games.the_game.setups import table_of_seed
    from musterhall.games.the_game.variants import Variants

    _require_known("force", red, blue, known=FORCES)
    _require_known("agent", red_agent, blue_agent, known=AGENTS)
    if not 0 <= seed <= LARGEST_SEED:
        raise BadInput(f"seed {seed}: is no seed here; give a whole number from 0 to {LARGEST_SEED}.")
    setup = Setup(shipped_force(red), shipped_force(blue), table_of_seed(seed), Variants.default())
    film = Film(setup, seed, (red_agent, blue_agent))
    battle = new_battle(setup, seed, watcher=_until(film.watch, SECONDS))
    agents = [agent_named(name, 2 * seed + side + 1) for side, name in enumerate((red_agent, blue_agent))]
    play(battle, agents)
    return film.data(battle.position)


def _until(watch: Watch, seconds: float) -> Watch:
    """Watch a battle, but not for longer than this."""
    end = time.monotonic() + seconds

    def watched(entry: Entry, position: Any) -> None:
        if time.monotonic() > end:
            raise BadInput(f"the battle: takes longer than {seconds:g} seconds; watch it with `muster replay` instead.")
        watch(entry, position)

    return watched


def _require_small(setup: Any, name: str) -> None:
    units = sum(len(formation.units) for force in (setup.red, setup.blue) for formation in force.formations)
    if units > MOST_UNITS:
        raise BadInput(f"{name}: has {units} units and may have {MOST_UNITS} here; watch it with `muster replay`.")
    if max(setup.table.width, setup.table.depth) > MOST_SIZE:
        raise BadInput(f"{name}: its table is larger than {MOST_SIZE} cm; watch it with `muster replay`.")


def _require_known(word: str, *names: str, known: tuple[str, ...]) -> None:
    for name in names:
        if name not in known:
            raise BadInput(f"{word} {name!r:.60}: is not one to choose here; take one of {', '.join(known)}.")
