"""`muster battle`, `muster replay` and `muster duel`: battles fought, saved, watched and counted."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from musterhall.cli.checking import Variant, variants_of
from musterhall.cli.forces import force_named, force_problems
from musterhall.cli.shell import (
    AsJson,
    GameName,
    console,
    counted,
    make_folder,
    read_file,
    refuse,
    require_apart,
    require_game,
    require_writable,
    say,
    say_json,
    write_file,
)
from musterhall.cli.tables import RANDOM, table_named
from musterhall.cli.warming import machine_code_is_kept, told_of_compiling, warm_up

if TYPE_CHECKING:
    from musterhall.battle.battle import Battle
    from musterhall.battle.journal import Journal
    from musterhall.games.the_game.duel import Fought, Pairing, Score, Terms
    from musterhall.games.the_game.forces import Force
    from musterhall.games.the_game.game import Setup
    from musterhall.games.the_game.position import Position

RedForce = Annotated[str, typer.Option("--red", metavar="FORCE", help="A file or a shipped force.")]
BlueForce = Annotated[str, typer.Option("--blue", metavar="FORCE", help="A file or a shipped force.")]
Follow = Callable[["Battle[Position]"], None]

MOST_SEEDS = 1_000_000
MOST_JOBS = 256


def battle(
    game: GameName,
    red: RedForce = "humanxx-1000",
    blue: BlueForce = "orc-hegemony-1000",
    table: Annotated[
        str, typer.Option(metavar="FILE|NAME|random", help="A file, a shipped table, or the seed's own.")
    ] = RANDOM,
    seed: Annotated[int | None, typer.Option(help="Fight the same battle again; otherwise one is drawn.")] = None,
    agents: Annotated[str, typer.Option(metavar="RED,BLUE", help="Who plays.")] = "captain,captain",
    variant: Variant = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the journal as the battle goes.")] = None,
    replay: Annotated[Path | None, typer.Option(metavar="FILE.html", help="Write a page that plays it.")] = None,
    unchecked: Annotated[bool, typer.Option("--unchecked", help="Fight even with illegal forces or tables.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only say who won.")] = False,
    as_json: AsJson = False,
) -> None:
    """Fight a battle and say who won, and why."""
    require_game(game)
    seed = _drawn_seed() if seed is None else seed
    names = _two_agents(agents)
    for file in (save, replay):
        require_writable(file)
    require_apart(
        {"the journal": save, "the replay": replay}, {"red's force": red, "blue's force": blue, "the table": table}
    )
    setup = _setup(red, blue, table, seed, variant, unchecked=unchecked)
    with told_of_compiling():
        fought, film = _fight(setup, seed, names, save, filmed=replay is not None, quiet=quiet or as_json)
    files = {"journal": save, "replay": replay}
    if replay is not None:
        _write_page(replay, film.data(fought.position))
    _tell_battle(fought, seed, names, files, quiet=quiet, as_json=as_json)


def replay(
    file: Annotated[Path, typer.Argument(help="A journal that `muster battle --save` wrote.")],
    html: Annotated[Path | None, typer.Option(metavar="FILE.html", help="Write a page that plays it.")] = None,
    partial: Annotated[bool, typer.Option("--partial", help="Take a journal that breaks off.")] = False,
    as_json: AsJson = False,
) -> None:
    """Fight a saved battle again, compare every position, and write it as a page."""
    from musterhall.battle.journal import read_journal

    require_writable(html)
    require_apart({"the replay": html}, {"the journal": file})
    journal = read_journal(read_file(file), str(file), partial=partial)
    require_game(journal.header.game)
    from musterhall.games.the_game.saving import film_of, replay_battle

    film = film_of(journal)
    with told_of_compiling():
        fought = replay_battle(journal, watcher=film.watch if html is not None else None)
    if html is not None:
        _write_page(html, film.data(fought.position))
    _tell_replay(journal, fought, html, as_json=as_json)


def duel(
    first: Annotated[str, typer.Argument(metavar="A", help="An agent: captain, drill or random.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Its opponent.")],
    seeds: Annotated[
        int, typer.Option(min=1, max=MOST_SEEDS, help="How many seeds; each is fought from both sides.")
    ] = 10,
    start: Annotated[int, typer.Option(help="The first seed.")] = 1,
    red: RedForce = "humanxx-1000",
    blue: BlueForce = "orc-hegemony-1000",
    variant: Variant = None,
    jobs: Annotated[int, typer.Option(min=1, max=MOST_JOBS, help="How many processes share the work.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Let two agents fight over many seeds, each seed twice with sides and armies swapped.

    An agent against itself compares the two armies.
    """
    from musterhall.games.the_game.agents import agent_named
    from musterhall.games.the_game.duel import Score, Terms, pairings, running_score

    for name in (first, second):
        agent_named(name, 0)
    forces = _forces(red, blue, variant, "Mend that, and begin the duel again.")
    terms = Terms(forces["red"], forces["blue"], variants_of(variant))
    wanted = list(pairings(first, second, range(start, start + seeds), terms))
    counted_for = _counted_for(first, second, terms)
    score = Score()
    with (
        told_of_compiling(),
        _duel_progress(len(wanted), counted_for, quiet=as_json) as advance,
        _fighters(wanted, jobs) as fought,
    ):
        for score in running_score(fought):
            advance(score)
    if as_json:
        data = {"first": first, "second": second, "seeds": seeds, "start": start}
        say_json(data | {"red": terms.red.name, "blue": terms.blue.name, "score_of": counted_for} | score.as_data())
        return
    low, high = score.interval()
    result = f"{score.wins} won, {score.draws} drawn, {score.losses} lost"
    say(f"{_duel_title(first, second, terms)}, {counted(seeds, 'seed')}: {result}.")
    say(f"{counted_for} wins {score.rate:.1%} (95% interval {low:.1%} to {high:.1%}; a draw counts half).")


