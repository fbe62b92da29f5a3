"""Which specials act in battles, and why the others do not."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from musterhall.games.alpha_strike.package_data import FileModel, catalogue_data
from musterhall.problems import parse_model

FILE = "specials_in_play.toml"


class SpecialsInPlay(FileModel):
    """The whole file: every special of the catalogue is in one of the two tables."""

    in_force: Mapping[str, str]
    """The section whose rules bring a special in."""
    without_effect: Mapping[str, str]
    """Why a special has none."""


@cache
def specials_in_play() -> SpecialsInPlay:
    return parse_model(SpecialsInPlay, catalogue_data(FILE), FILE)
