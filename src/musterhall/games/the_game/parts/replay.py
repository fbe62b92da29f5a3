"""A battle of THE GAME as the replay page takes it: one frame for each line of the log, with what changed.

A `Film` watches a battle while it is fought, or fought again from a journal, and gives the replay at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from musterhall.battle.battle import THOUGHT, LogLine
from musterhall.board import Figure, Frame, Moment, Orders, Path, PathKind, Replay, Ring, Side, Sign, Throw
from musterhall.game.throws import throws_of
from musterhall.games.the_game.game import Setup
from musterhall.games.the_game.parts.board import KEY, board_of, moment_of, orders_of, score_of
from musterhall.games.the_game.parts.in_the_air import (
    arcs_of_fire,
    drop_marker,
    end_of_shot,
    markers_of,
    way_of_a_drop,
    ways_flown,
)
from musterhall.games.the_game.position.position import NOBODY, PRE_BATTLE, SET_UP, Position
from musterhall.games.the_game.scenario.maps import holders
from musterhall.games.the_game.scenario.outcome import result_sentence
from musterhall.games.the_game.scenario.setups import LANDING
from musterhall.geometry import SLACK, distance
from musterhall.tally import told_parts, told_sum

SIGNS: dict[str, Sign] = {
    "move": "move",
    "march": "move",
    "enter": "move",
    "flight": "move",
    "flak": "fire",
    "drop": "move",
    "land": "move",
    "pop up": "move",
    "fire": "fire",
    "barrage": "blast",
    "assault": "fight",
    "landing": "move",
    "initiative": "test",
    "test": "test",
    "rally": "rally",
    "regroup": "rally",
    "break": "break",
    "removed": "break",
    "passengers": "break",
    "withdraw": "withdraw",
    "command": "command",
    "prepared": "command",
    "contact": "command",
    "cover": "command",
    "objective": "zone",
    "victory": "zone",
    "phase": "phase",
    "maps": "phase",
    "set-up": "set-up",
    "result": "result",
}
"""The sign and the speed that a line of each kind is shown with."""

TOLD_FIRST = ("removed", "break", "rally", "contact", "enter")
"""Lines that are told before it happens; what becomes of their formation next belongs to them."""

HOUSE_RULED = "a landing, by house rules"
"""6.1 Of a scenario that is not in the book."""

LANDINGS = ("landing", "land")
"""Lines that tell of troops who get out."""

SHOTS: dict[str, PathKind] = {"kill": "kill", "token": "hit", "hit": "hit", "miss": "miss"}


class Film:
    """Hand `watch` to a battle as its watcher; `data` is the page's data for as far as it went."""

    def __init__(self, setup: Setup, seed: int, agents: tuple[str, ...]) -> None:
        self._setup = setup
        self._seed = seed
        self._agents = agents
        self._frames: list[Frame] = []
        self._told: LogLine | None = None
        self._shown = Moment([], [])
        self._orders: list[Orders] = []
        self._score: list[Figure] = []
        self._thoughts: list[tuple[int, str]] = []

    def watch(self, entry: LogLine, position: Position) -> None:
        """Add a frame for a log line; an agent's thought waits for the line it led to."""
        if not self._frames:
            self._open(position)
        if entry.kind == THOUGHT:
            # Orders for a whole army come with a reason for each formation.
            player = entry.data.get("player", 0)
            self._thoughts += [(player, f"{self._who(entry, position)}: {reason}") for reason in entry.text.split("; ")]
            return
        self._follow_up(entry, position)
        self._frames.append(self._frame(entry, position))
        self._told = entry

    def replay(self, position: Position) -> Replay:
        """The whole battle to watch; `position` is how it stands at the end."""
        if not self._frames:
            self._open(position)
            self._frames[0].owners = _owners(holders(position)) or None
        self._close(position)
        forces = (self._setup.red, self._setup.blue)
        red, blue = (
            Side(player.name, tuple(filter(None, (player.army, agent))))
            for player, agent in zip(position.field.players, self._agents, strict=True)
        )
        return Replay(
            f"{forces[0].name} against {forces[1].name}",
            self._seed,
            "THE GAME",
            (red, blue),
            board_of(position),
            KEY,
            self._frames,
            result_sentence(position),
            HOUSE_RULED if self._setup.scenario == LANDING else "",
        )

    def _open(self, position: Position) -> None:
        """The first frame: everybody is known, nobody has come yet."""
        self._shown = moment_of(position)
        text = f"{self._setup.red.name} meets {self._setup.blue.name} on {position.field.table.name}."
        frame = _empty_frame(position, "set-up", text, "6.1")
        frame.pieces = dict(enumerate(self._shown.pieces))
        frame.groups = dict(enumerate(self._shown.groups))
        frame.markers = self._shown.markers or None
        self._orders = [Orders()] * len(position.formations)
        self._show_standing(frame, position)
        self._frames.append(frame)

    def _close(self, position: Position) -> None:
        """What happened after the last line was told belongs to it."""
        self._show_changes(self._frames[-1], position)
        self._show_standing(self._frames[-1], position)

    def _follow_up(self, entry: LogLine, position: Position) -> None:
        """Give the last line what it announced: the formation that broke runs under that line, not the next one."""
        told = self._told
        if told is None or told.kind not in TOLD_FIRST or "formation" not in told.data:
            return
        index = told.data["formation"]
        if entry.data.get("formation") != index:
            self._show_changes(self._frames[-1], position, formation=index)

    def _frame(self, entry: LogLine, position: Position) -> Frame:
        index = entry.data.get("formation")
        text = entry.text + (_nearest_enemy(position, index) if entry.kind == "move" else "")
        frame = _empty_frame(position, SIGNS.get(entry.kind, "other"), text, entry.section)
        of_formation = position.formations[index].side if index is not None else None
        # A line may be about a formation of one side and be done by the other, as fire at aircraft is.
        frame.side = entry.data.get("side", of_formation)
        frame.group = index
        arrows = [*way_of_a_drop(entry, position, self._shown.markers), *self._put_ashore(entry, position)]
        self._show_changes(frame, position)
        self._show_markers(frame, entry, position)
        self._show_standing(frame, position)
        shots = [*_crossfire(entry, position), *_lines_of_fire(entry, position)]
        frame.paths = [*ways_flown(entry, position), *arrows, *shots]
        frame.rings = _rings(entry, position)
        frame.arcs = arcs_of_fire(entry, position)
        frame.detail = [*self._led_to(entry, frame.side), *_detail(entry, position)]
        frame.dice = _dice(entry)
        if "holders" in entry.data:
            frame.owners = _owners(entry.data["holders"])
        return frame

    def _led_to(self, entry: LogLine, side: int | None) -> list[str]:
        """The thoughts behind a line. Both players think about their commands before either's are told."""
        waiting = [one for one in self._thoughts if entry.kind == "command" and one[0] != side]
        led = [text for player, text in self._thoughts if (player, text) not in waiting]
        self._thoughts = waiting
        return led

    def _show_changes(self, frame: Frame, position: Position, formation: int | None = None) -> None:
        """Put into a frame what differs from what was shown last, of everybody or of one formation."""
        now, shown = moment_of(position, self._shown), self._shown
        for unit, state in enumerate(now.pieces):
            if state != shown.pieces[unit] and formation in (None, position.field.units[unit].formation):
                frame.pieces[unit] = shown.pieces[unit] = state
        for index, group in enumerate(now.groups):
            if group != shown.groups[index] and formation in (None, index):
                frame.groups[index] = shown.groups[index] = group

    def _show_standing(self, frame: Frame, position: Position) -> None:
        """Commands and points, where they differ from what was shown last."""
        orders, score = orders_of(position), score_of(position)
        frame.orders |= {index: one for index, one in enumerate(orders) if one != self._orders[index]}
        if score != self._score:
            frame.score = score
        self._orders, self._score = orders, score

    def _show_markers(self, frame: Frame, entry: LogLine, position: Position) -> None:
        """What lies on the table; a drop's marker lies there until its troops have landed."""
        now = markers_of(position)
        if entry.kind == "drop" and "path" in entry.data:
            now.append(drop_marker(position, entry.data["formation"], entry.data["path"][-1]))
        if now != self._shown.markers:
            frame.markers = self._shown.markers = now

    def _put_ashore(self, entry: LogLine, position: Position) -> list[Path]:
        """4.3.2, 3.2 From each vessel or helicopter to whoever got out of it."""
        if entry.kind not in LANDINGS:
            return []
        return [
            Path(position.at(state.carrier), position.at(unit), "arrow", position.field.units[unit].side)
            for unit, state in enumerate(self._shown.pieces)
            if state.carrier is not None
            and position.on[unit]
            and distance(position.at(state.carrier), position.at(unit)) > SLACK
        ]

    def _who(self, entry: LogLine, position: Position) -> str:
        player = entry.data.get("player", 0)
        return f"{position.field.players[player].name} ({self._agents[player]})"


