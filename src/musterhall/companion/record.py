"""What is written down of a match's sheets, and what it comes to.

The journal is what people marked, in the order in which it reached us. Phones mark without a link, too, and send later:
so a mark says how far its sender had read the journal. Where both players have marked one box without knowing of the
other's mark, neither wins: both marks stand beside each other until one of the two says what holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from musterhall.events.entries import Entry, NewEntry
from musterhall.game.companion import AT, MOST_ROUNDS, ROUND, Box, Tabletop, with_round, without_round
from musterhall.problems import BadInput, parse_model

KIND = "sheets"
"""Of a journal in the store."""
BEGUN, MARKED, SETTLED, TAKEN_BACK = "sheets.begun", "marked", "settled", "taken back"


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Begun(_Form):
    """The first entry: whose match it is, and what its sheets are made of."""

    game: str
    match: dict[str, Any]
    data: dict[str, Any]


class Mark(_Form):
    """One thing that a player did."""

    do: Literal["mark", "settle", "take back"] = "mark"
    key: str = Field(min_length=8, max_length=60, pattern=r"^[\w.-]+$")
    """The sender's own mark on it: sent again, it is done once."""
    box: str = Field(default="", max_length=80)
    value: int = Field(default=0, ge=0, le=999)
    seen: int = Field(default=0, ge=0, le=1_000_000)
    """The last entry that the sender had read."""
    other: str = Field(default="", max_length=60)
    """The key of what is taken back."""


class _Set(_Form):
    side: int
    box: str
    value: int
    seen: int = 0


class _Back(_Form):
    side: int
    other: str


_KINDS: Mapping[str, type[_Set] | type[_Back]] = {MARKED: _Set, SETTLED: _Set, TAKEN_BACK: _Back}


@dataclass(frozen=True, slots=True)
class Done:
    """An entry as it was read."""

    seq: int
    at: str
    key: str
    kind: str
    side: int
    box: str = ""
    value: int = 0
    seen: int = 0
    other: str = ""


@dataclass(slots=True)
class BoxState:
    """How one box stands."""

    value: int
    at: int = 0
    """The entry that made it so."""
    by: int | None = None
    history: list[tuple[int, int]] = field(default_factory=list)
    """Which entry made it what."""
    claims: dict[int, int] = field(default_factory=dict)
    """What each side marked, where neither knew of the other's mark."""
    before: int = 0
    """What it was before both."""
    disputed_at: int = 0

    def set(self, done: Done) -> None:
        self.value, self.at, self.by = done.value, done.seq, done.side
        self.claims = {}
        self.history.append((done.seq, done.value))

    def value_at(self, seq: int, first: int) -> int:
        return next((value for at, value in reversed(self.history) if at <= seq), first)


@dataclass(frozen=True, slots=True)
class Dispute:
    """A box that both have marked, neither knowing of the other's mark."""

    name: str
    box: Box
    claims: tuple[int, int]
    """What each side marked."""
    both: int | None
    """What it would be if both things happened, where that can be."""