def _counted_for(first: str, second: str, terms: Terms) -> str:
    """Whose wins are counted: an agent's, an army's, or a side's."""
    if first != second:
        return first
    return terms.red.name if terms.red != terms.blue else "Red"


def _duel_title(first: str, second: str, terms: Terms) -> str:
    if first != second:
        return f"{first} against {second}, each with both armies"
    if terms.red != terms.blue:
        return f"{terms.red.name} against {terms.blue.name}, both led by {first} from both sides"
    return f"Red against Blue, both {terms.red.name} led by {first}"


# Fighting


def _drawn_seed() -> int:
    from secrets import randbelow

    return randbelow(1_000_000)


def _two_agents(text: str) -> tuple[str, str]:
    from musterhall.problems import BadInput

    names = [name.strip() for name in text.split(",")]
    if len(names) == 1:
        names *= 2
    if len(names) != 2 or not all(names):
        raise BadInput(f"agents {text!r}: a battle has two; write them as red,blue.")
    return (names[0], names[1])


def _setup(red: str, blue: str, table: str, seed: int, variant: list[str] | None, *, unchecked: bool) -> Setup:
    """What the options ask for; all that is illegal in it ends the command."""
    from musterhall.games.the_game.tables import table_problems

    variants = variants_of(variant)
    remedy = "Mend that, or fight all the same with --unchecked."
    forces = _unchecked_forces(red, blue) if unchecked else _forces(red, blue, variant, remedy)
    ground = table_named(table, seed)
    if not unchecked:
        refuse(table_problems(ground), "table", remedy)
    from musterhall.games.the_game.game import Setup

    return Setup(forces["red"], forces["blue"], ground, variants)


def _forces(red: str, blue: str, variant: list[str] | None, remedy: str) -> dict[str, Force]:
    """Two legal forces by their sides."""
    forces = {"red": force_named(red), "blue": force_named(blue)}
    for side, force in forces.items():
        refuse(force_problems(force, variant), f"{side}'s force", remedy)
    return forces


def _unchecked_forces(red: str, blue: str) -> dict[str, Force]:
    """Two forces that may be illegal, as long as it is known who fights."""
    from musterhall.games.the_game.forces import unlisted

    forces = {"red": force_named(red), "blue": force_named(blue)}
    for side, force in forces.items():
        refuse(unlisted(force), f"{side}'s force", "Mend that; --unchecked needs to know who fights, too.")
    return forces


