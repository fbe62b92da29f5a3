"""`muster force check`: everything that is wrong with a force of any game, at once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from musterhall.cli.costs import CostsOption, data_with_costs
from musterhall.cli.named_files import ForceName, PackOption, no_pack_named, pack_named, written_text
from musterhall.cli.shell import BAD_INPUT, AsJson, counted, say, say_json
from musterhall.cli.ways import warning_line, with_command

if TYPE_CHECKING:
    from musterhall.game.forces import Checked
    from musterhall.problems import Problem

VARIANT_HELP = "Read an open rule another way: name=value. May be given several times."
Variant = Annotated[list[str] | None, typer.Option("--variant", metavar="NAME=VALUE", help=VARIANT_HELP)]


def check(
    force: ForceName,
    variant: Variant = None,
    pack: PackOption = "",
    costs: CostsOption = None,
    as_json: AsJson = False,
) -> None:
    """Say whether a force is legal, everything that is wrong with it, and what could not be told."""
    from musterhall.game.variants import read_options
    from musterhall.packs.force_files import game_of, require_same_game
    from musterhall.problems import parse_toml
    from musterhall.store.units import units_library

    text, name = force_text(force)
    data = parse_toml(text, name)
    game = game_of(data, name)
    wanted = pack or data.get("pack")
    event = pack_named(wanted) if isinstance(wanted, str) and wanted else None
    if event:
        require_same_game(game, event, name)
    remarks: list[Problem] = []
    if costs is not None:
        data, remarks = data_with_costs(game, data, costs)
    checked = game.forces.check(data, name, event, units_library(game), variants=read_options(variant or ()))
    if event is None and game.forces.by_event and checked.legal:
        raise no_pack_named()  # only an event can say whether it is legal
    _say(replace(checked, warnings=(*checked.warnings, *remarks)), as_json)


def force_text(name: str) -> tuple[str, str]:
    """The file of a shipped force of any game, or the one that somebody wrote as a file or a list, and its name."""
    from musterhall.packs.force_files import shipped_forces, unknown_force
    from musterhall.packs.submissions import is_list

    game = shipped_forces().get(name)
    if game is not None:
        return game.forces.shipped_text(name), f"{name}.toml"
    if (text := written_text(name)) is None:
        raise unknown_force(name)
    return (_force_of_list(text, name) if is_list(text) else text), name


def _force_of_list(text: str, name: str) -> str:
    """The force file of a list from another tool; what was not understood of it is told."""
    from musterhall.games import all_games
    from musterhall.store.units import units_library

    game, lists = next((game, game.lists) for game in all_games() if game.lists is not None)
    found = lists.read(text, name, units_library(game))
    for problem in found.problems:
        say(with_command(problem), error=True)
    return found.text


def _say(checked: Checked, as_json: bool) -> None:
    """What a check found; the command ends with it where the force is not legal."""
    if as_json:
        say_json(checked.as_data())
    else:
        for problem in checked.problems:
            say(with_command(problem))
        for warning in checked.warnings:
            say(warning_line(warning))
        say(_verdict(checked))
    if checked.problems:
        raise typer.Exit(BAD_INPUT)


def _verdict(checked: Checked) -> str:
    where = f" for {checked.event}" if checked.event else ""
    if checked.legal:
        figures = f": {checked.figures}" if checked.figures else ""
        return f"{checked.force} is legal{where}{figures}."
    figures = f"; {checked.figures}" if checked.figures else ""
    rest = "" if checked.whole else " The rest is checked once that is mended."
    return f"{checked.force} is not legal{where}: {counted(len(checked.problems), 'problem')}{figures}.{rest}"
