"""An event at one moment: what the journal so far comes to. Only the handlers of entries change it."""

from __future__ import annotations

import copy
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from musterhall.events.cards import Card, Roster
from musterhall.events.clock import Clock
from musterhall.packs.event_rules import AwardRule, EventRules
from musterhall.packs.model import Pack
from musterhall.packs.scenarios import Scenario
from musterhall.problems import TO_DECIDE, BadInput, Problem
from musterhall.spelling import names_like

if TYPE_CHECKING:
    from musterhall.events.drafts import Draft
    from musterhall.events.scores import Result
    from musterhall.events.sealing import Sealed

WAITING = "waiting"
"""On the waiting list: somebody of the event once there is a place."""
REGISTERED = "registered"
PRESENT = "present"
LEFT = "left"
DISQUALIFIED = "disqualified"

BYE_ASKED = "asked for"
BYE_GRANTED = "granted"
BYE_DECLINED = "declined"

SUBMITTED = "submitted"
ACCEPTED = "accepted"
RETURNED = "returned"


@dataclass(frozen=True, slots=True)
class HandedIn:
    """A player's force: what was handed in, what the check said, and what the organiser made of it."""

    force: str
    text: str
    points: int
    roster: Roster
    problems: tuple[Mapping[str, str], ...] = ()
    warnings: tuple[Mapping[str, str], ...] = ()
    locked: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Munitions, formations and abilities, which stay as they are from the first round on."""
    state: str = SUBMITTED
    note: str = ""
    at: str = ""
    by_leave: bool = False
    """Handed in by the organiser's leave after forces were locked."""
    late: bool = False
    """After the pack's last day; what that means is for the organiser to say."""
    entry: int = 0
    """The number of the entry that handed it in."""
    faction: str = ""

    @property
    def clear(self) -> bool:
        """Waits to be accepted, nothing speaks against it, and nothing in it is left to the organiser."""
        return self.state == SUBMITTED and not (self.problems or self.late or self.to_decide)

    @property
    def to_decide(self) -> list[Problem]:
        """What the check left to the organiser."""
        return [Problem(**one) for one in self.warnings if one.get("kind") == TO_DECIDE]


@dataclass(slots=True)
class Player:
    id: str
    name: str
    team: str = ""
    status: str = REGISTERED
    late: bool = False
    painted: bool = False
    warnings: list[str] = field(default_factory=list)
    declared_faction: str = ""
    """As the player or the organiser says."""
    categories: frozenset[str] = frozenset()
    """Those of the pack's that this player is in, such as juniors."""
    force: HandedIn | None = None
    hand: tuple[Mapping[str, str], ...] = ()
    """The tournament hand, where the pack has one."""
    played: dict[int, str] = field(default_factory=dict)
    """The card of the hand that was played in each round."""
    hand_by: str = ""
    """Who handed the hand in: the player, or somebody who typed it in at the desk and so knows it."""
    noted: frozenset[int] = frozenset()
    """The rounds whose card was noted by somebody who does not know the hand, and so was not looked for in it."""

    @property
    def faction(self) -> str:
        """That of the accepted force, or what was said before there was one."""
        known = self.force.faction if self.force and self.force.state == ACCEPTED else ""
        return known or self.declared_faction

    @property
    def here(self) -> bool:
        return self.status == PRESENT

    @property
    def roster(self) -> Roster | None:
        return self.force.roster if self.force and self.force.state == ACCEPTED else None


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points that the organiser gave or took for a reason."""

    player: str
    figure: str
    points: Fraction
    round: int
    """From which on it counts."""
    why: str


@dataclass(frozen=True, slots=True)
class Cut:
    """Who plays on in a bracket, the best first, and after which round."""

    seeds: tuple[str, ...]
    after: int
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class Match:
    """Two players at a table, and what they sent in."""

    table: int
    players: tuple[str, str]
    rosters: tuple[Roster | None, Roster | None] = (None, None)
    sent: dict[str, Card] = field(default_factory=dict)
    """Each player's card, as far as it came in."""
    card: Card | None = None
    """The one that counts: both sent the same, or the organiser decided."""
    result: Result | None = None
    decided: bool = False
    """By the organiser."""
    by_scorekeeper: bool = False
    """Who is not told what players conceal, and so lets no card stand against it."""
    conceded: str | None = None
    absent: str | None = None
    """Never came to the table; the other is without an opponent."""
    nobody_came: bool = False
    """The other neither."""
    advanced: str | None = None
    """Who goes on in the bracket by the organiser's word."""
    battle: str = ""
    """The battle in which it is fought in this hall, where it is."""
    settled_by: int = field(default=0, compare=False)
    """The entry with which it was; corrections leave it as it is."""

    @property
    def settled(self) -> bool:
        return self.card is not None or self.conceded is not None or self.absent is not None

    @property
    def winner(self) -> str | None:
        """Who won, as far as it is settled and somebody did."""
        if self.nobody_came:
            return None
        if self.absent or self.conceded:
            return self.other(self.absent or self.conceded or "")
        if self.card is None or self.result is None or self.result.winner is None:
            return None
        return self.players[self.result.winner]

    @property
    def disputed(self) -> bool:
        return not self.settled and len(self.sent) == 2

    def side(self, player: str) -> int:
        return self.players.index(player)

    def other(self, player: str) -> str:
        return self.players[1 - self.side(player)]


