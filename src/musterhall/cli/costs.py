"""Costs that a study has found, put into a force: for a check, or into its file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from musterhall.cli.named_files import ForceName, read_small
from musterhall.cli.shell import Overwrite, require_outputs, say, write_file
from musterhall.cli.ways import warning_line

if TYPE_CHECKING:
    from musterhall.game.game import Game
    from musterhall.problems import Problem

CostsOption = Annotated[
    Path | None, typer.Option("--costs", metavar="FILE", help="Costs that a study has found, instead of its own.")
]


def data_with_costs(game: Game, data: Mapping[str, Any], file: Path) -> tuple[dict[str, Any], list[Problem]]:
    """A force file's data with the costs of a file in it, and remarks on what the file says nothing about."""
    from musterhall.game.pricing import read_costs
    from musterhall.games import pricing_of

    pricing = pricing_of(game)
    return pricing.with_costs(data, read_costs(read_small(file), str(file), game.name).costs())


def price_force(
    force: ForceName,
    costs: Annotated[Path, typer.Option("--costs", metavar="FILE", help="Costs that a study has found.")],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="FILE", help="Where the force with its costs goes.")],
    overwrite: Overwrite = False,
) -> None:
    """Write a force with the costs that a study has found; whoever reads it goes by them from then on."""
    from musterhall.cli.checking import force_text
    from musterhall.packs.force_files import game_of
    from musterhall.problems import parse_toml
    from musterhall.toml_text import toml_text

    require_outputs({"the force": out}, {"the costs": costs, "the old force": force}, overwrite=overwrite)
    text, name = force_text(force)
    data = parse_toml(text, name)
    game = game_of(data, name)
    priced, remarks = data_with_costs(game, data, costs)
    found = game.forces.in_short(game.forces.read(toml_text(priced), name))
    write_file(out, toml_text(priced))
    for remark in remarks:
        say(warning_line(remark))
    say(f"{found.name} costs {found.cost} {game.words.points}: {out}")
