"""What can be marked on one unit's card, and the condition that its marks stand for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from musterhall.game.companion import CHOICE, COUNT, PIPS, STEPS, TICK, Box, BoxGroup
from musterhall.games.alpha_strike.companion.words import words
from musterhall.games.alpha_strike.field.unit import Unit
from musterhall.games.alpha_strike.harm.crippling import is_crippled
from musterhall.games.alpha_strike.harm.criticals import column_of, halves_the_move
from musterhall.games.alpha_strike.harm.heat import shutdown_at
from musterhall.games.alpha_strike.position.condition import (
    DESTROYED,
    INSIDE,
    TABLE,
    WITHDRAWN,
    Condition,
    Drive,
    Mode,
    Place,
)
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.units.cards import jump_move

MODES: tuple[Mode, ...] = ("", "standstill", "ground", "jump", "sprint")
"""By the value of the box that says how a unit has moved."""
PLACES: tuple[Place, ...] = (TABLE, DESTROYED, WITHDRAWN, INSIDE)
"""By the value of the box that says what became of it; who is mounted has no move of its own, as who is inside."""
ARMOUR, STRUCTURE, HEAT, MOVED, FATE = "armour", "structure", "heat", "moved", "fate"
ENGINE, FIRE_CONTROL, MP, WEAPON, STUNNED = "engine", "fire_control", "mp", "weapon", "stunned"
MOTIVE = ("slowed", "halved", "slowed_after", "immobile")
"""2 inches less before a halving are not 2 inches less after one, so they are marked apart."""
LOAD, AT_HOME = "load", "at_home"
LETTERS = "0123456789"


@dataclass(frozen=True)
class UnitBoxes:
    """The boxes of one unit."""

    id: str
    unit: Unit
    shuts_down_at: int
    leaves: bool
    """Whether units leave the table in this scenario."""
    extra: tuple[Box, ...] = ()
    """What the scenario adds."""

    def name(self, what: str) -> str:
        return f"{self.id}.{what}"

    def box(self, what: str) -> Box | None:
        return self._by_name.get(self.name(what))

    def these(self, *whats: str) -> list[Box]:
        """Those of these boxes that the unit has."""
        return [box for box in map(self.box, whats) if box is not None]

    @property
    def pips(self) -> tuple[Box, ...]:
        return tuple(self.these(ARMOUR, STRUCTURE))

    @cached_property
    def groups(self) -> tuple[BoxGroup, ...]:
        """Under the headings that a card has for them."""
        found = (
            BoxGroup("Heat", tuple(self.these(HEAT))),
            BoxGroup("This turn", tuple(self.these(MOVED))),
            BoxGroup("Critical hits", tuple(self.these(ENGINE, FIRE_CONTROL, MP, WEAPON, STUNNED))),
            BoxGroup("Motive hits", tuple(self.these(*MOTIVE))),
            BoxGroup("On the table", (*self._added, *self.these(FATE))),
        )
        return tuple(group for group in found if group.boxes)

    @property
    def _added(self) -> tuple[Box, ...]:
        return tuple(self._by_name[box.id] for box in self.extra)

    @cached_property
    def _by_name(self) -> dict[str, Box]:
        boxes = (replace(box, of=self.unit.name) for box in (*self._own(), *self.extra))
        return {box.id: box for box in boxes}

    def _own(self) -> Iterator[Box]:
        card, said = self.unit.card, words()
        structure = self.name(STRUCTURE)
        yield Box(self.name(ARMOUR), "Armor", PIPS, card.armour, adds_up=True, then=structure)
        yield Box(structure, "Structure", PIPS, card.structure, adds_up=True)
        if self.unit.has_heat:
            scale = (*map(str, range(self.shuts_down_at)), "S")
            yield Box(self.name(HEAT), "Heat", STEPS, self.shuts_down_at, labels=scale)
        modes = self._modes()
        yield Box(self.name(MOVED), "Has it moved?", CHOICE, len(modes) - 1, modes, each_round=True, clears=True)
        for what in self._hits():
            hit = said.hit[what]
            by_type = {"mech": hit.mech, "vehicle": hit.vehicle, "fighter": hit.fighter}
            note = hit.note or by_type[self._type]
            kind = TICK if hit.most == 1 else COUNT
            each_round = what == STUNNED
            yield Box(
                self.name(what), hit.title, kind, hit.most, adds_up=kind == COUNT, note=note, each_round=each_round
            )
        fates = tuple(
            word if self.leaves or number != PLACES.index(WITHDRAWN) else "" for number, word in enumerate(said.fates)
        )
        yield Box(self.name(FATE), "What became of it", CHOICE, len(fates) - 1, labels=fates)

    @property
    def _type(self) -> str:
        return "vehicle" if self.unit.is_vehicle else "fighter" if self.unit.is_aerospace else "mech"

    def _modes(self) -> tuple[str, ...]:
        said = words().flew if self.unit.is_aerospace else words().moved
        jumps = jump_move(self.unit.card) > 0
        return tuple(word if jumps or MODES[number] != "jump" else "" for number, word in enumerate(said))

    def _hits(self) -> Iterator[str]:
        """The hits that its column of critical hits can bring, and motive hits for what drives."""
        column = {what.replace(" ", "_") for what in column_of(self.unit) or ()}
        yield from (what for what in (ENGINE, FIRE_CONTROL, MP, WEAPON) if what in column)
        if "crew_stunned" in column:
            yield STUNNED
        if self.unit.is_vehicle:
            yield from MOTIVE


def boxes_of(position: Position, unit: int, number: int, extra: tuple[Box, ...] = ()) -> UnitBoxes:
    """The boxes of a unit, which is the `number`th of its side."""
    one = position.unit(unit)
    leaves = position.scenario.has_exits()
    return UnitBoxes(f"{one.side}.{number}", one, shutdown_at(position, unit), leaves, extra)


def condition_of(boxes: UnitBoxes, values: Mapping[str, int]) -> Condition:
    """A unit as its marks have it; what is not said is not marked.

    Of hits on the drive the order counts: 2 inches less, then what halves, then 2 inches less that came after. Between
    two that halve nothing can be marked; whoever has taken both hardly moves any more.
    """
    unit, card = boxes.unit, boxes.unit.card

    def marked(what: str) -> int:
        return values.get(boxes.name(what), 0)

    condition = Condition(card.armour - marked(ARMOUR), card.structure - marked(STRUCTURE), PLACES[marked(FATE)])
    condition.heat = marked(HEAT)
    condition.shut_down = unit.has_heat and condition.heat >= boxes.shuts_down_at
    condition.engine_hits, condition.fire_control_hits = marked(ENGINE), marked(FIRE_CONTROL)
    condition.weapon_hits = marked(WEAPON)
    before, halved, after, immobile = map(marked, MOTIVE)
    hits: list[tuple[Drive, int]] = [("slowed", before), ("engine", marked(ENGINE) if halves_the_move(unit) else 0)]
    hits += [("mp", marked(MP)), ("halved", halved), ("slowed", after), ("immobile", immobile)]
    condition.drive = tuple(hit for hit, times in hits for _ in range(times))
    condition.mode = MODES[marked(MOVED)]
    if condition.structure <= 0 or condition.engine_hits >= 2 or condition.place == DESTROYED:
        condition.structure, condition.place = 0, DESTROYED
    return condition


def put(position: Position, boxes: UnitBoxes, values: Mapping[str, int]) -> Condition:
    """Give a unit the condition that its marks have, and see whether it is crippled."""
    condition = position.conditions[boxes.unit.index] = condition_of(boxes, values)
    condition.crippled = condition.place != DESTROYED and is_crippled(position, boxes.unit.index)
    return condition
