"""Battles of a game: how they are set up, who plays, how they are saved, and how they stand or ended."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from musterhall.battle.agents import Agent
from musterhall.battle.battle import Battle, LogLine, Watcher
from musterhall.battle.decisions import Decision
from musterhall.board import Replay
from musterhall.game.bounds import Bound
from musterhall.game.gestures.gesture import Gesture
from musterhall.game.gestures.registry import Gestures
from musterhall.game.glance import Glance
from musterhall.game.ledger import Ledger
from musterhall.game.teaching import Lesson
from musterhall.problems import BadInput, Problem
from musterhall.spelling import names_like
from musterhall.table import Table

SIMPLE, BEST = "drill", "captain"
"""What the games that ship call the bot that goes by a fixed rule, and the one that plays best."""

Force = Any
"""What one player brings, as `Game.forces` reads it; it has a `name`."""
Setup = Any
"""What a battle is fought with, as the game keeps it."""


@dataclass(frozen=True, slots=True)
class AgentInfo:
    """A bot that plays the game, by name and in one sentence."""

    name: str
    help: str
    quick: bool = True
    """Whether it needs no time to think, so that somebody may wait for it."""
    strength: str = ""
    """How well it plays, in a few words."""


@dataclass(frozen=True, slots=True)
class SetupInfo:
    """One of several ways to set a battle up, by name and in a sentence."""

    name: str
    help: str
    forces: tuple[str, str]
    """Red's and blue's force where nobody named others."""
    house_rules: tuple[str, ...] = ()
    """Those of its rules that stand in no rulebook, a sentence each."""
    parts: bool = False
    """Whether each side has its own part, as attackers and defenders have; then armies keep their sides."""
    others: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """Further shipped forces that are made for it, red's and blue's."""

    @property
    def choices(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Red's and blue's shipped forces, the usual ones first."""
        return ((self.forces[0], *self.others[0]), (self.forces[1], *self.others[1]))


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a battle has come."""

    stage: str
    """Where it stands, as a heading: Turn 3."""
    turns: int
    """How many turns are over."""
    last_turn: int
    left: tuple[tuple[str, int], ...]
    """Each side's name and how many units it has left."""
    counted: str = "units"
    """What these are called."""


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The figures of both sides next to each other: a head for each side, and rows of what is counted."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a battle stands or ended."""

    sentence: str
    """Who won and by what."""
    winner: int | None = None
    """The side that won; None for a draw, and while the battle goes on."""
    turns: int = 0
    by: str = ""
    figures: dict[str, Any] = field(default_factory=dict)
    """All of it as plain data, as the journal's last line has it."""
    scores: ScoreTable | None = None
    losses: tuple[tuple[int, int], ...] = ()
    """How many units each side has lost, and of how many; a game that counts none leaves it empty."""


class Film(Protocol):
    """Watches a battle, and gives the replay of it for as far as it went."""

    def watch(self, line: LogLine, position: Any) -> None: ...

    def replay(self, position: Any) -> Replay: ...


