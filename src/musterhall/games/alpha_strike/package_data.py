"""The data files that ship inside this package: the one place where Alpha Strike reads anything."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from pydantic import BaseModel, ConfigDict

from musterhall.problems import parse_toml

PACKAGE = "musterhall.games.alpha_strike"


class FileModel(BaseModel):
    """What a data file may hold: nothing unknown, nothing of another type, nothing changed later."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def package_text(folder: str, name: str) -> str:
    """The text of one shipped file."""
    return (files(PACKAGE) / folder / name).read_text(encoding="utf-8")


def catalogue_data(name: str) -> Mapping[str, Any]:
    """One file of the catalogue, parsed."""
    return parse_toml(package_text("catalogue", name), f"catalogue/{name}")


def shipped_names(folder: str) -> tuple[str, ...]:
    """The TOML files in one folder of the package, by name without the ending, sorted."""
    names = (entry.name for entry in (files(PACKAGE) / folder).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))
