"""Run all benchmarks, print them, and write benchmarks/results.md."""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import track

from benchmarks import age_of_destruction, alpha_strike, commands, events, lab, pairing, play, play_page, store, web
from benchmarks.battles import (
    combined_arms,
    fork_against_replay,
    peak_memory,
    watched_battle,
    where_the_time_goes,
    worker,
)
from benchmarks.forces import batch
from benchmarks.yardstick import against_chess

RESULTS = Path(__file__).with_name("results.md")
RANDOM_BATTLES = 500
FOLDING_TIMES_JSON, SCORING_TIMES_JSON, COMMAND_TIMES_IMPORTING = 3, 50, 3
DRILL_AIM = 0.7
"""Of drill battles without recording; below it the report says how far they are, and that is no failure."""
FORK_SHARE = 150
ODDS_TIMES = 200
AGE_OF_DESTRUCTION = 0.5
PLAY_PAGE = 200_000
WORKERS_SHARE = 0.9
COMBINED_ARMS = 0.6
"""How fast battles with aircraft are to be, beside those on the ground."""


@dataclass(frozen=True, slots=True)
class Line:
    """One figure with what it should be."""

    name: str
    figure: str
    wanted: str
    met: bool


def measure(console: Console) -> list[Line]:
    lines: list[Line] = []
    runs = (
        ("drill against drill, recording off", ("drill", "drill"), False, 60, 0.5, DRILL_AIM),
        ("drill against drill, recording on", ("drill", "drill"), True, 60, 0.3, None),
        ("captain against captain, recording off", ("captain", "captain"), False, 20, 0.1, None),
    )
    for name, agents, recording, rounds, least, aim in runs:
        console.print(f"{name} ...")
        ratio = against_chess(name, worker(agents, recording=recording), rounds)
        figure = (
            f"{ratio.value:.2f} ({ratio.seconds * 1000:.1f} ms a battle, {ratio.chess_seconds * 1000:.1f} ms a game)"
        )
        wanted = f"at least {least}" + (f"; the aim is {aim}" if aim else "")
        lines.append(Line(f"Battles per chess game, {name}", figure, wanted, ratio.value >= least))
    console.print("combined arms ...")
    flying, ground = combined_arms(60)
    figure = f"{ground / flying:.2f} times as fast ({flying * 1000:.1f} ms, {ground * 1000:.1f} ms on the ground)"
    wanted = f"at least {COMBINED_ARMS}"
    lines.append(
        Line("Drill battles with aircraft beside those without", figure, wanted, ground >= COMBINED_ARMS * flying)
    )
    fork, replay = fork_against_replay()
    share = f"1/{replay / fork:.0f} of a replay ({fork * 1e6:.0f} µs, {replay * 1000:.1f} ms)"
    lines.append(Line("Median fork in mid-battle", share, f"at most 1/{FORK_SHARE}", replay >= FORK_SHARE * fork))
    memory = peak_memory()
    lines.append(Line("Peak memory of a recorded battle", f"{memory:.0f} MB", "under 300 MB", memory < 300))
    broken = [
        problem
        for seed in track(range(RANDOM_BATTLES), "random battles under the invariants", console=console)
        for problem in watched_battle(seed)
    ]
    figure = f"{len(broken)} violations in {RANDOM_BATTLES} battles"
    lines.append(Line("Battles by random agents", figure, "none", not broken))
    for problem in broken[:10]:
        console.print(problem)
    console.print("Alpha Strike ...")
    lines += alpha_strike_lines()
    console.print("Age of Destruction ...")
    lines.append(age_of_destruction_line())
    console.print("forces, pairing, journals, events ...")
    lines += [*force_lines(), *pairing_lines(), *event_lines()]
    console.print("studies ...")
    lines += lab_lines()
    console.print("the web under load ...")
    lines += web_lines()
    console.print("battles that people play ...")
    return [*lines, *play_lines()]


