"""All battles that are played on one store: opened, written down, told of, and moved on by bots and clocks.

What somebody was told is on the disk. Several processes may serve the same battles: each follows the journal, and
whoever writes second looks again.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field

import musterhall
from musterhall.battle.decisions import Answer
from musterhall.events.entries import NewEntry
from musterhall.game.battles import Setup
from musterhall.games import battles_of, game_named
from musterhall.playing import record as records
from musterhall.playing.clock import Clock, clock_of
from musterhall.playing.record import BOT, LONGEST_TITLE, Begun, ClockTerms, Seat
from musterhall.playing.sitting import NOT_ASKED, Sitting
from musterhall.playing.thinking import NoAnswer, Question, Thinkers, Thought
from musterhall.problems import BadInput
from musterhall.store.journals import Store, StreamInfo
from musterhall.store.ready_entries import MarkTaken
from musterhall.store.steady import CLOCK
from musterhall.store.writing import Conflict

log = logging.getLogger("musterhall.playing")

MOST_OPEN = 64
"""Battles kept at hand; the others are fought again from their journals when somebody asks for them."""
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Those that nobody mixes up."""

PREFIX = "battle-"
"""Of every battle's name: nothing else that the store keeps is taken for one."""


class NoSuchBattle(BadInput):
    """Nobody plays it here."""


TRIES = 5
"""How often something is tried that another process was quicker than."""
MOST_ENTRIES = 20_000
"""Of one battle; a long one has about two thousand."""

Writes = Callable[[Sitting], list[NewEntry]]


@dataclass(slots=True)
class _Table:
    """A battle at hand, and what only one may do at a time."""

    sitting: Sitting
    clock: Clock | None
    lock: threading.RLock = field(default_factory=threading.RLock)
    hints: dict[tuple[int, int], Future[Thought]] = field(default_factory=dict)
    """What was thought of for a player who asked for a hint, with the number of the last entry then."""
    thinking: set[tuple[int, int]] = field(default_factory=set)
    """The players for whom a bot is thinking, each with how many answers it was told of."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a player knew who answers: how many answers there were, and how often something had been taken back."""

    answers: int | None = None
    times_back: int | None = None

    def require_open(self, sitting: Sitting, player: int) -> None:
        """Refuse an answer to a question that is no longer the one that is asked."""
        record = sitting.record
        since = [] if self.answers is None else record.answers[self.answers :]
        undone = self.times_back not in (None, record.times_back)
        gone_on = any(said.player == player for said in since) or (since and sitting.asked(player) is None)
        if undone or gone_on or (self.answers or 0) > len(record.answers):
            raise BadInput("The battle has gone on since; look again.")


NOTHING_SEEN = Seen()


