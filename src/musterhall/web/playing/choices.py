"""What somebody who wants to play chooses from: games, set-ups, tables, forces, opponents and clocks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from urllib.parse import urlencode

from musterhall.game.battles import AgentInfo, SetupInfo
from musterhall.game.game import Game
from musterhall.game.tables import Tables
from musterhall.table import Table
from musterhall.web.battles import Offer, offer_of, offers

CHANCE_TABLES = 3
"""Tables by chance that are shown at a time."""
LARGEST_NUMBER = 1_000_000
USUAL_TITLE = "The usual battle"
USUAL_HELP = "Set up and won as the rulebook has it."
CLOCKS = (
    ("", "No clock"),
    ("1800 battle", "30 minutes a side"),
    ("3600 battle", "An hour a side"),
    ("7200 battle", "Two hours a side"),
    ("60 turn", "A minute a turn"),
    ("300 turn", "Five minutes a turn"),
    ("86400 turn", "A day a turn"),
)
"""As the form sends them, and in words."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several: what is sent for it, what it is called, what it is, and a picture of it."""

    value: str
    title: str
    words: str = ""
    picture: str = ""
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """All that can be chosen for a battle of one game in one set-up; the first of each is the usual."""

    game: Game
    setup: str
    games: tuple[Choice, ...]
    setups: tuple[Choice, ...]
    tables: tuple[Choice, ...]
    forces: tuple[tuple[Choice, ...], tuple[Choice, ...]]
    opponents: tuple[Choice, ...]
    house_rules: tuple[str, ...]
    next_tables: int
    """From which number on the next tables by chance are."""
    clocks: tuple[tuple[str, str], ...] = CLOCKS


def choices_of(game: str, setup: str, first_table: int = 1) -> Choices:
    """What is offered of a game in a set-up; of the first game and its usual set-up where none is named."""
    offer = offer_of(game, setup)
    first = min(max(first_table, 0), LARGEST_NUMBER - CHANCE_TABLES)
    return Choices(
        game=offer.game,
        setup=setup,
        games=game_choices(),
        setups=_setups(offer.game),
        tables=tuple(_tables(offer.game, setup, first)),
        forces=(_forces(offer, 0), _forces(offer, 1)),
        opponents=tuple(map(_opponent, offer.battles.agents)),
        house_rules=offer.setup.house_rules if offer.setup is not None else (),
        next_tables=first + CHANCE_TABLES,
    )


@cache
def game_choices() -> tuple[Choice, ...]:
    games = dict.fromkeys(offer.game for offer in offers())
    return tuple(Choice(one.name, one.words.title, one.words.about, _of_game(one)) for one in games)


def _of_game(game: Game) -> str:
    names = game.tables.names() if game.tables is not None else ()
    return table_picture(game, table=names[0] if names else "1")


@cache
def _setups(game: Game) -> tuple[Choice, ...]:
    found = [offer.setup for offer in offers() if offer.game is game]
    return tuple(_setup(game, one) for one in found) if len(found) > 1 else ()


def _setup(game: Game, setup: SetupInfo | None) -> Choice:
    if setup is None:
        return Choice("", USUAL_TITLE, USUAL_HELP, table_picture(game, table="1"))
    picture = table_picture(game, setup.name, "1")
    return Choice(setup.name, setup.name.replace("-", " ").capitalize(), setup.help, picture)


def _tables(game: Game, setup: str, first: int) -> Iterator[Choice]:
    tables = game.tables
    if tables is None:
        return
    if has_usual_tables(tables, setup):
        for name in tables.names():
            table = tables.shipped(name)
            yield Choice(name, table.name, tables.in_words(table), table_picture(game, setup, name))
    known: list[Table] = []
    for number in range(first, first + CHANCE_TABLES):
        table = tables.of_setup(setup, number)
        if any(table.pieces == other.pieces for other in known):
            return  # the set-up has one table alone
        known.append(table)
        yield Choice(str(number), table.name, tables.in_words(table), table_picture(game, setup, str(number)))


def has_usual_tables(tables: Tables, setup: str) -> bool:
    """Whether a set-up is fought on tables like the usual ones, so that those which come with the game fit it."""
    return tables.of_setup(setup, 1) == tables.of_seed(1)


def table_picture(game: Game, setup: str = "", table: str = "") -> str:
    """The address of a table's picture; none where the game has no tables."""
    if game.tables is None:
        return ""
    asked = {"setup": setup, "table": table}
    return f"/pictures/tables/{game.name}?{urlencode({key: value for key, value in asked.items() if value})}"


def _forces(offer: Offer, side: int) -> tuple[Choice, ...]:
    return tuple(_force(offer.game, name) for name in offer.forces[side])


@cache
def _force(game: Game, name: str) -> Choice:
    short = game.forces.in_short(game.forces.shipped_force(name))
    figures = (short.army, f"{short.cost} {game.words.points}" if short.cost else "", game.words.many(short.count))
    about = _opening_comment(game.forces.shipped_text(name))
    return Choice(name, short.name, about, tag=", ".join(filter(None, figures)))


def _opening_comment(text: str) -> str:
    """What a file says of itself before its first field."""
    said = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        said.append(line.lstrip("# ").strip())
    return " ".join(said)


def _opponent(agent: AgentInfo) -> Choice:
    return Choice(agent.name, agent.name.capitalize(), agent.help, tag=agent.strength)