def alpha_strike_lines() -> list[Line]:
    """Battles of twelve units against sixteen in every scenario, and the odds of an attack next to rolling it."""
    lines = []
    for names, rounds, least in ((("drill", "drill"), 30, 0.15), (("captain", "captain"), 18, 0.05)):
        ratio = against_chess(names[0], alpha_strike.worker(names), rounds)
        figure = (
            f"{ratio.value:.2f} ({ratio.seconds * 1000:.1f} ms a battle, {ratio.chess_seconds * 1000:.1f} ms a game)"
        )
        name = f"Alpha Strike battles per chess game, {names[0]} against {names[1]}"
        lines.append(Line(name, figure, f"at least {least}", ratio.value >= least))
    exact, rolled = alpha_strike.odds_against_samples()
    figure = f"{rolled / exact:.0f} times as fast ({exact * 1000:.2f} ms, {rolled:.1f} s)"
    name = f"Odds of an attack beside rolling {alpha_strike.SAMPLES:,} of them"
    lines.append(Line(name, figure, f"at least {ODDS_TIMES} times", rolled >= ODDS_TIMES * exact))
    return lines


def age_of_destruction_line() -> Line:
    """Battles of 450 points, another meeting of forces and table each time."""
    ratio = against_chess("drill", age_of_destruction.worker(("drill", "drill")), 72)
    figure = f"{ratio.value:.2f} ({ratio.seconds * 1000:.1f} ms a battle, {ratio.chess_seconds * 1000:.1f} ms a game)"
    name = "Age of Destruction battles per chess game, drill against drill"
    return Line(name, figure, f"at least {AGE_OF_DESTRUCTION}", ratio.value >= AGE_OF_DESTRUCTION)


def pairing_lines() -> list[Line]:
    """Pairing after five rounds, next to networkx on the same graph."""
    found = pairing.measure()
    figure = f"{found.times_faster:.0f} times networkx ({found.networkx_seconds:.2f} s)"
    return [
        Line("Pairing 256 players after five rounds", figure, "at least 20 times", found.times_faster >= 20),
        _by_number("Pairing by number of players", found.seconds),
        _by_number("Pairing from the top by number of players", found.from_the_top),
    ]


def _by_number(what: str, seconds: Mapping[int, float]) -> Line:
    times = ", ".join(f"{size}: {taken:.3f} s" for size, taken in seconds.items())
    return Line(what, times, "4096 under 5 s", seconds[4096] < 5)


def event_lines() -> list[Line]:
    """Journals: appended with full durability, folded, and looked at by a command."""
    ours, bare = store.appends()
    share = f"{ours / bare:.2f} ({ours:.0f} a second, {bare:.0f} bare inserts)"
    folded = events.measure_folding()
    scored = events.measure_scoring()
    command = commands.measure()
    return [
        Line("Durable appends per bare SQLite insert", share, "at least 0.5", ours >= bare / 2),
        Line(
            "Folding 1,000 players and 9 rounds",
            f"{folded.time.times_json:.1f} times reading its {folded.entries:,} entries as JSON "
            f"({folded.time.seconds:.2f} s)",
            f"at most {FOLDING_TIMES_JSON}",
            folded.time.times_json <= FOLDING_TIMES_JSON,
        ),
        Line(
            "Scoring a card of 16 units a side",
            f"{scored.times_json:.0f} times reading it as JSON ({scored.seconds * 1e6:.0f} µs)",
            f"at most {SCORING_TIMES_JSON}",
            scored.times_json <= SCORING_TIMES_JSON,
        ),
        Line(
            "CPU of a command that looks at an event",
            f"{command.times_importing:.1f} times importing its libraries ({command.seconds:.2f} s)",
            f"at most {COMMAND_TIMES_IMPORTING}",
            command.times_importing <= COMMAND_TIMES_IMPORTING,
        ),
    ]


def force_lines() -> list[Line]:
    """The check of Alpha Strike forces next to only reading their files."""
    toml, checked, once = batch()
    times = f"{checked:.2f} s, {toml:.2f} s as plain TOML"
    return [
        Line(
            "2,000 Alpha Strike forces read and checked",
            f"{checked / toml:.1f} times TOML ({times})",
            "at most 3",
            checked <= 3 * toml,
        ),
        Line("One check of a 16-unit force", f"{once * 1000:.1f} ms", "under 20 ms", once < 0.02),
    ]


