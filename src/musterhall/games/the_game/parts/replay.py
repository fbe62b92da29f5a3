"""A battle of THE GAME as the replay page takes it: one frame for each line of the log, with what changed.

A `Film` watches a battle while it is fought, or fought again from a journal, and gives the page's data at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from musterhall.battle.battle import LogLine
from musterhall.drawing import table_art
from musterhall.games.the_game.army.datasheets import Datasheet, Weapon
from musterhall.games.the_game.game import Setup
from musterhall.games.the_game.position.position import NOBODY, PRE_BATTLE, SET_UP, Position
from musterhall.games.the_game.scenario.outcome import result_sentence

KINDS = {
    "march": "move",
    "enter": "move",
    "regroup": "rally",
    "removed": "break",
    "passengers": "break",
    "prepared": "command",
    "contact": "command",
    "cover": "command",
    "maps": "phase",
    "victory": "objective",
}
"""What the page shows under another kind's sign and speed."""

TOLD_FIRST = ("removed", "break", "rally", "contact", "enter")
"""Lines that are told before it happens; what becomes of their formation next belongs to them."""

SHOTS = {"kill": "kill", "token": "hit", "hit": "hit", "miss": "miss"}

UnitRow = tuple[float, float, float, str, int | None]
"""x, y, facing, where the unit is, and in whom if it is aboard."""
FormationRow = tuple[int, bool, bool]


class Snapshot(NamedTuple):
    """Everything the page draws that can change, by unit and by formation."""

    units: list[UnitRow]
    formations: list[FormationRow]


