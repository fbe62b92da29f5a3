"""Packs and forces that a command is given by name or as a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from musterhall.cli.shell import read_file
from musterhall.problems import BadInput

if TYPE_CHECKING:
    from musterhall.game.game import Game
    from musterhall.packs.model import Pack


MOST_BYTES = 20_000_000
"""Packs, forces and lists are texts; anything larger is a mistake, and is not even opened."""
PackName = Annotated[str, typer.Argument(metavar="PACK", help="A file, or the name of a shipped pack.")]
ForceName = Annotated[str, typer.Argument(metavar="FORCE", help="A file, a list of another tool, or a shipped force.")]
PackOption = Annotated[
    str, typer.Option("--pack", metavar="PACK", help="The event: a file or a shipped pack; else the one it names.")
]


def pack_named(name: str) -> Pack:
    """A shipped pack by name, or the one in a file."""
    from musterhall.packs.model import load_pack, shipped_packs

    if not name:
        raise no_pack_named()
    if name in shipped_packs() or not Path(name).exists():
        return load_pack(name)
    return load_pack(f"{read_small(Path(name))}\n", name)


def pack_of(game: Game, name: str) -> Pack:
    """The pack of this name, for an event at which this game is played."""
    from musterhall.games import game_named

    pack = pack_named(name)
    if pack.game != game.name:
        played = game_named(pack.game).words.title
        raise BadInput(f"pack {name}: {pack.name} is played with {played}, not {game.words.title}; name another pack.")
    return pack


def no_pack_named() -> BadInput:
    from musterhall.packs.model import shipped_packs

    return BadInput(f"no pack is named; give --pack with a file or one of {', '.join(shipped_packs())}.")


def pack_text(name: str) -> str:
    from musterhall.packs.model import shipped_pack_text, shipped_packs

    return shipped_pack_text(name) if name in shipped_packs() else read_small(Path(name))


def written_text(named: str) -> str | None:
    """What a command is given as a file or, from another tool, as a link; None where there is no such file."""
    if "://" in named:
        return named
    return read_small(Path(named)) if Path(named).exists() else None


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
