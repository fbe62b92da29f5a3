"""`muster study questions`: what each open question of a rulebook would change, a page each."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from musterhall.cli.shell import AsJson, say, say_json
from musterhall.cli.studies import AgentNames, Anew, Jobs, Scheduler, begun, fought

if TYPE_CHECKING:
    from musterhall.game.game import Game
    from musterhall.game.variants import VariantInfo
    from musterhall.lab.findings import Findings
    from musterhall.lab.opening import OpenStudy

INDEX = "questions.html"


def questions(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game, like the-game.")],
    names: Annotated[
        list[str] | None, typer.Argument(metavar="QUESTION...", help="Only these, by name or number; else all.")
    ] = None,
    agents: AgentNames = "",
    seeds: Annotated[int, typer.Option(min=1, max=100_000, help="Tables for each reading, from both sides.")] = 50,
    jobs: Jobs = 1,
    scheduler: Scheduler = "",
    anew: Anew = False,
    as_json: AsJson = False,
) -> None:
    """Say what each open question of a rulebook would change: wins, length, losses, sides, and each formation.

    Every question is a study of its own, fought where it comes up. The same command goes on with what was fought.
    """
    from musterhall.games import battles_of, game_named
    from musterhall.lab.questions import open_questions, question_study
    from musterhall.lab.report import write_report
    from musterhall.toml_text import toml_text

    found = game_named(game)
    asked = open_questions(found, names or [])
    usual = [one.name for one in battles_of(found).agents if one.quick][:1]
    answers: list[tuple[VariantInfo, OpenStudy, Findings]] = []
    for number, entry in enumerate(asked, 1):
        text = toml_text(question_study(found, entry, agents.split() or usual, seeds))
        opened = begun(text, f"{entry.name}.toml", Path.cwd(), None, anew=anew)
        findings = fought(opened, jobs, scheduler, quiet=as_json)
        write_report(opened, findings)
        answers.append((entry, opened, findings))
        if not as_json:
            _print(entry, opened, findings, f"{number} of {len(asked)}" if len(asked) > 1 else "")
    page = _write_index(found, answers, _command(found, names or [], agents, seeds))
    if as_json:
        say_json([_as_data(*one) for one in answers])
        return
    say(f"All pages: {page}")


def _print(entry: VariantInfo, opened: OpenStudy, findings: Findings, count: str) -> None:
    from musterhall.lab.in_words import state_told

    say(f"{entry.number} {entry.name}: {entry.question}{f' ({count})' if count else ''}")
    for line in _lines(opened, findings):
        say(f"    {line}")
    say(f"    {state_told(findings, opened.plan)}")


def _lines(opened: OpenStudy, findings: Findings) -> list[str]:
    """A line for each reading and agent, and one for the formations that it surely changes."""
    from musterhall.lab.in_words import HEADS, change
    from musterhall.lab.questions import changes
    from musterhall.lab.running import counted_batches

    plan = opened.plan
    changed = changes(plan, counted_batches(plan, opened.folder))
    told = []
    for setting in range(len(plan.settings)):
        for arm in range(1, len(plan.arms)):
            some = [one for one in findings.comparisons if (one.setting, one.arm) == (setting, arm)]
            figures = [
                f"{HEADS[one.measure]} {change(one.measure, one.difference)} "
                f"({change(one.measure, one.low)} to {change(one.measure, one.high)}; {one.told()})"
                for one in some
            ]
            told.append(f"{plan.arms[arm]}, {plan.settings[setting].told()}: {'; '.join(figures)}.")
            sure = [one for one in changed if (one.setting, one.arm) == (setting, arm) and one.surely]
            if sure:
                parts = [f"{one.name} {100 * one.returned:+.0f}/{100 * one.lost:+.0f}" for one in sure]
                told.append(f"Formations that destroy/lose otherwise, for 100 of cost: {', '.join(parts)}.")
    return told


def _write_index(game: Game, answers: list[tuple[VariantInfo, OpenStudy, Findings]], command: str) -> Path:
    """A page that leads to all of them."""
    from musterhall.lab.folder import studies_folder
    from musterhall.lab.page import page
    from musterhall.lab.report import REPORT
    from musterhall.store.home import write_whole

    where = studies_folder() / INDEX
    rows = [
        {
            "number": entry.number,
            "question": entry.question,
            "address": Path(os.path.relpath(opened.folder.path / REPORT, where.parent)).as_posix(),
            "lines": _lines(opened, findings),
            "verdict": next((one.verdict for one in findings.comparisons if one.measure == "win"), "unclear"),
        }
        for entry, opened, findings in answers
    ]
    write_whole(where, page(INDEX, title=game.words.title, questions=rows, command=command))
    return where


def _command(game: Game, names: list[str], agents: str, seeds: int) -> str:
    words = ["muster study questions", game.name.replace("_", "-"), *names, "--seeds", str(seeds)]
    return " ".join([*words, *(["--agents", f"'{agents}'"] if agents else [])])


def _as_data(entry: VariantInfo, opened: OpenStudy, findings: Findings) -> dict[str, Any]:
    from dataclasses import asdict

    from musterhall.lab.questions import changes
    from musterhall.lab.report import findings_data
    from musterhall.lab.running import counted_batches

    changed = [asdict(one) for one in changes(opened.plan, counted_batches(opened.plan, opened.folder))]
    head = {"number": entry.number, "name": entry.name, "study": opened.name}
    return head | findings_data(opened, findings) | {"formations": changed}
