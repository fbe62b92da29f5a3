"""The edition's figures and readings as variants of a battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from musterhall.game.variants import OpenPoints, VariantInfo
from musterhall.games.age_of_destruction.edition import Edition


class AgeOfDestructionVariants(OpenPoints):
    """What nobody here has seen in print, or what the sheet leaves open: all of the edition file."""

    def entries(self) -> Sequence[VariantInfo]:
        return Edition.file.variants()

    def chosen(self, wanted: Mapping[str, Any]) -> Edition:
        return Edition.of(wanted)
