"""`muster event`: a tournament day from the first registration to the prizes."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

from musterhall.cli.events import (
    anonymise,
    awards,
    byes,
    cards,
    clock,
    cut,
    drafts,
    forces,
    invitations,
    lifecycle,
    log,
    pairing,
    papers,
    players,
    points,
    registration,
    simulate,
    standings,
    statistics,
    transfer,
)


class Plainly(TyperGroup):
    """Commands whose flags are shown without a type: they are given or not."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        _without_types(self)


def _without_types(group: Any) -> None:
    for command in group.commands.values():
        for option in command.params:
            if getattr(option, "is_bool_flag", False):
                option.metavar = ""
        if isinstance(command, TyperGroup):
            _without_types(command)


app = typer.Typer(
    cls=Plainly,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Run an event from registration to prizes; `muster event show` says what is next.",
)

app.command("new")(lifecycle.new)
app.command("list")(lifecycle.list_events)
app.command("show")(lifecycle.show)
app.add_typer(players.app, name="player", help="Register players, check them in, take them out and back.")
app.command("registration")(registration.registration)
app.command("check-in")(registration.check_in)
app.add_typer(forces.app, name="force", help="Take in forces, check them, accept them or send them back.")
app.add_typer(forces.hand_app, name="hand", help="Tournament hands, where the pack has them.")
app.add_typer(drafts.app, name="draft", help="Open boxes, pick figures and build forces of them.")
app.command("scenarios")(lifecycle.scenarios)
app.command("tables")(lifecycle.tables)
app.command("pair")(pairing.pair)
app.command("swap")(pairing.swap)
app.command("pin")(pairing.pin)
app.command("table")(pairing.table)
app.command("publish")(pairing.publish)
app.command("seat")(pairing.seat)
app.command("pairings")(pairing.pairings)
app.add_typer(clock.app, name="clock", help="Start, pause, extend and end a round.")
app.add_typer(cards.app, name="card", help="Score cards: send, confirm, compare, decide and correct.")
app.command("concede")(cards.concede)
app.command("absent")(cards.absent)
app.add_typer(byes.app, name="bye", help="Rounds without a match that players ask for.")
app.command("standings")(standings.standings)
app.command("statistics")(statistics.statistics)
app.command("cut")(cut.cut)
app.command("advance")(cut.advance)
app.command("bracket")(cut.bracket)
app.add_typer(points.app, name="points", help="Points for a reason, and soft scores such as painting.")
app.add_typer(awards.app, name="prize", help="Prizes for places, by vote, and given by the organiser.")
# What it was called first; scripts may call it so still.
app.add_typer(awards.app, name="award", hidden=True)
app.add_typer(invitations.app, name="link", help="Links that give a role without an account.")
app.command("finish")(lifecycle.finish)
app.command("note")(lifecycle.note)
app.command("undo")(log.undo)
app.command("log")(log.log)
app.command("print")(papers.print_)
app.command("csv")(transfer.csv)
app.command("export")(transfer.export)
app.command("import")(transfer.import_)
app.command("rename")(lifecycle.rename)
app.command("date")(lifecycle.date)
app.command("plan")(lifecycle.plan)
app.command("delete")(lifecycle.delete)
app.command("anonymise")(anonymise.anonymise)
app.command("simulate")(simulate.simulate)
