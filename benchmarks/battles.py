"""Benchmarks of battles of THE GAME: speed, forks, memory, and random battles under the invariants."""

from __future__ import annotations

import cProfile
import pstats
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from benchmarks.yardstick import by_turns
from musterhall.battle.agents import RandomAgent, play
from musterhall.battle.battle import Battle
from musterhall.dice import Dice, Die
from musterhall.games.the_game.agents import agent_named
from musterhall.games.the_game.army.forces import shipped_force
from musterhall.games.the_game.field.random_tables import random_table
from musterhall.games.the_game.field.tables import shipped_tables
from musterhall.games.the_game.game import Setup, TheGameRules
from musterhall.games.the_game.position.invariants import Watch
from musterhall.games.the_game.position.position import Position
from musterhall.games.the_game.readings.variants import Variants

FORCES = ("humanxx-1000", "orc-hegemony-1000")
SMALL_FORCES = ("humanxx-500", "orc-hegemony-500")
AIR_FORCES = ("humanxx-air-1000", "orc-hegemony-air-1000")


@cache
def opening(forces: tuple[str, str] = FORCES) -> Position:
    """Two armies of eight formations beside the shipped table."""
    table = next(iter(shipped_tables().values()))
    return Setup(shipped_force(forces[0]), shipped_force(forces[1]), table, Variants.default()).position()


def fight(seed: int, names: Sequence[str], *, recording: bool, forces: tuple[str, str] = FORCES) -> Battle[Position]:
    battle = Battle(TheGameRules(), opening(forces).copy(), Dice(seed), recording=recording, forking=recording)
    agents = [agent_named(name, seed * 2 + side, explain=recording) for side, name in enumerate(names)]
    play(battle, agents)
    return battle


def check_before_timing(names: Sequence[str], forces: tuple[str, str] = FORCES) -> None:
    """A battle must end with a result and come out the same again before anybody counts how fast it was."""
    first, second = (fight(3, names, recording=True, forces=forces) for _ in range(2))
    assert first.position.scenario.winner is not None, "the battle did not end"
    assert first.activations == second.activations, "the same seed gave two battles"
    quiet = fight(3, names, recording=False, forces=forces)
    assert quiet.position.fingerprint() == first.position.fingerprint(), "recording changed the battle"


def worker(names: Sequence[str], *, recording: bool) -> Callable[[int], object]:
    check_before_timing(names)
    return lambda seed: fight(seed, names, recording=recording)


def combined_arms(rounds: int) -> tuple[float, float]:
    """Seconds of a drill battle with aircraft, and of one on the ground, fought by turns without recording."""
    names = ("drill", "drill")
    check_before_timing(names, AIR_FORCES)
    return by_turns(
        lambda seed: fight(seed, names, recording=False, forces=AIR_FORCES),
        lambda seed: fight(seed, names, recording=False),
        rounds,
    )


def fork_against_replay() -> tuple[float, float]:
    """Median seconds of a fork in mid-battle, and of a replay from the start to the same moment."""
    whole = fight(5, ("drill", "drill"), recording=False)
    half = len(whole.answers) // 2
    forks: list[float] = []
    replays: list[float] = []
    for stop in range(half - 20, half + 20):
        start = time.perf_counter()
        battle = Battle(TheGameRules(), opening().copy(), Dice(5), recording=False)
        for given in whole.answers[:stop]:
            battle.answer(given.answer, given.player)
        replays.append(time.perf_counter() - start)
        start = time.perf_counter()
        fork = battle.fork()
        forks.append(time.perf_counter() - start)
        assert fork.position.fingerprint() == battle.position.fingerprint(), "a fork is not its parent"
    return statistics.median(forks), statistics.median(replays)


def peak_memory() -> float:
    """Peak memory in MB of a process that plays one recorded battle."""
    script = "from benchmarks.battles import one_battle_memory; one_battle_memory()"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return float(done.stdout)


def one_battle_memory() -> None:
    fight(1, ("drill", "drill"), recording=True)
    # getrusage would count what the process that started this one once needed.
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    print(next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) / 1024)


def watched_battle(seed: int) -> list[str]:
    """One battle of random agents on a random table; gives what broke an invariant."""
    stream = Dice(seed)
    table = random_table(lambda limit: stream.one(Die("any", limit), "table") - 1)
    red, blue = (FORCES if seed % 2 else SMALL_FORCES)[:: 1 if seed % 4 < 2 else -1]
    position = Setup(shipped_force(red), shipped_force(blue), table, Variants.default()).position()
    watch = Watch(position)
    play(Battle(TheGameRules(), position, Dice(seed), watcher=watch), [RandomAgent(seed), RandomAgent(seed + 10_000)])
    return watch.violations


def where_the_time_goes(names: Sequence[str], battles: int) -> list[tuple[str, float]]:
    """Share of the time by module of the package, most first."""
    profile = cProfile.Profile()
    profile.enable()
    for seed in range(battles):
        fight(seed, names, recording=False)
    profile.disable()
    shares: dict[str, float] = {}
    stats = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    for (file, _, _), (_, _, own, _, _) in stats.items():
        parts = Path(file).parts
        inside = "musterhall" in parts
        name = "/".join(parts[parts.index("musterhall") + 1 :]) if inside else "Python and libraries"
        shares[name] = shares.get(name, 0.0) + own
    whole = sum(shares.values())
    return sorted(((name, own / whole) for name, own in shares.items()), key=lambda row: -row[1])
