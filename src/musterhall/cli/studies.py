"""`muster study`: questions answered by many battles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from musterhall.cli.battle_bar import battle_bar
from musterhall.cli.battle_orders import BlueForce, EventPack, RedForce
from musterhall.cli.shell import AsJson, aligned, counted, read_file, say, say_json
from musterhall.cli.warming import machine_code_is_kept, told_of_compiling

if TYPE_CHECKING:
    from musterhall.game.battles import Battles
    from musterhall.game.game import Game
    from musterhall.lab.findings import Comparison, Findings
    from musterhall.lab.opening import OpenStudy
    from musterhall.lab.plan import Plan
    from musterhall.lab.running import Fighters, Step

MOST_JOBS = 256

app = typer.Typer(no_args_is_help=False)
StudyFile = Annotated[Path, typer.Argument(metavar="FILE", help="The study: a TOML file.")]
StudyName = Annotated[str, typer.Argument(metavar="STUDY", help="Its name in the list, or its folder.")]
Jobs = Annotated[int, typer.Option(min=1, max=MOST_JOBS, help="Workers on this computer; one fights here.")]
Scheduler = Annotated[
    str, typer.Option(metavar="ADDRESS", help="A Dask cluster that somebody runs, like tcp://head:8786.")
]
AgentNames = Annotated[
    str, typer.Option("--agents", metavar="'A B'", help="Who plays; several, apart by blanks, are shown apart.")
]
Anew = Annotated[bool, typer.Option("--anew", help="Forget what was fought, and begin again.")]
Into = Annotated[Path | None, typer.Option("--into", metavar="FOLDER", help="Keep it there, not in Musterhall's own.")]


@app.callback(invoke_without_command=True)
def study(
    context: typer.Context,
    game: Annotated[str, typer.Option(help="The game.")] = "the-game",
    red: RedForce = "",
    blue: BlueForce = "",
    variant: Annotated[
        list[str] | None,
        typer.Option("--variant", metavar="NAME=VALUES", help="Compare values: name=*, or name=this,that."),
    ] = None,
    agents: AgentNames = "",
    scenario: Annotated[str, typer.Option(metavar="NAME", help="Another set-up than the usual one.")] = "",
    pack: EventPack = "",
    seeds: Annotated[int, typer.Option(min=1, max=1_000_000, help="At most so many seeds.")] = 100,
    matters: Annotated[
        float, typer.Option(min=0.001, max=1, help="The smallest difference in wins that matters.")
    ] = 0.05,
    jobs: Jobs = 1,
    scheduler: Scheduler = "",
    anew: Anew = False,
    as_json: AsJson = False,
) -> None:
    """Answer a question by many battles: from a file, or from options alone.

    Options alone compare values of variants; without a variant they ask which of two forces is better.
    """
    if context.invoked_subcommand is not None:
        return
    from musterhall.lab.quick import quick_study
    from musterhall.toml_text import toml_text

    if not (red or blue or variant):
        say(context.get_help())
        raise typer.Exit()
    name, data = quick_study(game, red, blue, variant or [], agents.split(), scenario, pack, seeds, matters)
    _run(toml_text(data), f"{name}.toml", Path.cwd(), None, jobs, scheduler, anew=anew, as_json=as_json)


@app.command()
def run(
    file: StudyFile,
    into: Into = None,
    jobs: Jobs = 1,
    scheduler: Scheduler = "",
    anew: Anew = False,
    as_json: AsJson = False,
) -> None:
    """Run the study of a file; what was fought of it already is not fought again."""
    _run(read_file(file), file.name, file.parent, into, jobs, scheduler, anew=anew, as_json=as_json)


@app.command()
def resume(study: StudyName, jobs: Jobs = 1, scheduler: Scheduler = "", as_json: AsJson = False) -> None:
    """Go on with a study that was ended, from where it stopped."""
    from musterhall.lab.folder import PRICES
    from musterhall.lab.opening import reopen, study_named

    folder = study_named(study)
    if folder.about().kind == PRICES:
        from musterhall.cli.prices import run_open
        from musterhall.lab.prices.study import reopen_prices

        run_open(reopen_prices(folder, known_agent), jobs, scheduler, as_json=as_json)
        return
    _run_open(reopen(folder, known_agent), jobs, scheduler, as_json=as_json)


@app.command()
def report(study: StudyName, as_json: AsJson = False) -> None:
    """Say what a study has found so far, and write its report anew."""
    from musterhall.lab.folder import PRICES
    from musterhall.lab.opening import reopen, study_named
    from musterhall.lab.running import findings_of

    folder = study_named(study)
    if folder.about().kind == PRICES:
        from musterhall.cli.prices import report_open
        from musterhall.lab.prices.study import reopen_prices

        report_open(reopen_prices(folder, known_agent), as_json=as_json)
        return
    opened = reopen(folder, known_agent)
    _tell(opened, findings_of(opened.plan, opened.folder), as_json=as_json)


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """List the studies that are kept here."""
    from musterhall.lab.folder import kept_studies

    found = [(one.path.name, one.about(), one.battles()) for one in kept_studies()]
    if as_json:
        say_json([about.as_data() | {"study": name, "battles": battles} for name, about, battles in found])
        return
    if not found:
        say("No studies yet; `muster study run FILE` runs one.")
        return
    rows: list[tuple[str, ...]] = [("study", "battles", "of at most", "question")]
    rows += [(name, f"{battles:,}", f"{about.most:,}", about.question) for name, about, battles in found]
    for line in aligned(rows, right=(1, 2)):
        say(line)


def balance(
    red: Annotated[str, typer.Argument(metavar="A", help="A file or a shipped force.")],
    blue: Annotated[str, typer.Argument(metavar="B", help="Its opponent.")],
    game: Annotated[str, typer.Option(help="The game.")] = "the-game",
    agents: AgentNames = "",
    scenario: Annotated[str, typer.Option(metavar="NAME", help="Another set-up than the usual one.")] = "",
    seeds: Annotated[int, typer.Option(min=1, max=1_000_000, help="So many seeds, each from both sides.")] = 50,
    jobs: Jobs = 1,
    scheduler: Scheduler = "",
    anew: Anew = False,
    as_json: AsJson = False,
) -> None:
    """Say which of two forces is better, and what each of their parts destroys for its cost."""
    from musterhall.lab.quick import quick_study
    from musterhall.toml_text import toml_text

    name, data = quick_study(game, red, blue, [], agents.split(), scenario, "", seeds, 0.05)
    data["always"]["ledger"] = True
    data["stop"]["early"] = False
    _run(toml_text(data), f"{name}.toml", Path.cwd(), None, jobs, scheduler, anew=anew, as_json=as_json)


def known_agent(name: str, battles: Battles) -> str:
    """Refuse an agent that neither the game nor a file has; the digest of the file, if it is one's own."""
    from hashlib import sha256

    from musterhall.cli.battle_orders import require_known_agent

    require_known_agent(name, battles)
    file = Path(name.rpartition(":")[0])
    return sha256(file.read_bytes()).hexdigest() if ":" in name else ""


