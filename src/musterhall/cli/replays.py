"""`muster replay`: a saved battle fought again and compared."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from musterhall.cli.battle_files import write_page
from musterhall.cli.battle_log import LogFile, write_log
from musterhall.cli.shell import AsJson, Overwrite, read_file, require_game, require_outputs, say, say_json
from musterhall.cli.warming import told_of_compiling

if TYPE_CHECKING:
    from musterhall.battle.journal import Journal
    from musterhall.game.battles import Outcome


def replay(
    file: Annotated[Path, typer.Argument(help="A journal that `muster battle --save` wrote.")],
    html: Annotated[Path | None, typer.Option(metavar="FILE.html", help="Write a page that plays it.")] = None,
    log: LogFile = None,
    overwrite: Overwrite = False,
    broken_off: Annotated[bool, typer.Option("--partial", help="Take a journal that breaks off.")] = False,
    as_json: AsJson = False,
) -> None:
    """Fight a saved battle again, compare every position, and write it as a page."""
    from musterhall.battle.journal import read_journal
    from musterhall.game.saving import SavedBattle
    from musterhall.games import battles_of

    require_outputs({"the replay": html, "the log": log}, {"the journal": file}, overwrite=overwrite)
    journal = read_journal(read_file(file), str(file), partial=broken_off)
    game = require_game(journal.header.game)
    battles = battles_of(game)
    saved = SavedBattle(game, battles, journal)
    film = saved.film()
    with told_of_compiling(game):
        fought = saved.fight_again(film.watch if html is not None else None)
    if html is not None:
        write_page(html, film.replay(fought.position))
    if log is not None:
        write_log(log, fought.log)
    _tell_replay(journal, battles.outcome(fought.position), {"replay": html, "log": log}, as_json=as_json)


def _tell_replay(journal: Journal, outcome: Outcome, files: dict[str, Path | None], *, as_json: bool) -> None:
    written = {kind: str(path) for kind, path in files.items() if path is not None}
    if as_json:
        say_json(
            {
                "verified": True,
                "whole": journal.whole,
                "seed": journal.header.seed,
                "agents": list(journal.header.agents),
                "activations": len(journal.activations),
                "answers": len(journal.answers),
                "sentence": outcome.sentence,
                "result": outcome.figures,
                "files": written,
            }
        )
        return
    say(outcome.sentence)
    counts = f"{len(journal.activations)} activations, {len(journal.answers)} answers"
    say(f"Verified: {counts}, every position as it was" + ("." if journal.whole else ", as far as the journal goes."))
    for kind, place in written.items():
        say(f"{kind.capitalize()}: {place}")
