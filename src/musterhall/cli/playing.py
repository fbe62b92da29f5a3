"""`muster play`: sit down and play a battle in the terminal."""

from __future__ import annotations

import os
import re
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from getpass import getuser
from typing import TYPE_CHECKING, Annotated

import typer

from musterhall.cli.battle_orders import BattleOrder, BlueForce, EventPack, RedForce, SetupName
from musterhall.cli.checking import Variant
from musterhall.cli.shell import INTERRUPTED, harmless, refuse, require_game, say
from musterhall.cli.storing import Database
from musterhall.cli.tables import RANDOM, table_named
from musterhall.cli.warming import told_of_compiling
from musterhall.problems import BadInput

if TYPE_CHECKING:
    from musterhall.game.game import Game
    from musterhall.playing.record import Seat
    from musterhall.playing.room import Room
    from musterhall.playing.terminal.places import Place
    from musterhall.store.journals import Store
    from musterhall.table import Table

BOTH = "both"
LAST = "last"
SIDES = ("red", "blue")
REMEDY = "Mend that, or name another with --red, --blue or --table."
_COLOUR = re.compile(r"(\x1b\[(?:0|32|1;31|1;34)m)")
"""Those that the board has: others could hide what stands behind them."""


def play(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game, like the-game.")] = "",
    against: Annotated[
        str,
        typer.Option(
            metavar="BOT|both",
            help="A bot, the best if you name none; both for two people at this screen.",
        ),
    ] = "",
    side: Annotated[str, typer.Option(metavar="red|blue", help="The side that you play.")] = "red",
    red: RedForce = "",
    blue: BlueForce = "",
    setup_name: SetupName = "",
    pack: EventPack = "",
    table: Annotated[
        str, typer.Option(metavar="FILE|NAME|random", help="A file, a shipped table, or one by chance.")
    ] = RANDOM,
    variant: Variant = None,
    name: Annotated[str, typer.Option(help="Your name, as the other sees it.")] = "",
    join: Annotated[str, typer.Option(metavar="LINK", help="Play a seat of a battle in a hall, by its link.")] = "",
    go_on: Annotated[str, typer.Option(metavar="NAME", help="Go on with a battle; last is the last one.")] = "",
    db: Database = "",
) -> None:
    """Play a battle in the terminal: against a bot, two at one screen, or a seat in somebody's hall."""
    if sum(map(bool, (game, join, go_on))) != 1:
        raise BadInput("play: name a game to begin a battle, or --go-on with one, or --join one in a hall.")
    if join:
        from musterhall.playing.terminal.elsewhere import Elsewhere

        _play(Elsewhere(join, name), again=f"muster play --join {join}")
        return
    with _room(db) as (store, room, bell):
        from musterhall.games import gestures_of
        from musterhall.playing.terminal.here import Here
        from musterhall.web.rulebooks import section_data

        battle = _known(store, go_on) if go_on else ""
        if not battle:
            found = require_game(game)
            gestures_of(found)
            with told_of_compiling(found):
                order = _order(found, red, blue, setup_name, pack, variant)
                battle = _begun(room, order, _ground(order, table), _seats(order, against, side, name))
        _play(Here(room, battle, bell, section_data), again=f"muster play --go-on {battle}")


# Beginning, and finding again


@contextmanager
def _room(db: str) -> Iterator[tuple[Store, Room, threading.Condition]]:
    """The battles of a store, and a bell that rings when something happens in one."""
    from musterhall.playing.room import Room
    from musterhall.playing.thinking import Thinkers
    from musterhall.store.opening import open_store

    bell = threading.Condition()

    def ring(battle: str) -> None:
        with bell:
            bell.notify_all()

    with open_store(db or None) as store:
        room = Room(store, Thinkers(1), ring)
        try:
            yield store, room, bell
        finally:
            room.close()


def _known(store: Store, wanted: str) -> str:
    """The battle of this name, or the last one."""
    from musterhall.playing.record import KIND

    names = [info.stream for info in store.streams(KIND)]
    if not names:
        raise BadInput("play: nobody has begun a battle here; begin one with `muster play the-game`.")
    if wanted == LAST:
        return max(names, key=lambda name: store.entries(name)[-1].at)
    if wanted not in names:
        raise BadInput(f"battle {wanted!r:.40}: there is none of this name; there are {', '.join(names[-8:])}.")
    return wanted


def _order(game: Game, red: str, blue: str, setup_name: str, pack: str, variant: list[str] | None) -> BattleOrder:
    """What the options ask for; where no force is named, small ones meet."""
    from musterhall.games import battles_of

    battles = battles_of(game)
    small = ("", "") if setup_name or pack else battles.small_forces
    return BattleOrder(game, battles, red or small[0], blue or small[1], variant, setup_name, pack)


def _ground(order: BattleOrder, table: str) -> Table | None:
    from secrets import randbelow

    from musterhall.games import tables_of

    if order.game.tables is None and table == RANDOM:
        return None
    tables = tables_of(order.game)
    ground = table_named(tables, table, randbelow(1_000_000), order.setup_name)
    refuse(tables.problems(ground), "table", REMEDY)
    return ground


def _seats(order: BattleOrder, against: str, side: str, name: str) -> tuple[Seat, Seat]:
    from musterhall.game.battles import require_agent
    from musterhall.playing.record import Seat
    from musterhall.playing.room import bot_seat

    if side not in SIDES:
        raise BadInput(f"side {side!r:.20}: is red or blue.")
    own = name.strip()[:60] or _own_name()
    if against == BOTH:
        return (Seat(name="Red"), Seat(name="Blue"))
    if against:
        require_agent(against, order.battles.agents)
    you, bot = Seat(name=own), bot_seat(against or order.battles.adviser)
    return (you, bot) if side == "red" else (bot, you)


def _own_name() -> str:
    """As the computer knows whoever plays; in a container it may not."""
    with suppress(OSError, KeyError, ImportError):
        return getuser()
    return "You"


def _begun(room: Room, order: BattleOrder, ground: Table | None, seats: tuple[Seat, Seat]) -> str:
    forces = order.legal_forces(REMEDY)
    red, blue = forces["red"], forces["blue"]
    setup = order.battles.setup_named(order.setup_name, red, blue, ground, order.variants)
    return room.begin(order.game.name, setup, f"{red.name} against {blue.name}", seats)


# Playing


def _play(place: Place, again: str) -> None:
    """To its end, or until somebody leaves."""
    from musterhall.playing.terminal.session import Quit, Session

    say(f"Every answer is kept as you give it. Type ? for help; go on another time with: {again}")
    session = Session(place, _typed, _shown, colours=_has_colours(), columns=_columns)
    try:
        ended = session.play()
    except (Quit, EOFError):
        say(f"Kept. Go on with: {again}")
        return
    except KeyboardInterrupt:
        say(f"\nKept. Go on with: {again}")
        raise typer.Exit(INTERRUPTED) from None
    say(ended["sentence"])


def _has_colours() -> bool:
    """At a terminal, unless it has none or somebody wants none (no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _columns() -> int:
    return shutil.get_terminal_size().columns


def _typed(prompt: str) -> str:
    """The next line; at a terminal it can be edited, and earlier ones come back with the arrows."""
    with suppress(ImportError):
        import readline as _readline  # noqa: F401
    return input(prompt)


def _shown(line: str) -> None:
    """Colours are ours; nothing else that a terminal obeys is let through."""
    if sys.stdout.isatty() and "\x1b" in line:
        parts = _COLOUR.split(line)
        typer.echo("".join(part if _COLOUR.fullmatch(part) else harmless(part) for part in parts))
    else:
        say(line)
