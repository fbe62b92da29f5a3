"""A picture of how factions fared: a bar for each, as SVG with text that is text, for light and dark pages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from musterhall.events.factions import FactionRecord
from musterhall.printing.charts import chart_svg
from musterhall.problems import BadInput

MOST = 30
"""Bars; whoever has more factions reads the table."""
WIDTH, ROW = 330, 44
"""As wide as a phone: a wider screen can enlarge a picture, and a phone cannot enlarge its text."""
COLOURS = {
    False: {"ink": "#24211b", "quiet": "#665f53", "line": "#ddd5c4", "bar": "#a85f00", "rule": "#2d5a18"},
    True: {"ink": "#ece7dc", "quiet": "#aaa394", "line": "#353a42", "bar": "#f0a93a", "rule": "#a9cf85"},
}


def faction_svg(found: Sequence[FactionRecord], *, dark: bool = False) -> str:
    """The share of matches that each faction won, with how many they were."""
    rows = [_row(one) for one in found if one.share is not None][:MOST]
    if not rows:
        raise BadInput("statistics: no two factions have met in a match that counts; there is nothing to draw.")
    return _drawn(json.dumps(rows), dark)


def _row(one: FactionRecord) -> dict[str, Any]:
    share = float(one.share or 0)
    people = "1 player" if one.players == 1 else f"{one.players} players"
    told = f"{share:.0%} ({one.won}-{one.drawn}-{one.lost}, {people})"
    return {"faction": one.faction, "share": share, "told": told}


@lru_cache(maxsize=64)
def _drawn(rows: str, dark: bool) -> str:
    """The same figures give the same picture, and drawing takes its time."""
    try:
        import altair as alt
        import vl_convert  # noqa: F401
    except ImportError:
        raise BadInput(
            "statistics: the picture needs altair and vl-convert-python; install musterhall[lab], or read the table."
        ) from None

    colour = COLOURS[dark]
    known = [row | {"place": place} for place, row in enumerate(json.loads(rows))]
    base = alt.Chart(alt.InlineData(values=known)).encode(y=alt.Y("place:O", axis=None))
    across = alt.X(
        "share:Q",
        title="Matches won against other factions",
        scale=alt.Scale(domain=[0, 1]),
        axis=alt.Axis(format="%", values=[0, 0.25, 0.5, 0.75, 1]),
    )
    even = alt.Chart(alt.InlineData(values=[{"share": 0.5}])).mark_rule(color=colour["rule"], strokeDash=[4, 4])
    layers = [
        base.mark_bar(color=colour["bar"], height=12, yOffset=9).encode(x=across),
        even.encode(x="share:Q"),
        _words(base, "faction", colour["ink"], align="left", x=0),
        _words(base, "told", colour["quiet"], align="right", x=WIDTH),
    ]
    chart = alt.layer(*layers).properties(width=WIDTH, height=ROW * len(known), background="transparent")
    styled = chart.configure(font="system-ui, sans-serif", padding=8).configure_view(stroke=None)
    styled = styled.configure_axis(
        labelColor=colour["ink"],
        titleColor=colour["quiet"],
        titleFontWeight="normal",
        gridColor=colour["line"],
        domainColor=colour["line"],
        tickColor=colour["line"],
        labelFontSize=12,
        titleFontSize=12,
    )
    return chart_svg(styled)


def _words(base: Any, field: str, colour: str, *, align: str, x: int) -> Any:
    """A line above each bar, from one side or the other."""
    import altair as alt

    text = base.mark_text(align=align, baseline="bottom", dy=0, color=colour, fontSize=12, limit=WIDTH // 2)
    return text.encode(x=alt.value(x), text=f"{field}:N")
