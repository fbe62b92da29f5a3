"""`muster pack`: event packs listed, shown and checked."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from musterhall.cli.named_files import PackName, pack_named, pack_text
from musterhall.cli.pack_rules import rule_lines
from musterhall.cli.shell import BAD_INPUT, AsJson, counted, say, say_content, say_json
from musterhall.cli.ways import with_command

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
    from musterhall.packs.model import open_questions

    found = pack_named(pack)
    if file:
        say_content(pack_text(pack))
    elif as_json:
        say_json(found.model_dump(by_alias=True, exclude_none=True))
    else:
        say(f"{found.name} {found.version}. {found.about}")
        for line in rule_lines(found):
            say(line)
        asked = game_named(found.game).forces.questions(found.force)
        say("Open questions, and how this event reads them:")
        for name, one in open_questions().items():
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


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