class Battles(ABC):
    """A game's battles. Side 0 is red, side 1 is blue."""

    agents: tuple[AgentInfo, ...]
    """The first is the one that plays where nobody named another."""
    forces: tuple[str, str]
    """Red's and blue's force where nobody named others, by the names that the game ships them under."""
    setups: tuple[SetupInfo, ...] = ()
    """Ways to set a battle up beside the usual one."""
    scenario: str = ""
    """The scenario of an event that the usual set-up plays; none where it plays no event's."""
    to_act_first: str = ""
    """What it is to act first, in a few words; a game in which nobody does leaves it empty."""

    @property
    @abstractmethod
    def version(self) -> str:
        """Goes up whenever the same seed and decisions would give another battle."""

    # Setting up

    @property
    def small_forces(self) -> tuple[str, str]:
        """The same for a battle that somebody waits for."""
        return self.forces

    def cannot_fight(self, force: Force) -> list[Problem]:
        """What in a force keeps it from fighting even where nobody minds what is illegal."""
        return []

    @abstractmethod
    def setup(self, red: Force, blue: Force, table: Table | None, variants: Any = None) -> Setup:
        """What a battle of these two is fought with; a game that has tables or variants is always handed some."""

    def setup_named(self, name: str, red: Force, blue: Force, table: Table | None, variants: Any = None) -> Setup:
        """The same for one of `setups`; without a name it is the usual one."""
        require_setup(name, self.setups)
        return self.setup(red, blue, table, variants)

    def setup_for(self, *names: str) -> str | None:
        """The set-up that plays an event's scenario of one of these names, None where there is none."""
        wanted = [as_named(name) for name in names]
        if self.scenario and self.scenario in wanted:
            return ""
        return next((one.name for one in self.setups if one.name in wanted), None)

    def bounds(self, setup: Setup) -> Iterable[Bound]:
        """How large a set-up is, for a stranger's battle that is fought while others wait."""
        return ()

    # Fighting

    @abstractmethod
    def new_battle(
        self, setup: Setup, seed: int, *, recording: bool = True, watcher: Watcher | None = None
    ) -> Battle[Any]:
        """A battle before its first decision."""

    @abstractmethod
    def agent(self, name: str, seed: int, *, explain: bool = True) -> Agent:
        """A new agent of this name. The same name and seed always play the same, explained or not.

        `require_agent` refuses a name that nobody has.
        """

    # Playing

    @property
    def gestures(self) -> Gestures:
        """How people answer on the table, for every type of decision that can come up; none where bots alone play."""
        return Gestures()

    @property
    def stand_in(self) -> str:
        """The bot that answers for a player whose time is up, or for a bot that has failed: one that is quick."""
        quick = [entry.name for entry in self.agents if entry.quick]
        return SIMPLE if SIMPLE in quick else (quick or [self.agents[0].name])[0]

    @property
    def adviser(self) -> str:
        """The bot whose answers are given as hints."""
        names = [entry.name for entry in self.agents]
        return BEST if BEST in names else names[0]

    @property
    def lesson(self) -> Lesson | None:
        """A first battle that explains itself, where the game has one."""
        return None

    def winning(self, setup: Setup) -> Sequence[str]:
        """How a battle of this set-up is won, in our own words, a paragraph each; the first stands alone."""
        return ()

    def gesture(self, decision: Decision) -> Gesture:
        return self.gestures.gesture(decision)

    # Saving

    @abstractmethod
    def setup_data(self, setup: Setup) -> dict[str, Any]:
        """A set-up as plain data that needs no other file."""

    @abstractmethod
    def setup_from_data(self, data: Mapping[str, Any], name: str) -> Setup:
        """The set-up that `setup_data` wrote down; `name` is where it stands, for complaints."""

    # Telling

    @abstractmethod
    def film(self, setup: Setup, seed: int, agents: tuple[str, ...]) -> Film:
        """An empty film to watch a battle with."""

    @abstractmethod
    def place(self, position: Any) -> str:
        """Where a battle stands, in words."""

    @abstractmethod
    def progress(self, position: Any) -> Progress:
        """How far it has come."""

    @abstractmethod
    def outcome(self, position: Any) -> Outcome:
        """How it stands or ended."""

    def first_mover(self, position: Any) -> int | None:
        """The side that acts first, asked after each answer until there is one; it need not be remembered."""
        return None

    def glance(self, position: Any) -> Glance | None:
        """The position, or a player's view of it, as programs that learn look at it; None where they do without."""
        return None

    def ledger(self) -> Ledger | None:
        """Empty books to watch a battle with; None where nobody can tell who destroyed what."""
        return None

    def score_card(self, position: Any) -> dict[str, Any] | None:
        """What both would write on the score card of an event, red's half first; None where no event's card fits."""
        return None


def as_named(written: str) -> str:
    """King of the Hill, king_of_the_hill: king-of-the-hill."""
    return "-".join(written.lower().replace("_", " ").split())


def require_setup(name: str, known: Sequence[SetupInfo]) -> SetupInfo | None:
    """The set-up of this name, none for the usual one; a name that no set-up has is refused."""
    found = next((entry for entry in known if entry.name == name), None)
    if found is not None or not name:
        return found
    names = [entry.name for entry in known]
    hint = f"choose from {', '.join(names)}, or name none." if names else "this game has only its usual one."
    raise BadInput(f"set-up {name!r}: there is none of this name; {hint}")


def require_agent(name: str, known: Sequence[AgentInfo]) -> None:
    """Refuse the name of no agent, with one that comes near."""
    names = [entry.name for entry in known]
    if name in names:
        return
    near = names_like(name, names, 1)
    hint = f"did you mean {near[0]}?" if near else f"choose from {', '.join(names)}."
    raise BadInput(f"agent {name!r}: there is none of this name; {hint}")