class Film:
    """Hand `watch` to a battle as its watcher; `data` is the page's data for as far as it went."""

    def __init__(self, setup: Setup, seed: int, agents: tuple[str, ...]) -> None:
        self._setup = setup
        self._seed = seed
        self._agents = agents
        self._frames: list[dict[str, Any]] = []
        self._told: LogLine | None = None
        self._shown = Snapshot([], [])
        self._thoughts: list[tuple[int, str]] = []

    def watch(self, entry: LogLine, position: Position) -> None:
        """Add a frame for a log line; an agent's thought waits for the line it led to."""
        if not self._frames:
            self._open(position)
        if entry.kind == "thought":
            # Orders for a whole army come with a reason for each formation.
            player = entry.data.get("player", 0)
            self._thoughts += [(player, f"{self._who(entry, position)}: {reason}") for reason in entry.text.split("; ")]
            return
        self._follow_up(entry, position)
        self._frames.append(self._frame(entry, position))
        self._told = entry

    def data(self, position: Position) -> dict[str, Any]:
        """The whole battle as the page takes it; `position` is how it stands at the end."""
        if not self._frames:
            self._open(position)
        self._close(position)
        field = position.field
        forces = (self._setup.red, self._setup.blue)
        return {
            "title": f"{forces[0].name} against {forces[1].name}",
            "seed": self._seed,
            "game": "THE GAME",
            "sides": [
                {"name": player.name, "army": player.army, "agent": agent}
                for player, agent in zip(field.players, self._agents, strict=True)
            ],
            "table": {
                "width": float(field.table.width),
                "depth": float(field.table.depth),
                "name": field.table.name,
                "art": table_art(field.table),
            },
            "units": [
                {
                    "name": unit.name,
                    "side": unit.side,
                    "formation": unit.formation,
                    "type": unit.sheet.type,
                    "sheet": unit.sheet.name,
                }
                for unit in field.units
            ],
            "sheets": {unit.sheet.name: sheet_lines(unit.sheet) for unit in field.units},
            "formations": [{"name": f.name, "side": f.side, "size": f.original} for f in position.formations],
            "objectives": [
                {"x": one.x, "y": one.y, "side": one.side, "kind": one.kind} for one in position.scenario.objectives
            ],
            "frames": self._frames,
            "result": result_sentence(position),
        }

    def _open(self, position: Position) -> None:
        """The first frame: everybody is known, nobody has come yet."""
        self._shown = snapshot(position)
        text = f"{self._setup.red.name} meets {self._setup.blue.name} on {position.field.table.name}."
        self._frames.append(
            _empty_frame(position, "setup", text, "6.1")
            | {
                "units": [[unit, *row] for unit, row in enumerate(self._shown.units)],
                "formations": [[index, *row] for index, row in enumerate(self._shown.formations)],
            }
        )

    def _close(self, position: Position) -> None:
        """What happened after the last line was told belongs to it."""
        units, formations = self._changes(position)
        _join(self._frames[-1]["units"], units)
        _join(self._frames[-1]["formations"], formations)

    def _follow_up(self, entry: LogLine, position: Position) -> None:
        """Give the last line what it announced: the formation that broke runs under that line, not the next one."""
        told = self._told
        if told is None or told.kind not in TOLD_FIRST or "formation" not in told.data:
            return
        index = told.data["formation"]
        if entry.data.get("formation") == index:
            return
        units, formations = self._changes(position, formation=index)
        _join(self._frames[-1]["units"], units)
        _join(self._frames[-1]["formations"], formations)

    def _frame(self, entry: LogLine, position: Position) -> dict[str, Any]:
        units, formations = self._changes(position)
        index = entry.data.get("formation")
        side = position.formations[index].side if index is not None else entry.data.get("side")
        text = entry.text + (_nearest_enemy(position, index) if entry.kind == "move" else "")
        frame = _empty_frame(position, KINDS.get(entry.kind, entry.kind), text, entry.section) | {
            "side": side,
            "formation": index,
            "units": units,
            "formations": formations,
            "lines": [*_crossfire(entry, position), *_lines(entry)],
            "circles": _circles(entry),
            "detail": [*self._led_to(entry, side), *_detail(entry, position)],
        }
        if "holders" in entry.data:
            frame["holders"] = [None if who == NOBODY else who for who in entry.data["holders"]]
        return frame

    def _led_to(self, entry: LogLine, side: int | None) -> list[str]:
        """The thoughts behind a line. Both players think about their commands before either's are told."""
        waiting = [one for one in self._thoughts if entry.kind == "command" and one[0] != side]
        led = [text for player, text in self._thoughts if (player, text) not in waiting]
        self._thoughts = waiting
        return led

    def _changes(self, position: Position, formation: int | None = None) -> tuple[list[list[Any]], list[list[Any]]]:
        """What differs from what was shown last, of everybody or of one formation; from now on it is shown."""
        now = snapshot(position, self._shown)
        units: list[list[Any]] = [
            [unit, *new]
            for unit, (new, last) in enumerate(zip(now.units, self._shown.units, strict=True))
            if new != last and formation in (None, position.field.units[unit].formation)
        ]
        formations: list[list[Any]] = [
            [index, *new]
            for index, (new, last) in enumerate(zip(now.formations, self._shown.formations, strict=True))
            if new != last and formation in (None, index)
        ]
        for row in units:
            self._shown.units[row[0]] = now.units[row[0]]
        for row in formations:
            self._shown.formations[row[0]] = now.formations[row[0]]
        return units, formations

    def _who(self, entry: LogLine, position: Position) -> str:
        player = entry.data.get("player", 0)
        return f"{position.field.players[player].name} ({self._agents[player]})"


def snapshot(position: Position, last: Snapshot | None = None) -> Snapshot:
    """Where everybody stands, as the page has it: hundredths of a centimetre, tenths of a degree.

    The dead lie where they were shown `last`; whoever died aboard has no place of his own in the position.
    """
    x, y = position.x.round(2).tolist(), position.y.round(2).tolist()
    facing = position.facing.round(1).tolist()
    left = {unit for formation in position.formations for unit in formation.units}
    units: list[UnitRow] = []
    for unit in range(len(position.field.units)):
        carrier = int(position.aboard[unit])
        at = unit if carrier == NOBODY else carrier
        if last is not None and unit not in left:
            x[at], y[at], facing[at] = last.units[unit][:3]
        row = (x[at], y[at], facing[at], _status(position, unit, unit in left), None if at == unit else carrier)
        units.append(row)
    formations = [(f.suppression, f.broken, not f.alive) for f in position.formations]
    return Snapshot(units, formations)