def _fight(
    setup: Setup, seed: int, names: tuple[str, str], save: Path | None, *, filmed: bool, quiet: bool
) -> tuple[Battle[Position], Any]:
    from musterhall.battle.agents import play
    from musterhall.games.the_game.agents import agent_named
    from musterhall.games.the_game.game import new_battle
    from musterhall.games.the_game.outcome import outcome
    from musterhall.games.the_game.replay_data import Film

    agents = [agent_named(name, 2 * seed + side + 1) for side, name in enumerate(names)]
    film = Film(setup, seed, names)
    fought = new_battle(setup, seed, watcher=film.watch if filmed else None)
    with ExitStack() as stack:
        followers: list[Follow] = []
        writer = None
        if save is not None:
            writer = _journal_writer(stack.enter_context(_opened(save)), setup, seed, names)
            followers.append(writer.follow)
        followers.append(stack.enter_context(_battle_progress(quiet=quiet)))

        def follow(battle: Battle[Position]) -> None:
            for one in followers:
                one(battle)

        follow(fought)
        play(fought, agents, follow)
        if writer is not None:
            writer.finish(fought, outcome(fought.position))
    return fought, film


@contextmanager
def _opened(path: Path) -> Iterator[TextIO]:
    make_folder(path)
    try:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            yield file
    except OSError as error:
        # A disk that fills up while a line is written does not say which file it was.
        error.filename = error.filename or str(path)
        raise


def _journal_writer(file: TextIO, setup: Setup, seed: int, names: tuple[str, str]) -> Any:
    from musterhall.battle.journal import JournalWriter
    from musterhall.games.the_game.outcome import place
    from musterhall.games.the_game.saving import header_of

    def sync() -> None:
        # A pipe or a device has no disk behind it.
        if S_ISREG(os.fstat(file.fileno()).st_mode):
            os.fsync(file.fileno())

    return JournalWriter(file, header_of(setup, seed, names), place, sync)


def _write_page(path: Path, data: dict[str, Any]) -> None:
    from musterhall.web.replay_page import replay_page

    write_file(path, replay_page(data))


@contextmanager
def _fighters(wanted: list[Pairing], jobs: int) -> Iterator[Iterator[Fought]]:
    """The battles' ends in the order asked for, however many processes fight them."""
    from musterhall.games.the_game.duel import fight

    if jobs == 1:
        yield map(fight, wanted)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    if not machine_code_is_kept():
        warm_up()  # or every process would compile the same
    with ProcessPoolExecutor(min(jobs, len(wanted)), mp_context=get_context("spawn")) as pool:
        try:
            yield pool.map(fight, wanted, chunksize=max(1, min(8, len(wanted) // (4 * jobs))))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


# Telling


@contextmanager
def _battle_progress(*, quiet: bool) -> Iterator[Follow]:
    """Turn, activations and what is left of each side: a live line on a terminal, a line a turn elsewhere."""
    screen = console(error=True)
    if quiet:
        yield lambda battle: None
    elif not screen.is_terminal:
        yield _turn_lines()
    else:
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=12),
            TextColumn("{task.fields[figures]}", markup=False),
            TimeElapsedColumn(),
        )
        with Progress(*columns, console=screen) as progress:
            task = progress.add_task("", total=None, figures="")
            yield _live(progress, task)


def _turn_lines() -> Follow:
    """A line at the end of each turn, for logs and pipes."""
    place, start, over = "", 0, False

    def follow(battle: Battle[Position]) -> None:
        nonlocal place, start, over
        now = _turn(battle.position)
        if place and not over and (now != place or battle.over):
            say(f"{place}: {_figures(battle, start)}", error=True)
            start, over = len(battle.marks), battle.over
        place = now

    return follow


def _live(progress: Any, task: Any) -> Follow:
    activations = -1

    def follow(battle: Battle[Position]) -> None:
        nonlocal activations
        if len(battle.marks) == activations:
            return
        activations = len(battle.marks)
        position = battle.position
        last = position.scenario.last_turn
        in_battle = _turn(position).startswith("Turn")
        done = last if battle.over else position.turn - 1 if in_battle else 0
        progress.update(
            task, description=_turn(position), total=last, completed=done, figures=_figures(battle), refresh=battle.over
        )

    return follow


def _turn(position: Position) -> str:
    from musterhall.games.the_game.position import PRE_BATTLE, SET_UP

    return "Before the battle" if position.phase in (SET_UP, PRE_BATTLE) else f"Turn {position.turn}"


def _figures(battle: Battle[Position], since: int = 0) -> str:
    from musterhall.games.the_game.outcome import units_left

    position = battle.position
    left = [f"{position.field.players[side].name} {units_left(position, side)}" for side in (0, 1)]
    return f"{counted(len(battle.marks) - since, 'activation')}, {', '.join(left)} units left"


@contextmanager
def _duel_progress(total: int, first: str, *, quiet: bool) -> Iterator[Callable[[Score], None]]:
    screen = console(error=True)
    if quiet or not screen.is_terminal:
        yield lambda score: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=screen) as progress:
        task = progress.add_task("battles", total=total)
        yield lambda score: progress.update(task, advance=1, description=f"{first} {score.rate:.0%}")


