"""`muster odds list` and `muster odds field`: how often lists beat each other, by many battles in each scenario."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from musterhall.cli.shell import AsJson, aligned, say, say_json
from musterhall.cli.studies import AgentNames, Anew, Jobs, Scheduler, begun, fought

if TYPE_CHECKING:
    from musterhall.game.game import Game
    from musterhall.lab.fields import Field, Meetings, Table
    from musterhall.lab.opening import OpenStudy

Scenarios = Annotated[
    list[str] | None, typer.Option("--scenario", metavar="NAME", help="Only these; else all that the field is for.")
]
EventOption = Annotated[str, typer.Option("--pack", metavar="PACK", help="The event whose lists are met.")]
Seeds = Annotated[int, typer.Option(min=1, max=100_000, help="Tables for each two lists, from both sides.")]
Unchecked = Annotated[bool, typer.Option("--unchecked", help="Also with lists that are not legal.")]


def list_odds(
    lists: Annotated[list[str], typer.Argument(metavar="LIST...", help="Your lists: files, or shipped forces.")],
    pack: EventOption = "",
    scenario: Scenarios = None,
    agents: AgentNames = "",
    seeds: Seeds = 20,
    unchecked: Unchecked = False,
    jobs: Jobs = 1,
    scheduler: Scheduler = "",
    anew: Anew = False,
    as_json: AsJson = False,
) -> None:
    """Say how often your list beats each list that ships for its event, in each scenario.

    With several lists it also says how to mix them, when you do not know what the other brings.
    """
    from musterhall.cli.forces import force_named
    from musterhall.lab.fields import shipped_field
    from musterhall.problems import BadInput

    named = [force_named(one) for one in lists]
    game = named[0].game
    if strange := next((name for name, one in zip(lists, named, strict=True) if one.game is not game), None):
        raise BadInput(f"{strange}: is of another game than {lists[0]}; ask for each game apart.")
    if twice := next((name for name in lists if lists.count(name) > 1), None):
        raise BadInput(f"{twice}: is named twice; name each list once.")
    field = shipped_field(game, pack or named[0].in_short.pack, scenario or [])
    _odds(game, lists, field, agents, seeds, jobs, scheduler, unchecked=unchecked, anew=anew, as_json=as_json)


def field_odds(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game, like alpha-strike.")],
    pack: EventOption = "",
    scenario: Scenarios = None,
    agents: AgentNames = "",
    seeds: Seeds = 20,
    unchecked: Unchecked = False,
    jobs: Jobs = 1,
    scheduler: Scheduler = "",
    anew: Anew = False,
    as_json: AsJson = False,
) -> None:
    """Let all lists that ship for an event meet each other, and say which mix of them nobody can beat."""
    from musterhall.games import game_named
    from musterhall.lab.fields import shipped_field

    found = game_named(game)
    field = shipped_field(found, pack, scenario or [])
    _odds(found, [], field, agents, seeds, jobs, scheduler, unchecked=unchecked, anew=anew, as_json=as_json)


def _odds(
    game: Game,
    lists: Sequence[str],
    field: Field,
    agents: str,
    seeds: int,
    jobs: int,
    scheduler: str,
    *,
    unchecked: bool,
    anew: bool,
    as_json: bool,
) -> None:
    from musterhall.games import battles_of
    from musterhall.lab.fields import list_study, meetings_of, tables
    from musterhall.lab.report import REPORT, write_report
    from musterhall.toml_text import toml_text

    usual = [one.name for one in battles_of(game).agents if one.quick][:1]
    data = list_study(game, lists, field, agents.split() or usual, seeds, unchecked=unchecked)
    opened = begun(toml_text(data), f"{'lists' if lists else 'field'}.toml", Path.cwd(), None, anew=anew)
    findings = fought(opened, jobs, scheduler, quiet=as_json)
    write_report(opened, findings)
    met = meetings_of(opened.plan)
    assert met is not None, "its arms are who meets whom"
    found = tables(opened.plan, findings, met)
    if as_json:
        say_json({"study": opened.name, "battles": findings.battles, "tables": [one.as_data() for one in found]})
        return
    for one in found:
        _print(one, met)
    _print_end(opened, findings.battles)
    say(f"Report: {opened.folder.path / REPORT}")


def _print(table: Table, met: Meetings) -> None:
    from musterhall.lab.fields import answer_told

    say(f"{table.setting}: wins in 100 of the row against the column, with the interval")
    rows = [("", *table.columns)]
    rows += [(name, *(one.told() for one in row)) for name, row in zip(table.rows, table.chances, strict=True)]
    for line in aligned(rows, right=tuple(range(1, len(table.columns) + 1))):
        say(line)
    say(answer_told(table, met))
    say("")


def _print_end(opened: OpenStudy, battles: int) -> None:
    from musterhall.tally import counted

    agents = ", ".join(opened.plan.study.always.agents)
    say(f"{counted(battles, 'battle')} by {agents}. Bots fought them: a plan that they do not know wins nothing here.")
