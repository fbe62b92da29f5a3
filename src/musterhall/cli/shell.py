"""What all commands share: the guard around them, files, and how they speak.

Figures go to standard output, everything said along the way to standard error, so that `--json` can be piped.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

if TYPE_CHECKING:
    from rich.console import Console

BAD_INPUT = 2
INTERRUPTED = 130

GAMES = ("the_game",)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game, for now always the-game.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


class Guarded(TyperGroup):
    """Ends every command that meets bad input with one sentence and exit code 2."""

    def invoke(self, ctx: Any) -> Any:
        from musterhall.problems import BadInput

        try:
            return super().invoke(ctx)
        except BadInput as complaint:
            raise _refused(str(complaint)) from None
        except BrokenPipeError:
            # Whoever read our output has seen enough; Python would complain once more while closing it.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(1) from None
        except OSError as error:
            raise _refused(_sentence(error)) from None
        except RecursionError:
            raise _refused("The input is nested too deeply to be read; make it flatter.") from None
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None


def read_file(path: Path) -> str:
    """The text of a file that the user named."""
    from musterhall.problems import BadInput

    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadInput(f"{path}: is not UTF-8 text; save it as UTF-8 and try again.") from None
    except (OSError, ValueError) as error:
        raise BadInput(_sentence(error, str(path))) from None


def write_file(path: Path, text: str) -> None:
    from musterhall.problems import BadInput

    try:
        path.write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise BadInput(_sentence(error, str(path))) from None


def require_writable(path: Path | None) -> None:
    """Say before the work is done that its result could not be written."""
    from musterhall.problems import BadInput

    if path is None:
        return
    if path.is_dir():
        raise BadInput(f"{path}: is a folder; name a file in it.")
    if not path.parent.is_dir():
        raise BadInput(f"{path}: there is no folder {path.parent}; make it first.")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BadInput(f"{path}: cannot be written; choose another place.")


def require_game(name: str) -> str:
    """The game's name as its package has it: the-game is the_game."""
    from musterhall.problems import BadInput

    plain = name.strip().lower().replace("-", "_")
    if plain not in GAMES:
        known = ", ".join(game.replace("_", "-") for game in GAMES)
        raise BadInput(f"game {name!r}: there is none of this name; choose from {known}.")
    return plain


def say(text: str, *, error: bool = False) -> None:
    """Text as it is, in whole lines: names may hold brackets, and a sentence may be read by a program."""
    typer.echo(text, err=error)


def say_json(data: Any) -> None:
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False))


def console(*, error: bool = False) -> Console:
    from rich.console import Console

    return Console(stderr=error, highlight=False, markup=False, soft_wrap=False)


def refuse(problems: list[Any], where: str, remedy: str) -> None:
    """End the command with all problems of a check, if there are any."""
    if not problems:
        return
    for problem in problems:
        say(f"{where}: {problem}", error=True)
    say(remedy, error=True)
    raise typer.Exit(BAD_INPUT)


def _refused(sentence: str) -> typer.Exit:
    say(" ".join(sentence.split()), error=True)
    return typer.Exit(BAD_INPUT)


def _sentence(error: OSError | ValueError, path: str = "") -> str:
    place = getattr(error, "filename", None) or path
    what = getattr(error, "strerror", None) or str(error)
    return f"{place}: {what}; check the name and try again." if place else f"{what}; try again."