class Record:
    """The sheets of a match up to the last entry of their journal; it is a `Marked`."""

    def __init__(self, begun: Begun, tabletop: Tabletop, at: str) -> None:
        self.begun = begun
        self.tabletop = tabletop
        self.boxes = tabletop.all_boxes()
        self.last = 1
        self.last_at = at
        self.done: list[Done] = []
        """Everything, also what was taken back."""
        self.back: set[str] = set()
        """The keys of what was taken back."""
        self.keys: set[str] = set()
        self._states: dict[str, BoxState] = {}
        self._stale = False
        """Something was taken back, and the states were not worked out anew since."""

    # Reading

    @property
    def states(self) -> dict[str, BoxState]:
        """How the marked boxes stand. After something was taken back everything is worked out anew, once: thousands
        may be taken back in a row, by somebody who wants the hall to be busy."""
        if self._stale:
            states: dict[str, BoxState] = {}
            for one in self.standing():
                self._take_in(states, one)
            self._states, self._stale = states, False
        return self._states

    @property
    def round(self) -> int:
        return max(1, self.value(ROUND))

    def name(self, box: str, round_: int | None = None) -> str:
        """A box as marks name it."""
        found = self.boxes[box]
        return with_round(box, round_ or self.round) if found.each_round else box

    def value(self, box: str, round_: int | None = None) -> int:
        state = self.states.get(box if box == ROUND else self.name(box, round_))
        return state.value if state else self.boxes[box].first

    def began(self, box: str) -> int:
        if self.boxes[box].each_round:
            return 0
        state, round_ = self.states.get(box), self.states.get(ROUND)
        if state is None:
            return self.boxes[box].first
        return state.value_at(round_.at if round_ else 0, self.boxes[box].first)

    def in_order(self) -> Sequence[tuple[str, int]]:
        wanted = f"{AT}{self.round}"
        return [(without_round(one.box), one.value) for one in self.standing() if one.box.endswith(wanted)]

    def standing(self) -> Iterator[Done]:
        """The marks that were not taken back."""
        return (one for one in self.done if one.kind != TAKEN_BACK and one.key not in self.back)

    def values(self) -> dict[str, int]:
        """Every box that was marked, by the name that marks have for it."""
        return {name: state.value for name, state in self.states.items()}

    def disputes(self) -> list[Dispute]:
        return [self._dispute(name, state) for name, state in self.states.items() if state.claims]

    def _dispute(self, name: str, state: BoxState) -> Dispute:
        box, (red, blue) = self.boxes[without_round(name)], (state.claims[0], state.claims[1])
        both = red + blue - state.before
        possible = box.adds_up and both not in (red, blue) and box.allows(both)
        return Dispute(name, box, (red, blue), both if possible else None)

    # What may be done

    def entry(self, mark: Mark, side: int, who: str, coming: Set[str] = frozenset()) -> NewEntry:
        """What is to be written for a mark; one that cannot be is refused. `coming` are keys written just before it."""
        key = key_of(mark, side)
        if mark.do == "take back":
            if mark.other not in self.keys | coming:
                raise BadInput("What you take back is not here; look again.")
            return NewEntry(TAKEN_BACK, _Back(side=side, other=mark.other).model_dump(mode="json"), who=who, key=key)
        self._require(mark)
        form = _Set(side=side, box=mark.box, value=mark.value, seen=min(mark.seen, self.last))
        kind = SETTLED if mark.do == "settle" else MARKED
        return NewEntry(kind, form.model_dump(mode="json"), who=who, key=key)

    def _require(self, mark: Mark) -> None:
        name, _, number = mark.box.partition(AT)
        box = self.boxes.get(name)
        fits = number.isascii() and number.isdecimal() and 1 <= int(number) <= MOST_ROUNDS and number[0] != "0"
        if box is None or (box.each_round != bool(number)) or (number and not fits):
            raise BadInput(f"box {mark.box!r:.60}: there is none of this name on these sheets; load the page again.")
        if not box.allows(mark.value):
            raise BadInput(f"{box.called}: {mark.value} is more than it takes; load the page again.")

    # Taking in

    def apply(self, entry: Entry) -> None:
        form = _KINDS.get(entry.kind)
        if form is None:
            raise BadInput(f"sheets, entry {entry.seq}: {entry.kind!r} is nothing that happens on sheets; update.")
        read = parse_model(form, dict(entry.data), f"entry {entry.seq}")
        done = Done(entry.seq, entry.at, entry.key, entry.kind, **read.model_dump())
        self.done.append(done)
        self.keys.add(entry.key)
        self.last, self.last_at = entry.seq, entry.at
        if isinstance(read, _Back):
            self.back.add(read.other)
            self._stale = True
        elif not self._stale:
            self._take_in(self._states, done)

    def _take_in(self, states: dict[str, BoxState], done: Done) -> None:
        box = self.boxes.get(without_round(done.box))
        if box is None:
            return  # a later Musterhall has other boxes; what was marked stays in the journal
        state = states.setdefault(done.box, BoxState(box.first))
        if done.kind == SETTLED:
            state.set(done)
        elif state.claims:
            self._marked_again(state, done, box)
        elif self._unknown(state, done) and (box.adds_up or done.value != state.value):
            assert state.by is not None
            state.before = state.value_at(done.seen, box.first)
            state.claims = {state.by: state.value, done.side: done.value}
            state.disputed_at = done.seq
        else:
            state.set(done)

    def _unknown(self, state: BoxState, done: Done) -> bool:
        """Whether the other has marked this box since its sender last read."""
        return state.by == 1 - done.side and state.at > done.seen

    def _marked_again(self, state: BoxState, done: Done, box: Box) -> None:
        """Who has seen that both marked it says what holds; who has not, goes on with the own mark."""
        state.claims[done.side] = done.value
        agreed = not box.adds_up and len(set(state.claims.values())) == 1
        if agreed or done.seen >= state.disputed_at:
            state.set(done)


def key_of(mark: Mark, side: int) -> str:
    """A sender's mark as the journal has it: the two players' never meet."""
    return f"{side}-{mark.key}"


def begun_of(entry: Entry) -> Begun:
    """What a journal's first entry says."""
    if entry.kind != BEGUN:
        raise BadInput(f"entry {entry.seq}: is {entry.kind!r}, and sheets begin with {BEGUN!r}.")
    return parse_model(Begun, dict(entry.data), "entry 1")
