"""`muster force import` and `export`: lists of other tools, made into force files and from them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from musterhall.cli.named_files import ForceName, read_small
from musterhall.cli.shell import AsJson, Overwrite, require_outputs, say, say_content, say_json, write_file
from musterhall.cli.ways import with_command
from musterhall.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from musterhall.problems import Problem


def import_force(
    source: Annotated[
        str, typer.Argument(metavar="FILE|LINK", help="A list from another tool: JSON, text, a table, or a link.")
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The force file to write; else it is printed.")
    ] = None,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Make a force file from a list of another tool, and name what was not understood."""
    from musterhall.games import all_games
    from musterhall.store.units import units_library

    link = "://" in source
    require_outputs({"the force": output}, {"the list": None if link else Path(source)}, overwrite=overwrite)
    game, lists = next((game, game.lists) for game in all_games() if game.lists is not None)
    text = source if link else read_small(Path(source))
    found = lists.read(text, "the link" if link else source, units_library(game))
    if output:
        write_file(output, found.text)
    short = game.forces.in_short(found.force)
    if as_json:
        problems = [one.as_data() for one in found.problems]
        say_json({"force": game.forces.summary(found.force), "problems": problems})
        return
    _name_all(found.problems)
    if output:
        say(f"{output}: {game.words.many(short.count)}, {short.cost} points.")
    else:
        say_content(found.text)


def export_force(
    force: ForceName,
    form: Annotated[
        str, typer.Option("--as", metavar="FORM", help="text, jeffs, mekbay, mekbay-link or tts.")
    ] = "text",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The list to write; else it is printed.")
    ] = None,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Write a force as a list for another tool, and name what that tool has no place for."""
    from musterhall.cli.forces import force_named

    require_outputs({"the list": output}, {"the force": force}, overwrite=overwrite)
    found = force_named(force)
    if found.game.lists is None:
        raise BadInput(f"{found.game.words.title}: its forces go into no list of another tool.")
    written = found.game.lists.write(found.force, form)
    if output:
        write_file(output, written.text)
    if as_json:
        say_json({"text": written.text, "left_out": [one.as_data() for one in written.left_out]})
        return
    _name_all(written.left_out)
    if output:
        say(f"{output}: written.")
    else:
        say_content(written.text)


def _name_all(problems: Sequence[Problem]) -> None:
    for problem in problems:
        say(with_command(problem), error=True)
