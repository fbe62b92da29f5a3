"""`muster battle`, `muster replay` and `muster duel`: battles fought, saved, watched and counted."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from musterhall.cli.battle_log import LogFile, write_log
from musterhall.cli.checking import Variant
from musterhall.cli.shell import (
    AsJson,
    GameName,
    chosen_variants,
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
from musterhall.cli.warming import machine_code_is_kept, told_of_compiling

if TYPE_CHECKING:
    from musterhall.battle.battle import Battle
    from musterhall.battle.journal import Header, Journal, JournalWriter
    from musterhall.game.battles import Battles, Film, Force, Outcome, Progress, ScoreCard, Setup
    from musterhall.game.duel import Fought, Pairing, Score, Terms
    from musterhall.game.game import Game

FORCE_HELP = "A file or a shipped force; left out, one that the game chooses."
RedForce = Annotated[str, typer.Option("--red", metavar="FORCE", help=FORCE_HELP)]
BlueForce = Annotated[str, typer.Option("--blue", metavar="FORCE", help=FORCE_HELP)]
Follow = Callable[["Battle[Any]"], None]

MOST_SEEDS = 1_000_000
MOST_JOBS = 256


def battle(
    game: GameName,
    red: RedForce = "",
    blue: BlueForce = "",
    table: Annotated[
        str, typer.Option(metavar="FILE|NAME|random", help="A file, a shipped table, or the seed's own.")
    ] = RANDOM,
    seed: Annotated[int | None, typer.Option(help="Fight the same battle again; otherwise one is drawn.")] = None,
    agents: Annotated[
        str,
        typer.Option(
            metavar="RED,BLUE", help="Who plays: the game's agents, or FILE.py:CLASS; else whom it names first."
        ),
    ] = "",
    variant: Variant = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the journal as the battle goes.")] = None,
    replay: Annotated[Path | None, typer.Option(metavar="FILE.html", help="Write a page that plays it.")] = None,
    log: LogFile = None,
    unchecked: Annotated[bool, typer.Option("--unchecked", help="Fight even with illegal forces or tables.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only say who won.")] = False,
    as_json: AsJson = False,
) -> None:
    """Fight a battle and say who won, and why."""
    from musterhall.games import battles_of

    found = require_game(game)
    battles = battles_of(found)
    seed = _drawn_seed() if seed is None else seed
    names = _two_agents(agents or battles.agents[0].name)
    for name in names:
        require_known_agent(name, battles)
    for file in (save, replay, log):
        require_writable(file)
    require_apart(
        {"the journal": save, "the replay": replay, "the log": log},
        {"red's force": red, "blue's force": blue, "the table": table},
    )
    order = _Order(found, battles, red, blue, variant)
    setup = _setup(order, table, seed, unchecked=unchecked)
    with told_of_compiling(found):
        fought, film = _fight(order, setup, seed, names, save, filmed=replay is not None, quiet=quiet or as_json)
    files = {"journal": save, "replay": replay, "log": log}
    if replay is not None:
        _write_page(replay, film.data(fought.position))
    if log is not None:
        write_log(log, fought.log)
    _tell_battle(fought, battles.outcome(fought.position), seed, names, files, quiet=quiet, as_json=as_json)


def replay(
    file: Annotated[Path, typer.Argument(help="A journal that `muster battle --save` wrote.")],
    html: Annotated[Path | None, typer.Option(metavar="FILE.html", help="Write a page that plays it.")] = None,
    log: LogFile = None,
    broken_off: Annotated[bool, typer.Option("--partial", help="Take a journal that breaks off.")] = False,
    as_json: AsJson = False,
) -> None:
    """Fight a saved battle again, compare every position, and write it as a page."""
    from musterhall.battle.journal import read_journal
    from musterhall.game.saving import SavedBattle
    from musterhall.games import battles_of

    for written in (html, log):
        require_writable(written)
    require_apart({"the replay": html, "the log": log}, {"the journal": file})
    journal = read_journal(read_file(file), str(file), partial=broken_off)
    game = require_game(journal.header.game)
    battles = battles_of(game)
    saved = SavedBattle(game, battles, journal)
    film = saved.film()
    with told_of_compiling(game):
        fought = saved.fight_again(film.watch if html is not None else None)
    if html is not None:
        _write_page(html, film.data(fought.position))
    if log is not None:
        write_log(log, fought.log)
    _tell_replay(journal, battles.outcome(fought.position), {"replay": html, "log": log}, as_json=as_json)


def duel(
    first: Annotated[str, typer.Argument(metavar="A", help="An agent of the game, like drill, or FILE.py:CLASS.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Its opponent.")],
    seeds: Annotated[
        int, typer.Option(min=1, max=MOST_SEEDS, help="How many seeds; each is fought from both sides.")
    ] = 10,
    start: Annotated[int, typer.Option(help="The first seed.")] = 1,
    game: Annotated[str, typer.Option(help="The game they play.")] = "the-game",
    red: RedForce = "",
    blue: BlueForce = "",
    variant: Variant = None,
    jobs: Annotated[int, typer.Option(min=1, max=MOST_JOBS, help="How many processes share the work.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Let two agents fight over many seeds, each seed twice with sides and armies swapped.

    An agent against itself compares the two armies.
    """
    from musterhall.game.duel import Score, Terms, pairings, running_score
    from musterhall.games import battles_of

    found = require_game(game)
    battles = battles_of(found)
    for name in (first, second):
        require_known_agent(name, battles)
    order = _Order(found, battles, red, blue, variant)
    forces = order.legal_forces("Mend that, and begin the duel again.")
    terms = Terms(found, forces["red"], forces["blue"], order.variants)
    wanted = list(pairings(first, second, range(start, start + seeds), terms))
    counted_for = _counted_for(first, second, terms)
    score = Score()
    with (
        told_of_compiling(found),
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


class _Order:
    """What the options of a command ask for: a game, two forces by name, and variants."""

    def __init__(self, game: Game, battles: Battles, red: str, blue: str, variant: list[str] | None) -> None:
        self.game = game
        self.battles = battles
        self.variants = chosen_variants(game, variant)
        names = {"red": red or battles.forces[0], "blue": blue or battles.forces[1]}
        self._files = {side: (self._text(name), name) for side, name in names.items()}

    def legal_forces(self, remedy: str) -> dict[str, Force]:
        """Two legal forces by their sides."""
        from musterhall.problems import parse_toml

        forces = self._forces()
        readings = self.variants.as_data() if self.variants is not None else {}
        for side, (text, name) in self._files.items():
            checked = self.game.forces.check(parse_toml(text, name), name, variants=readings)
            refuse(checked.problems, f"{side}'s force", remedy)
        return forces

    def unchecked_forces(self) -> dict[str, Force]:
        """Two forces that may be illegal, as long as it is known who fights."""
        forces = self._forces()
        for side, force in forces.items():
            remedy = "Mend that; --unchecked needs to know who fights, too."
            refuse(self.battles.cannot_fight(force), f"{side}'s force", remedy)
        return forces

    def _forces(self) -> dict[str, Force]:
        return {side: self.game.forces.read(text, name) for side, (text, name) in self._files.items()}

    def _text(self, name: str) -> str:
        """The file of a shipped force, or the one that somebody names."""
        from musterhall.problems import BadInput

        known = self.game.forces.shipped()
        if name in known:
            return self.game.forces.shipped_text(name)
        path = Path(name)
        if not path.exists():
            shipped = f", or a shipped force: {', '.join(known)}" if known else ""
            raise BadInput(f"force {name!r}: there is no such file; name one that exists{shipped}.")
        return read_file(path)


def _setup(order: _Order, table: str, seed: int, *, unchecked: bool) -> Setup:
    """What a battle is fought with; all that is illegal in it ends the command."""
    from musterhall.games import tables_of

    remedy = "Mend that, or fight all the same with --unchecked."
    forces = order.unchecked_forces() if unchecked else order.legal_forces(remedy)
    ground = None
    if order.game.tables is not None or table != RANDOM:
        tables = tables_of(order.game)
        ground = table_named(tables, table, seed)
        if not unchecked:
            refuse(tables.problems(ground), "table", remedy)
    return order.battles.setup(forces["red"], forces["blue"], ground, order.variants)


def _fight(
    order: _Order, setup: Setup, seed: int, names: tuple[str, str], save: Path | None, *, filmed: bool, quiet: bool
) -> tuple[Battle[Any], Film]:
    from musterhall.battle.agents import play
    from musterhall.cli.own_agents import own_or_named
    from musterhall.game.duel import agent_seed
    from musterhall.game.saving import header_of

    battles = order.battles
    make_agent = partial(own_or_named, battles.agent)
    agents = [make_agent(name, agent_seed(seed, side)) for side, name in enumerate(names)]
    film = battles.film(setup, seed, names)
    fought = battles.new_battle(setup, seed, watcher=film.watch if filmed else None)
    with ExitStack() as stack:
        followers: list[Follow] = []
        writer = None
        if save is not None:
            header = header_of(order.game, battles, setup, seed, names)
            writer = _journal_writer(stack.enter_context(_opened(save)), header, battles)
            followers.append(writer.follow)
        followers.append(stack.enter_context(_battle_progress(battles, quiet=quiet)))

        def follow(battle: Battle[Any]) -> None:
            for one in followers:
                one(battle)

        follow(fought)
        play(fought, agents, follow)
        if writer is not None:
            writer.finish(fought, battles.outcome(fought.position).figures)
    return fought, film


def require_known_agent(name: str, battles: Battles) -> None:
    """Refuse an agent that the game does not have and no file has either."""
    from musterhall.cli.own_agents import own_or_named
    from musterhall.game.battles import require_agent

    if ":" in name or name.endswith(".py"):
        own_or_named(battles.agent, name, 0)
    else:
        require_agent(name, battles.agents)


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


def _journal_writer(file: TextIO, header: Header, battles: Battles) -> JournalWriter:
    from musterhall.battle.journal import JournalWriter

    def sync() -> None:
        # A pipe or a device has no disk behind it.
        if S_ISREG(os.fstat(file.fileno()).st_mode):
            os.fsync(file.fileno())

    return JournalWriter(file, header, battles.place, sync)


def _write_page(path: Path, data: dict[str, Any]) -> None:
    from musterhall.web.replay_page import replay_page

    write_file(path, replay_page(data))


@contextmanager
def _fighters(wanted: list[Pairing], jobs: int) -> Iterator[Iterator[Fought]]:
    """The battles' ends in the order asked for, however many processes fight them."""
    from musterhall.cli.own_agents import own_or_named
    from musterhall.game.duel import fight as fight_with

    fight = partial(fight_with, own_or=own_or_named)
    if jobs == 1:
        yield map(fight, wanted)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    game = wanted[0].terms.game
    if not machine_code_is_kept([game]):
        game.warm_up()  # or every process would compile the same
    with ProcessPoolExecutor(min(jobs, len(wanted)), mp_context=get_context("spawn")) as pool:
        try:
            yield pool.map(fight, wanted, chunksize=max(1, min(8, len(wanted) // (4 * jobs))))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


# Telling


@contextmanager
def _battle_progress(battles: Battles, *, quiet: bool) -> Iterator[Follow]:
    """Turn, activations and what is left of each side: a live line on a terminal, a line a turn elsewhere."""
    screen = console(error=True)
    if quiet:
        yield lambda battle: None
    elif not screen.is_terminal:
        yield _turn_lines(battles)
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
            yield _live(battles, progress, task)


def _turn_lines(battles: Battles) -> Follow:
    """A line at the end of each turn, for logs and pipes."""
    place, start, over = "", 0, False

    def follow(battle: Battle[Any]) -> None:
        nonlocal place, start, over
        progress = battles.progress(battle.position)
        now = progress.stage
        if place and not over and (now != place or battle.over):
            say(f"{place}: {_figures(battle, progress, start)}", error=True)
            start, over = len(battle.marks), battle.over
        place = now

    return follow


def _live(battles: Battles, progress: Any, task: Any) -> Follow:
    activations = -1

    def follow(battle: Battle[Any]) -> None:
        nonlocal activations
        if len(battle.marks) == activations:
            return
        activations = len(battle.marks)
        now = battles.progress(battle.position)
        progress.update(
            task,
            description=now.stage,
            total=now.last_turn,
            completed=now.last_turn if battle.over else now.turns,
            figures=_figures(battle, now),
            refresh=battle.over,
        )

    return follow


def _figures(battle: Battle[Any], progress: Progress, since: int = 0) -> str:
    left = ", ".join(f"{side} {number}" for side, number in progress.left)
    return f"{counted(len(battle.marks) - since, 'activation')}, {left} units left"


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
    fought: Battle[Any],
    outcome: Outcome,
    seed: int,
    names: tuple[str, str],
    files: dict[str, Path | None],
    *,
    quiet: bool,
    as_json: bool,
) -> None:
    written = {kind: str(path) for kind, path in files.items() if path is not None}
    if as_json:
        figures = {"seed": seed, "agents": list(names), "sentence": outcome.sentence, "result": outcome.figures}
        say_json(figures | {"answers": len(fought.answers), "activations": len(fought.marks), "files": written})
        return
    say(outcome.sentence)
    if quiet:
        return
    if outcome.card is not None:
        _print_card(outcome.card, names)
    say(f"Fight it again with --seed {seed}.")
    for kind, place in written.items():
        say(f"{kind.capitalize()}: {place}")
    if "replay" not in written:
        say(f"Watch it with --seed {seed} --replay battle.html and the same options.")


def _print_card(card: ScoreCard, names: tuple[str, ...]) -> None:
    """The figures of both sides next to each other."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for head in card.heads:
        table.add_column(head, max_width=26)
    table.add_row("agent", *names)
    for word, figures in card.rows:
        table.add_row(word, *figures)
    console().print(table)


def _tell_replay(journal: Journal, outcome: Outcome, files: dict[str, Path | None], *, as_json: bool) -> None:
    written = {kind: str(path) for kind, path in files.items() if path is not None}
    if as_json:
        say_json(
            {
                "verified": True,
                "whole": journal.whole,
                "seed": journal.header.seed,
                "agents": list(journal.header.agents),
                "activations": len(journal.marks),
                "answers": len(journal.answers),
                "sentence": outcome.sentence,
                "result": outcome.figures,
                "files": written,
            }
        )
        return
    say(outcome.sentence)
    counts = f"{len(journal.marks)} activations, {len(journal.answers)} answers"
    say(f"Verified: {counts}, every position as it was" + ("." if journal.whole else ", as far as the journal goes."))
    for kind, place in written.items():
        say(f"{kind.capitalize()}: {place}")