def _status(position: Position, unit: int, alive: bool) -> str:
    if not alive:
        return "dead"
    if position.on[unit]:
        return "on"
    carrier = int(position.aboard[unit])
    return "aboard" if carrier != NOBODY and position.on[carrier] else "off"


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


def sheet_lines(sheet: Datasheet) -> list[str]:
    """What a player asks first about a unit: its stats, then a line for each weapon."""
    stats = (
        f"move {sheet.combat:g}/{sheet.tactical:g} · COM {sheet.command} · ARM {sheet.armour} · VIS {sheet.visibility}"
    )
    return [stats, *(_weapon_line(weapon) for weapon in sheet.weapons)]


def _weapon_line(weapon: Weapon) -> str:
    attack = "/".join(f"{kind}{value}" for kind, value in weapon.attacks) or f"AS{weapon.score}/{weapon.maximum}"
    return f"{weapon.name}: {weapon.range:g} cm, {attack}"


def _empty_frame(position: Position, kind: str, text: str, section: str) -> dict[str, Any]:
    before = position.phase in (SET_UP, PRE_BATTLE)
    return {
        "turn": 0 if before else position.turn,
        "phase": position.phase,
        "kind": kind,
        "section": section,
        "text": text,
        "detail": [],
        "side": None,
        "formation": None,
        "units": [],
        "formations": [],
        "lines": [],
    }


def _join(rows: list[list[Any]], newer: list[list[Any]]) -> None:
    """Put newer rows in place of those about the same unit or formation."""
    fresh = {row[0] for row in newer}
    rows[:] = [row for row in rows if row[0] not in fresh] + newer


def _lines(entry: LogLine) -> list[list[Any]]:
    """Lines of fire, shooter to target."""
    return [
        [*_rounded(die["from"]), *_rounded(die["at"]), SHOTS[die["result"]]]
        for die in entry.data.get("dice", ())
        if isinstance(die, Mapping) and die["from"] is not None
    ]


def _crossfire(entry: LogLine, position: Position) -> list[list[Any]]:
    """The line between two formations that catches the target."""
    if not entry.data.get("crossfire"):
        return []
    shooter, friend, *_ = entry.data["crossfire"]
    return [[*_rounded(position.at(shooter)), *_rounded(position.at(friend)), "plain"]]


def _circles(entry: LogLine) -> list[list[Any]]:
    barrage = entry.data.get("barrage")
    return [[*_rounded(barrage["at"]), barrage["radius"], "barrage"]] if barrage else []


def _rounded(point: tuple[float, float]) -> tuple[float, float]:
    return (round(point[0], 2), round(point[1], 2))


# The figures behind a line


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
    lines += [f"Attack: {tally_text(attack)}" for attack in data.get("attacks", ())]
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
        f"Artillery score: {tally_text(barrage['score'])}",
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
    return f"{faces} + {_sum_of(test)} = {best + test['total']}{verdict}"


def tally_text(tally: Mapping[str, Any]) -> str:
    """A tally's data as one sum."""
    return f"{_sum_of(tally)} = {tally['total']}"


def _sum_of(tally: Mapping[str, Any]) -> str:
    parts = [f" {'+' if part['value'] >= 0 else '-'} {_part(part)}" for part in tally["parts"]]
    return f"{tally['name']} {tally['base']}{''.join(parts)}"


def _part(part: Mapping[str, Any]) -> str:
    section = f" ({part['section']})" if part["section"] else ""
    return f"{part['name']} {abs(part['value'])}{section}"


def _names(position: Position, units: list[int]) -> str:
    return ", ".join(position.unit(unit).name for unit in units)