def lab_lines() -> list[Line]:
    """Workers beside plain processes, and a whole study from its file to its report."""
    workers, plain = lab.workers_beside_processes()
    share = f"{workers / plain:.2f} ({workers:.0f} a second, {plain:.0f} by two plain processes)"
    battles, seconds = lab.whole_study()
    figure = f"{seconds:.0f} s, {battles / seconds:.0f} battles a second on two workers"
    return [
        Line("Battles a second on two workers", share, f"at least {WORKERS_SHARE}", workers >= WORKERS_SHARE * plain),
        Line(f"A study of {battles:,} drill battles, file to report", figure, "reported", True),
    ]


def web_lines() -> list[Line]:
    """A hall of phones with live pages while cards come in, on each kind of store."""
    lines = []
    stores, hall = web.measure()
    for found in stores:
        where = f"{found.phones} phones, {found.cards} cards, {found.store}"
        figure = f"{found.delay:.2f} s (the last phone {found.slowest:.2f} s)"
        lines.append(Line(f"New standings on phones, p95; {where}", figure, "at most 2 s", found.delay <= 2))
        figure = f"{found.times_hello:.1f} times a bare hello ({found.page * 1000:.1f} ms, {found.hello * 1000:.1f} ms)"
        lines.append(Line(f"Public page, p95; {found.store}", figure, "at most 8 times", found.times_hello <= 8))
        figure = f"{found.largest / 1000:.0f} KB ({found.largest_page}), style sheets: {found.styles}"
        small = found.largest < 100_000 and found.styles == 1
        lines.append(Line(f"Largest page; {found.store}", figure, "under 100 KB, one style sheet", small))
        figure = f"all {found.cards} cards once in the journal, {found.back} of {found.phones} phones back"
        back = found.back == found.phones
        lines.append(Line(f"Server killed in mid-load; {found.store}", figure, "nothing lost, all back", back))
    if hall is not None:
        name = f"New standings on phones, p95; {hall.phones} phones, PostgreSQL, two processes"
        figure = f"{hall.delay:.2f} s (the last phone {hall.slowest:.2f} s)"
        lines.append(Line(name, figure, "at most 2 s", hall.delay <= 2))
    return lines


def play_lines() -> list[Line]:
    """Twenty people at once against the captain, and the page they sit at."""
    found, page = play.measure(), play_page.measure()
    small = page.size < PLAY_PAGE
    return [
        Line(
            f"From an answer to the next question; {found.battles} battles at once against {play.BOT}",
            found.told(),
            "reported",
            True,
        ),
        Line("Page of a battle, compressed", page.told(), f"under {PLAY_PAGE // 1000} KB", small),
        Line(f"Zooming a table of {page.units} units", f"{page.frames:.0f} frames a second", "reported", True),
    ]


def report(lines: list[Line]) -> str:
    rows = [f"| {line.name} | {line.figure} | {line.wanted} | {'yes' if line.met else '**no**'} |" for line in lines]
    shares = [f"| {name} | {share:.0%} |" for name, share in where_the_time_goes(("drill", "drill"), 20)[:14]]
    return "\n".join(
        [
            "# Benchmarks",
            "",
            "Written by `make bench`. Speeds are ratios to python-chess playing random games in the same process by",
            "turns: 0.5 means that a battle takes as long as two chess games. Every battle is checked before it is",
            "timed. Without recording, a battle keeps no log, no fingerprints and no checkpoints to fork from.",
            "",
            f"Python {platform.python_version()}, one core.",
            "",
            "| what | measured | wanted | met |",
            "|---|---|---|---|",
            *rows,
            "",
            "## Where the time of a drill battle goes",
            "",
            "Own time by module, from a profile (which makes small functions look dearer than they are).",
            "",
            "| module | share |",
            "|---|---|",
            *shares,
            "",
        ]
    )


def main() -> None:
    about = f"Measures everything, which takes minutes on a quiet machine, and writes {RESULTS.name}."
    argparse.ArgumentParser("benchmarks", description=about).parse_args()
    console = Console()
    lines = measure(console)
    text = report(lines)
    RESULTS.write_text(text, encoding="utf-8")
    console.print(text, markup=False)
    sys.exit(0 if all(line.met for line in lines) else 1)


if __name__ == "__main__":
    main()
