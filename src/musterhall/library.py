"""Musterhall for programs: battles and their decisions, logs and journals; the referee; the check of a force.

Everything here is there as `musterhall.NAME` too, which loads it when it is first used. A force, a table or a question
may be given as a path to its file or as the data in it; a force or a table that comes with a game also by its name.

    import musterhall

    battle = musterhall.set_up("the_game", seed=7).battle()
    while not battle.over:
        decision = battle.asked()
        battle.answer(next(iter(decision.options())))
    print(musterhall.outcome(battle).sentence)

A `Battle` has `decisions` (every open question; `asked()` is the first), `answer(...)`, `log` (typed lines),
`view(player)` (what a player may know), `fork(salt=...)` (a copy with dice of its own) and `trial(player, salt)` (one
in which all that the player cannot know is drawn anew). A `Decision` has `question()`, `options()`, `check(answer)`
and, for other processes, `as_data()`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# Whoever imports this module finds these here, too: `as` says so to type checkers.
from musterhall.battle.agents import Agent as Agent
from musterhall.battle.agents import Bot as Bot
from musterhall.battle.agents import RandomAgent as RandomAgent
from musterhall.battle.agents import Trials as Trials
from musterhall.battle.agents import answers as answers
from musterhall.battle.agents import play as play
from musterhall.battle.battle import Battle as Battle
from musterhall.battle.battle import LogLine as LogLine
from musterhall.battle.decisions import Answer as Answer
from musterhall.battle.decisions import Choice as Choice
from musterhall.battle.decisions import Decision as Decision
from musterhall.battle.decisions import Illegal as Illegal
from musterhall.battle.decisions import YesOrNo as YesOrNo
from musterhall.battle.journal import Journal as Journal
from musterhall.battle.journal import JournalWriter
from musterhall.battle.journal import read_journal as read_journal_text
from musterhall.battle.referee import Ruling as Ruling
from musterhall.game.battles import require_agent, require_setup
from musterhall.game.duel import agent_seed as agent_seed
from musterhall.game.game import Game
from musterhall.game.saving import SavedBattle, header_of
from musterhall.games import battles_of, game_named, game_of, referee_of, tables_of
from musterhall.packs.force_files import game_of as game_of_force
from musterhall.packs.force_files import require_same_game, shipped_forces, unknown_force
from musterhall.packs.model import Pack, load_pack
from musterhall.problems import BadInput as BadInput
from musterhall.problems import Problem as Problem
from musterhall.problems import named as sentences
from musterhall.problems import near_names, parse_toml
from musterhall.store.units import units_library
from musterhall.toml_text import toml_text

FileOrData = str | Path | Mapping[str, Any]
"""A name, a file, or the data of one."""


@dataclass(frozen=True, slots=True)
class NewBattle:
    """What a battle is fought with. The same set-up and the same answers always give the same battle."""

    game: str
    seed: int
    setup: Any
    """Forces, table and variants, as the game keeps them."""

    def battle(self, *, recording: bool = True) -> Battle[Any]:
        """A new battle at its first decision. Without `recording` it is faster and keeps no log."""
        return battles_of(game_named(self.game)).new_battle(self.setup, self.seed, recording=recording)

    def fight(self, agents: Sequence[Agent], journal: Path | str | None = None) -> Battle[Any]:
        """Let agents fight it to its end; a journal is written line by line as they go."""
        battle = self.battle()
        if journal is None:
            play(battle, agents)
            return battle
        with Path(journal).open("w", encoding="utf-8", newline="\n") as file:
            writer = _journal_writer(self, file, [one.name for one in agents])
            writer.follow(battle)
            play(battle, agents, writer.follow)
            writer.finish(battle, outcome(battle).figures)
        return battle


@dataclass(frozen=True, slots=True)
class BattleOutcome:
    """How a battle stands or ended."""

    over: bool
    winner: int | None
    """The player who won: 0 or 1. None in a draw, and as long as the battle goes on."""
    sentence: str
    figures: dict[str, Any]
    """What each side has met, earned and kept, as the game counts it."""


@dataclass(frozen=True, slots=True)
class ForceCheck:
    """What a check of a force found: everything at once, each with its place, its rule and a remedy."""

    force: str
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...] = ()
    """What could not be told, and what is only worth knowing."""

    @property
    def legal(self) -> bool:
        return not self.problems


# Battles


def set_up(
    game: str,
    *,
    seed: int = 0,
    red: FileOrData | None = None,
    blue: FileOrData | None = None,
    table: str | Path | None = None,
    variants: Mapping[str, object] | None = None,
    setup: str = "",
) -> NewBattle:
    """A battle's set-up: the game's ready-made armies on the table of this seed, unless others are named.

    `setup` is another than the game's usual one, such as "landing" of THE GAME, with armies and tables of its own.
    """
    found = game_named(game)
    return NewBattle(found.name, seed, _setup(found, seed, red, blue, table, variants or {}, setup))


def agent(game: str, name: str, seed: int = 0) -> Agent:
    """One of the agents that come with a game; the same name and seed always play the same."""
    battles = battles_of(game_named(game))
    require_agent(name, battles.agents)
    return battles.agent(name, seed)


def outcome(battle: Battle[Any]) -> BattleOutcome:
    """How a battle stands or ended."""
    found = battles_of(game_named(battle.rules.name)).outcome(battle.position)
    return BattleOutcome(battle.over, found.winner, found.sentence, found.figures)


# Journals


def read_journal(file: Path | str, *, partial: bool = False) -> Journal:
    """A saved battle; with `partial` also one that breaks off before its end."""
    return read_journal_text(_text(Path(file)), str(file), partial=partial)


def replay(journal: Journal) -> Battle[Any]:
    """Fight a saved battle again; a position that is not as it was is `BadInput` with its place."""
    game = game_named(journal.header.game)
    return SavedBattle(game, battles_of(game), journal).fight_again()


def write_journal(
    file: Path | str, new: NewBattle, battle: Battle[Any], agents: Sequence[str] = ("red", "blue")
) -> None:
    """Write down a battle that was fought from this set-up, by fighting it again with its answers."""
    again = new.battle()
    with Path(file).open("w", encoding="utf-8", newline="\n") as stream:
        writer = _journal_writer(new, stream, agents)
        writer.follow(again)
        for given in battle.answers:
            again.answer(given.answer, given.player)
            writer.follow(again)
        if again.over:
            writer.finish(again, outcome(again).figures)


# The referee and forces


def ask(question: FileOrData) -> Ruling:
    """The referee's answer to a question in a file, in a file's text or in its data."""
    written = isinstance(question, str) and not _is_file(question)
    data, name = (parse_toml(str(question), "question"), "question") if written else _data(question)
    game = game_of(data, name)
    return referee_of(game).knowing(units_library(game)).ask(data, name)


def check_force(force: FileOrData, pack: str | Path = "") -> ForceCheck:
    """Everything that is wrong with a force, by the rules of its game or of an event.

    The event is the one whose pack is given, or that the force itself names; in some games only an event can say.
    """
    data, name = _data(force, _shipped_force)
    game = game_of_force(data, name)
    wanted = pack or data.get("pack", "")
    event = _event(wanted) if wanted and isinstance(wanted, str | Path) else None
    if event is not None:
        require_same_game(game, event, name)
    found = game.forces.check(data, name, event, units_library(game), variants={})
    if event is None and game.forces.by_event and found.legal:
        raise BadInput(f"{name}: only an event can say whether it is legal; name the event's pack.")
    return ForceCheck(found.force, found.problems, found.warnings)


def _data(given: FileOrData, named: Callable[[str], str] | None = None) -> tuple[Mapping[str, Any], str]:
    """What was given as data, and what to call it in a complaint."""
    if isinstance(given, Mapping):
        return given, "the data"
    if isinstance(given, str) and named is not None and not _is_file(given):
        return parse_toml(named(given), f"{given}.toml"), f"{given}.toml"
    return parse_toml(_text(Path(given)), str(given)), str(given)


def _is_file(given: str) -> bool:
    """Is it a path that somebody wrote as a string? Shipped forces have no suffix."""
    return Path(given).suffix == ".toml"


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{file}: cannot be read ({error}); check the name and try again.") from None


# What is asked of the games


def _setup(
    game: Game,
    seed: int,
    red: FileOrData | None,
    blue: FileOrData | None,
    table: str | Path | None,
    variants: Mapping[str, object],
    setup: str,
) -> Any:
    battles = battles_of(game)
    named = require_setup(setup, battles.setups)
    usual = named.forces if named is not None else battles.forces
    first, second = (_force(game, one) for one in (red or usual[0], blue or usual[1]))
    if problems := [problem for one in (first, second) for problem in battles.cannot_fight(one)]:
        raise BadInput(sentences(problems))
    return battles.setup_named(setup, first, second, _table(game, table, seed, setup), _variants(game, variants))


def _force(game: Game, given: FileOrData) -> Any:
    if isinstance(given, str) and not _is_file(given):
        if given not in game.forces.shipped():
            near = near_names(given, game.forces.shipped())
            raise BadInput(f"force {given!r}: none of this name comes with the game. {near}")
        return game.forces.shipped_force(given)
    if isinstance(given, Mapping):
        return game.forces.read(toml_text(given), "the data")
    return game.forces.read(_text(Path(given)), str(given))


def _table(game: Game, given: str | Path | None, seed: int, setup: str) -> Any:
    if given is None:
        return game.tables.of_setup(setup, seed) if game.tables is not None else None
    tables = tables_of(game)
    if isinstance(given, Path):
        return tables.read(_text(given), str(given))
    if given not in tables.names():
        near = near_names(given, tables.names())
        raise BadInput(f"table {given!r}: none of this name comes with {game.words.title}. {near}")
    return tables.shipped(given)


def _variants(game: Game, wanted: Mapping[str, object]) -> Any:
    if game.variants is not None:
        return game.variants.chosen(wanted)
    if wanted:
        raise BadInput(f"variant {next(iter(wanted))}: {game.words.title} has no variants; leave it out.")
    return None


def _journal_writer(new: NewBattle, stream: Any, agents: Sequence[str]) -> JournalWriter:
    game = game_named(new.game)
    battles = battles_of(game)
    return JournalWriter(stream, header_of(game, battles, new.setup, new.seed, tuple(agents)), battles.place)


def _shipped_force(name: str) -> str:
    """The file of a force that comes with any game."""
    shipped = shipped_forces()
    if name not in shipped:
        raise unknown_force(name)
    return shipped[name].forces.shipped_text(name)


def _event(pack: str | Path) -> Pack:
    if isinstance(pack, Path):
        return load_pack(f"{_text(pack)}\n", str(pack))
    return load_pack(pack)
