"""`muster table` and `muster map`: the ground a battle is fought on, as a picture, a file or text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from musterhall.cli.shell import (
    AsJson,
    GameName,
    Overwrite,
    read_file,
    require_game,
    require_outputs,
    say,
    say_json,
    write_file,
)
from musterhall.cli.ways import with_command

if TYPE_CHECKING:
    from musterhall.game.tables import Tables
    from musterhall.table import Table

RANDOM = "random"

TableName = Annotated[
    str, typer.Option("--table", metavar="FILE|NAME|random", help="A file, a shipped table, or the seed's own.")
]
Seed = Annotated[int, typer.Option(help="Which random table.")]
ForSetup = Annotated[
    str,
    typer.Option("--setup", "--scenario", metavar="NAME", help="A random table for another set-up than the usual one."),
]


def table(
    game: GameName,
    table_name: TableName = RANDOM,
    seed: Seed = 1,
    setup: ForSetup = "",
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a picture.")] = None,
    toml: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a file to edit and to fight on.")] = None,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Make a random table, or look at one, and write it as a picture or as a file."""
    ground = _tables(game)
    require_outputs({"the picture": svg, "the table file": toml}, {"the table": table_name}, overwrite=overwrite)
    from musterhall.table import table_toml

    _require_setup(game, setup)
    found = table_named(ground, table_name, seed, setup)
    problems = ground.problems(found)
    written = {}
    if svg is not None:
        write_file(svg, ground.picture(found))
        written["svg"] = str(svg)
    if toml is not None:
        write_file(toml, table_toml(found))
        written["toml"] = str(toml)
    if as_json:
        say_json(
            {
                "name": found.name,
                "width": found.width,
                "depth": found.depth,
                **ground.figures(found),
                "problems": [problem.as_data() for problem in problems],
                "files": written,
                "table": table_toml(found),
            }
        )
        return
    say(f"{found.name}: {ground.in_words(found)}.")
    for problem in problems:
        say(with_command(problem))
    for kind, place in written.items():
        say(f"{kind}: {place}")
    if not written:
        which = f"--seed {seed}" if table_name == RANDOM else f"--table {table_name}"
        which += f" --setup {setup}" if setup else ""
        say(f"Draw it with --svg FILE, or see it as text with `muster map {game} {which}`.")


def map_(
    game: GameName, table_name: TableName = RANDOM, seed: Seed = 1, setup: ForSetup = "", as_json: AsJson = False
) -> None:
    """Show a table as text."""
    ground = _tables(game)
    _require_setup(game, setup)
    found = table_named(ground, table_name, seed, setup)
    lines = ground.text_map(found)
    if as_json:
        say_json({"name": found.name, "lines": lines})
        return
    say(found.name)
    for line in lines:
        say(line)


def table_named(ground: Tables, name: str, seed: int, setup: str = "") -> Table:
    """The seed's random table, for a set-up if one is named; a shipped table, or the one in a file."""
    from musterhall.problems import BadInput

    if name == RANDOM:
        return ground.of_setup(setup, seed)
    if name in ground.names():
        return ground.shipped(name)
    path = Path(name)
    if not path.exists():
        known = ", ".join([RANDOM, *ground.names()])
        raise BadInput(f"table {name!r}: there is no such file; name one that exists, or one of {known}.")
    return ground.read(read_file(path), name)


def _require_setup(game: str, name: str) -> None:
    from musterhall.game.battles import require_setup

    battles = require_game(game).battles
    require_setup(name, battles.setups if battles is not None else ())


def _tables(game: str) -> Tables:
    from musterhall.games import tables_of

    return tables_of(require_game(game))
