"""`muster force formations` and `build`: what a game that can build forces makes of units."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from musterhall.cli.named_files import ForceName, PackOption, pack_named, read_small
from musterhall.cli.shell import (
    BAD_INPUT,
    AsJson,
    require_writable,
    say,
    say_json,
    show,
    write_file,
)
from musterhall.cli.unit_filters import require_fields, searching
from musterhall.cli.ways import with_command
from musterhall.game.units import Search
from musterhall.game.words import in_words
from musterhall.problems import BadInput

if TYPE_CHECKING:
    from musterhall.game.builder import Builder, Proposals
    from musterhall.game.game import Game
    from musterhall.packs.model import Pack

USUAL_PACK = "herocon-2025"


def force_formations(
    force: ForceName,
    pack: PackOption = "",
    unit: Annotated[list[str] | None, typer.Option("--unit", help="Ask of these units only; give it for each.")] = None,
    as_json: AsJson = False,
) -> None:
    """Say which formations a force's groups, or some of its units together, can form, and how it is split best."""
    from musterhall.cli.forces import force_named
    from musterhall.packs.force_files import require_same_game

    found = force_named(force)
    builder = _builder(found.game)
    event = pack_named(pack or found.in_short.pack or USUAL_PACK)
    require_same_game(found.game, event, force)
    split = builder.split(found.force, event, unit or ())
    if as_json:
        say_json(split.data)
    else:
        show(split.shown)


def force_built() -> None:
    """Stands in the list of commands for `build_command`, which is made when it is called."""


def build_command() -> Any:
    """`muster force build` with the wishes and filters of every game that builds forces."""
    from musterhall.games import all_games

    builders = [game.builder for game in all_games() if game.builder is not None]
    return searching(build_force, [field for one in builders for field in (*one.wishes, *one.filters)])


def build_force(
    search: Search,
    pack: PackOption = USUAL_PACK,
    collection: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="What you own: a force file or a list, one unit a line; else every card there is."
        ),
    ] = None,
    points: Annotated[int | None, typer.Option(min=1, help="Other points than the pack's.")] = None,
    around: Annotated[list[str] | None, typer.Option(metavar="UNIT", help="A unit it must have; several.")] = None,
    number: Annotated[int, typer.Option(min=1, max=10, help="How many different forces.")] = 3,
    seconds: Annotated[float, typer.Option(min=1, max=600, help="The longest search for each force.")] = 15.0,
    save: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Write the forces there as files.")] = None,
    as_json: AsJson = False,
) -> None:
    """Build legal forces from what you own, or from all cards: the best formations for the points, several of them.

    Filters say which units are taken; those of --around are taken all the same.
    """
    import time

    from musterhall.cli.events.common import all_or_nothing
    from musterhall.game.builder import Wanted
    from musterhall.games import game_named
    from musterhall.store.units import units_library

    require_writable(save / "built-1.toml" if save else None)
    event = pack_named(pack)
    game = game_named(event.game)
    builder, library = _builder(game), units_library(game)
    require_fields(search, (*builder.wishes, *builder.filters), game.words.title)
    wishes = {field.name: search[field.name] for field in builder.wishes if field.name in search}
    filters = {name: value for name, value in search.items() if name not in wishes}
    core = builder.names(around or (), library)
    for note in builder.notes_on(wishes, event, library):
        say(f"Note: {note}", error=True)
    text = read_small(collection) if collection else None
    owned, unread = builder.owned(text, str(collection), library, filters, core)
    for problem in unread:
        say(with_command(problem), error=True)
    first = _free_number(save) if save else 1
    wanted = Wanted(points, core, number, wishes, seconds, first)
    began = time.monotonic()
    with all_or_nothing():
        found = builder.propose(
            event, owned, library, wanted, progress=lambda done, of: say(f"{done} of {of} forces", error=True)
        )
    _require_some(found, event, builder, out_of_time=time.monotonic() - began >= seconds)
    if len(found.legal) < number:
        say(f"{len(found.legal)} of {number} were found; no other is different enough, or time ran out.", error=True)
    if found.tried < found.of:
        say(
            f"{found.of:,} units may be taken, and {found.tried} of them were tried, some of every kind; "
            "filters narrow the choice, and --help lists them.",
            error=True,
        )
    if not found.proven:
        say("Time ran out before the best was proven; --seconds gives more, and a better one may be found.", error=True)
    if as_json:
        say_json([one.data for one in found.legal])
    for one in found.legal:
        if not as_json:
            show(one.shown)
        if save:
            _save_new(save, one.text)


def _builder(game: Game) -> Builder:
    if game.builder is None:
        raise BadInput(f"{game.words.title}: its forces are written as files, nothing here builds them.")
    return game.builder


def _require_some(found: Proposals, pack: Pack, builder: Builder, *, out_of_time: bool) -> None:
    """End the command where nothing legal was found, and say what is in the way."""
    for one in found.refused:
        told = " ".join(map(str, one.problems))
        say(f"{one.name} was left out, because it is not legal for {pack.name}: {told}", error=True)
    if found.legal:
        return
    if found.refused:
        raise typer.Exit(BAD_INPUT)
    if found.obstacles:
        raise BadInput(f"no force of these units is legal for {pack.name}: {'; '.join(found.obstacles)}.")
    if out_of_time:
        raise BadInput(f"no force for {pack.name} was found before the time ran out; give more with --seconds.")
    asked_for = ["--around", *(f"--{field.name}" for field in builder.wishes)]
    raise BadInput(
        f"no force of these units is legal for {pack.name}, whichever are chosen; own more, or ask for less with "
        f"{in_words(asked_for)}."
    )


def _free_number(folder: Path) -> int:
    """The number after the last force that was built into a folder."""
    taken = [one.stem.removeprefix("built-") for one in folder.glob("built-*.toml")]
    return 1 + max((int(number) for number in taken if number.isdecimal()), default=0)


def _save_new(folder: Path, text: str) -> None:
    """Write a force under the next free number; what is there already stays."""
    path = folder / f"built-{_free_number(folder)}.toml"
    write_file(path, text)
    say(f"{path}: written.", error=True)
