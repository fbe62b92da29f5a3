"""A table of a made-up game with few boxes, for trials of marks: the sheets know no game."""

from __future__ import annotations

from musterhall.companion.record import Begun, Mark, Record
from musterhall.events.entries import Entry
from musterhall.game.companion import CHOICE, PIPS, STAGE, TICK, Box, BoxGroup, Marked, Standing, TableSheet, Tabletop

HULL = "0.0.hull"
ENGINE = "0.0.engine"
MOVED = "0.0.moved"
FLAG = "flag"


class SmallTable(Tabletop):
    names = ("Anna", "Boris")
    states = ()
    rounds = "Turn"
    stages = Box(STAGE, "Phase", CHOICE, 1, ("first", "second"), each_round=True)
    flow = ()
    sheets = (
        TableSheet(
            "0.0",
            0,
            "Barge",
            "A barge",
            (Box(HULL, "Hull", PIPS, 6, adds_up=True),),
            (BoxGroup("", (Box(ENGINE, "Engine", TICK, 1), Box(MOVED, "Moved", TICK, 1, each_round=True))),),
            (),
        ),
    )
    objectives = (BoxGroup("", (Box(FLAG, "Flag", CHOICE, 2, ("none", "Anna", "Boris")),)),)

    def stands(self, marked: Marked) -> Standing:
        return Standing(0, "", "", card={"hull": marked.value(HULL)})


class Marking:
    """Writes down what two phones send, and folds it."""

    def __init__(self) -> None:
        begun = Begun(game="small", match={}, data={})
        self.record = Record(begun, SmallTable(), "2025-11-29T09:00:00.000Z")
        self.entries: list[Entry] = []

    def send(self, side: int, mark: Mark) -> str:
        new = self.record.entry(mark, side, "")
        entry = Entry(self.record.last + 1, "2025-11-29T09:00:01.000Z", new.kind, new.data, new.who, new.why, new.key)
        self.entries.append(entry)
        self.record.apply(entry)
        return entry.key

    def mark(self, side: int, box: str, value: int, seen: int | None = None, do: str = "mark") -> str:
        key = f"{len(self.entries):08}"
        last = self.record.last if seen is None else seen
        return self.send(side, Mark.model_validate({"do": do, "key": key, "box": box, "value": value, "seen": last}))

    def take_back(self, side: int, key: str) -> None:
        self.send(side, Mark(do="take back", key=f"{len(self.entries):08}", other=key))

    def again(self) -> Record:
        """The same, folded from its entries."""
        other = Marking()
        for entry in self.entries:
            other.record.apply(entry)
        return other.record
