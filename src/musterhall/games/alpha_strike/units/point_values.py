"""Point values by skill: what a better pilot costs, what a worse one saves, and what a legend adds."""

from __future__ import annotations

from functools import cache, lru_cache

from pydantic import Field

from musterhall.games.alpha_strike.package_data import FileModel, catalogue_data
from musterhall.games.alpha_strike.units.cards import Card
from musterhall.problems import parse_model
from musterhall.tally import Tally

POINTS_KEPT = 4096
"""Base values times skills: more than any event has."""


class _Row(FileModel):
    to: int = Field(ge=0)
    each: int = Field(ge=0)


class _SkillTable(FileModel):
    every: int = Field(ge=1)
    rows: list[_Row] = Field(min_length=1)

    def each(self, base: int) -> int:
        """Points for one step of skill at this base value."""
        for row in self.rows:
            if base <= row.to:
                return row.each
        last = self.rows[-1]
        begun = -(-(base - last.to) // self.every)
        return last.each + begun


class _PointValues(FileModel):
    section: str
    regular_skill: int
    lowest: int
    improved: _SkillTable
    low: _SkillTable


def skill_pv(base: int, skill: int) -> Tally:
    """AS:CE p.29 A unit's point value with a pilot of this skill; it never falls below 1."""
    tables = point_value_tables()
    value = Tally("PV", base, tables.section)
    better = tables.regular_skill - skill
    if better > 0:
        value.add(f"skill {skill}", better * tables.improved.each(base), tables.section)
    elif better < 0:
        value.add(f"skill {skill}", better * tables.low.each(base), tables.section)
    value.at_least(tables.lowest, "never below 1", tables.section)
    return value


def unit_pv(card: Card, skill: int, *, legendary: bool = False) -> Tally:
    """A unit's point value with its pilot; a legendary one's abilities cost one step of better skill on top."""
    value = _with_pilot(card.pv, skill, legendary)
    value.name = card.name
    return value


def _with_pilot(base: int, skill: int, legendary: bool) -> Tally:
    value = skill_pv(base, skill)
    if legendary:
        each = point_value_tables().improved.each(base)
        value.add("legendary pilot", each, "Drafted for War, Final PV of a Unit")
    return value


def unit_points(card: Card, skill: int, *, legendary: bool = False) -> int:
    """What `unit_pv` comes to, without how it came about."""
    return _points(card.pv, skill, legendary)


@lru_cache(maxsize=POINTS_KEPT)
def _points(base: int, skill: int, legendary: bool) -> int:
    return _with_pilot(base, skill, legendary).total


@cache
def point_value_tables() -> _PointValues:
    return parse_model(_PointValues, catalogue_data("point_values.toml"), "catalogue/point_values.toml")
