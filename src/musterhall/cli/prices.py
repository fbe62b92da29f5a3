"""`muster study prices`: what everything in a game's army lists is worth, found by battles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from musterhall.cli.battle_bar import battle_bar
from musterhall.cli.shell import AsJson, aligned, say, say_json
from musterhall.cli.studies import AgentNames, Anew, Into, Jobs, Scheduler, fighters_for, known_agent
from musterhall.cli.warming import told_of_compiling

if TYPE_CHECKING:
    from musterhall.lab.prices.running import PriceFindings
    from musterhall.lab.prices.study import OpenPrices

STAGES = {"round-1": "first round", "round-2": "second round", "check": "check"}


def prices(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game, like the-game.")],
    agents: AgentNames = "",
    scenario: Annotated[
        list[str] | None, typer.Option("--scenario", metavar="NAME", help="Other set-ups than the usual one.")
    ] = None,
    pairs: Annotated[int, typer.Option(min=4, max=100_000, help="Pairs of forces that are drawn in each round.")] = 200,
    seeds: Annotated[
        int, typer.Option(min=1, max=10_000, help="Tables that each pair fights on, from both sides.")
    ] = 2,
    points: Annotated[
        int | None, typer.Option(min=100, max=100_000, help="What a drawn force costs; else as much as the shipped.")
    ] = None,
    into: Into = None,
    jobs: Jobs = 1,
    scheduler: Scheduler = "",
    anew: Anew = False,
    as_json: AsJson = False,
) -> None:
    """Find what every formation and option is worth, by forces that are drawn, fought and weighed.

    The same command goes on with what was fought before. The costs are written into a file that `force check --costs`
    takes; nothing changes until somebody uses it.
    """
    from musterhall.games import battles_of, game_named, pricing_of
    from musterhall.lab.prices.study import PriceStudy, open_prices

    found = game_named(game)
    usual = [one.name for one in battles_of(found).agents if one.quick][:1]
    study = PriceStudy(
        game=found.name,
        agents=agents.split() or usual,
        scenarios=scenario or [""],
        points=points or pricing_of(found).points,
        pairs=pairs,
        seeds=seeds,
    )
    run_open(open_prices(study, known_agent, into, anew=anew), jobs, scheduler, as_json=as_json)


def run_open(opened: OpenPrices, jobs: int, scheduler: str, *, as_json: bool) -> None:
    """Fight what is still to be fought, and tell what everything is worth."""
    from musterhall.lab.prices.running import run_prices

    found = opened.game
    with (
        told_of_compiling(found),
        battle_bar(quiet=as_json) as tell,
        fighters_for(found, jobs, scheduler) as fighters,
    ):
        try:
            findings = run_prices(opened, fighters, lambda stage, done, most: tell(STAGES[stage], done, most))
        except KeyboardInterrupt:
            say(f"Stopped. What was fought is kept: `muster study resume {opened.name}` goes on.", error=True)
            raise
    _tell(opened, findings, as_json=as_json)


def report_open(opened: OpenPrices, *, as_json: bool) -> None:
    """Tell what was found, or how far it is: there are no prices before all battles are fought."""
    from musterhall.lab.prices.report import has_ended

    if has_ended(opened):
        run_open(opened, 1, "", as_json=as_json)  # nothing is left to be fought
        return
    battles, most = opened.folder.battles(), opened.study.battles()
    if as_json:
        say_json({"study": opened.digest, "battles": battles, "most": most})
        return
    say(f"{battles:,} of {most:,} battles are fought; the prices come with the last of them.")
    say(f"Go on with `muster study resume {opened.name}`.")


def _tell(opened: OpenPrices, findings: PriceFindings, *, as_json: bool) -> None:
    from musterhall.lab.prices.report import REPORT, command, price_rows, state_told, write_prices

    costs = write_prices(opened, findings)
    if as_json:
        say_json(_as_data(opened, findings, str(costs)))
        return
    agents = tuple(name for name, _ in findings.by_agent)
    rows: list[tuple[str, ...]] = [("what", "price", "interval", "stand-in", *agents, "forces")]
    for one in price_rows(findings):
        name = f"  {one['name']}" if one["part"] else one["name"]
        mark = "?" if one["disputed"] else ""
        figures = (f"{one['price']}{mark}", one["between"], one["stand_in"], *one["agents"], str(one["fielded"]))
        rows.append((name, *figures))
    for line in aligned(rows, right=tuple(range(1, len(rows[0])))):
        say(line)
    if not all(findings.fielded):
        say("Not measured: no force had it, so its price is the stand-in, scaled as the others are.")
    if any(one["disputed"] for one in price_rows(findings)):
        say("The agents disagree about prices with a question mark.")
    say(f"Shipped forces: {'; '.join(f'{name} {cost:.0f}' for name, cost in findings.shipped)}.")
    say(f"At the stand-in costs: {findings.before.told()}")
    say(f"At these prices: {findings.after.told()}")
    for sentence in findings.left_out:
        say(f"Left out: {sentence}")
    say(state_told(opened, findings))
    say(f"Made by: {command(opened)}")
    say(f"Study: {opened.digest}")
    say(f"Costs: {costs}")
    say(f"Report: {opened.folder.path / REPORT}")


def _as_data(opened: OpenPrices, findings: PriceFindings, costs: str) -> dict[str, Any]:
    from dataclasses import asdict

    fit = findings.fit
    prices = [
        {"of": one.key, "price": float(fit.price[at]), "measured": findings.measured(at)}
        | ({"low": float(fit.low[at]), "high": float(fit.high[at])} if findings.measured(at) else {})
        | {"stand_in": one.stand_in, "forces": findings.fielded[at], "disputed": findings.disputed(at)}
        | {"by_agent": {name: float(own.price[at]) for name, own in findings.by_agent}}
        for at, one in enumerate(findings.priced)
    ]
    return {
        "study": opened.digest,
        "battles": findings.battles,
        "costs": costs,
        "prices": prices,
        "before": asdict(findings.before),
        "after": asdict(findings.after),
        "shipped": dict(findings.shipped),
        "left_out": list(findings.left_out),
    }
