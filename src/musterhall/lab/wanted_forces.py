"""The forces that a study asks for: shipped ones, files beside it, and either with something changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from musterhall.game.battles import Force
from musterhall.game.game import Game
from musterhall.games import all_games
from musterhall.lab.study import ForceChange, ForceWanted
from musterhall.problems import BadInput, Problem, near_names, parse_toml
from musterhall.toml_text import toml_text

MOST_BYTES = 20_000_000


@dataclass(frozen=True, slots=True)
class Sources:
    """Where a study's names lead to. Without a folder only what ships is found, so that a stranger reads no files."""

    game: Game
    folder: Path | None = None
    library: Any = None
    """The units to look names up in, where the game has such a library."""

    def force_text(self, name: str) -> str:
        """The file of a shipped force, or of one that lies beside the study."""
        forces = self.game.forces
        if name in forces.shipped():
            return forces.shipped_text(name)
        where = "there is no such file and no shipped force" if self.folder else "no force that ships"
        other = next((game for game in all_games() if game is not self.game and name in game.forces.shipped()), None)
        if other is not None:
            where = f"ships for {other.words.title}, and {self.game.words.title} has none"
        return self._text(name, f"force {name!r}: {where} of this name. {near_names(name, forces.shipped())}")

    def table_text(self, name: str, known: tuple[str, ...]) -> str:
        return self._text(name, f"table {name!r}: there is none of this name. {near_names(name, known)}")

    def _text(self, name: str, complaint: str) -> str:
        path = self.folder / name if self.folder is not None else None
        if path is None or not path.is_file() or path.stat().st_size > MOST_BYTES:
            raise BadInput(complaint)
        try:
            return path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            raise BadInput(f"{path}: cannot be read as UTF-8 text; see to it and try again.") from None


def usual_or(wanted: ForceWanted, usual: ForceWanted) -> ForceWanted:
    """What an arm wants of a force, on top of what all arms have: a change of no named force changes that one."""
    if not isinstance(wanted, ForceChange):
        return wanted or usual
    if wanted.force:
        return wanted
    if isinstance(usual, str):
        return wanted.model_copy(update={"force": usual})
    return ForceChange(
        force=usual.force,
        without=[*usual.without, *wanted.without],
        plus=usual.plus | wanted.plus,
        set=usual.set | wanted.set,
        figures=usual.figures | wanted.figures,
    )


def read_force(
    wanted: ForceWanted, sources: Sources, terms: Any, readings: Mapping[str, Any], *, unchecked: bool
) -> tuple[Force, list[Problem]]:
    """A force to fight with, and what keeps it from being legal."""
    name = wanted.force if isinstance(wanted, ForceChange) else wanted
    text = sources.force_text(name)
    if isinstance(wanted, ForceChange):
        text = changed_text(text, name, wanted)
    forces, battles = sources.game.forces, sources.game.battles
    assert battles is not None
    force = forces.read(text, name, sources.library)
    if isinstance(wanted, ForceChange) and wanted.figures:
        force = forces.with_figures(force, wanted.figures)
    problems = battles.cannot_fight(force)
    if unchecked or problems:
        return force, problems
    checked = forces.check(parse_toml(text, name), name, terms, sources.library, variants=readings)
    return force, list(checked.problems)


def changed_text(text: str, name: str, change: ForceChange) -> str:
    """A force file with rows taken away and added, and fields set."""
    data = parse_toml(text, name)
    data.update(change.set)
    for row in change.without:
        _take_away(data, row, name)
    for kind, rows in change.plus.items():
        listed = data.setdefault(kind, [])
        if not isinstance(listed, list):
            raise BadInput(f"{name}: {kind} is no list that rows could be added to; check its spelling.")
        listed.extend(rows)
    return toml_text(data)


def _take_away(data: dict[str, Any], row: str, name: str) -> None:
    for listed in _row_lists(data):
        for at, one in enumerate(listed):
            if _row_name(one) == row:
                del listed[at]
                return
    known = [_row_name(one) for listed in _row_lists(data) for one in listed]
    raise BadInput(f"{name}: has no {row!r} that could stay at home. {near_names(row, known)}")


def _row_name(row: Mapping[str, Any]) -> str:
    """What a row is called: its name, or the first text in it, which is the kind of unit."""
    texts = [value for value in row.values() if isinstance(value, str)]
    return str(row.get("name") or next(iter(texts), ""))


def _row_lists(data: Mapping[str, Any]) -> Iterator[list[dict[str, Any]]]:
    """The lists of a force file whose rows have fields, wherever they stand in it."""
    for value in data.values():
        if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            yield value
            for one in value:
                yield from _row_lists(one)
