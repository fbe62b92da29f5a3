"""What all commands share: the guard around them, files, and how they speak.

Figures go to standard output, everything said along the way to standard error, so that `--json` can be piped.
"""

from __future__ import annotations

import errno
import io
import json
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from musterhall.cli.ways import with_command
from musterhall.tally import counted as counted

if TYPE_CHECKING:
    from rich.console import Console

    from musterhall.game.game import Game
    from musterhall.game.showing import Shown
    from musterhall.problems import Problem

BAD_INPUT = 2
INTERRUPTED = 130
MOST_BYTES = 256_000_000
"""Of a file that somebody names: a typing mistake must not fill the memory with a film or a disk image."""

UsageError: type[Exception] = typer.BadParameter.__bases__[0]
"""What is raised for an unknown or misused option; typer gives it no public name."""

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game, like the-game.")]
Overwrite = Annotated[bool, typer.Option("--overwrite", metavar="", help="Also if something is there already.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


class Guarded(TyperGroup):
    """Ends every command that meets bad input with one sentence and exit code 2."""

    def make_context(self, *given: Any, **more: Any) -> Any:
        try:
            return super().make_context(*given, **more)
        except UsageError as error:
            raise _misused(error) from None

    def invoke(self, ctx: Any) -> Any:
        from musterhall.problems import BadInput

        try:
            return super().invoke(ctx)
        except UsageError as error:
            raise _misused(error) from None
        except BadInput as complaint:
            raise _refused(with_command(complaint)) from None
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
        require_a_file(path)
        with path.open("rb") as file:
            # Not its size: what comes by a pipe, or grows while it is read, has none.
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise BadInput(
                f"{path}: has more than {MOST_BYTES // 1_000_000} MB, and nothing read here needs that many."
            )
        return io.TextIOWrapper(io.BytesIO(content), encoding="utf-8").read()
    except UnicodeDecodeError:
        raise BadInput(f"{path}: is not UTF-8 text; save it as UTF-8 and try again.") from None
    except (OSError, ValueError) as error:
        raise BadInput(_sentence(error, str(path))) from None


def require_a_file(path: Path) -> None:
    """Refuse a device, or a pipe at whose other end nobody may be; what the shell itself hands over is under /dev."""
    from musterhall.problems import BadInput

    if path.exists() and not path.is_file() and not path.is_dir() and not _is_handed_over(path):
        raise BadInput(f"{path}: is a pipe or a device; name a file.")


def _is_handed_over(path: Path) -> bool:
    return str(path) in ("/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/null") or str(path).startswith("/dev/fd/")


def write_file(path: Path, content: str | bytes) -> None:
    """Whole or not at all: what stood there stays until the new content is on the disk."""
    from musterhall.problems import BadInput

    make_folder(path)
    require_a_file(path)
    target = path.resolve()
    device = target.exists() and not target.is_file()
    part = target if device else target.with_name(f"{target.name}.part")
    try:
        part.write_bytes(content.encode() if isinstance(content, str) else content)
        if not device:
            part.replace(target)
    except (OSError, ValueError) as error:
        if not device:
            part.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(path)
        raise BadInput(_sentence(error, str(path))) from None


def require_writable(path: Path | None) -> None:
    """Say before the work is done that its result could not be written."""
    from musterhall.problems import BadInput

    if path is None:
        return
    if path.is_dir():
        raise BadInput(f"{path}: is a folder; name a file in it.")
    if path.is_fifo() or path.is_socket():
        raise BadInput(f"{path}: is a pipe, at which nobody may be listening; name a file.")
    nearest = path if path.exists() else next(one for one in path.absolute().parents if one.exists())
    if nearest != path and not nearest.is_dir():
        raise BadInput(f"{path}: {nearest} is a file, not a folder; choose another place.")
    if not os.access(nearest, os.W_OK):
        raise BadInput(f"{path}: cannot be written; choose another place.")


def require_outputs(
    written: dict[str, Path | None], read: dict[str, str | Path | None] | None = None, *, overwrite: bool
) -> None:
    """Say before the work is done that a file cannot be written, or would take the place of something."""
    for path in written.values():
        require_writable(path)
    _require_apart(written, read)
    for path in written.values():
        _require_new(path, overwrite=overwrite)


def _require_new(path: Path | None, *, overwrite: bool) -> None:
    """What is there already may be the only record of what it tells, so it goes only by a word."""
    from musterhall.problems import BadInput

    if path is not None and path.is_file() and path.stat().st_size and not overwrite:
        raise BadInput(f"{path}: is there already; name another file, or replace it with --overwrite.")


def make_folder(path: Path) -> None:
    """The folder that a file is to be written to, if it is not there yet."""
    from musterhall.problems import BadInput

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise BadInput(_sentence(error, str(path))) from None


def _require_apart(written: dict[str, Path | None], read: dict[str, str | Path | None] | None = None) -> None:
    """Refuse to write two things to one file, or over a file that is read: one of the two would be lost."""
    from musterhall.problems import BadInput

    taken = {_same(path): word for word, path in (read or {}).items() if path is not None}
    for word, path in written.items():
        if path is None or (path.exists() and not path.is_file()):
            continue
        if (other := taken.get(_same(path))) is not None:
            raise BadInput(f"{path}: is named for {other} and for {word}; give each a file of its own.")
        taken[_same(path)] = word


def _same(path: str | Path) -> str:
    return os.path.realpath(path)


def require_game(name: str) -> Game:
    """The game of this name, or a sentence that names those there are."""
    from musterhall.games import game_named

    return game_named(name)


def chosen_variants(game: Game, given: list[str] | None, event: Mapping[str, Any] | None = None) -> Any:
    """The variants that the options ask for, on top of an event's and the usual ones; None where the game has none."""
    from musterhall.game.variants import read_options
    from musterhall.problems import BadInput

    wanted = read_options(given or ())
    if game.variants is not None:
        return game.variants.chosen({**(event or {}), **wanted})
    if wanted:
        raise BadInput(f"variant {next(iter(wanted))}: {game.words.title} has no variants; leave it out.")
    return None


def say(text: str, *, error: bool = False) -> None:
    """Text as it is, in whole lines, because a program may read it; on a terminal long lines break between words."""
    stream = sys.stderr if error else sys.stdout
    if stream.isatty():
        text = folded(text, shutil.get_terminal_size().columns)
    typer.echo(harmless(text), err=error)


def say_content(text: str) -> None:
    """What a file would hold, as it is; at a terminal it steers nothing."""
    typer.echo(harmless(text) if sys.stdout.isatty() else text, nl=False)


def harmless(text: str) -> str:
    """What somebody else has written, without signs that a terminal obeys or that turn the rest of a line around."""
    return _COMMANDS.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


_COMMANDS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""All but the tab and the end of a line."""


def folded(text: str, width: int) -> str:
    """Lines no wider than this; what goes on is set in by four more than the line it belongs to."""
    lines = []
    for line in text.split("\n"):
        indent = " " * (len(line) - len(line.lstrip()) + 4)
        fits = len(line) <= width
        lines += [line] if fits else textwrap.wrap(line, width, subsequent_indent=indent, break_on_hyphens=False)
    return "\n".join(lines)


def aligned(rows: list[tuple[str, ...]], right: tuple[int, ...] = ()) -> list[str]:
    """Rows as lines with their columns under each other, two spaces apart."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if at in right else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


HARD_SPACE = "\u00a0"
"""Keeps a number on the line of what it counts."""


def show(shown: Shown) -> None:
    """What a game shows: its lines as they are, its tables with their columns under each other."""
    for part in shown:
        if isinstance(part, str):
            say(part)
            continue
        head, *lines = aligned(list(part.rows), part.right)
        say(head)
        for at, line in enumerate(lines):
            say(line)
            if part.under:
                say(_set_in(part.under[at]))


def _set_in(text: str) -> str:
    folded = textwrap.fill(text, console().width, initial_indent="    ", subsequent_indent="    ")
    return folded.replace(HARD_SPACE, " ")


def say_json(data: Any) -> None:
    text = json.dumps(data, indent=2, ensure_ascii=False)
    typer.echo(_COMMANDS.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


def console(*, error: bool = False) -> Console:
    from rich.console import Console

    return Console(stderr=error, highlight=False, markup=False, soft_wrap=False)


def refuse(problems: Sequence[Problem], where: str, remedy: str) -> None:
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


_WRONG_OPTIONS = (
    (r"Input should be less than or equal to (\S+?)\.?$", r"it is at most \1"),
    (r"Input should be greater than or equal to (\S+?)\.?$", r"it is at least \1"),
    (r"Input should be a valid integer.*", "it is a whole number"),
    (r"Input should be a valid number.*", "it is a number"),
)
"""Typer's sentences about a wrong value, and ours."""


def _misused(error: Exception) -> Exception:
    """The sentence for an option that is not there or has a wrong value."""
    message = str(error.format_message()) if hasattr(error, "format_message") else str(error)
    # A command that was given nothing at all has answered with its help, which is no complaint.
    if not message or "\n" in message:
        return error if message else typer.Exit(BAD_INPUT)
    for said, told in _WRONG_OPTIONS:
        message = re.sub(said, told, message)
    command = getattr(getattr(error, "ctx", None), "command_path", "muster")
    joined = " " if message.endswith("?") else "; "
    return _refused(f"{command}: {message.rstrip('.')}{joined}`{command} --help` tells what it takes.")


REMEDIES = {
    errno.EISDIR: "is a folder; check the name, it must be a file.",
    errno.ENOENT: "there is no such file; check the name and try again.",
    errno.ENOSPC: "the disk is full; make room or choose another place.",
    errno.EACCES: "is not open to you; change its permissions or choose another place.",
    errno.EROFS: "lies on a disk that cannot be written; choose another place.",
}


def _sentence(error: OSError | ValueError, path: str = "") -> str:
    place = getattr(error, "filename", None) or path or "Input or output"
    known = REMEDIES.get(getattr(error, "errno", None) or 0)
    what = getattr(error, "strerror", None) or str(error)
    return f"{place}: {known or f'{what}; check the name and try again.'}"
