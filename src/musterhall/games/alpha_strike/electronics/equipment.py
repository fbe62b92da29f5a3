"""What electronic equipment there is, as catalogue/electronics.toml lists it."""

from __future__ import annotations

from functools import cache
from typing import Literal

from pydantic import Field

from musterhall.games.alpha_strike.package_data import FileModel, catalogue_data
from musterhall.problems import parse_model

FILE = "electronics.toml"


class FieldKind(FileModel):
    """9 A jamming field."""

    reach: int
    strength: int = 1


class ProbeKind(FileModel):
    """9 An active probe."""

    reach: int
    stopped_by: list[str] = Field(default=[])


class NetKind(FileModel):
    """9 A C3 net: with masters, or of equals."""

    members: list[str]
    masters: list[str] = Field(default=[])
    joins: int = 0
    most: int = 0
    stopped_by: list[str] = Field(default=[])


class ExtraKind(FileModel):
    """9, 10 Something that is fired beside a unit's attack."""

    to: Literal["short", "medium"]
    does: Literal["pod", "tag", "shock"]
    roll: int = 0
    by_kind: dict[str, int] = Field(default={})
    spares: list[str] = Field(default=[])
    once: bool = False


class Equipment(FileModel):
    """The whole file."""

    fields: dict[str, FieldKind]
    probes: dict[str, ProbeKind]
    nets: dict[str, NetKind]
    extras: dict[str, ExtraKind]


@cache
def equipment() -> Equipment:
    return parse_model(Equipment, catalogue_data(FILE), FILE)


def stoppers(named: list[str]) -> frozenset[str]:
    """The fields that stop something: those that are named, or all."""
    return frozenset(named or equipment().fields)
