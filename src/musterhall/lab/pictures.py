"""Pictures of what a study has found, as SVG with real text that takes its colours from the page it stands on.

They are drawn as wide as a phone, because a wider screen can enlarge a picture and a phone cannot enlarge its text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from musterhall.lab.books import Return
from musterhall.lab.fighting import FORCES
from musterhall.lab.findings import DOWN, NONE, UNCLEAR, UP, Comparison, Findings
from musterhall.lab.in_words import HEADS, SHARES
from musterhall.lab.plan import Plan
from musterhall.printing.charts import chart_svg

WIDTH, ROW, HEIGHT = 320, 46, 150
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


def differences_picture(plan: Plan, comparisons: Sequence[Comparison], measure: str) -> str:
    """Each arm's difference by one measure, with its interval, beside what would matter."""
    import altair as alt

    rows = [_difference_row(plan, one, measure) for one in comparisons if one.measure == measure]
    margin = _scaled(measure, next(one.margin for one in comparisons if one.measure == measure))
    base = alt.Chart(_data(rows))
    across = alt.Y("place:O", axis=None)
    axis = alt.X("low:Q", title=_title(measure), scale=alt.Scale(nice=True))
    colour = alt.Color("verdict:N", scale=alt.Scale(domain=[*COLOURS], range=[*COLOURS.values()]), legend=None)
    band = alt.Chart(_data([{"low": -margin, "high": margin}])).mark_rect(opacity=0.14, color=INK)
    zero = alt.Chart(_data([{"low": 0}])).mark_rule(color=INK, strokeDash=[3, 3]).encode(x="low:Q")
    layers = [
        band.encode(x="low:Q", x2="high:Q"),
        zero,
        base.mark_rule(strokeWidth=5, opacity=0.55).encode(x=axis, x2="high:Q", y=across, color=colour),
        base.mark_point(filled=True, size=90, opacity=1).encode(x="value:Q", y=across, color=colour),
        _labels(base, across),
    ]
    return _svg(alt.layer(*layers).properties(width=WIDTH, height=ROW * len(rows)))


def averages_picture(plan: Plan, findings: Findings, measure: str) -> str:
    """Each arm's average of one measure, with its interval."""
    import altair as alt

    rows = []
    for place, arm in enumerate(findings.arms):
        one = arm.average(measure)
        figures = {"value": one.value, "low": one.low, "high": one.high}
        told = _scaled_row(measure, figures)
        rows.append(told | {"place": place, "name": _name(plan, arm.arm, arm.setting)})
    base = alt.Chart(_data(rows))
    across = alt.Y("place:O", axis=None)
    axis = alt.X("low:Q", title=_title(measure, of_all=True), scale=alt.Scale(nice=True, zero=False))
    layers = [
        base.mark_rule(strokeWidth=5, opacity=0.5, color="var(--accent)").encode(x=axis, x2="high:Q", y=across),
        base.mark_point(filled=True, size=90, opacity=1, color="var(--accent)").encode(x="value:Q", y=across),
        _labels(base, across),
    ]
    return _svg(alt.layer(*layers).properties(width=WIDTH, height=ROW * len(rows)))


def history_picture(plan: Plan, one: Comparison) -> str:
    """How the interval of one difference shrank as seeds came in."""
    import altair as alt

    step = max(1, len(one.history) // MOST_POINTS)
    kept = [*one.history[:-1:step], one.history[-1]]
    rows = [
        {"seeds": seeds} | _scaled_row(one.measure, {"value": value, "low": low, "high": high})
        for seeds, value, low, high in kept
    ]
    margin = _scaled(one.measure, one.margin)
    base = alt.Chart(_data(rows)).encode(x=alt.X("seeds:Q", title="seeds"))
    lines = alt.Chart(_data([{"at": -margin}, {"at": margin}]))
    title = alt.Y("low:Q", title=_title(one.measure))
    layers = [
        base.mark_area(opacity=0.35, color=COLOURS[one.verdict]).encode(y=title, y2="high:Q"),
        base.mark_line(color=COLOURS[one.verdict], strokeWidth=2).encode(y="value:Q"),
        lines.mark_rule(color=INK, strokeDash=[2, 4]).encode(y="at:Q"),
    ]
    return _svg(alt.layer(*layers).properties(width=WIDTH - 40, height=HEIGHT))


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


def _labels(base: Any, across: Any) -> Any:
    """The name of each row above its bar, where there is room for it on a phone."""
    import altair as alt

    told = base.mark_text(align="left", baseline="bottom", dy=-9, color=INK, fontSize=12, limit=WIDTH)
    return told.encode(x=alt.value(0), y=across, text="name:N")


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


def returns_picture(books: Sequence[Return]) -> str:
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
    base = alt.Chart(_data(rows))
    across = alt.Y("place:O", axis=None)
    axis = alt.X("low:Q", title="points destroyed for 100 of cost", scale=alt.Scale(nice=True, zero=True))
    colour = alt.Color(
        "force:N", scale=alt.Scale(domain=[*FORCES], range=["var(--down)", "var(--accent)"]), legend=None
    )
    layers = [
        base.mark_rule(strokeWidth=5, opacity=0.55).encode(x=axis, x2="high:Q", y=across, color=colour),
        base.mark_point(filled=True, size=90, opacity=1).encode(x="value:Q", y=across, color=colour),
        _labels(base, across),
    ]
    return _svg(alt.layer(*layers).properties(width=WIDTH, height=ROW * len(rows)))


def every_picture(plan: Plan, findings: Findings, books: Sequence[Return] = ()) -> Iterable[tuple[str, str]]:
    """All pictures of a report, each with what it shows."""
    measures = list(dict.fromkeys(one.measure for one in findings.comparisons))
    for measure in measures:
        about = f"Differences in {HEADS[measure]}. The grey band is what would not matter."
        yield about, differences_picture(plan, findings.comparisons, measure)
    if findings.arms:
        yield "How often red's force wins in each arm.", averages_picture(plan, findings, "win")
    first = [one for one in books if (one.setting, one.arm) == (books[0].setting, books[0].arm)]
    if first:
        where = _name(plan, first[0].arm, first[0].setting)
        yield f"{where}: what each returns for its cost, with its interval.", returns_picture(first)
    for one in findings.comparisons:
        if len(one.history) > 1:
            about = f"{_name(plan, one.arm, one.setting)}: the interval of {HEADS[one.measure]} as seeds came in."
            yield about, history_picture(plan, one)


def intervals_picture(bars: Sequence[Mapping[str, Any]], title: str) -> str:
    """Values with their intervals, one below the other; where a bar has a value `before`, that is a ring."""
    import altair as alt

    base = alt.Chart(_data([{"place": place, **one} for place, one in enumerate(bars)]))
    across = alt.Y("place:O", axis=None)
    axis = alt.X("low:Q", title=title, scale=alt.Scale(nice=True, zero=False))
    layers = [
        base.mark_rule(strokeWidth=5, opacity=0.5, color="var(--accent)").encode(x=axis, x2="high:Q", y=across),
        base.mark_point(filled=True, size=90, opacity=1, color="var(--accent)").encode(x="value:Q", y=across),
        _labels(base, across),
    ]
    if any("before" in one for one in bars):
        layers.append(base.mark_point(size=70, color=INK).encode(x="before:Q", y=across))
    return _svg(alt.layer(*layers).properties(width=WIDTH, height=ROW * len(bars)))
