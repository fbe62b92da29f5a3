"""What must hold at every moment of a battle, whoever plays it.

A `Watch` is given to a battle as its watcher and collects what it finds wrong.
"""

from __future__ import annotations

import numpy as np

from musterhall.battle.battle import LogLine
from musterhall.games.the_game.air.aircraft import minimum_run
from musterhall.games.the_game.air.whole_flights import sections_refusal
from musterhall.games.the_game.army.datasheets import FLYERS, TRANSPORT_HELICOPTER
from musterhall.games.the_game.movement.ground import IMPASSABLE
from musterhall.games.the_game.movement.ways import CONTROL_AREA
from musterhall.games.the_game.position.position import NOBODY, Formation, Position
from musterhall.geometry import Flags
from musterhall.measuring import inside

BETWEEN_ACTIONS = ("phase", "initiative", "victory", "result")
"""Log lines that nothing tells while somebody acts."""
CHARGING = ("(charge)", "counter charge", "(withdrawal)")


class Watch:
    """Follows a battle's log and position; `violations` is empty as long as all is well."""

    def __init__(self, position: Position) -> None:
        self.violations: list[str] = []
        self._start = sum(formation.size for formation in position.formations)
        self._explained = 0
        self._acted: set[int] = set()
        self._came_in: set[int] = set()
        self._engaged = engaged(position)

    def __call__(self, line: LogLine, position: Position) -> None:
        self._everybody_stands_somewhere(line, position)
        self._nothing_is_negative(line, position)
        self._control_areas(line, position)
        self._who_acts(line, position)
        self._losses(line, position)
        self._who_flies(line, position)
        self._how_they_fly(line, position)
        self._sorties(line, position)

    def _blame(self, line: LogLine, what: str) -> None:
        self.violations.append(f"{what}, after: {line.text}")

    def _everybody_stands_somewhere(self, line: LogLine, position: Position) -> None:
        table, on = position.field.table, position.on
        x, y = position.x[on], position.y[on]
        if len(x) and not (x.min() >= 0 and x.max() <= table.width and y.min() >= 0 and y.max() <= table.depth):
            self._blame(line, "a unit is off the table")
        ground, units = position.field.ground, on.nonzero()[0]
        stands = inside(position.x, position.y, units, ground)
        forbidden = units[(stands & (position.field.effects[units] == IMPASSABLE)).any(axis=1)]
        for unit in forbidden.tolist():
            self._blame(line, f"{position.unit(unit).name} stands in forbidden terrain")

    def _nothing_is_negative(self, line: LogLine, position: Position) -> None:
        for formation in position.formations:
            if formation.suppression < 0 or formation.size < 0 or formation.size > formation.original:
                self._blame(line, f"{formation.name} counts {formation.size} units, {formation.suppression} tokens")
        if (position.hits < 0).any():
            self._blame(line, "a unit has less than no damage")

    def _control_areas(self, line: LogLine, position: Position) -> None:
        """1.6.1 Only charges, counter charges and withdrawals bring anybody into an enemy control area."""
        now = engaged(position)
        mover = line.data.get("formation")
        if line.kind == "move" and mover is not None and not any(word in line.text for word in CHARGING):
            field = position.field
            bound = ~field.helicopter if field.variants.heli_coa == "ignored" else np.ones_like(now)
            fresh = (now & ~self._engaged & (field.formation == mover) & bound).nonzero()[0]
            for unit in fresh.tolist():
                self._blame(line, f"{position.unit(unit).name} moved into a control area")
        self._engaged = now

    def _who_acts(self, line: LogLine, position: Position) -> None:
        if line.kind == "phase":
            self._acted.clear()
        if line.kind != "test" or line.data["name"] != "action test":
            return
        formation: Formation = position.formations[line.data["formation"]]
        if formation.broken or not formation.alive:
            self._blame(line, f"{formation.name} acts though broken or gone")
        if formation.index in self._acted:
            self._blame(line, f"{formation.name} acts twice in a turn")
        self._acted.add(formation.index)

    def _who_flies(self, line: LogLine, position: Position) -> None:
        """3.1, 3.4.4, 3.2 Only aircraft are in the air, and between actions nobody of them is on the table but
        helicopters that have landed, which leave before the turn is over.
        """
        flights = position.air.flights
        aloft = [unit for index in flights for unit in position.formations[index].units]
        if any(position.unit(unit).sheet.type not in FLYERS for unit in aloft):
            self._blame(line, "somebody is in the air who does not fly")
        if any(index not in position.field.helicopters for index in position.air.popped_up):
            self._blame(line, "somebody has popped up who is no helicopter")
        if line.kind not in BETWEEN_ACTIONS:
            return
        there = [f for f in position.formations if f.flies and f.index not in flights and position.on[f.units].any()]
        for formation in there:
            if line.kind == "phase" or not formation.on_table or not _may_land(position, formation):
                self._blame(line, f"{formation.name}, aircraft, stands on the table")
        if flights or position.air.popped_up:
            self._blame(line, "somebody is still in the air")

    def _how_they_fly(self, line: LogLine, position: Position) -> None:
        """3.1, 3.4 No section is too long, and between two turns every aircraft flies as far as its type must."""
        flight = position.air.flights.get(line.data.get("formation", NOBODY))
        if line.kind != "flight" or flight is None:
            return
        formation = position.formations[line.data["formation"]]
        refusal = sections_refusal(position.field, minimum_run(position, formation), flight.path)
        if refusal is not None:
            self._blame(line, f"{formation.name}: {refusal.reason}")

    def _sorties(self, line: LogLine, position: Position) -> None:
        """3.3.1, 3.5.2 Nobody comes in twice in a turn."""
        if line.kind == "phase":
            self._came_in.clear()
        index = line.data.get("formation", NOBODY)
        if line.kind != "enter" or index == NOBODY or not position.formations[index].flies:
            return
        if index in self._came_in:
            self._blame(line, f"{position.formations[index].name} flies two sorties in a turn")
        self._came_in.add(index)

    def _losses(self, line: LogLine, position: Position) -> None:
        """1.7.2 Every unit that is gone was killed by a die, lost in its transport, or removed by a rule."""
        self._explained += sum(die["result"] == "kill" for die in line.data.get("dice", ()) if isinstance(die, dict))
        self._explained += line.data.get("lost", 0)
        if line.kind in ("test", "phase", "result"):
            gone = self._start - sum(formation.size for formation in position.formations)
            if gone != self._explained:
                self._blame(line, f"{gone} units are gone and {self._explained} losses were told")
                self._explained = gone


def _may_land(position: Position, formation: Formation) -> bool:
    """3.2 Transport helicopters land, and not in area terrain."""
    units = position.standing(formation)
    helicopters = all(position.unit(unit).sheet.type == TRANSPORT_HELICOPTER for unit in units.tolist())
    stands = inside(position.x, position.y, units, position.field.ground)
    return helicopters and not (stands & position.field.area).any()


def engaged(position: Position) -> Flags:
    """Which units stand inside an enemy's control area."""
    result = np.zeros(len(position.on), dtype=np.bool_)
    red, blue = position.standing_side(0), position.standing_side(1)
    if len(red) and len(blue):
        near = position.distances(red, blue) < CONTROL_AREA - 0.02
        result[red] = near.any(axis=1)
        result[blue] = near.any(axis=0)
    return result
