"""Options that say which units are meant, for every command that looks through a catalogue."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from musterhall.problems import BadInput

SPAN = "FROM-TO"

Role = Annotated[str, typer.Option(help="Striker, Scout, Missile Boat, ...")]
Type = Annotated[str, typer.Option("--type", metavar="CODE", help="BM, CV, BA, CI, PM, AF, ...")]
Tech = Annotated[str, typer.Option("--tech", help="Inner Sphere, Clan, Mixed or Primitive.")]
Pv = Annotated[str, typer.Option(metavar=SPAN, help="Point Value at skill 4: 30, 25-35, -20 or 50-.")]
Move = Annotated[str, typer.Option(metavar=SPAN, help="Inches of the best Move: 12- for 12 and more.")]
Tmm = Annotated[str, typer.Option(metavar=SPAN, help="The best target movement modifier.")]
Damage = Annotated[str, typer.Option(metavar=SPAN, help="Damage at medium range.")]
Armour = Annotated[str, typer.Option(metavar=SPAN, help="Points of armour.")]
Year = Annotated[str, typer.Option(metavar=SPAN, help="Year of introduction: -3060 for 3060 and before.")]
Special = Annotated[list[str] | None, typer.Option(help="A special ability; may be given several times.")]


def span(text: str, what: str) -> tuple[int, int] | None:
    """30, 25-35, -20 or 50-, as a span."""
    if not text.strip():
        return None
    match = re.fullmatch(r"\s*([0-9]{0,4})\s*(?:(-)\s*([0-9]{0,4}))?\s*", text)
    if match is None or not (match[1] or match[3]):
        raise BadInput(f"{what} {text!r}: is no span of figures; write it as 25-35.")
    low = int(match[1] or 0)
    high = int(match[3] or 9999) if match[2] else low
    if high < low:
        raise BadInput(f"{what} {text!r}: ends before it begins; write it as {high}-{low}.")
    return low, high