def _run(
    text: str,
    name: str,
    beside: Path,
    into: Path | None,
    jobs: int,
    scheduler: str,
    *,
    anew: bool,
    as_json: bool,
) -> None:
    _run_open(begun(text, name, beside, into, anew=anew), jobs, scheduler, as_json=as_json)


def begun(text: str, name: str, beside: Path, into: Path | None, *, anew: bool) -> OpenStudy:
    """The study of a file's text, in its folder."""
    from musterhall.lab.opening import begin

    return begin(text, name, beside, known_agent, into, anew=anew)


def _run_open(opened: OpenStudy, jobs: int, scheduler: str, *, as_json: bool) -> None:
    _tell(opened, fought(opened, jobs, scheduler, quiet=as_json), as_json=as_json)


def fought(opened: OpenStudy, jobs: int, scheduler: str, *, quiet: bool) -> Findings:
    """Fight what is still to be fought, with a line that says how far it is."""
    from musterhall.lab.running import run as run_study

    plan = opened.plan
    with (
        told_of_compiling(plan.game),
        _study_progress(quiet=quiet) as follow,
        fighters_for(plan.game, jobs, scheduler) as fighters,
    ):
        try:
            return run_study(plan, opened.folder, fighters, follow)
        except KeyboardInterrupt:
            say(f"Stopped. What was fought is kept: `muster study resume {opened.name}` goes on.", error=True)
            raise


