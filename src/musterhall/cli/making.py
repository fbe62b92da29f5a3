"""`muster units add`: units of one's own, from a file or by questions, kept with the hall's events."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from musterhall.cli.shell import (
    INTERRUPTED,
    AsJson,
    GameName,
    Overwrite,
    counted,
    read_file,
    require_outputs,
    say,
    say_json,
    show,
    write_file,
)
from musterhall.cli.storing import Database
from musterhall.games import game_named
from musterhall.problems import BadInput
from musterhall.store.home import home_folder, read_kept, write_whole
from musterhall.store.units import unit_making

if TYPE_CHECKING:
    from musterhall.game.game import Game
    from musterhall.game.units import Question, UnitMaking

BACK, STOP = "back", "stop"
OwnUnitFile = Annotated[Path | None, typer.Argument(metavar="FILE", help="A file of units; left out, you are asked.")]


def add_units(
    game: GameName,
    file: OwnUnitFile = None,
    db: Database = "",
    fresh: Annotated[bool, typer.Option("--fresh", help="Forget a unit that was begun before.")] = False,
    as_json: AsJson = False,
) -> None:
    """Make units of your own: from a file, or one by questions, click by click."""
    found = game_named(game)
    making = unit_making(found)
    if file is not None:
        units = making.read(read_file(file), str(file))
        _keep(found, making, units, db, as_json=as_json)
        return
    unit = _asked(found, making, fresh=fresh)
    assert found.units is not None
    show(found.units.one(making.name(unit), making.of([unit])).shown)
    _keep(found, making, [unit], db, as_json=as_json)
    _begun_file(found).unlink(missing_ok=True)


def remove_unit(
    game: GameName,
    name: Annotated[str, typer.Argument(metavar="UNIT", help="A unit that was made here.")],
    db: Database = "",
) -> None:
    """Remove a unit that was made here."""
    from musterhall.store.opening import open_store
    from musterhall.store.own_units import drop_own_unit

    found = game_named(game)
    unit_making(found)
    with open_store(db or None) as store:
        say(f"{drop_own_unit(store, found.name, name)}: removed.")


def export_units(
    game: GameName,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")] = None,
    overwrite: Overwrite = False,
    db: Database = "",
) -> None:
    """Write the units that were made here as a file, which `muster units add` takes in again."""
    from musterhall.store.opening import open_store
    from musterhall.store.own_units import read_own_units

    found = game_named(game)
    making = unit_making(found)
    require_outputs({"the units": output}, overwrite=overwrite)
    with open_store(db or None) as store:
        rows = read_own_units(store).rows(found.name)
    if not rows:
        raise BadInput(f"units of {found.words.title}: none were made here yet; begin with `muster units add {game}`.")
    text = making.text(list(making.library(rows, "the units made here")))
    if output is None:
        say(text.rstrip("\n"))
        return
    write_file(output, text)
    say(f"{output}: {counted(len(rows), 'unit')}.")


def _keep(game: Game, making: UnitMaking, units: Sequence[Any], db: str, *, as_json: bool) -> None:
    from musterhall.store.opening import open_store
    from musterhall.store.own_units import keep_own_units

    with open_store(db or None) as store:
        new = keep_own_units(store, game.name, making.rows(making.of(units)))
    names = [making.name(unit) for unit in units]
    if as_json:
        say_json({"game": game.name, "units": names, "new": new})
        return
    counts = {"new": new, "replaced": len(units) - new}
    told = ", ".join(f"{number} of them {word}" for word, number in counts.items() if number)
    say(f"Kept: {counted(len(units), 'unit')}, {told}: {', '.join(names)}.")


# By questions


def _asked(game: Game, making: UnitMaking, *, fresh: bool) -> Any:
    """A unit by questions. Every answer is written down at once, so that nothing that was typed is lost."""
    path = _begun_file(game)
    said = {} if fresh else _begun(path)
    if said:
        say(f"You go on with {said.get('name', 'the unit')} after {counted(len(said), 'answer')}; --fresh begins anew.")
    say(f"Answer `{BACK}` to change the answer before, and `{STOP}` to go on another time.")
    while (question := making.next_question(said)) is not None:
        answer = _heard(question, game)
        if answer == STOP:
            raise _stopped(game)
        if answer == BACK:
            said.popitem() if said else None
        else:
            _take(making, said, question, answer)
        _write(path, said)
    return making.made(making.said_data(said), said.get("name", "the unit"))


def _take(making: UnitMaking, said: dict[str, str], question: Question, answer: str) -> None:
    try:
        making.require_answer(said, question, answer)
    except BadInput as complaint:
        say(f"  {complaint}", error=True)
    else:
        said[question.key] = answer


def _heard(question: Question, game: Game) -> str:
    usual = f" [{question.usual}]" if question.usual else ""
    try:
        answer = str(typer.prompt(f"{question.text}{usual}", default="", show_default=False, prompt_suffix=" "))
    except typer.Abort:
        say("", error=True)
        raise _stopped(game, INTERRUPTED) from None
    return " ".join(answer.split()) or question.usual


def _stopped(game: Game, code: int = 0) -> typer.Exit:
    typed = game.name.replace("_", "-")
    say(f"Your answers are kept; `muster units add {typed}` goes on with them.", error=True)
    return typer.Exit(code)


def _begun_file(game: Game) -> Path:
    return home_folder() / f"unit-begun-{game.name}.json"


def _begun(path: Path) -> dict[str, str]:
    """The answers of a session that was ended; none where there was no session, or its file is no such thing."""
    if not path.exists():
        return {}
    try:
        said = json.loads(read_kept(path))
        return {str(key): str(answer) for key, answer in said.items()}
    except (ValueError, AttributeError, RecursionError):
        return {}


def _write(path: Path, said: dict[str, str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(said, ensure_ascii=False))
