"""The data files that ship inside a package: the one place where games and packs read anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from pydantic import BaseModel, ConfigDict

from musterhall.problems import BadInput, near_names, parse_toml


class FileModel(BaseModel):
    """What a data file may hold: nothing unknown, nothing of another type, nothing changed later."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


@dataclass(frozen=True, slots=True)
class DataFiles:
    """The files of one package."""

    package: str

    def text(self, folder: str, name: str) -> str:
        """The text of one shipped file."""
        return (files(self.package) / folder / name).read_text(encoding="utf-8")

    def catalogue(self, name: str) -> Mapping[str, Any]:
        """One file of the catalogue, parsed."""
        return parse_toml(self.text("catalogue", name), f"catalogue/{name}")

    def names(self, folder: str) -> tuple[str, ...]:
        """The TOML files in one folder of the package, by name without the ending, sorted."""
        found = (entry.name for entry in (files(self.package) / folder).iterdir())
        return tuple(sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml")))

    def shipped(self, folder: str, name: str, what: str) -> str:
        """The text of the force, pool or whatever else has this name; or a sentence that it is not there."""
        known = self.names(folder)
        if name not in known:
            raise BadInput(f"no shipped {what} is called {name!r}. {near_names(name, known)}")
        return self.text(folder, f"{name}.toml")
