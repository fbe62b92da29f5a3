"""The command `muster`. Every command imports what it needs when it runs, so that `--help` answers at once."""

from __future__ import annotations

from typing import Annotated, Any

import typer

import musterhall
from musterhall.cli import (
    accounts,
    battles,
    duels,
    forces,
    odds,
    packs,
    playing,
    prices,
    questions,
    replays,
    rules,
    serve,
    storing,
    studies,
    tables,
    units,
)
from musterhall.cli.shell import Guarded, say


class Muster(Guarded):
    """All commands. Those of events are many, so they are read only when one of them is given."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        if name in ("event", "print"):
            from musterhall.cli import events

            group: Any = typer.main.get_command(events.app)
            command = group if name == "event" else group.commands[name]
        return name, command, rest


app = typer.Typer(
    name="muster",
    cls=Muster,
    help="Miniature wargames: forces, events, battles, replays and the referee.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(accounts.app, name="account", help="The hall's accounts: passwords, disabling, a log.")
app.add_typer(forces.app, name="force", help="Check, build, import and print forces.")
app.add_typer(packs.app, name="pack", help="Look at event packs and check your own.")
app.add_typer(units.app, name="units", help="Look up units, import cards of the Master Unit List, and make your own.")
app.add_typer(studies.app, name="study", help="Questions answered by many battles: what would this change?")
app.add_typer(odds.app, name="odds", help="What attacks come to, exactly; and how often lists beat each other.")
app.add_typer(typer.Typer(), name="event", help="Run an event: players, pairings, cards, standings, prizes.")
app.command("print", help="Print an event's pairings, cards, standings or slips.")(lambda: None)
studies.app.command("prices")(prices.prices)
studies.app.command("questions")(questions.questions)
app.command("serve")(serve.serve)
app.command("backup")(storing.backup)
app.command("restore")(storing.restore)
app.command("play")(playing.play)
app.command("battle")(battles.battle)
app.command("replay")(replays.replay)
app.command("duel")(duels.duel)
app.command("balance")(studies.balance)
app.command("rules")(rules.rules)
app.command("ask")(rules.ask)
app.command("table")(tables.table)
app.command("map")(tables.map_)


def _version(wanted: bool) -> None:
    if wanted:
        say(f"musterhall {musterhall.__version__}")
        raise typer.Exit()


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Miniature wargames: forces, events, battles, replays and the referee."""


if __name__ == "__main__":
    app()