def _owners(holders: Sequence[int | None]) -> list[int | None]:
    """6.1.3 What both sides are near is nobody's."""
    return [None if who == NOBODY else who for who in holders]


def _nearest_enemy(position: Position, index: int | None) -> str:
    """How close a move has brought a formation, once both sides are on the table."""
    if index is None:
        return ""
    formation = position.formations[index]
    own, enemies = position.standing(formation), position.standing_side(1 - formation.side)
    if not len(own) or not len(enemies):
        return ""
    gaps = position.distances(own, enemies).min(axis=0)
    nearest = int(gaps.argmin())
    return f"; nearest enemy {position.formation_of(int(enemies[nearest])).name}, {gaps[nearest]:.0f} cm"


def _empty_frame(position: Position, kind: Sign, text: str, section: str) -> Frame:
    before = position.phase in (SET_UP, PRE_BATTLE)
    return Frame(0 if before else position.turn, position.phase, kind, section, text)


def _lines_of_fire(entry: LogLine, position: Position) -> list[Path]:
    """From shooter to target."""
    return [
        Path(die["from"], end_of_shot(entry, position, die), SHOTS[die["result"]])
        for die in entry.data.get("dice", ())
        if isinstance(die, Mapping) and die["from"] is not None
    ]


def _crossfire(entry: LogLine, position: Position) -> list[Path]:
    """The line between two formations that catches the target."""
    if not entry.data.get("crossfire"):
        return []
    shooter, friend, *_ = entry.data["crossfire"]
    return [Path(position.at(shooter), position.at(friend), "plain")]