@dataclass(slots=True)
class Round:
    number: int
    scenario: str
    matches: list[Match] = field(default_factory=list)
    byes: list[str] = field(default_factory=list)
    published: bool = False
    seed: int = 0
    pinned: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    reasons: dict[str, str] = field(default_factory=dict)
    """Why a player does not meet the next in rank, in sentences with ids in braces."""
    basis: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The figures that the pairing was made on."""
    clock: Clock = field(default_factory=Clock)
    requested: list[str] = field(default_factory=list)
    """Those among the byes that were asked for and granted."""
    sealed: dict[str, Sealed] = field(default_factory=dict)
    """Each player's command units, as far as they were chosen."""
    published_by: int = field(default=0, compare=False)
    """The entry that made it known."""

    @property
    def complete(self) -> bool:
        """Every match has its result."""
        return self.published and all(match.settled for match in self.matches)

    @property
    def ended_by(self) -> int:
        """Of a complete round: the entry with which it was."""
        return max((match.settled_by for match in self.matches), default=0)

    def match_of(self, player: str) -> Match | None:
        return next((match for match in self.matches if player in match.players), None)

    def match_at(self, table: int) -> Match:
        # Tables mostly stand in order, so the place is the number less one.
        near = self.matches[table - 1 : table]
        for match in near if near and near[0].table == table else self.matches:
            if match.table == table:
                return match
        known = ", ".join(str(match.table) for match in self.matches) or "none"
        raise BadInput(f"round {self.number}: has no table {table}; it has {known}.")

    def without_opponent(self) -> list[str]:
        waited = [match.other(match.absent) for match in self.matches if match.absent and not match.nobody_came]
        return [*self.byes, *waited]


