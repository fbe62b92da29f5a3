"""The printed force: a registry for the organiser, and a copy that an opponent may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from musterhall.printing.typesetting import typeset

if TYPE_CHECKING:
    from musterhall.game.sheets import Sheet

PLAIN_FORCE = "plain_force.typ"
DISCLAIMER = "Printed with Musterhall, which is unofficial. Game and product names belong to their owners."


def force_pdf(sheet: Sheet, *, paper: str = "a4") -> bytes:
    """A force's sheet as a PDF; the same input gives the same bytes."""
    return typeset(sheet.paper or PLAIN_FORCE, {**sheet.data, "disclaimer": DISCLAIMER}, paper=paper)
