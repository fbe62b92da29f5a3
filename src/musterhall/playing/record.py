"""What is written down of a battle that somebody plays, and what it comes to.

The journal in the store is the battle: what is in it happened, and nothing else did. It is folded into a `Record`, from
which the battle is fought again whenever it is needed. Nothing is ever taken out of it: an answer that was taken back
stays in the journal, and an entry after it says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from musterhall.events.entries import Entry, NewEntry
from musterhall.problems import BadInput, parse_model

KIND = "battle"
"""Of a journal in the store."""

BEGUN = "battle.begun"
SEAT_TAKEN = "seat.taken"
ANSWERED = "answered"
TAKEN_BACK = "taken back"
UNDO_ASKED = "undo.asked"
UNDO_REFUSED = "undo.refused"
DRAW_OFFERED = "draw.offered"
DRAW_REFUSED = "draw.refused"
ENDED = "battle.ended"
BOT_REPLACED = "bot.replaced"
RULES_AGREED = "rules.agreed"
REMATCH = "rematch"

LONGEST_TITLE = 200
PERSON, BOT = "person", "bot"
SIDES = (0, 1)
SIDE_NAMES = ("Red", "Blue")


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Seat(_Form):
    """Who plays a side: a person, once somebody has sat down, or a bot by name."""

    by: Literal["person", "bot"] = "person"
    name: str = Field(default="", max_length=60)
    """A person's, as the other sees it; or the bot's."""
    account: str = ""
    """Whose seat it is where it belongs to an account; else whoever has its link."""

    @property
    def taken(self) -> bool:
        return self.by == BOT or bool(self.name)


class ClockTerms(_Form):
    """How long people may think: so many seconds a side for the whole battle, or for each of its turns."""

    seconds: int = Field(ge=30, le=86_400)
    each: Literal["battle", "turn"] = "battle"


class Begun(_Form):
    """The first entry: all that the battle is fought with. The seed is nobody's to know before the end."""

    game: str
    rules: str
    musterhall: str
    seed: int
    setup: dict[str, Any]
    title: str = Field(max_length=LONGEST_TITLE)
    seats: tuple[Seat, Seat]
    clock: ClockTerms | None = None
    lesson: str = ""
    """Which lesson it is, where it is there to teach."""
    match: dict[str, Any] = Field(default_factory=dict)
    """The match of an event that is fought here: event, round and table."""
    after: str = ""
    """The battle that it is the rematch of."""
    watched: bool = False
    """Whether anybody may find it in the list of battles; else only who has its link."""
    host: int = 0
    """The side of whoever began it; they hand out the links of the other seats."""


class Said(_Form):
    """One answer, whose it is, and who gave it where that was not the player."""

    player: int
    answer: Any
    why: str = ""
    """A bot's reason."""
    by: str = ""
    """The bot that answered in the player's place when the clock had run out."""
    kind: str = ""
    """Of the decision."""
    words: str = ""
    """The answer as its player would say it."""
    left: float | None = None
    """Seconds that the player has left, where there is a clock."""
    turn: int | None = None
    """How many turns were over then, where there is a clock."""
    secret: bool = False
    """The other side learns of it when the rules say so, and not from what is kept here."""
    final: bool = False
    """Dice fell after it, or it showed its player something hidden: it is not taken back freely."""


class TakenBack(_Form):
    """Back to the first `answers` answers; with another `seed`, the dice from there on are new ones."""

    player: int
    answers: int = Field(ge=0)
    seed: int | None = None


class Ended(_Form):
    """The end of it: the battle's own, or one that the players made."""

    by: Literal["rules", "resigned", "agreed"]
    player: int | None = None
    """Who resigned."""
    figures: dict[str, Any] = Field(default_factory=dict)
    sentence: str = ""
    """How it ended, as it was told then; rules that come later might tell it otherwise."""
    winner: int | None = None


class OfPlayer(_Form):
    player: int


class SeatTaken(_Form):
    player: int
    name: str = Field(min_length=1, max_length=60)
    account: str = ""


class BotReplaced(_Form):
    player: int
    name: str
    why: str


class RulesAgreed(_Form):
    """A player agrees that the battle goes on by the rules as they are now, from the answers given so far."""

    player: int
    rules: str


class Rematch(_Form):
    battle: str