def _rings(entry: LogLine, position: Position) -> list[Ring]:
    """1.7.4 What lies under shells or bombs; 2.3.3 where paratroopers come down."""
    barrage, landing = entry.data.get("barrage"), entry.data.get("at") if entry.kind == "land" else None
    rings = [Ring(barrage["at"], barrage["radius"], "blast")] if barrage else []
    if landing:
        rings.append(Ring(tuple(landing), float(position.field.variants.paratrooper_radius), "area"))
    return rings


# The figures behind a line


def _dice(entry: LogLine) -> list[Throw]:
    """1.7.2 Each die of a volley is aimed at somebody and has a sum of its own; 1.8.5 the better of two counts."""
    aimed = [die for die in entry.data.get("dice", ()) if isinstance(die, Mapping)]
    if aimed:
        told = [Throw((die["face"],), 10, die["name"], die["sum"], die["result"] != "miss") for die in aimed]
        return [*told, *_surplus(entry, Counter(die["face"] for die in aimed))]
    if "faces" in entry.data and "test" in entry.data:
        return [replace(throw, sum=_test(entry.data)) for throw in throws_of(entry)]
    return throws_of(entry)


def _surplus(entry: LogLine, aimed: Counter[int]) -> Iterator[Throw]:
    """1.7.2 The dice that found nobody to be aimed at."""
    for throw in throws_of(entry):
        left = []
        for face in throw.rolled:
            if aimed[face]:
                aimed[face] -= 1
            else:
                left.append(face)
        if left:
            yield replace(throw, rolled=tuple(left), what=f"{throw.what}: no target left")


def _detail(entry: LogLine, position: Position) -> list[str]:
    """Every number that decided, one to a line."""
    data = entry.data
    lines = []
    if data.get("crossfire"):
        shooter, friend, *met = data["crossfire"]
        between = f"from {_names(position, [shooter])} to {_names(position, [friend])}"
        lines.append(f"Crossfire: the line {between} meets {_names(position, sorted(set(met)))} (1.7.5)")
    if data.get("suppressed"):
        lines.append(f"Too suppressed to fire: {_names(position, data['suppressed'])} (1.7)")
    lines += [f"Attack: {told_sum(attack)}" for attack in data.get("attacks", ())]
    if data.get("barrage"):
        lines += _barrage(data["barrage"])
    if "test" in data:
        lines.append(_test(data))
    lines += [f"{die['name']}: {die['sum']}" for die in data.get("dice", ()) if isinstance(die, Mapping)]
    return lines


def _barrage(barrage: Mapping[str, Any]) -> list[str]:
    guns, under = len(barrage["guns"]), len(barrage["under"])
    lines = [
        f"{barrage['mode'].capitalize()} barrage; guns: {guns}, units under it: {under}",
        f"Artillery score: {told_sum(barrage['score'])}",
        f"Against armoured vehicles: half = {barrage['against_armour']}",
    ]
    if barrage["extra_tokens"]:
        lines.append(f"Extra suppression for the score above {barrage['maximum']}: {barrage['extra_tokens']}")
    return lines


def _test(data: Mapping[str, Any]) -> str:
    test = data["test"]
    if "face" in data:
        faces, best = f"d10 {data['face']}", data["face"]
    else:
        faces, best = f"the better of {' and '.join(map(str, data.get('faces', [0])))}", max(data.get("faces", [0]))
    verdict = f": {'passed' if data['passed'] else 'failed'}" if "passed" in data else ""
    return f"{faces} + {told_parts(test)} = {best + test['total']}{verdict}"


def _names(position: Position, units: list[int]) -> str:
    return ", ".join(position.unit(unit).name for unit in units)
