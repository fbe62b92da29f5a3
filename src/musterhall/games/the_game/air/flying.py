"""3.4 Flying: where a formation comes in, the sections it flies, and where it leaves.

A path is a list of places `[[x, y], ...]`, one for the end of each section. Where aircraft may each fly their own
(3.4.1), `{"lead": path, "own": [[unit, path], ...]}` says so; who is not named flies beside the leader.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from musterhall.battle import schemas
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Draw, Illegal, Rule, Schema
from musterhall.games.the_game.air.air_orders import AHEAD, edge_line, step_from
from musterhall.games.the_game.air.aircraft import minimum_run
from musterhall.games.the_game.air.apart import Course, Path, paths_after, paths_flown
from musterhall.games.the_game.air.paths import (
    edge_ahead,
    edges_at,
    entry_edges,
    exit_edge,
    inside,
    last_run,
    own_edge,
    path_refusal,
    section_length,
    sections_to,
    straight_off,
)
from musterhall.games.the_game.basics.choices import FormationDecision
from musterhall.games.the_game.basics.generalities import command_value
from musterhall.games.the_game.position.air_state import Flight
from musterhall.games.the_game.position.position import SQUARE, Formation, Position
from musterhall.geometry import SLACK, Point, bearing, distance, path_length, rounded, towards
from musterhall.places import place_in_words
from musterhall.tally import counted, does, does_it

WINGSPAN = 3.0
"""How far apart aircraft fly beside each other where nobody says how."""
STANDOFF = 12.0
"""Where a run at somebody ends that nobody has thought about much: every weapon of a plane reaches from there."""


# Coming in


class Enter(FormationDecision):
    """3.4 Where does a flyer formation come onto the table? `[x, y]` on the edge.

    Or `{"at": [x, y], "beside": [[unit, dx, dy], ...]}`, where each flies as seen from the first of them.
    """

    __slots__ = ()
    kind = "aircraft come in"
    section = "3.4"

    def question(self) -> str:
        return f"Where on the table edge {does_it(self.formation.name)} come in?"

    def schema(self) -> Schema:
        table, apart = self.position.field.table, schemas.number(-100, 100)
        place = schemas.row(schemas.number(0, table.width), schemas.number(0, table.depth))
        beside = schemas.many(schemas.row(schemas.one_of(self.formation.units), apart, apart))
        return schemas.either(place, schemas.fields({"at": place, "beside": beside}, ("at",)))

    def in_words(self, answer: Answer) -> str:
        x, y = answer["at"] if isinstance(answer, dict) else answer
        return f"comes in {place_in_words(self.position.field.table, (x, y))}"

    def aid(self) -> dict[str, Any]:
        """The edges it may use, and how close together it flies."""
        edges = entry_edges(self.position.field, self.formation.side)
        return {"edges": edges, "together": command_value(self.position, self.formation)}

    def options(self) -> Iterator[Answer]:
        table, edge = self.position.field.table, edge_line(self.position, self.formation.side)
        for column in range(max(1, int(table.width // SQUARE))):
            yield [min(table.width / 2, SQUARE / 2) + SQUARE * column, edge]

    def check(self, answer: Answer) -> tuple[Point, tuple[tuple[int, float, float], ...]]:
        at, beside = (answer, None) if isinstance(answer, list) else _parts(answer)
        place = _point(at)
        allowed = entry_edges(self.position.field, self.formation.side)
        if not set(edges_at(self.position.field, place)) & set(allowed):
            raise Illegal(f"aircraft come in over {' or '.join(allowed)}, not at {place[0]:g}, {place[1]:g}", "3.4")
        return place, usual_shape(self.formation) if beside is None else self._shape(beside)

    def _shape(self, rows: Any) -> tuple[tuple[int, float, float], ...]:
        """3.4.1 Everybody's place in the formation, each within Command cm of another."""
        fits = isinstance(rows, list) and all(isinstance(row, list) and len(row) == 3 for row in rows)
        if not fits or sorted(str(row[0]) for row in rows) != sorted(map(str, self.formation.units)):
            raise Illegal("beside has a row of unit, dx and dy for every aircraft", "3.4.1")
        if any(type(number) not in (int, float) for row in rows for number in row[1:]):
            raise Illegal("dx and dy are distances in cm", "3.4.1")
        if tuple(map(float, rows[0][1:])) != (0.0, 0.0):
            raise Illegal("the first aircraft leads, and the others are seen from it", "3.4.1")
        shape = tuple((int(row[0]), float(row[1]), float(row[2])) for row in rows)
        stray = stray_from(self.position, self.formation, [(dx, dy) for _, dx, dy in shape])
        if stray is not None:
            name, limit = self.position.unit(shape[stray][0]).name, command_value(self.position, self.formation)
            raise Illegal(f"{name} is farther than {limit} cm from the others", "3.4.1")
        return shape


