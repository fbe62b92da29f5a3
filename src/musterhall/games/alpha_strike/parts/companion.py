"""Alpha Strike's table companion, as everybody above it asks for it. What is heavy is imported where it is needed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pydantic import Field

from musterhall.game.battles import as_named
from musterhall.game.companion import MOST_ROUNDS, Companion, Counted, Tabletop
from musterhall.games.alpha_strike.package_data import FileModel
from musterhall.problems import parse_model

if TYPE_CHECKING:
    from musterhall.games.alpha_strike.edition.edition import Edition
    from musterhall.games.alpha_strike.force.forces import Force


class _Count(FileModel):
    name: str
    title: str
    most: int = Field(ge=0)
    each_round: bool = False


class _SheetsData(FileModel):
    red: str
    blue: str
    names: list[str] = Field(min_length=2, max_length=2)
    scenario: str = ""
    edition: dict[str, str | bool | int | float | None]
    counted: list[_Count] = Field(default=[])


class AlphaStrikeCompanion(Companion):
    def begin(
        self,
        forces: tuple[Force, Force],
        names: tuple[str, str],
        scenario: Sequence[str],
        counted: Sequence[Counted],
        variants: Edition | None = None,
    ) -> dict[str, Any]:
        from musterhall.games.alpha_strike.edition.edition import Edition
        from musterhall.games.alpha_strike.force.forces import force_toml
        from musterhall.games.alpha_strike.force.sheet import without_secrets
        from musterhall.games.alpha_strike.scenarios.scenarios import SCENARIOS
        from musterhall.games.alpha_strike.units.library import Library

        nothing = Library([])
        red, blue = (force_toml(without_secrets(force), nothing) for force in forces)
        known = next((name for name in map(as_named, scenario) if name in SCENARIOS), "")
        counts = [
            {"name": one.name, "title": one.title, "most": one.most, "each_round": one.each_round} for one in counted
        ]
        edition = (variants or Edition.usual()).as_data()
        return {
            "red": red,
            "blue": blue,
            "names": list(names),
            "scenario": known,
            "edition": edition,
            "counted": [] if known else counts,
        }

    def tabletop(self, data: Mapping[str, Any]) -> Tabletop:
        return _tabletop(json.dumps(data, sort_keys=True))


@lru_cache(maxsize=4)
def _tabletop(data: str) -> Tabletop:
    """Working everything out takes a moment, and who begins sheets looks at them next."""
    from musterhall.games.alpha_strike.battles import Setup
    from musterhall.games.alpha_strike.companion.tabletop import AlphaStrikeTabletop
    from musterhall.games.alpha_strike.edition.edition import Edition
    from musterhall.games.alpha_strike.force.forces import read_force
    from musterhall.games.alpha_strike.scenarios.scenarios import scenario_named
    from musterhall.games.alpha_strike.units.library import Library
    from musterhall.table import Table

    read, nothing = parse_model(_SheetsData, json.loads(data), "the sheets"), Library([])
    red, blue = (read_force(text, "the sheets", nothing) for text in (read.red, read.blue))
    said = Edition.of({key: value for key, value in read.edition.items() if value is not None})
    # A limit of turns is for bots; people have a clock.
    edition = replace(said, turn_limit=MOST_ROUNDS + 1)
    # Nobody asks the companion about places, so its table is bare and as large as any.
    setup = Setup(red, blue, Table("table", 72.0, 48.0), scenario_named(read.scenario or "battle"), edition)
    counts = [Counted(one.name, one.title, one.most, one.each_round) for one in read.counted]
    return AlphaStrikeTabletop(setup, (read.names[0], read.names[1]), read.scenario, counts)


COMPANION = AlphaStrikeCompanion()
