"""A battle of Alpha Strike as the replay page takes it: one frame for each line of the log, with what changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from musterhall.battle.battle import THOUGHT, LogLine
from musterhall.board import Figure, Frame, Moment, Path, Reach, Replay, Ring, Side, Sign, Throw
from musterhall.game.throws import added_up, throws_of
from musterhall.games.alpha_strike.attacks.firing import does_hit
from musterhall.games.alpha_strike.attacks.ranges import bracket
from musterhall.games.alpha_strike.battles import Setup
from musterhall.games.alpha_strike.parts.board import (
    KEY,
    Terrain,
    board_of,
    front_arc,
    moment_of,
    owners_of,
    range_rings,
    reach_of,
    reaches_of,
    score_of,
)
from musterhall.games.alpha_strike.parts.outcome import PHASES, sentence
from musterhall.games.alpha_strike.position.position import CHOICES, SET_UP, Position
from musterhall.tally import told_sum

SIGNS: dict[str, Sign] = {
    "set-up": "set-up",
    "deploy": "move",
    "turn": "phase",
    "roll": "test",
    "initiative": "test",
    "move": "move",
    "mount": "move",
    "dismount": "move",
    "drop": "move",
    "withdrawn": "withdraw",
    "attack": "fire",
    "physical": "fight",
    "artillery": "blast",
    "damage": "test",
    "critical": "break",
    "motive": "break",
    "crippled": "break",
    "destroyed": "break",
    "heat": "test",
    "scan": "command",
    "command unit": "command",
    "end": "result",
}
"""The sign and the speed that a line of each kind is shown with."""

JUMP = "jump"
ATTACK = "attack"
"""4 What the dice of an attack are thrown for."""


class BattleFilm:
    """Hand `watch` to a battle as its watcher; `replay` is the battle for as far as it went."""

    def __init__(self, setup: Setup, seed: int, agents: tuple[str, ...]) -> None:
        self._setup = setup
        self._seed = seed
        self._agents = agents
        self._frames: list[Frame] = []
        self._shown = Moment([], [])
        self._terrain = Terrain()
        self._owners: list[int | None] = []
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
            "Alpha Strike",
            (red, blue),
            board_of(position, self._terrain),
            KEY,
            self._frames,
            sentence(position),
            self._setup.scenario.title,
        )

    def _open(self, position: Position) -> None:
        """The first frame: everybody is known, nobody has come yet."""
        self._shown, self._owners = moment_of(position, self._terrain), owners_of(position)
        text = f"{self._setup.red.name} meets {self._setup.blue.name} on {position.field.table.name}."
        frame = _empty_frame(position, "set-up", text, "13.1")
        frame.pieces = dict(enumerate(self._shown.pieces))
        frame.groups = dict(enumerate(self._shown.groups))
        frame.markers = self._shown.markers or None
        frame.owners = self._owners or None
        frame.ground = self._shown.ground
        self._reaches = [reaches_of(position, unit) for unit in range(len(self._shown.pieces))]
        frame.reaches = dict(enumerate(self._reaches))
        self._show_score(frame, position)
        self._frames.append(frame)

    def _frame(self, entry: LogLine, position: Position) -> Frame:
        unit = entry.data.get("unit")
        frame = _empty_frame(position, SIGNS.get(entry.kind, _sign_of(entry)), entry.text, entry.section)
        frame.side = entry.data.get("side", position.unit(unit).side if unit is not None else None)
        frame.group = unit
        self._show_changes(frame, position)
        frame.paths = [*_way(entry, position), *_shot(entry, position)]
        frame.rings = _rings(entry)
        if (range_ := _range(entry, position)) is not None:
            frame.rings += range_rings(position, entry.data["unit"], (range_,))
            frame.arcs = [front_arc(position, entry.data["unit"], reach_of(position, range_))]
        frame.dice = [_summed(throw, entry, position) for throw in throws_of(entry)]
        frame.detail = [*self._thoughts, *_detail(entry)]
        self._thoughts = []
        return frame

    def _show_changes(self, frame: Frame, position: Position) -> None:
        """Put into a frame what differs from what was shown last."""
        now, shown = moment_of(position, self._terrain), self._shown
        frame.pieces |= {unit: state for unit, state in enumerate(now.pieces) if state != shown.pieces[unit]}
        frame.groups |= {unit: state for unit, state in enumerate(now.groups) if state != shown.groups[unit]}
        if now.markers != shown.markers:
            frame.markers = now.markers
        if now.ground != shown.ground:
            frame.ground = now.ground
        owners = owners_of(position)
        if owners != self._owners:
            frame.owners = owners
        for unit in frame.groups:
            self._show_reach(frame, position, unit)
        self._show_score(frame, position)
        self._shown, self._owners = now, owners

    def _show_reach(self, frame: Frame, position: Position, unit: int) -> None:
        reaches = reaches_of(position, unit)
        if reaches != self._reaches[unit]:
            frame.reaches[unit] = self._reaches[unit] = reaches

    def _show_score(self, frame: Frame, position: Position) -> None:
        score = score_of(position)
        if score != self._score:
            frame.score = self._score = score


def _sign_of(entry: LogLine) -> Sign:
    """What a scenario tells belongs to its objectives, what abilities tell to commands."""
    if entry.section.startswith(("14", "15")):
        return "zone"
    return "command" if entry.section.startswith(("16", "17", "18")) else "other"


def _empty_frame(position: Position, kind: Sign, text: str, section: str) -> Frame:
    before = position.phase in (SET_UP, CHOICES)
    phase = PHASES.get(position.phase, position.phase)
    return Frame(0 if before else position.turn, phase, kind, section, text)


def _way(entry: LogLine, position: Position) -> list[Path]:
    """2 The way that a unit has gone, leg by leg; a jump goes over everything."""
    path, unit = entry.data.get("path"), entry.data.get("unit")
    if entry.kind != "move" or not path or unit is None:
        return []
    side = position.unit(unit).side
    if entry.data.get("mode") == JUMP:
        return [Path(path[0], path[-1], "arrow", side)]
    return [Path(start, end, "leg", side) for start, end in pairwise(path)]


def _shot(entry: LogLine, position: Position) -> list[Path]:
    """From who attacks to the target."""
    unit, target = entry.data.get("unit"), entry.data.get("target")
    if not isinstance(unit, int) or not isinstance(target, int) or not 0 <= target < len(position.conditions):
        return []
    if "hits" not in entry.data:
        return [Path(position.at(unit), position.at(target), "plain")]
    return [Path(position.at(unit), position.at(target), "hit" if entry.data["hits"] else "miss")]


def _range(entry: LogLine, position: Position) -> str | None:
    """4 The range of a weapon attack."""
    unit, target = entry.data.get("unit"), entry.data.get("target")
    if entry.kind != "attack" or not isinstance(unit, int) or not isinstance(target, int) or target < 0:
        return None
    return bracket(position.gap(unit, target), position.field.edition)


def _rings(entry: LogLine) -> list[Ring]:
    """8 What lies under a template."""
    template = entry.data.get("template")
    return [] if template is None else [Ring(tuple(template["at"]), template["radius"], "blast")]


def _summed(throw: Throw, entry: LogLine, position: Position) -> Throw:
    """4 Two dice are added up and compared with a number; one die alone decides something by itself."""
    if len(throw.rolled) != 2:
        return throw
    total, needs = sum(throw.rolled), _needed(throw, entry)
    if needs is None:
        return replace(throw, sum=added_up(throw))
    told = entry.data.get("total", total)
    modified = "" if told == total else f", {told} in all"
    passed = told >= needs if throw.what != ATTACK else does_hit(position, needs, total)
    return replace(throw, sum=f"{added_up(throw)}{modified} against {needs}", passed=passed)


def _needed(throw: Throw, entry: LogLine) -> int | None:
    """What a throw had to reach; beside an attack's own dice others may fall that need nothing of the kind."""
    number = entry.data.get("number", entry.data.get("needs"))
    if isinstance(number, Mapping):
        return int(number["total"]) if throw.what == ATTACK else None
    return number if isinstance(number, int) else None


def _detail(entry: LogLine) -> list[str]:
    """Every number that decided, one to a line."""
    lines = []
    number: Mapping[str, Any] | None = entry.data.get("number")
    if isinstance(number, Mapping):
        told = told_sum(number)
        lines.append(f"{told[:1].upper()}{told[1:]}")
    if "faces" in entry.data:
        lines.append(f"Dice: {', '.join(map(str, entry.data['faces']))}")
    return lines
