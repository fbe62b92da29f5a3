"""`muster pack`: event packs listed, shown and checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from musterhall.cli.shell import BAD_INPUT, AsJson, counted, read_file, say, say_json
from musterhall.cli.ways import with_command
from musterhall.problems import BadInput

if TYPE_CHECKING:
    from musterhall.game.forces import RuleLine
    from musterhall.packs.model import Pack
    from musterhall.packs.rules_in_words import ToldRule

MOST_BYTES = 20_000_000
"""Packs, forces and lists are texts; anything larger is a mistake, and is not even opened."""

PackName = Annotated[str, typer.Argument(metavar="PACK", help="A file, or the name of a shipped pack.")]
ForceName = Annotated[str, typer.Argument(metavar="FORCE", help="A file, or the name of a shipped force.")]
PackOption = Annotated[
    str, typer.Option("--pack", metavar="PACK", help="The event: a file or a shipped pack; else the one it names.")
]

app = typer.Typer(no_args_is_help=True)


@app.command("list")
def list_packs(as_json: AsJson = False) -> None:
    """Name the packs that come with Musterhall."""
    from musterhall.packs.model import load_pack, shipped_packs

    packs = {name: load_pack(name) for name in shipped_packs()}
    if as_json:
        say_json(
            {name: {"name": pack.name, "version": pack.version, "about": pack.about} for name, pack in packs.items()}
        )
        return
    for name, pack in packs.items():
        say(f"{name}: {pack.name} {pack.version}. {pack.about}")


@app.command("show")
def show_pack(
    pack: PackName,
    file: Annotated[bool, typer.Option("--file", help="Print the file itself, to copy and to change.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print a pack's rules for forces and events, with pages, and how it reads what its papers leave open."""
    from musterhall.games import game_named
    from musterhall.packs.model import readings

    found = pack_named(pack)
    if file:
        typer.echo(pack_text(pack), nl=False)
    elif as_json:
        say_json(found.model_dump(by_alias=True, exclude_none=True))
    else:
        say(f"{found.name} {found.version}. {found.about}")
        for line in _rules(found):
            say(line)
        asked = game_named(found.game).forces.questions(found.force)
        say("Open questions, and how this event reads them:")
        for name, one in readings().items():
            if name in found.readings or name in asked:
                others = "; ".join(f"{_written(value)}: {what}" for value, what in one.values.items())
                say(f"  {name} = {_written(found.reading(name))}   {one.question}. ({others})")


@app.command("check")
def check_pack(
    file: Annotated[str, typer.Argument(metavar="PACK", help="The file you wrote, or the name of a shipped pack.")],
    as_json: AsJson = False,
) -> None:
    """Say everything that is wrong with a pack."""
    from musterhall.packs.model import pack_problems

    problems = pack_problems(pack_text(file), file)
    if as_json:
        say_json({"pack": file, "usable": not problems, "problems": [one.as_data() for one in problems]})
    elif problems:
        for problem in problems:
            say(with_command(problem))
        say(f"{file} cannot be used yet: {counted(len(problems), 'problem')}.")
    else:
        say(f"{file} is a pack that can be used.")
    if problems:
        raise typer.Exit(BAD_INPUT)


# Finding things


def pack_named(name: str) -> Pack:
    """A shipped pack by name, or the one in a file."""
    from musterhall.packs.model import load_pack, shipped_packs

    if not name:
        raise BadInput(f"no pack is named; give --pack with a file or one of {', '.join(shipped_packs())}.")
    if name in shipped_packs() or not Path(name).exists():
        return load_pack(name)
    return load_pack(f"{read_small(Path(name))}\n", name)


def pack_text(name: str) -> str:
    from musterhall.packs.model import shipped_pack_text, shipped_packs

    return shipped_pack_text(name) if name in shipped_packs() else read_small(Path(name))


def read_small(path: Path) -> str:
    """The text of a file that ought to be small; a large one is refused before it is read."""
    try:
        size = path.stat().st_size
    except OSError:
        size = 0  # reading it says what is wrong
    if size > MOST_BYTES:
        most = MOST_BYTES // 1_000_000
        raise BadInput(
            f"{path}: has {size / 1e6:,.0f} MB, and no such file has more than {most}; check that it is the right one."
        )
    return read_file(path)


# On the terminal


def _rules(pack: Pack) -> Iterator[str]:
    """What the page of rules has, line by line; each scenario's own rules are on its card and in the file."""
    from musterhall.packs import rules_in_words as words

    yield "Forces:"
    yield from map(_line, words.force_lines(pack))
    event = pack.event
    if event is None:
        return
    yield from map(_line, words.own_lines(pack, event, event.rounds))
    yield from _told(words.told_rules(pack, event, "force"))
    yield "The day:"
    yield from map(_line, words.day_lines(pack, event, event.rounds))
    yield from (f"  {slot}" for slot in words.schedule_lines(event.schedule))
    yield from _told(words.told_rules(pack, event, "day"))
    if event.setup:
        yield "A match, step by step:"
        yield from (f"  {step}. {line}" for step, line in enumerate(pack.told(event.setup), 1))
    if play := words.told_rules(pack, event, "play"):
        yield "Rules of play:"
        yield from _told(play)
    yield "Scoring:"
    yield from map(_line, words.scoring_lines(pack, event))
    yield "Scenarios:"
    yield from (f"  {one.title}: {one.objective}" if one.objective else f"  {one.title}" for one in event.scenario)


def _line(line: RuleLine) -> str:
    return f"  {line.title}: {line.text}{_page(line.page)}"


def _told(rules: Iterable[ToldRule]) -> Iterator[str]:
    return (f"  {rule.title}: {' '.join(rule.sentences)}{_page(rule.page)}" for rule in rules)


def _page(because: str) -> str:
    return f" ({because})" if because else ""


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
