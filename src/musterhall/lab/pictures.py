"""Pictures of what a study has found, as SVG with real text that takes its colours from the page it stands on.

A page gets each of them twice, as wide as a phone and as wide as a column of text, and shows the one that fits: a
single one would have letters that are too small on a phone or too large on a desk.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from textwrap import wrap
from typing import Any

from musterhall.lab.books import Return
from musterhall.lab.fields import Table
from musterhall.lab.fighting import FORCES
from musterhall.lab.findings import DOWN, NONE, UNCLEAR, UP, Comparison, Findings
from musterhall.lab.in_words import HEADS, SHARES
from musterhall.lab.plan import Plan
from musterhall.printing.charts import chart_svg

WIDTH, BROAD, ROW, HEIGHT = 310, 670, 46, 150
LINE_HEIGHT, LETTER = 14, 7.6
"""Of names above bars; a letter may well be narrower, and must not be broader."""
TICKS_EACH = 65
"""So much room has each figure below an axis, or two of them run together."""
COLOURS = {UP: "var(--up)", DOWN: "var(--down)", NONE: "var(--none)", UNCLEAR: "var(--unclear)"}
INK, LINE = "currentColor", "var(--line)"
MOST_POINTS = 120
"""Of the picture of how intervals shrank; more cannot be seen."""


def can_draw() -> bool:
    """Whether the libraries for pictures are installed."""
    try:
        import altair
        import vl_convert
    except ImportError:
        return False
    return bool(altair and vl_convert)


def for_all_screens(draw: Callable[[int], str]) -> str:
    """A picture as wide as a phone and as wide as a column of text; the page shows one of them."""
    return f'<div class="narrow">{draw(WIDTH)}</div><div class="broad">{draw(BROAD)}</div>'


def differences_picture(plan: Plan, comparisons: Sequence[Comparison], measure: str, width: int = WIDTH) -> str:
    """Each arm's difference by one measure, with its interval, beside what would matter."""
    import altair as alt

    rows = _named([_difference_row(plan, one, measure) for one in comparisons if one.measure == measure], width)
    margin = _scaled(measure, next(one.margin for one in comparisons if one.measure == measure))
    base = alt.Chart(_data(rows))
    across = alt.Y("place:O", axis=None)
    axis = alt.X("low:Q", title=_title(measure), scale=alt.Scale(nice=True), axis=_figures(width))
    colour = alt.Color("verdict:N", scale=alt.Scale(domain=[*COLOURS], range=[*COLOURS.values()]), legend=None)
    band = alt.Chart(_data([{"low": -margin, "high": margin}])).mark_rect(opacity=0.14, color=INK)
    zero = alt.Chart(_data([{"low": 0}])).mark_rule(color=INK, strokeDash=[3, 3]).encode(x="low:Q")
    layers = [
        band.encode(x="low:Q", x2="high:Q"),
        zero,
        base.mark_rule(strokeWidth=5, opacity=0.55).encode(x=axis, x2="high:Q", y=across, color=colour),
        base.mark_point(filled=True, size=90, opacity=1).encode(x="value:Q", y=across, color=colour),
        *_labels(base, across),
    ]
    return _svg(alt.layer(*layers).properties(width=width, height=_height(rows)))


def averages_picture(plan: Plan, findings: Findings, measure: str, width: int = WIDTH) -> str:
    """Each arm's average of one measure, with its interval."""
    import altair as alt

    rows = []
    for place, arm in enumerate(findings.arms):
        one = arm.average(measure)
        figures = {"value": one.value, "low": one.low, "high": one.high}
        told = _scaled_row(measure, figures)
        rows.append(told | {"place": place, "name": _name(plan, arm.arm, arm.setting)})
    rows = _named(rows, width)
    base = alt.Chart(_data(rows))
    across = alt.Y("place:O", axis=None)
    scale = alt.Scale(nice=True, zero=False)
    axis = alt.X("low:Q", title=_title(measure, of_all=True), scale=scale, axis=_figures(width))
    layers = [
        base.mark_rule(strokeWidth=5, opacity=0.5, color="var(--accent)").encode(x=axis, x2="high:Q", y=across),
        base.mark_point(filled=True, size=90, opacity=1, color="var(--accent)").encode(x="value:Q", y=across),
        *_labels(base, across),
    ]
    return _svg(alt.layer(*layers).properties(width=width, height=_height(rows)))