@dataclass(slots=True)
class Event:
    """Players, rounds, cards, votes and drafts of one event."""

    name: str
    pack: Pack
    pack_text: str
    seed: int
    date: str = ""
    planned: int = 0
    """How many rounds are to be played."""
    tables: tuple[int, ...] = ()
    """The numbers on the tables; none given means 1, 2, 3, ..."""
    leaders_first: bool = False
    """The best pair sits at the first table, the next at the second; else people change tables."""
    players: dict[str, Player] = field(default_factory=dict)
    apart: set[frozenset[str]] = field(default_factory=set)
    """Who is not to be paired, such as siblings."""
    scenarios: list[str] = field(default_factory=list)
    scenarios_known: bool = False
    """Drawn ones are the organiser's secret until they are made known, or their round is published."""
    rounds: list[Round] = field(default_factory=list)
    forces_locked: bool = False
    forces_due: datetime | None = None
    """The first moment at which a force is late."""
    due_told: str = ""
    """The last day as people read it; nothing where no force can be late."""
    due_set: bool = False
    """By the organiser, in place of the pack's."""
    votes: dict[tuple[str, str], str] = field(default_factory=dict)
    """By award and voter."""
    added_awards: tuple[AwardRule, ...] = ()
    """Beside those of the pack, since the event began."""
    sponsors: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """By award; those of the whole event under no name."""
    given: dict[str, str] = field(default_factory=dict)
    """Awards that the organiser gave."""
    prizes_held: bool = False
    """Who has won what is told when the organiser reveals it, not with the end of the event."""
    revealed: tuple[str, ...] = ()
    """The awards that were, the newest last."""
    asked_byes: dict[tuple[int, str], str] = field(default_factory=dict)
    """By round and player: asked for, granted or declined."""
    adjustments: list[Adjustment] = field(default_factory=list)
    soft: dict[tuple[str, str], Fraction] = field(default_factory=dict)
    """Points beside the matches, such as painting, by score and player."""
    drafts: dict[str, Draft] = field(default_factory=dict)
    closed_drafts: dict[str, Draft] = field(default_factory=dict)
    """Ended by the organiser with all their picks; their players are free for others."""
    notes: list[str] = field(default_factory=list)
    cut: Cut | None = None
    """The top of the standings, which plays on in a bracket."""
    lists_published: bool = False
    """Whether everybody sees which units players brought."""
    venue: str = ""
    about: str = ""
    """What its page tells beside the pack's own words."""
    capacity: int | None = None
    """How many can play; nothing where there is room for all."""
    registration_open: bool = False
    """Whether people enter themselves."""
    check_in_open: bool = False
    """Whether players say themselves that they are here."""
    finished: bool = False
    finished_by: int = field(default=0, compare=False)
    """The entry that ended it."""
    checking: bool = field(default=True, compare=False)
    """Off while entries are folded that were checked when they were written: whether a card can be takes its time."""
    names: dict[str, str] = field(default_factory=dict, compare=False)
    """Who has a name, by its small letters."""

    @property
    def rules(self) -> EventRules:
        if self.pack.event is None:
            raise BadInput(f"{self.pack.name}: has no [event] part, so no event can be run with it; add one.")
        return self.pack.event

    @property
    def awards(self) -> tuple[AwardRule, ...]:
        """All there is to win: the pack's awards, and what was added on the day."""
        return (*self.rules.award, *self.added_awards)

    def player(self, id_: str) -> Player:
        found = self.players.get(id_)
        if found is None:
            raise BadInput(f"player {id_!r}: nobody here has this number; look it up.", way="players")
        return found

    def find(self, text: str) -> Player:
        """The player with this number or name, or the only one whose name, or a word of it, begins so."""
        wanted = _compared(text)
        id_ = f"p{int(wanted)}" if wanted.isdecimal() and len(wanted) < 8 else wanted
        if id_ in self.players:
            return self.players[id_]
        everyone = [(_compared(one.name), one) for one in self.players.values()]
        tests: tuple[Callable[[str], bool], ...] = (
            lambda name: name == wanted,
            lambda name: name.startswith(wanted),
            lambda name: any(word.startswith(wanted) for word in name.split()),
        )
        for fits in tests:
            found = [one for name, one in everyone if wanted and fits(name)]
            if len(found) == 1:
                return found[0]
            if found:
                known = ", ".join(f"{one.name} ({one.id})" for one in found[:8])
                raise BadInput(f"player {text!r}: may be {known}; give the number.")
        near = names_like(wanted, [name for name, _ in everyone])
        meant = " or ".join(one.name for name, one in everyone if name in near)
        remedy = f"perhaps {meant} is meant" if meant else "look the name up"
        raise BadInput(f"player {text!r}: nobody here is called so; {remedy}.", way="" if meant else "players")

    def round(self, number: int) -> Round:
        if not 1 <= number <= len(self.rounds):
            known = f"there are {len(self.rounds)} so far" if self.rounds else "none has been paired yet"
            raise BadInput(f"round {number}: is not there; {known}.")
        return self.rounds[number - 1]

    def granted_byes(self, number: int) -> list[str]:
        """Who has no match in a round because they asked for it."""
        found = (id_ for (at, id_), state in self.asked_byes.items() if at == number and state == BYE_GRANTED)
        return sorted((id_ for id_ in found if self.player(id_).here), key=lambda id_: int(id_[1:]))

    def in_bracket(self, number: int) -> bool:
        """Whether a round belongs to the bracket: it changes no points."""
        return self.cut is not None and number > self.cut.after

    @property
    def current(self) -> Round | None:
        """The last published round."""
        return next((one for one in reversed(self.rounds) if one.published), None)

    def scenario_of(self, round_: Round) -> Scenario:
        found = self.rules.scenario_named(round_.scenario)
        assert found is not None, "a round is paired only with a scenario of the pack"
        return found

    def waiting(self) -> list[Player]:
        """The waiting list, in its order: who entered first moves up first."""
        return [player for player in self.players.values() if player.status == WAITING]

    def entered(self) -> list[Player]:
        """Everybody who has a place, or had one."""
        return [player for player in self.players.values() if player.status != WAITING]

    def places_left(self) -> int | None:
        """How many can still enter; nothing where there is room for all."""
        if self.capacity is None:
            return None
        return max(0, self.capacity - self.places_taken())

    def places_taken(self) -> int:
        return sum(player.status not in (WAITING, LEFT) for player in self.players.values())

    def present(self) -> Iterator[Player]:
        return (player for player in self.players.values() if player.here)

    def named(self, text: str) -> str:
        """A sentence with players' numbers in braces, told with their names."""
        return re.sub(r"\{([^{}]+)\}", self._name_in_braces, text)

    def _name_in_braces(self, found: re.Match[str]) -> str:
        player = self.players.get(found[1])
        return found[0] if player is None else player.name

    def copy(self) -> Event:
        """A moment to come back to. What never changes is shared: the pack, cards, results, rosters."""
        return replace(
            self,
            players={id_: _player_copy(player) for id_, player in self.players.items()},
            apart=set(self.apart),
            scenarios=list(self.scenarios),
            rounds=[_round_copy(one) for one in self.rounds],
            votes=dict(self.votes),
            sponsors=dict(self.sponsors),
            given=dict(self.given),
            asked_byes=dict(self.asked_byes),
            adjustments=list(self.adjustments),
            soft=dict(self.soft),
            drafts={name: copy.deepcopy(draft) for name, draft in self.drafts.items()},
            closed_drafts=dict(self.closed_drafts),
            notes=list(self.notes),
            names=dict(self.names),
        )


def _compared(name: str) -> str:
    """A name as names are looked up: in small letters, with one spelling of an accent."""
    return unicodedata.normalize("NFC", " ".join(name.casefold().split()))


def _player_copy(player: Player) -> Player:
    return replace(player, warnings=list(player.warnings), played=dict(player.played))


def _round_copy(one: Round) -> Round:
    return replace(
        one,
        matches=[replace(match, sent=dict(match.sent)) for match in one.matches],
        byes=list(one.byes),
        requested=list(one.requested),
        pinned=list(one.pinned),
        notes=list(one.notes),
        reasons=dict(one.reasons),
        clock=replace(one.clock),
        sealed=dict(one.sealed),
    )