def place_on(position: Position) -> Schema:
    table = position.field.table
    return schemas.row(schemas.number(0, table.width), schemas.number(0, table.depth))


def _parts(answer: Any) -> tuple[Any, Any]:
    if not isinstance(answer, dict) or "at" not in answer or set(answer) - {"at", "beside"}:
        raise Illegal("aircraft come in at a place on the edge", "3.4")
    return answer["at"], answer.get("beside")


def _point(said: Any) -> Point:
    if not isinstance(said, list) or len(said) != 2 or any(type(number) not in (int, float) for number in said):
        raise Illegal(f"{said!r:.60} is no place; give x and y", "3.4")
    return rounded((float(said[0]), float(said[1])))


def usual_shape(formation: Formation) -> tuple[tuple[int, float, float], ...]:
    """Wing to wing, to the right of the leader and to the left by turns."""
    steps = [(number + 1) // 2 * (1 if number % 2 else -1) for number in range(formation.size)]
    return tuple((unit, WINGSPAN * step, 0.0) for unit, step in zip(formation.units, steps, strict=True))


def stray_from(position: Position, formation: Formation, places: Sequence[Point]) -> int | None:
    """3.4.1 The first aircraft that is too far from the others: a chain of links, or as a variant every pair."""
    limit = command_value(position, formation) + SLACK
    if position.field.variants.naval_cohesion_mode == "all_pairs":
        pairs = ((b, a) for b in range(len(places)) for a in range(b))
        return next((b for b, a in pairs if distance(places[a], places[b]) > limit), None)
    linked, left = [0], list(range(1, len(places)))
    while left:
        near = [b for b in left if any(distance(places[a], places[b]) <= limit for a in linked)]
        if not near:
            return left[0]
        linked += near
        left = [b for b in left if b not in near]
    return None


def come_in(battle: Battle[Position], formation: Formation, high: bool) -> Rule[None]:
    """3.4, 3.4.2 The owner puts the formation at the table edge, at the height of its command."""
    at, shape = yield Enter(battle.view(formation.side), formation)
    take_off(battle.position, formation, Flight((at,), high, shape), AHEAD[formation.side])
    if battle.recording:
        height = "high" if high else "low"
        there = place_in_words(battle.position.field.table, at)
        text = f"{does(formation.name, 'comes', 'come')} in flying {height}, {there}"
        battle.tell("enter", text, "3.4.2", formation=formation.index)


def take_off(position: Position, formation: Formation, flight: Flight, heading: float) -> None:
    """Put a formation at the edge where its flight begins."""
    position.facing[formation.units] = heading
    set_flight(position, formation, flight)


def set_flight(position: Position, formation: Formation, flight: Flight) -> None:
    """3.4.1 The leader is at the end of its path, the others beside it."""
    position.air = position.air.flown(formation.index, flight)
    table = position.field.table
    for unit, path in paths_flown(position, formation).items():
        x, y = path[-1]
        position.place(unit, rounded((min(max(x, 0.0), table.width), min(max(y, 0.0), table.depth))))


# On the way


class Approach(FormationDecision):
    """3.4 Which way does a flyer formation fly, until it does what it came for? A list of places."""

    __slots__ = ("flight", "heading", "minimum")
    kind = "approach"
    section = "3.4"

    def __init__(self, position: Position, formation: Formation, heading: float | None = None) -> None:
        super().__init__(position, formation)
        self.flight = position.air.flights[formation.index]
        self.minimum = minimum_run(position, formation)
        self.heading = heading
        """3.3.1, 3.2 The way the first section goes of a patrol, or of helicopters that take off."""

    @property
    def at(self) -> Point:
        return self.flight.path[-1]

    def question(self) -> str:
        return f"Which way {does_it(self.formation.name)} fly?"

    def schema(self) -> Schema:
        return self._or_apart(schemas.many(place_on(self.position), 0 if self.there else 1))

    def _or_apart(self, lead: Schema) -> Schema:
        """3.4.1 The form of a path, and of one for the leader with others beside it."""
        if self.position.field.variants.flight_shape != "path_each":
            return lead
        own = schemas.many(schemas.row(schemas.one_of(self.formation.units), schemas.many(place_on(self.position), 1)))
        return schemas.either(lead, schemas.fields({"lead": lead, "own": own}, ("lead",)))

    @property
    def there(self) -> bool:
        """May it have come to where it wants to be? Once it has flown a section."""
        return len(self.flight.path) > 1

    def in_words(self, answer: Answer) -> str:
        answer = answer["lead"] if isinstance(answer, dict) else answer
        if not answer:
            return "it is where it wants to be"
        x, y = answer[-1]
        return f"{counted(len(answer), 'section')}, ends {place_in_words(self.position.field.table, (x, y))}"

    def aid(self) -> dict[str, Any]:
        """Where it is and which way it flies, how far since its last turn, and how far it must fly between two."""
        run = last_run(self.position.field, self.flight.path, self.heading)
        return {
            "at": list(self.at),
            "heading": None if run.heading is None else round(run.heading, 1),
            "straight_on": round(run.length, 2) if run.after_turn else None,
            "between_turns": self.minimum,
            "section": section_length(self.position.field),
        }

    def options(self) -> Iterator[Answer]:
        """Straight at each enemy formation; if there is none that way, straight on."""
        offered = [self.run_at(goal) for goal in self._goals()]
        found = [path for path in offered if self.legal(path)]
        straight_on = self.straight_on(section_length(self.position.field))
        yield from found or ([straight_on] if self.legal(straight_on) else [])
        if self.there:
            yield []

    def _goals(self) -> list[Point]:
        position = self.position
        enemies = [f for f in position.of_side(1 - self.player) if not f.flies and position.stands(f)]
        return [_middle(position, formation) for formation in enemies]

    def run_at(self, goal: Point) -> Answer:
        """Straight at a place, to where weapons reach it."""
        end = towards(self.at, goal, max(1.0, distance(self.at, goal) - STANDOFF))
        return [list(point) for point in sections_to(self.position.field, self.at, rounded(end))]

    def straight_on(self, length: float) -> Answer:
        """As it flies now, for so long or to just before the table's edge."""
        run = last_run(self.position.field, self.flight.path, self.heading)
        heading = float(self.position.facing[self.formation.units[0]]) if run.heading is None else run.heading
        edge = edge_ahead(self.position.field, self.at, heading)
        end = towards(self.at, edge, min(length, distance(self.at, edge) - 10 * SLACK))
        return [list(rounded(end))]

    def sample(self, draw: Draw) -> Answer:
        """One of the options, or a way with up to four turns."""
        options = list(self.options())
        if draw(2):
            return options[draw(len(options))]
        return self._any_way(draw, 1 + draw(4)) or options[draw(len(options))]

    def _any_way(self, draw: Draw, legs: int) -> list[Any]:
        path: list[Any] = []
        longest = section_length(self.position.field)
        for _ in range(legs):
            here = tuple(path[-1]) if path else self.at
            for _ in range(4):
                length = longest if self.minimum > longest / 2 else longest * (1 + draw(2)) / 2
                end = list(rounded(step_from((here[0], here[1]), float(draw(360)), length)))
                if self.legal([*path, end]):
                    path.append(end)
                    break
        return path

    def check(self, answer: Answer) -> Course:
        """3.4, 3.4.1 The leader's sections and those of who flies its own, or why they cannot be."""
        if not isinstance(answer, dict):
            return Course(self.leads(answer), {})
        if "lead" not in answer or set(answer) - {"lead", "own"}:
            raise Illegal("a flight has a path to lead, and paths that are flown of their own", "3.4.1")
        lead = self.leads(answer["lead"])
        return Course(lead, self._own(lead, answer.get("own", [])))

    def _own(self, lead: Path, rows: Any) -> dict[int, Path]:
        """3.4.1 As a variant each aircraft flies a path of its own, as many sections as the leader, and after each of
        them they are together.
        """
        if self.position.field.variants.flight_shape != "path_each":
            raise Illegal(f"{self.formation.name} flies along one path", "3.4.1")
        flown, found = paths_flown(self.position, self.formation), {}
        if not isinstance(rows, list) or any(not isinstance(row, list) or len(row) != 2 for row in rows):
            raise Illegal("own is rows of aircraft and path", "3.4.1")
        for unit, said in rows:
            if type(unit) is not int or unit not in flown or unit in found:
                raise Illegal(f"{unit!r} is no aircraft of {self.formation.name} that flies its own path once", "3.4.1")
            found[unit] = self._section_ends(said, flown[unit])
            if len(found[unit]) != len(lead):
                raise Illegal(f"{self.position.unit(unit).name} flies as many sections as the leader", "3.4.1")
        self._stays_together(Course(lead, found))
        return found

    def _stays_together(self, course: Course) -> None:
        paths = paths_after(self.position, self.formation, course)
        for section in range(-len(course.lead), 0):
            stray = stray_from(self.position, self.formation, [path[section] for path in paths.values()])
            if stray is not None:
                raise Illegal(f"{self.position.unit([*paths][stray]).name} would fly too far from the others", "3.4.1")

    def leads(self, answer: Answer) -> Path:
        """3.4 The leader's sections."""
        if answer == [] and self.there:
            return ()
        path = self._path(answer)
        off = next((point for point in path if not inside(self.position.field, point)), None)
        if off is not None:
            raise Illegal(f"at {off[0]:g}, {off[1]:g} it would leave the table before it has done its work", "3.4")
        return path

    def _path(self, answer: Answer) -> tuple[Point, ...]:
        return self._section_ends(answer, self.flight.path)

    def _section_ends(self, said: Any, flown: Path) -> Path:
        """3.4, 3.1 The places at which sections end that go on from what was flown."""
        if not isinstance(said, list) or not said:
            raise Illegal("a path is a list of places, one for each section", "3.4")
        path = tuple(_point(one) for one in said)
        refusal = path_refusal(self.position.field, self.minimum, flown, path, self.heading)
        if refusal is not None:
            raise Illegal(f"{self.formation.name}: {refusal.reason}", refusal.section)
        return path


def _middle(position: Position, formation: Formation) -> Point:
    units = position.standing(formation)
    return (float(position.x[units].mean()), float(position.y[units].mean()))


def fly(battle: Battle[Position], formation: Formation, course: Course, *, leaving: bool = False) -> None:
    """3.4, 3.4.1 The formation flies these sections; its heading is that of the last."""
    position, path = battle.position, course.lead
    flight = position.air.flights[formation.index]
    paths = paths_after(position, formation, course)
    if course.own or formation.index in position.air.apart:
        position.air = position.air.flown_apart(formation.index, paths)
    for unit, flown_so in paths.items():
        position.facing[unit] = bearing(flown_so[-2], flown_so[-1])
    set_flight(position, formation, flight._replace(path=(*flight.path, *path)))
    if battle.recording:
        flown = (flight.path[-1], *path)
        who = (
            does(formation.name, "leaves, flying", "leave, flying") if leaving else does(formation.name, "flies", "fly")
        )
        text = f"{who} {path_length(flown):.0f} cm to {path[-1][0]:.0f}, {path[-1][1]:.0f}"
        battle.tell("flight", text, "3.4", formation=formation.index, path=[list(point) for point in flown])


# Leaving


class LeaveTable(Approach):
    """3.4.4 Which way does a flyer formation leave? A list of places, the last on a table edge."""

    __slots__ = ()
    there = False
    kind = "aircraft leave"
    section = "3.4.4"

    def question(self) -> str:
        return f"Which way {does_it(self.formation.name)} leave the table?"

    def options(self) -> Iterator[Answer]:
        """Home if it may turn that way, straight on, and to the other edges."""
        table, (x, y) = self.position.field.table, self.at
        home = edge_line(self.position, self.formation.side)
        ends: list[Point] = [(x, home), (0.0, y), (table.width, y), (x, table.depth - home)]
        run = last_run(self.position.field, self.flight.path, self.heading)
        if run.heading is not None:
            ends.append(edge_ahead(self.position.field, self.at, run.heading))
        for end in ends:
            path = [list(point) for point in sections_to(self.position.field, self.at, end)]
            if self.legal(path):
                yield path

    def sample(self, draw: Draw) -> Answer:
        options = list(self.options())
        return options[draw(len(options))]

    def leads(self, answer: Answer) -> Path:
        field = self.position.field
        if isinstance(answer, list) and len(answer) == 1:
            end = _point(answer[0])
            if straight_off(field, self.flight.path, end, self.heading):
                return (end,)
        path = self._path(answer)
        if any(not inside(field, point) for point in path[:-1]) or not edges_at(field, path[-1]):
            raise Illegal("the last place of the path lies on a table edge, and no other does", "3.4.4")
        return path


def fly_off(battle: Battle[Position], formation: Formation, heading: float | None = None) -> Rule[str]:
    """3.4.4 The formation flies to a table edge. Gives the edge."""
    course: Course = yield LeaveTable(battle.view(formation.side), formation, heading)
    fly(battle, formation, course, leaving=True)
    return exit_edge(battle.position.field, formation.side, course.lead[-1])


def set_aside(battle: Battle[Position], formation: Formation, edge: str) -> None:
    """3.4.4 Off the table until its next action, with a token if it left over another edge than its own."""
    end_flight(battle.position, formation)
    if edge != own_edge(formation.side) and formation.alive:
        formation.suppression += 1
        text = f"{does(formation.name, 'leaves', 'leave')} over {edge} with one token more"
        battle.tell("withdraw", text, "3.4.4", formation=formation.index, tokens=1)


def end_flight(position: Position, formation: Formation) -> None:
    """Nobody of the formation is in the air any more."""
    position.on[formation.units] = False
    position.air = position.air.flown(formation.index, None)
