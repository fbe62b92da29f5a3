"""`muster battle`: a battle fought, saved and told."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from musterhall.cli.battle_files import journal_writer, opened_for_writing, write_page
from musterhall.cli.battle_log import LogFile, write_log
from musterhall.cli.battle_orders import BattleOrder, BlueForce, EventPack, RedForce, SetupName, require_known_agent
from musterhall.cli.battle_progress import Follow, battle_progress
from musterhall.cli.checking import Variant
from musterhall.cli.shell import (
    AsJson,
    GameName,
    Overwrite,
    console,
    harmless,
    refuse,
    require_game,
    require_outputs,
    say,
    say_json,
)
from musterhall.cli.tables import RANDOM, table_named
from musterhall.cli.warming import told_of_compiling

if TYPE_CHECKING:
    from musterhall.battle.battle import Battle
    from musterhall.game.battles import Film, Outcome, ScoreTable, Setup


def battle(
    game: GameName,
    red: RedForce = "",
    blue: BlueForce = "",
    setup_name: SetupName = "",
    pack: EventPack = "",
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
    overwrite: Overwrite = False,
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
    require_outputs(
        {"the journal": save, "the replay": replay, "the log": log},
        {"red's force": red, "blue's force": blue, "the table": table},
        overwrite=overwrite,
    )
    order = BattleOrder(found, battles, red, blue, variant, setup_name, pack)
    setup = _setup(order, table, seed, unchecked=unchecked)
    with told_of_compiling(found):
        film = battles.film(setup, seed, names) if replay is not None else None
        fought = _fight(order, setup, seed, names, save, film, quiet=quiet or as_json)
    files = {"journal": save, "replay": replay, "log": log}
    if replay is not None and film is not None:
        write_page(replay, film.replay(fought.position))
    if log is not None:
        write_log(log, fought.log)
    _tell_battle(fought, battles.outcome(fought.position), seed, names, files, quiet=quiet, as_json=as_json)
    if order.setup and order.setup.house_rules and not (quiet or as_json):
        say(f"How the set-up {order.setup.name} is set up and won stands in no rulebook:")
        for rule in order.setup.house_rules:
            say(f"  {rule}")


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


def _setup(order: BattleOrder, table: str, seed: int, *, unchecked: bool) -> Setup:
    """What a battle is fought with; all that is illegal in it ends the command."""
    from musterhall.games import tables_of

    remedy = "Mend that, or fight all the same with --unchecked."
    forces = order.unchecked_forces() if unchecked else order.legal_forces(remedy)
    ground = None
    if order.game.tables is not None or table != RANDOM:
        tables = tables_of(order.game)
        ground = table_named(tables, table, seed, order.setup_name)
        if not unchecked:
            refuse(tables.problems(ground), "table", remedy)
    return order.battles.setup_named(order.setup_name, forces["red"], forces["blue"], ground, order.variants)


def _fight(
    order: BattleOrder,
    setup: Setup,
    seed: int,
    names: tuple[str, str],
    save: Path | None,
    film: Film | None,
    *,
    quiet: bool,
) -> Battle[Any]:
    from musterhall.battle.agents import play
    from musterhall.cli.own_agents import own_or_named
    from musterhall.game.duel import agent_seed
    from musterhall.game.saving import header_of

    battles = order.battles
    make_agent = partial(own_or_named, battles.agent)
    agents = [make_agent(name, agent_seed(seed, side)) for side, name in enumerate(names)]
    fought = battles.new_battle(setup, seed, watcher=film.watch if film is not None else None)
    with ExitStack() as stack:
        followers: list[Follow] = []
        writer = None
        if save is not None:
            header = header_of(order.game, battles, setup, seed, names)
            writer = journal_writer(stack.enter_context(opened_for_writing(save)), header, battles)
            followers.append(writer.follow)
        followers.append(stack.enter_context(battle_progress(battles, quiet=quiet)))

        def follow(battle: Battle[Any]) -> None:
            for one in followers:
                one(battle)

        follow(fought)
        play(fought, agents, follow)
        if writer is not None:
            writer.finish(fought, battles.outcome(fought.position).figures)
    return fought


# Telling


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
        say_json(figures | {"answers": len(fought.answers), "activations": len(fought.activations), "files": written})
        return
    say(outcome.sentence)
    if quiet:
        return
    if outcome.scores is not None:
        _print_scores(outcome.scores, names)
    say(f"Fight it again with --seed {seed}.")
    for kind, place in written.items():
        say(f"{kind.capitalize()}: {place}")
    if "replay" not in written:
        say(f"Watch it with --seed {seed} --replay battle.html and the same options.")


def _print_scores(scores: ScoreTable, names: tuple[str, ...]) -> None:
    """The figures of both sides next to each other."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for head in scores.heads:
        table.add_column(head, max_width=26)
    table.add_row("agent", *map(harmless, names))
    for word, figures in scores.rows:
        table.add_row(word, *map(harmless, figures))
    console().print(table)