def history_picture(one: Comparison, width: int = WIDTH) -> str:
    """How the interval of one difference shrank as seeds came in."""
    import altair as alt

    step = max(1, len(one.history) // MOST_POINTS)
    kept = [*one.history[:-1:step], one.history[-1]]
    rows = [
        {"seeds": seeds} | _scaled_row(one.measure, {"value": value, "low": low, "high": high})
        for seeds, value, low, high in kept
    ]
    margin = _scaled(one.measure, one.margin)
    base = alt.Chart(_data(rows)).encode(x=alt.X("seeds:Q", title="seeds", axis=_figures(width, whole=True)))
    lines = alt.Chart(_data([{"at": -margin}, {"at": margin}]))
    title = alt.Y("low:Q", title=_title(one.measure))
    layers = [
        base.mark_area(opacity=0.35, color=COLOURS[one.verdict]).encode(y=title, y2="high:Q"),
        base.mark_line(color=COLOURS[one.verdict], strokeWidth=2).encode(y="value:Q"),
        lines.mark_rule(color=INK, strokeDash=[2, 4]).encode(y="at:Q"),
    ]
    return _svg(alt.layer(*layers).properties(width=width - 40, height=HEIGHT))


def _difference_row(plan: Plan, one: Comparison, measure: str) -> dict[str, Any]:
    figures = _scaled_row(measure, {"value": one.difference, "low": one.low, "high": one.high})
    place = one.setting * len(plan.arms) + one.arm
    mark = " (agents disagree)" if one.disputed else ""
    name = f"{_name(plan, one.arm, one.setting)}: {one.told()}{mark}"
    return figures | {"place": place, "name": name, "verdict": one.verdict}


def _data(rows: Sequence[Mapping[str, Any]]) -> Any:
    import altair as alt

    values: Any = alt.Data
    return values(values=rows)


def _named(rows: Sequence[Mapping[str, Any]], width: int) -> list[dict[str, Any]]:
    """The same rows, with what is too long for one line in a line above; a name of three lines is cut."""
    found = []
    for row in rows:
        *above, last = wrap(str(row["name"]), int(width / LETTER)) or [""]
        if len(above) > 1:
            above, last = above[:1], f"{above[1][:-1]}…"
        found.append({**row, "name": last, "above": " ".join(above)})
    return found


def _height(rows: Sequence[Mapping[str, Any]]) -> int:
    return (ROW + LINE_HEIGHT * any(row["above"] for row in rows)) * len(rows)


def _labels(base: Any, across: Any) -> list[Any]:
    """The name of each row above its bar, where there is room for it on a phone."""
    import altair as alt

    style: dict[str, Any] = {"align": "left", "baseline": "bottom", "color": INK, "fontSize": 12}
    return [
        base.mark_text(dy=dy, **style).encode(x=alt.value(0), y=across, text=f"{field}:N")
        for field, dy in (("name", -9), ("above", -9 - LINE_HEIGHT))
    ]


def _figures(width: int, *, whole: bool = False) -> Any:
    """An axis whose figures keep apart."""
    import altair as alt

    least: dict[str, Any] = {"tickMinStep": 1} if whole else {}
    return alt.Axis(tickCount=max(2, width // TICKS_EACH), labelOverlap="greedy", labelSeparation=10, **least)


def _name(plan: Plan, arm: int, setting: int) -> str:
    where = f" ({plan.settings[setting].told()})" if len(plan.settings) > 1 else ""
    return f"{plan.arms[arm]}{where}"


def _title(measure: str, *, of_all: bool = False) -> str:
    unit = "in 100" if measure in SHARES else ""
    what = HEADS[measure]
    if of_all:
        return f"{what} {unit}".strip()
    return f"difference: {what} {unit}".strip()


def _scaled(measure: str, value: float) -> float:
    """Shares in hundredths, as they are told."""
    return round(100 * value if measure in SHARES else value, 6)


def _scaled_row(measure: str, figures: dict[str, float]) -> dict[str, Any]:
    return {key: _scaled(measure, value) for key, value in figures.items()}


def _svg(chart: Any) -> str:
    """The chart as SVG that fits any width and the colours around it."""
    text = {"labelColor": INK, "titleColor": INK, "labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal"}
    lines = {"gridColor": LINE, "domainColor": LINE, "tickColor": LINE}
    told = (
        chart.configure(font="system-ui, sans-serif", background="transparent")
        .configure_axis(**text, **lines)
        .configure_view(stroke=None)
    )
    size = r'(<svg[^>]*?) width="[\d.]+" height="[\d.]+"'
    return re.sub(size, r'\1 role="img"', chart_svg(told), count=1)


def returns_picture(books: Sequence[Return], width: int = WIDTH) -> str:
    """What each group destroyed for its cost, one force below the other."""
    import altair as alt

    rows = [
        {
            "place": place,
            "name": f"{one.name} ({FORCES[one.force]})",
            "value": _scaled("win", one.returned),
            "low": _scaled("win", one.low),
            "high": _scaled("win", one.high),
            "force": FORCES[one.force],
        }
        for place, one in enumerate(books)
    ]
    rows = _named(rows, width)
    base = alt.Chart(_data(rows))
    across = alt.Y("place:O", axis=None)
    scale = alt.Scale(nice=True, zero=True)
    axis = alt.X("low:Q", title="points destroyed for 100 of cost", scale=scale, axis=_figures(width))
    colour = alt.Color(
        "force:N", scale=alt.Scale(domain=[*FORCES], range=["var(--down)", "var(--accent)"]), legend=None
    )
    layers = [
        base.mark_rule(strokeWidth=5, opacity=0.55).encode(x=axis, x2="high:Q", y=across, color=colour),
        base.mark_point(filled=True, size=90, opacity=1).encode(x="value:Q", y=across, color=colour),
        *_labels(base, across),
    ]
    return _svg(alt.layer(*layers).properties(width=width, height=_height(rows)))


def every_picture(plan: Plan, findings: Findings, books: Sequence[Return] = ()) -> Iterable[tuple[str, str]]:
    """All pictures of a report, each with what it shows."""
    measures = list(dict.fromkeys(one.measure for one in findings.comparisons))
    for measure in measures:
        about = f"Differences in {HEADS[measure]}. The grey band is what would not matter."
        yield about, for_all_screens(partial(differences_picture, plan, findings.comparisons, measure))
    if findings.arms:
        drawn = for_all_screens(partial(averages_picture, plan, findings, "win"))
        yield "How often red's force wins in each arm.", drawn
    first = [one for one in books if (one.setting, one.arm) == (books[0].setting, books[0].arm)]
    if first:
        where = _name(plan, first[0].arm, first[0].setting)
        yield (
            f"{where}: what each returns for its cost, with its interval.",
            for_all_screens(partial(returns_picture, first)),
        )
    for one in findings.comparisons:
        if len(one.history) > 1:
            about = f"{_name(plan, one.arm, one.setting)}: the interval of {HEADS[one.measure]} as seeds came in."
            yield about, for_all_screens(partial(history_picture, one))


def intervals_picture(bars: Sequence[Mapping[str, Any]], title: str, width: int = WIDTH) -> str:
    """Values with their intervals, one below the other; where a bar has a value `before`, that is a ring."""
    import altair as alt

    rows = _named([{"place": place, **one} for place, one in enumerate(bars)], width)
    base = alt.Chart(_data(rows))
    across = alt.Y("place:O", axis=None)
    axis = alt.X("low:Q", title=title, scale=alt.Scale(nice=True, zero=False), axis=_figures(width))
    layers = [
        base.mark_rule(strokeWidth=5, opacity=0.5, color="var(--accent)").encode(x=axis, x2="high:Q", y=across),
        base.mark_point(filled=True, size=90, opacity=1, color="var(--accent)").encode(x="value:Q", y=across),
        *_labels(base, across),
    ]
    if any("before" in one for one in bars):
        layers.append(base.mark_point(size=70, color=INK).encode(x="before:Q", y=across))
    return _svg(alt.layer(*layers).properties(width=width, height=_height(rows)))


MOST_FILLED = 0.5
"""How strongly a square of chances is filled at most, so that the figures on it can be read."""
MOST_ABREAST = 4
"""Columns whose names have room beside each other on a phone, in two or three lines."""
LONGEST_SIDE = 130
"""How much room the name of a row may take."""
IN_LINES = "split(replace(datum.label, regexp('-', 'g'), '-\\n'), '\\n')"
"""A name with a new line after each hyphen, in the words of the library that draws."""


def chances_picture(table: Table, width: int = WIDTH) -> str:
    """How often each row beats each column, as squares: green where it wins more than half, red where less."""
    import altair as alt

    rows = [
        {
            "row": row,
            "column": column,
            "told": f"{100 * one.value:.0f}",
            "between": f"{100 * one.low:.0f} to {100 * one.high:.0f}",
            "side": UP if one.value >= 0.5 else DOWN,
            "filled": round(2 * MOST_FILLED * abs(one.value - 0.5), 4),
        }
        for row, chances in zip(table.rows, table.chances, strict=True)
        for column, one in zip(table.columns, chances, strict=True)
    ]
    room = max(width - 90, 58 * len(table.columns))
    plain: dict[str, Any] = {"title": None, "domain": False, "ticks": False}
    heads: dict[str, Any] = {"labelPadding": 6, "labelAngle": 0}
    sides: dict[str, Any] = {"labelPadding": 6, "labelLimit": LONGEST_SIDE}
    if len(table.columns) > MOST_ABREAST:
        heads["labelAngle"] = -40
    elif max(map(len, table.columns)) * LETTER > room / len(table.columns):
        # Lines grow downwards, so the axis has to make room for all but the first.
        heads |= {"labelExpr": IN_LINES, "labelPadding": 6 + LINE_HEIGHT * max(one.count("-") for one in table.columns)}
    longest = max(len(part) for one in table.rows for part in (one.split("-") if width < BROAD else [one]))
    sides["minExtent"] = min(LONGEST_SIDE, int(LETTER * longest) + 10)
    if width < BROAD:
        sides |= {"labelExpr": IN_LINES, "labelOffset": -LINE_HEIGHT // 2 * any("-" in one for one in table.rows)}
    base = alt.Chart(_data(rows)).encode(
        x=alt.X("column:N", sort=[*table.columns], axis=alt.Axis(orient="top", **plain, **heads)),
        y=alt.Y("row:N", sort=[*table.rows], axis=alt.Axis(**plain, **sides)),
    )
    colour = alt.Color("side:N", scale=alt.Scale(domain=[*COLOURS], range=[*COLOURS.values()]), legend=None)
    layers = [
        base.mark_rect(stroke=LINE).encode(color=colour, fillOpacity=alt.FillOpacity("filled:Q", scale=None)),
        base.mark_text(color=INK, fontSize=14, fontWeight="bold", dy=-6).encode(text="told:N"),
        base.mark_text(color=INK, fontSize=10, dy=9).encode(text="between:N"),
    ]
    size = {"width": room, "height": ROW * len(table.rows)}
    return _svg(alt.layer(*layers).properties(**size))
