"""6.1.4 Deployment: when the enemy is met or a battle group has arrived, who stands where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Draw, Fault, Illegal, Rule, Schema
from musterhall.games.the_game.basics.choices import FormationDecision, FormationYesOrNo
from musterhall.games.the_game.movement.marching import all_out, first_legal
from musterhall.games.the_game.movement.moving import Move, PlannedMove, make_planned_move, move_schema, take_places
from musterhall.games.the_game.movement.ways import Way, near_enemy, standing_room
from musterhall.games.the_game.phases.commands import PREPARED_FIRE
from musterhall.games.the_game.position.orders import Orders
from musterhall.games.the_game.position.position import NOBODY, SQUARE, Formation, Position
from musterhall.games.the_game.scenario.column import CONTACT, HALTED
from musterhall.games.the_game.scenario.entering import SPACING
from musterhall.geometry import SLACK, Point
from musterhall.tally import counted, does


def contact(battle: Battle[Position], pair: tuple[int, int]) -> Rule[None]:
    """6.1.4 Enemies meet, a unit that marched and one it came upon: a token for both formations, and passengers may get
    out.

    The first time, the side that was met wins the initiative of turn 1.
    """
    position = battle.position
    for unit in pair:
        formation = position.formation_of(unit)
        exempt = position.field.variants.scout_contact == "scout_exempt" and position.unit(unit).rule("scout")
        formation.suppression += 0 if exempt else 1
    mine, other = (position.formation_of(unit) for unit in pair)
    position.note(met=(*position.scenario.met, (mine.index, other.index)))
    if position.scenario.contact_by == NOBODY:
        position.note(contact_by=other.side)
    battle.tell("contact", f"{does(mine.name, 'meets', 'meet')} {other.name}", "6.1.4", formation=mine.index)
    for formation in (mine, other):
        if any(position.aboard[unit] != NOBODY for unit in formation.units):
            yield from dismount(battle, formation)


class Dismount(FormationDecision):
    """6.1.4 Who gets out on contact? None, or `{"out": [[unit, x, y], ...]}` with places beside the transports."""

    __slots__ = ("move",)
    kind = "dismount"
    section = "6.1.4"

    def __init__(self, position: Position, formation: Formation) -> None:
        super().__init__(position, formation)
        self.move = Move(position, formation)

    def question(self) -> str:
        return f"{does(self.formation.name, 'meets', 'meet')} the enemy. Who gets out?"

    def schema(self) -> Schema:
        return move_schema(self.formation, ("out",))

    def in_words(self, answer: Answer) -> str:
        return self.move.in_words(answer)

    def everybody(self) -> Answer:
        """Everybody who finds room gets out; nobody if the formation would lose cohesion by it."""
        return first_legal(self.move, [all_out(self.move)])

    def options(self) -> Iterable[Answer]:
        everybody = self.everybody()
        return (everybody, None) if everybody else (None,)

    def sample(self, draw: Draw) -> Answer:
        rows = [row for row in (self.everybody() or {"out": []})["out"] if draw(2)]
        return first_legal(self.move, [{"out": rows} if rows else None])

    def check(self, answer: Answer) -> PlannedMove:
        if answer is not None and (not isinstance(answer, dict) or set(answer) != {"out"}):
            raise Illegal("who gets out is given as out, with places", "6.1.4")
        return self.move.check(answer)


def dismount(battle: Battle[Position], formation: Formation) -> Rule[None]:
    """6.1.4, 1.6.3 Passengers may get out beside their transports when the enemy is met."""
    marching: PlannedMove = yield Dismount(battle.view(formation.side), formation)
    if marching:
        make_planned_move(battle.position, marching)
        out = counted(len(marching.leaving), "unit")
        battle.tell("move", f"{formation.name}: {out} dismount on contact", "6.1.4", formation=formation.index)


def nearest_pair(position: Position, formations: list[Formation]) -> tuple[int, int] | None:
    """6.1.4 The unit of these formations and the enemy that are nearest to each other, if they are within 30 cm."""
    own = position.standing_together([formation.index for formation in formations])
    enemies = position.standing_side(1 - formations[0].side)
    if not len(own) or not len(enemies):
        return None
    gaps = position.distances(own, enemies)
    i, j = divmod(int(gaps.argmin()), len(enemies))
    # both places are kept to 0.01 cm, which may put them a hair farther apart than they were measured
    return (int(own[i]), int(enemies[j])) if gaps[i, j] <= HALTED + SLACK else None


class Deploy(FormationDecision):
    """6.1.4 Where in its target square does the formation take up positions?

    The answer is None to stay in march formation, or `{"go": [[unit, x, y], ...], "out": [[unit, x, y], ...]}`: places
    in the square for who stands on the table, and for passengers places beside their transports.
    """

    __slots__ = ("square",)
    kind = "deploy"
    section = "6.1.4"

    def __init__(self, position: Position, formation: Formation, square: Point) -> None:
        super().__init__(position, formation)
        self.square = square
        """The middle of the target square."""

    def question(self) -> str:
        return (
            f"{does(self.formation.name, 'has', 'have')} arrived. Where in the target square do they take up positions?"
        )

    def schema(self) -> Schema:
        return move_schema(self.formation, ("go", "out"))

    def in_words(self, answer: Answer) -> str:
        return "stay in march formation" if answer is None else "take up positions"

    def aid(self) -> dict[str, Any]:
        """The target square."""
        return {"square": {"middle": list(self.square), "side": SQUARE}}

    def options(self) -> Iterable[Answer]:
        yield None
        for answer in (self.line(), all_out(Move(self.position, self.formation))):
            if answer and self.legal(answer):
                yield answer

    def line(self) -> Answer:
        """In two lines across the square, facing the enemy; guns that cannot move stay."""
        units = [unit for unit in self.position.standing(self.formation).tolist() if self._can_move(unit)]
        forward, wide = (1.0 if self.formation.side == 0 else -1.0), (len(units) + 1) // 2
        rows = []
        for number, unit in enumerate(units):
            rank, file = divmod(number, wide)
            x = self.square[0] + (file - (wide - 1) / 2) * SPACING
            rows.append([unit, round(x, 2), round(self.square[1] + forward * (8.0 - 4.0 * rank), 2)])
        return {"go": rows} if rows else None

    def check(self, answer: Answer) -> PlannedMove:
        if answer is None:
            return PlannedMove([], [], [])
        if not isinstance(answer, dict) or set(answer) - {"go", "out"}:
            raise Illegal("positions are given as go and out", "6.1.4")
        places = self._places(answer.get("go", []))
        trial = self.position.copy_places()
        for unit, place in places:
            trial.place(unit, place)
        marching = Move(trial, self.formation).check({"out": answer.get("out", [])})
        for unit, place in marching.leaving:
            self._refuse(unit, self._too_near(unit, place))
        marching.ways = [Way(unit, [self.position.at(unit), place]) for unit, place in places]
        return marching

    def faults(self, answer: Answer) -> Sequence[Fault]:
        """6.1.4 Everybody who may not stand there."""
        try:
            rows = self._rows(answer.get("go", []) if isinstance(answer, dict) else None)
        except Illegal:
            return ()
        refused = [(unit, self._refusal(unit, place)) for unit, place in rows.items()]
        return [Fault(unit, f"{self.position.unit(unit).name} {why}", "6.1.4") for unit, why in refused if why]

    def _places(self, rows: Any) -> list[tuple[int, Point]]:
        found = self._rows(rows)
        for unit, place in found.items():
            self._refuse(unit, self._refusal(unit, place))
        return list(found.items())

    def _rows(self, rows: Any) -> dict[int, Point]:
        if not isinstance(rows, list):
            raise Illegal("go is a list of rows", "6.1.4")
        found: dict[int, Point] = {}
        for row in rows:
            if not isinstance(row, list) or len(row) != 3 or any(type(n) not in (int, float) for n in row):
                raise Illegal("a row is a unit, x and y", "6.1.4")
            unit, place = row[0], (float(row[1]), float(row[2]))
            if unit not in self.formation.units or not self.position.on[unit] or unit in found:
                raise Illegal(f"{unit!r} is no unit of {self.formation.name} that could be placed", "6.1.4")
            found[unit] = place
        return found

    def _refuse(self, unit: int, why: str) -> None:
        if why:
            raise Illegal(f"{self.position.unit(unit).name} {why}", "6.1.4")

    def _can_move(self, unit: int) -> bool:
        return bool(self.position.field.walk[unit, 1] > 0)

    def _refusal(self, unit: int, place: Point) -> str:
        if not self._can_move(unit):
            return "has no move and stays where it was put"
        if not max(abs(place[0] - self.square[0]), abs(place[1] - self.square[1])) <= SQUARE / 2 + 1e-9:
            return "would not be in the target square"
        if not standing_room(self.position, unit, place):
            return "cannot stand there"
        return self._too_near(unit, place)

    def _too_near(self, unit: int, place: Point) -> str:
        """6.1.4 Who has arrived meets nobody by taking up positions."""
        reach = CONTACT + self.position.unit(unit).radius + 1e-6
        near = near_enemy(self.position, self.formation.side, place, reach)
        return "would be within 30 cm of the enemy" if near else ""


def arrive(battle: Battle[Position], formations: list[Formation], square: Point) -> Rule[None]:
    """6.1.4 In its target square a formation takes up positions and may turn its command into prepared fire."""
    position = battle.position
    for formation in formations:
        if not position.field.variants.mark_positions:
            marching: PlannedMove = yield Deploy(battle.view(formation.side), formation, square)
            take_places(position, marching)
        if position.orders[formation.index].next == PREPARED_FIRE:
            continue
        if (yield PreparedFireInstead(formation)):
            position.lay_orders(formation.index, Orders(None, PREPARED_FIRE))


class PreparedFireInstead(FormationYesOrNo):
    """6.1.4 Does the formation, which has arrived, go on prepared fire instead of what it was told?"""

    __slots__ = ()
    kind = "prepared fire instead"
    section = "6.1.4"
    secret = True

    def question(self) -> str:
        return f"{does(self.formation.name, 'has', 'have')} arrived. Prepared fire instead of their first command?"
