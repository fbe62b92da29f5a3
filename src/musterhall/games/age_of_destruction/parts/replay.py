"""A battle of Age of Destruction as the replay page takes it: one frame for each line of the log, with what changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from musterhall.battle.battle import THOUGHT, LogLine
from musterhall.board import Figure, Frame, Moment, Path, Reach, Replay, Side, Sign, Throw
from musterhall.game.throws import added_up, throws_of
from musterhall.games.age_of_destruction.battles import Setup
from musterhall.games.age_of_destruction.parts.board import (
    KEY,
    blast,
    board_of,
    front_arc,
    moment_of,
    reaches_of,
    score_of,
)
from musterhall.games.age_of_destruction.parts.outcome import BEFORE, STAGES, sentence
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.tally import does, told_sum

SIGNS: dict[str, Sign] = {
    "set-up": "set-up",
    "deploy": "move",
    "card": "command",
    "turn": "phase",
    "move": "move",
    "break away": "test",
    "board": "move",
    "leave": "move",
    "attack": "fire",
    "further": "command",
    "artillery": "blast",
    "shell": "blast",
    "damage": "test",
    "ammunition": "break",
    "token": "command",
    "awe": "command",
    "imaging": "test",
    "grounded": "break",
    "captured": "zone",
    "freed": "zone",
    "terrain": "set-up",
    "first": "set-up",
    "roll": "test",
    "die": "test",
    "cool": "rally",
    "repair": "rally",
    "heat": "test",
    "vent": "rally",
    "shutdown": "break",
    "restart": "rally",
    "eliminated": "break",
    "end": "result",
}
"""The sign and the speed that a line of each kind is shown with."""


class BattleFilm:
    """Hand `watch` to a battle as its watcher; `replay` is the battle for as far as it went."""

    def __init__(self, setup: Setup, seed: int, agents: tuple[str, ...]) -> None:
        self._setup = setup
        self._seed = seed
        self._agents = agents
        self._frames: list[Frame] = []
        self._shown = Moment([], [])
        self._score: list[Figure] = []
        self._reaches: list[tuple[Reach, ...]] = []
        self._thoughts: list[str] = []

    def watch(self, entry: LogLine, position: Position) -> None:
        """Add a frame for a log line; an agent's thought waits for the line it led to."""
        if not self._frames:
            self._open(position)
        if entry.kind == THOUGHT:
            player = entry.data.get("player", 0)
            self._thoughts.append(f"{position.field.players[player].name} ({self._agents[player]}): {entry.text}")
            return
        self._frames.append(self._frame(entry, position))

    def replay(self, position: Position) -> Replay:
        """The whole battle to watch; `position` is how it stands at the end."""
        if not self._frames:
            self._open(position)
        self._show_changes(self._frames[-1], position)
        red, blue = (
            Side(player.name, tuple(filter(None, (player.force.faction, agent))))
            for player, agent in zip(position.field.players, self._agents, strict=True)
        )
        return Replay(
            f"{self._setup.red.name} against {self._setup.blue.name}",
            self._seed,
            "Age of Destruction",
            (red, blue),
            board_of(position),
            KEY,
            self._frames,
            sentence(position),
        )

    def _open(self, position: Position) -> None:
        """The first frame: everybody is known, nobody has come yet."""
        self._shown = moment_of(position)
        text = f"{does(self._setup.red.name, 'meets', 'meet')} {self._setup.blue.name} on {position.field.table.name}."
        frame = _empty_frame(position, "set-up", text, "40.16")
        frame.pieces = dict(enumerate(self._shown.pieces))
        frame.groups = dict(enumerate(self._shown.groups))
        frame.markers = self._shown.markers or None
        self._reaches = [reaches_of(position, unit) for unit in range(len(self._shown.pieces))]
        frame.reaches = dict(enumerate(self._reaches))
        self._show_score(frame, position)
        self._frames.append(frame)

    def _frame(self, entry: LogLine, position: Position) -> Frame:
        unit = entry.data.get("unit")
        frame = _empty_frame(position, SIGNS.get(entry.kind, "other"), entry.text, entry.section)
        frame.side = position.unit(unit).side if isinstance(unit, int) else position.side
        frame.group = unit
        self._show_changes(frame, position)
        frame.paths = [*_way(entry, position), *_shot(entry, position)]
        if entry.kind == "attack" and isinstance(unit, int):
            frame.arcs = [front_arc(position, unit)]
        if "at" in entry.data and entry.kind == "artillery":
            frame.rings = [blast(position, *entry.data["at"])]
        frame.dice = list(_dice(entry))
        frame.detail = [*self._thoughts, *_detail(entry)]
        self._thoughts = []
        return frame

    def _show_changes(self, frame: Frame, position: Position) -> None:
        """Put into a frame what differs from what was shown last."""
        now, shown = moment_of(position), self._shown
        frame.pieces |= {unit: state for unit, state in enumerate(now.pieces) if state != shown.pieces[unit]}
        frame.groups |= {unit: state for unit, state in enumerate(now.groups) if state != shown.groups[unit]}
        if now.markers != shown.markers:
            frame.markers = now.markers
        for unit in frame.groups:
            self._show_reach(frame, position, unit)
        self._show_score(frame, position)
        self._shown = now

    def _show_reach(self, frame: Frame, position: Position, unit: int) -> None:
        reaches = reaches_of(position, unit)
        if reaches != self._reaches[unit]:
            frame.reaches[unit] = self._reaches[unit] = reaches

    def _show_score(self, frame: Frame, position: Position) -> None:
        score = score_of(position)
        if score != self._score:
            frame.score = self._score = score


def _empty_frame(position: Position, kind: Sign, text: str, section: str) -> Frame:
    before = position.stage in BEFORE
    return Frame(0 if before else position.round, STAGES.get(position.stage, position.stage), kind, section, text)


def _way(entry: LogLine, position: Position) -> list[Path]:
    """40.4 The way that a unit has gone, leg by leg."""
    path, unit = entry.data.get("path"), entry.data.get("unit")
    if not path or not isinstance(unit, int):
        return []
    return [Path(tuple(start), tuple(end), "leg", position.unit(unit).side) for start, end in pairwise(path)]


def _shot(entry: LogLine, position: Position) -> Iterator[Path]:
    """From who attacks to the target."""
    unit, target = entry.data.get("unit"), entry.data.get("target")
    if isinstance(unit, int) and isinstance(target, int) and 0 <= target < len(position.states):
        yield Path(position.at(unit), position.at(target), "hit" if entry.data.get("hit") else "miss")


def _dice(entry: LogLine) -> Iterator[Throw]:
    """40.6 The same two dice count against each target; all other dice stand with what was thrown for."""
    if entry.kind == "attack" and "faces" in entry.data:
        sums = entry.text.partition(": ")[2]
        yield from (throw for throw in throws_of(entry) if throw.what != "attack")
        yield Throw(tuple(entry.data["faces"]), 6, "attack", sums, entry.data["hit"])
        return
    for throw in throws_of(entry):
        yield replace(throw, sum=entry.text if "red" in entry.data else added_up(throw))


def _detail(entry: LogLine) -> Iterator[str]:
    """Every number that decided, one to a line."""
    for key in ("attack", "defense", "damage"):
        if isinstance(entry.data.get(key), dict):
            told = told_sum(entry.data[key])
            yield f"{told[:1].upper()}{told[1:]}"
    if "faces" in entry.data:
        yield f"Dice: {', '.join(map(str, entry.data['faces']))}"