@contextmanager
def fighters_for(game: Game, jobs: int, scheduler: str) -> Iterator[Fighters]:
    """Whoever fights: this process, workers of its own, or a cluster."""
    from musterhall.cli.own_agents import own_or_named
    from musterhall.lab.running import OneProcess

    if not scheduler and jobs == 1:
        yield OneProcess(own_or_named)
        return
    from musterhall.lab.cluster import local_workers, workers_of

    if scheduler:
        with workers_of(scheduler, own_or_named) as cluster:
            yield cluster
        return
    if not machine_code_is_kept([game]):
        game.warm_up()  # or every worker would compile the same
    with local_workers(jobs, own_or_named) as workers:
        yield workers


# Telling


def _tell(opened: OpenStudy, findings: Findings, *, as_json: bool) -> None:
    from musterhall.lab.in_words import losses_told, state_told
    from musterhall.lab.report import REPORT, write_report

    notes = write_report(opened, findings)
    if as_json:
        say_json(_as_data(opened, findings))
        return
    say(opened.plan.study.question)
    _print_averages(opened.plan, findings)
    _print_comparisons(opened.plan, findings)
    _print_books(opened)
    for sentence in losses_told(findings, opened.plan):
        say(sentence)
    say(state_told(findings, opened.plan))
    if not findings.over:
        say(f"Go on with `muster study resume {opened.name}`.")
    for note in notes:
        say(note)
    say(f"Report: {opened.folder.path / REPORT}")


def _as_data(opened: OpenStudy, findings: Findings) -> dict[str, Any]:
    from dataclasses import asdict

    from musterhall.lab.books import returns
    from musterhall.lab.report import findings_data
    from musterhall.lab.running import counted_batches

    books = [asdict(one) for one in returns(counted_batches(opened.plan, opened.folder))]
    head = {"study": opened.name, "folder": str(opened.folder.path)}
    return head | findings_data(opened, findings) | ({"ledger": books} if books else {})


def _print_averages(plan: Plan, findings: Findings) -> None:
    from musterhall.lab.in_words import HEADS, figure

    rows = [("arm", "setting", *(HEADS[one] for one in plan.measures))]
    for one in findings.arms:
        figures = [f"{figure(each.measure, each.value)}" for each in one.averages]
        rows.append((plan.arms[one.arm], plan.settings[one.setting].told(), *figures))
    for line in aligned(rows, right=tuple(range(2, 2 + len(plan.measures)))):
        say(line)


def _print_comparisons(plan: Plan, findings: Findings) -> None:
    from musterhall.lab.in_words import pairing_told, verdict_told

    for one in findings.comparisons:
        say(verdict_told(one, plan))
        if one.correlation is not None:
            say(f"    What pairing brought: correlation {pairing_told(one)}.")
        if one.disputed:
            say("    The agents disagree about this; see what each of them says.")


def _print_books(opened: OpenStudy) -> None:
    from musterhall.lab.books import returns
    from musterhall.lab.fighting import FORCES
    from musterhall.lab.running import counted_batches

    books = returns(counted_batches(opened.plan, opened.folder))
    if not books:
        return
    plan = opened.plan
    rows: list[tuple[str, ...]] = [("who", "force", "arm", "setting", "cost", "returns", "interval", "loses")]
    for one in books:
        where = (FORCES[one.force], plan.arms[one.arm], plan.settings[one.setting].told())
        rows.append((one.name, *where, f"{one.cost:g}", f"{one.returned:.0%}", one.between, f"{one.lost:.0%}"))
    shown = [0, 1, *([2] if len(plan.arms) > 1 else []), *([3] if len(plan.settings) > 1 else []), 4, 5, 6, 7]
    rows = [tuple(row[at] for at in shown) for row in rows]
    for line in aligned(rows, right=tuple(range(len(shown) - 4, len(shown)))):
        say(line)


# Progress


@contextmanager
def _study_progress(*, quiet: bool) -> Iterator[Callable[[Step], None]]:
    """Battles, their rate and the time left: a live line on a terminal, nothing elsewhere."""
    with battle_bar(quiet=quiet) as tell:
        yield lambda step: tell("battles", step.battles, step.most, _standing(step.reckoning.comparisons()))


def _standing(comparisons: tuple[Comparison, ...]) -> str:
    """What there is to say so far, in a few words."""
    from musterhall.lab.in_words import difference_told

    if len(comparisons) == 1:
        return f"{comparisons[0].told()}: {difference_told(comparisons[0])}"
    clear = sum(one.verdict != "unclear" for one in comparisons)
    return f"{clear} of {counted(len(comparisons), 'verdict')} clear" if comparisons else "battles"
