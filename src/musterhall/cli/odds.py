"""`muster odds`: what attacks in a situation come to, exactly; and how often lists beat each other, by battles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from musterhall.cli import list_odds
from musterhall.cli.shell import AsJson, Overwrite, aligned, read_file, require_outputs, say, say_json, write_file
from musterhall.cli.warming import told_of_compiling

if TYPE_CHECKING:
    from musterhall.game.odds import OddsReport


class OddsCommands(TyperGroup):
    """`muster odds FILE` is what it was before lists had odds too."""

    usual = "attacks"

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in (*self.commands, *ctx.help_option_names):
            args = [self.usual, *args]
        return super().parse_args(ctx, args)


app = typer.Typer(cls=OddsCommands, no_args_is_help=True)
app.command("list")(list_odds.list_odds)
app.command("field")(list_odds.field_odds)


@app.command("attacks")
def odds(
    file: Annotated[Path, typer.Argument(help="A situation with `ask = { odds = ... }`, as TOML.")],
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the chances as bars.")] = None,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Work out what attacks come to in every way their dice can fall."""
    from musterhall.drawing.bars import bar_chart
    from musterhall.games import game_of, odds_of
    from musterhall.problems import parse_toml

    require_outputs({"the picture": svg}, {"the situation": str(file)}, overwrite=overwrite)
    data = parse_toml(read_file(file), str(file))
    game = game_of(data, str(file))
    part = odds_of(game)
    with told_of_compiling(game):
        report = part.work_out(data, str(file))
    if svg is not None:
        write_file(svg, bar_chart(report.title, report.bars, report.bars_of))
    if as_json:
        say_json(report.data)
        return
    _print(report)
    if svg is not None:
        say(f"svg: {svg}")


def _print(report: OddsReport) -> None:
    say(f"{report.title}.")
    for line in aligned([report.heads, *report.attacks], right=tuple(range(2, len(report.heads)))):
        say(line)
    say("")
    bars = [(label, f"{chance:.1%}", "#" * round(chance * 50)) for label, chance in report.bars]
    for line in aligned([(report.bars_of, "chance", ""), *bars], right=(0, 1)):
        say(line)
    say("")
    for line in aligned([(name, f"{chance:.1%}") for name, chance in report.chances], right=(1,)):
        say(line)