class Room:
    """`tell` is called with a battle's name whenever there is something new to see in it."""

    def __init__(self, store: Store, thinkers: Thinkers, tell: Callable[[str], None]) -> None:
        self.store = store
        self._thinkers = thinkers
        self._tell = tell
        self._tables: OrderedDict[str, _Table] = OrderedDict()
        self._lock = threading.Lock()

    # Beginning and finding

    def begin(
        self,
        game: str,
        setup: Setup,
        title: str,
        seats: tuple[Seat, Seat],
        *,
        clock: ClockTerms | None = None,
        who: str = "",
        lesson: str = "",
        match: dict[str, object] | None = None,
        after: str = "",
        watched: bool = False,
        host: int = 0,
    ) -> str:
        """Begin a battle; its name is nothing that one could guess."""
        battles = battles_of(game_named(game))
        begun = Begun(
            game=game,
            rules=battles.version,
            musterhall=musterhall.__version__,
            seed=secrets.randbits(63),
            setup=battles.setup_data(setup),
            title=_one_line(title),
            seats=seats,
            clock=clock,
            lesson=lesson,
            match=match or {},
            after=after,
            watched=watched,
            host=host,
        )
        name = PREFIX + "".join(secrets.choice(LETTERS) for _ in range(12))
        first = NewEntry(records.BEGUN, begun.model_dump(mode="json"), who=who)
        self.store.create(name, records.KIND, begun.title, [first])
        self.look(name)
        return name

    def known(self) -> list[StreamInfo]:
        return self.store.streams(records.KIND)

    def require(self, name: str) -> None:
        """Refuse what is no battle here."""
        if name in self._tables:
            return
        if not name.startswith(PREFIX) or all(info.stream != name for info in self.known()):
            raise NoSuchBattle(f"battle {name!r:.40}: there is none of this name here; check the link.")

    def remove(self, name: str) -> None:
        self.store.remove(name)
        with self._lock:
            self._tables.pop(name, None)

    def remove_untouched(self, since: str) -> list[str]:
        """Remove the battles in which nothing happened since that hour; their names."""
        old = [info.stream for info in self.known() if info.last_at < since]
        for name in old:
            self.remove(name)
        return old

    def close(self) -> None:
        self._thinkers.close()

    # Looking and doing

    def look(self, name: str) -> Sitting:
        """The battle as it stands. Not to be changed; bots that are to answer begin to think."""
        table = self._table(name)
        with table.lock:
            self._follow(table)
            self._go_on(table)
        return table.sitting

    def with_lock(self, name: str) -> threading.RLock:
        """What to hold while several things are asked of a battle that must belong together."""
        return self._table(name).lock

    def time_left(self, name: str) -> dict[int, float]:
        """The seconds that each player has, where there is a clock."""
        table = self._table(name)
        if table.clock is None:
            return {}
        return {player: table.clock.left(player, CLOCK.seconds()) for player in table.sitting.record.people}

    def answer(self, name: str, player: int, answer: Answer, seen: Seen = NOTHING_SEEN, *, mark: str = "") -> Sitting:
        """A player's answer; `mark` makes sending twice harmless."""
        sitting = self.answer_made(name, player, lambda _: answer, seen, mark=mark)
        if mark and sitting.marks[_own_mark(player, mark)] != answer:
            raise MarkTaken(f"mark {mark!r:.80}: was sent with another answer before; use a new mark.")
        return sitting

    def answer_made(
        self, name: str, player: int, make: Callable[[Sitting], Answer], seen: Seen = NOTHING_SEEN, *, mark: str = ""
    ) -> Sitting:
        """The same, where the answer is made of what is asked; what was taken before is not made again."""

        def writes(sitting: Sitting) -> list[NewEntry]:
            seen.require_open(sitting, player)
            return sitting.answered(player, make(sitting), left=self._left(name, player))

        return self.do(name, writes, mark=_own_mark(player, mark) if mark else "")

    def do(self, name: str, writes: Writes, *, mark: str = "", who: str = "") -> Sitting:
        """Let something happen. It is on the disk before this returns, and did not happen where it cannot be."""
        table = self._table(name)
        with table.lock:
            for _ in range(TRIES):
                self._follow(table)
                if mark and mark in table.sitting.marks:
                    return table.sitting
                if self._has_happened(table, writes, mark, who):
                    break
            else:
                raise BadInput("The battle has gone on at this very moment; look again.")
            self._go_on(table)
        self._tell(name)
        return table.sitting

    def _has_happened(self, table: _Table, writes: Writes, mark: str, who: str) -> bool:
        """Whether it was written down; not where another process wrote first, and then it is to be tried again."""
        sitting, expected = table.sitting, table.sitting.record.last
        try:
            new = writes(sitting)
            _require_not_too_long(sitting, new)
            if new:
                first, *rest = new
                marked = NewEntry(first.kind, first.data, who=who, key=mark)
                sitting.take_in(self.store.append(sitting.name, [marked, *rest], expected=expected))
        except Conflict:
            return False
        except BaseException:
            # What was given to the battle and not written down never happened.
            if not sitting.follows_its_record:
                self._forget(sitting.name)
            raise
        return True

    def hint(self, name: str, player: int) -> Future[Thought]:
        """What the best bot would answer in the player's place; asked twice at the same moment it thinks once."""
        table = self._table(name)
        with table.lock:
            self._follow(table)
            sitting, record = table.sitting, table.sitting.record
            if sitting.asked(player) is None or sitting.fight is None:
                raise BadInput(NOT_ASKED)
            moment = (player, record.last)
            known = table.hints.get(moment)
            if known is not None:
                return known
            hint: Future[Thought] = Future()
            table.hints = {one: kept for one, kept in table.hints.items() if one[1] == record.last} | {moment: hint}
            agent = sitting.fight.battles.adviser
            question = Question(sitting.name, record.begun, tuple(record.answers), record.new_dice, player, agent)

        def then(thought: Thought | NoAnswer) -> None:
            if isinstance(thought, NoAnswer):
                hint.set_exception(BadInput(f"There is no hint now: {thought}. Ask again."))
                self._table(name).hints.pop(moment, None)
            else:
                hint.set_result(thought)

        self._thinkers.ask(question, then)
        return hint

    def rematch(self, name: str, player: int, who: str = "") -> str:
        """The battle once more with sides swapped; whoever asks first begins it."""
        table = self._table(name)
        with table.lock:
            self._follow(table)
            record = table.sitting.record
            if not record.over:
                raise BadInput("The battle is not over; a rematch comes after it.")
            if record.rematch:
                return record.rematch
            begun = record.begun
            battles = battles_of(game_named(begun.game))
            red, blue = record.seats
            again = self.begin(
                begun.game,
                battles.setup_from_data(begun.setup, name),
                begun.title,
                (blue, red),
                clock=begun.clock,
                who=who,
                lesson=begun.lesson,
                after=name,
                watched=begun.watched,
                host=1 - player,
            )
            self.do(name, lambda sitting: sitting.rematch_begun(again), who=who)
            return again

    def has_open(self, name: str) -> bool:
        return name in self._tables

    def was_removed(self, name: str) -> None:
        """By another process."""
        self._forget(name)
        self._tell(name)

    def heard(self, name: str) -> None:
        """Something was written to this battle, perhaps by another process."""
        if self._table(name).sitting.record.last < self.store.last(name):
            self.look(name)
            self._tell(name)

    def times_up(self) -> None:
        """Call it every second or so: bots answer for players whose time is over."""
        for table in list(self._tables.values()):
            if table.clock is None:
                continue
            for player in table.clock.run_out(CLOCK.seconds()):
                with table.lock:
                    self._let_think(table, player, table.sitting.stand_in)

    # Helpers

    def _left(self, name: str, player: int) -> float | None:
        clock = self._table(name).clock
        return None if clock is None else round(clock.left(player, CLOCK.seconds()), 1)

    def _table(self, name: str) -> _Table:
        with self._lock:
            table = self._tables.get(name)
            if table is not None:
                self._tables.move_to_end(name)
                return table
        self.require(name)
        sitting = Sitting(name, self.store.entries(name))
        with self._lock:
            table = self._tables.setdefault(name, _Table(sitting, clock_of(sitting.record, sitting.turn)))
            while len(self._tables) > MOST_OPEN:
                self._tables.popitem(last=False)
        return table

    def _forget(self, name: str) -> None:
        with self._lock:
            self._tables.pop(name, None)

    def _follow(self, table: _Table) -> None:
        """Take in what other processes have written."""
        new = self.store.entries(table.sitting.name, after=table.sitting.record.last)
        if not new:
            return
        known = len(table.sitting.record.answers)
        table.sitting.take_in(new)
        for said in table.sitting.record.answers[known:]:
            if table.clock is not None and said.left is not None:
                table.clock.heard(said.player, said.left, CLOCK.seconds())

    def _go_on(self, table: _Table) -> None:
        sitting = table.sitting
        if table.clock is not None:
            people = frozenset(one.player for one in sitting.decisions if one.player in sitting.record.people)
            table.clock.now_asked(people, sitting.turn, CLOCK.seconds())
        for player, agent in sitting.bots_asked().items():
            self._let_think(table, player, agent)

    def _let_think(self, table: _Table, player: int, agent: str) -> None:
        sitting, record = table.sitting, table.sitting.record
        moment = (player, record.last)
        if moment in table.thinking or sitting.asked(player) is None:
            return
        table.thinking = {one for one in table.thinking if one[1] == record.last} | {moment}
        question = Question(sitting.name, record.begun, tuple(record.answers), record.new_dice, player, agent)

        def then(thought: Thought | NoAnswer) -> None:
            self._thought(sitting.name, question, moment, thought)

        self._thinkers.ask(question, then)

    def _thought(self, name: str, question: Question, moment: tuple[int, int], thought: Thought | NoAnswer) -> None:
        """A bot has answered, or not. An answer to what is no longer asked is let go."""

        def writes(sitting: Sitting) -> list[NewEntry]:
            record, decision = sitting.record, sitting.asked(question.player)
            as_it_was = tuple(record.answers) == question.answers and record.new_dice == question.new_dice
            if decision is None or not as_it_was:
                return []
            person = question.player in record.people
            by, left = (question.agent, self._left(name, question.player)) if person else ("", None)
            if isinstance(thought, NoAnswer):
                log.warning("%s: a bot gave no answer: %s", name, thought)
                if not by and question.agent != sitting.stand_in:
                    return sitting.bot_replaced(question.player, sitting.stand_in, str(thought))
                # Nobody is left to ask: the battle goes on with any legal answer rather than not at all.
                any_answer = decision.sample(secrets.randbelow)
                return sitting.answered(question.player, any_answer, why=str(thought), by=by, left=left)
            return sitting.answered(question.player, thought.answer, why=thought.why, by=by, left=left)

        table = self._tables.get(name)
        if table is not None:
            table.thinking.discard(moment)
        self.do(name, writes)


def _one_line(title: str) -> str:
    """A title that any list can show: forces are called what their players like."""
    shown = "".join(letter if letter.isprintable() else " " for letter in title)
    return shown if len(shown) <= LONGEST_TITLE else f"{shown[: LONGEST_TITLE - 1]}…"


def _require_not_too_long(sitting: Sitting, new: list[NewEntry]) -> None:
    """Only an end is written into a battle in which as much has happened as can."""
    if sitting.record.last + len(new) > MOST_ENTRIES and all(entry.kind != records.ENDED for entry in new):
        raise BadInput(f"More than {MOST_ENTRIES:,} things have happened in this battle; agree on a draw, or resign.")


def _own_mark(player: int, mark: str) -> str:
    """Two players may use the same marks without knowing of each other."""
    return f"{player} {mark}"


def bot_seat(agent: str) -> Seat:
    return Seat(by=BOT, name=agent)
