"""`muster force`: what a player brings, of whatever game it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperGroup

from musterhall.cli import building, checking, costs, lists, printing
from musterhall.cli.checking import force_text
from musterhall.cli.named_files import ForceName
from musterhall.cli.shell import AsJson, counted, say, say_json, show

if TYPE_CHECKING:
    from musterhall.game.forces import ForceInShort
    from musterhall.game.game import Game


class ForceCommands(TyperGroup):
    """`build` takes whatever the games that build forces have filters for; they are asked when it is called."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] == "build":
            return "build", building.build_command(), args[1:]
        return super().resolve_command(ctx, args)


app = typer.Typer(cls=ForceCommands, no_args_is_help=True)
app.command("check")(checking.check)
app.command("price")(costs.price_force)
app.command("formations")(building.force_formations)
app.command("build", help=building.build_force.__doc__)(building.force_built)
app.command("import")(lists.import_force)
app.command("export")(lists.export_force)
app.command("print")(printing.print_force)


@dataclass(frozen=True, slots=True)
class FoundForce:
    """A force that somebody named, with the game it is of."""

    game: Game
    force: Any
    library: Any
    text: str

    @property
    def in_short(self) -> ForceInShort:
        return self.game.forces.in_short(self.force)


def force_named(name: str) -> FoundForce:
    """A shipped force by name, or the one in a file, of any game."""
    from musterhall.packs.force_files import game_of
    from musterhall.problems import parse_toml
    from musterhall.store.units import units_library

    text, called = force_text(name)
    game = game_of(parse_toml(text, called), called)
    library = units_library(game)
    return FoundForce(game, game.forces.read(text, called, library), library, text)


@app.command("show")
def show_force(force: ForceName, as_json: AsJson = False) -> None:
    """Print a force with its units and what they cost."""
    from musterhall.problems import parse_toml

    found = force_named(force)
    forces = found.game.forces
    if as_json:
        say_json(forces.summary(found.force))
        return
    show(forces.shown(found.force))
    if not forces.by_event:
        problems = forces.check(parse_toml(found.text, force), force, library=found.library, variants={}).problems
        if problems:
            say(f"It is not legal: {counted(len(problems), 'problem')}; `muster force check {force}` tells.")


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """Name the forces that come with Musterhall."""
    from musterhall.games import games_with_forces

    rows, told = {}, []
    for game in games_with_forces():
        for name in game.forces.shipped():
            force = game.forces.in_short(game.forces.shipped_force(name))
            rows[name] = {"game": game.name, "force": force.name, "army": force.army, "cost": force.cost}
            army = f", {force.army}" if force.army else ""
            told.append(f"{name} ({game.name}): {force.name}{army}, {force.cost} {game.words.points}")
    if as_json:
        say_json(rows)
        return
    for line in told:
        say(line)