@dataclass(slots=True)
class Record:
    """A battle as its journal tells it, up to its last entry."""

    begun: Begun
    last: int = 1
    """The number of the last entry."""
    seats: list[Seat] = field(default_factory=list)
    answers: list[Said] = field(default_factory=list)
    """Those that stand, in the order in which they came."""
    hours: list[str] = field(default_factory=list)
    """When each of them was given."""
    new_dice: dict[int, int] = field(default_factory=dict)
    """From which answer on the dice came from another seed."""
    remarks: dict[int, list[str]] = field(default_factory=dict)
    """What is told beside the rules, by the number of the answer before which it is told."""
    times_back: int = 0
    asks_undo: int | None = None
    """The player who has asked to take something back and waits for the other."""
    offers_draw: int | None = None
    agreed: set[int] = field(default_factory=set)
    """The players who agreed to go on by newer rules."""
    rules: str = ""
    """By which it goes on: those it began with, or those that both agreed to."""
    ended: Ended | None = None
    rematch: str = ""
    began_at: str = ""
    last_at: str = ""

    @property
    def over(self) -> bool:
        return self.ended is not None

    @property
    def bots(self) -> dict[int, str]:
        return {side: seat.name for side, seat in enumerate(self.seats) if seat.by == BOT}

    @property
    def people(self) -> list[int]:
        return [side for side, seat in enumerate(self.seats) if seat.by == PERSON]

    def named(self, player: int) -> str:
        """By whom a side is played, or the side where nobody has sat down."""
        return self.seats[player].name or SIDE_NAMES[player]

    def stood_in(self, player: int, bot: str) -> str:
        """What is told when a bot answers in a player's place."""
        return f"{self.named(player)} had no time left: the bot {bot} answered for them."

    def apply(self, entry: Entry) -> None:
        """Take the next entry in; one that cannot be is refused, and nothing has changed."""
        form, take = _KINDS.get(entry.kind, (None, None))
        if form is None or take is None:
            raise BadInput(f"battle, entry {entry.seq}: {entry.kind!r} is nothing that happens in a battle; update.")
        take(self, parse_model(form, dict(entry.data), f"entry {entry.seq}"), entry)
        self.last, self.last_at = entry.seq, entry.at

    # What each entry changes

    def _answered(self, said: Said, entry: Entry) -> None:
        self._require_going_on()
        if said.by:
            self._remark(self.stood_in(said.player, said.by))
        self.answers.append(said)
        self.hours.append(entry.at)
        self.asks_undo = None
        if self.offers_draw == 1 - said.player:
            self.offers_draw = None  # playing on is a no

    def _taken_back(self, back: TakenBack, entry: Entry) -> None:
        self._require_going_on()
        if back.answers >= len(self.answers):
            raise BadInput(f"entry {entry.seq}: takes back to {back.answers} of {len(self.answers)} answers.")
        del self.answers[back.answers :], self.hours[back.answers :]
        # Dice that were new stay new for whoever goes back further: those before them have been seen.
        later = [seed for at, seed in self.new_dice.items() if at > back.answers]
        self.new_dice = {at: seed for at, seed in self.new_dice.items() if at <= back.answers}
        if back.seed is not None or later:
            self.new_dice[back.answers] = later[-1] if back.seed is None else back.seed
        self.remarks = {at: told for at, told in self.remarks.items() if at <= back.answers}
        if back.seed is not None:
            self._remark(f"{self.named(back.player)} took an answer back; from here on the dice are new ones.")
        self.times_back += 1
        self.asks_undo = None

    def _seat_taken(self, taken: SeatTaken, entry: Entry) -> None:
        if self.seats[taken.player].by == BOT:
            raise BadInput(f"entry {entry.seq}: a bot has this seat.")
        self.seats[taken.player] = Seat(by="person", name=taken.name, account=taken.account)

    def _bot_replaced(self, replaced: BotReplaced, entry: Entry) -> None:
        # Why it failed stays in the journal: a bot's error may name what its side conceals.
        gone = self.seats[replaced.player].name
        self._remark(f"The bot {gone} gave no answer; {replaced.name} plays on in its place.")
        self.seats[replaced.player] = Seat(by="bot", name=replaced.name)

    def _undo_asked(self, asked: OfPlayer, entry: Entry) -> None:
        self._require_going_on()
        self.asks_undo = asked.player

    def _undo_refused(self, refused: OfPlayer, entry: Entry) -> None:
        self.asks_undo = None

    def _draw_offered(self, offered: OfPlayer, entry: Entry) -> None:
        self._require_going_on()
        self.offers_draw = offered.player

    def _draw_refused(self, refused: OfPlayer, entry: Entry) -> None:
        self.offers_draw = None

    def _ended(self, ended: Ended, entry: Entry) -> None:
        self._require_going_on()
        self.ended = ended
        self.asks_undo = self.offers_draw = None

    def _rules_agreed(self, agreed: RulesAgreed, entry: Entry) -> None:
        self.agreed.add(agreed.player)
        if self.agreed >= set(self.people):
            self.rules, self.agreed = agreed.rules, set()

    def _rematch(self, rematch: Rematch, entry: Entry) -> None:
        self.rematch = rematch.battle

    def _remark(self, text: str) -> None:
        """Before the answer that comes next."""
        self.remarks.setdefault(len(self.answers), []).append(text)

    def _require_going_on(self) -> None:
        if self.over:
            raise BadInput("This battle is over; ask for a rematch to go on.")


_Taking = Callable[[Record, Any, Entry], None]
_KINDS: Mapping[str, tuple[type[_Form], _Taking]] = {
    ANSWERED: (Said, Record._answered),
    TAKEN_BACK: (TakenBack, Record._taken_back),
    SEAT_TAKEN: (SeatTaken, Record._seat_taken),
    BOT_REPLACED: (BotReplaced, Record._bot_replaced),
    UNDO_ASKED: (OfPlayer, Record._undo_asked),
    UNDO_REFUSED: (OfPlayer, Record._undo_refused),
    DRAW_OFFERED: (OfPlayer, Record._draw_offered),
    DRAW_REFUSED: (OfPlayer, Record._draw_refused),
    ENDED: (Ended, Record._ended),
    RULES_AGREED: (RulesAgreed, Record._rules_agreed),
    REMATCH: (Rematch, Record._rematch),
}


def opened(entry: Entry) -> Record:
    """The record that a journal's first entry begins."""
    if entry.kind != BEGUN:
        raise BadInput(f"entry {entry.seq}: is {entry.kind!r}, and a battle that is played begins with {BEGUN!r}.")
    begun = parse_model(Begun, dict(entry.data), "entry 1")
    return Record(begun, entry.seq, list(begun.seats), rules=begun.rules, began_at=entry.at, last_at=entry.at)


def new(kind: str, form: BaseModel, who: str = "", key: str = "") -> NewEntry:
    """An entry that is about to be written."""
    return NewEntry(kind, form.model_dump(mode="json", exclude_defaults=True), who=who, key=key)