def _tell_battle(
    fought: Battle[Position],
    seed: int,
    names: tuple[str, str],
    files: dict[str, Path | None],
    *,
    quiet: bool,
    as_json: bool,
) -> None:
    from musterhall.games.the_game.outcome import outcome, result_sentence

    result = outcome(fought.position)
    sentence = result_sentence(fought.position)
    written = {kind: str(path) for kind, path in files.items() if path is not None}
    if as_json:
        figures = {"seed": seed, "agents": list(names), "sentence": sentence, "result": result}
        say_json(figures | {"answers": len(fought.answers), "activations": len(fought.marks), "files": written})
        return
    say(sentence)
    if quiet:
        return
    _print_sides(result, names)
    say(f"Fight it again with --seed {seed}.")
    for kind, place in written.items():
        say(f"{kind.capitalize()}: {place}")
    if "replay" not in written:
        say(f"Watch it with --seed {seed} --replay battle.html and the same options.")


def _print_sides(result: dict[str, Any], names: tuple[str, ...]) -> None:
    """The figures of both sides next to each other."""
    from rich.table import Table

    sides = result["sides"]
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for side in sides:
        table.add_column(f"{side['name']}, {side['army']}", max_width=26)
    rows: dict[str, Callable[[dict[str, Any]], str]] = {
        "conditions met": lambda side: "\n".join(side["conditions"]) or "none",
        "victory points": lambda side: str(side["points"]),
        "objectives held": lambda side: str(side["objectives_held"]),
        "units left": lambda side: f"{side['units_left']} of {side['units']}",
        "formations lost": lambda side: f"{side['formations_lost']} of {side['formations']}",
        "formations broken": lambda side: str(side["formations_broken"]),
    }
    table.add_row("agent", *names)
    for head, figure in rows.items():
        table.add_row(head, *(figure(side) for side in sides))
    console().print(table)


def _tell_replay(journal: Journal, fought: Battle[Position], html: Path | None, *, as_json: bool) -> None:
    from musterhall.games.the_game.outcome import outcome, result_sentence

    if as_json:
        say_json(
            {
                "verified": True,
                "whole": journal.whole,
                "seed": journal.header.seed,
                "agents": list(journal.header.agents),
                "activations": len(journal.marks),
                "answers": len(journal.answers),
                "sentence": result_sentence(fought.position),
                "result": outcome(fought.position),
                "files": {} if html is None else {"replay": str(html)},
            }
        )
        return
    say(result_sentence(fought.position))
    counts = f"{len(journal.marks)} activations, {len(journal.answers)} answers"
    say(f"Verified: {counts}, every position as it was" + ("." if journal.whole else ", as far as the journal goes."))
    if html is not None:
        say(f"Replay: {html}")
