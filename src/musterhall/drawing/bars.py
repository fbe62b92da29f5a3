"""A picture of chances: a bar for each, on the same paper and in the same ink as the tables."""

from __future__ import annotations

from collections.abc import Sequence

from musterhall.drawing.canvas import escaped

PAPER, INK, FAINT, BAR = "#f7f1df", "#3b2f20", "#d8cba9", "#b3402f"
WIDE, DEEP, LEFT, TOP = 640.0, 360.0, 56.0, 58.0
STEPS = (0.02, 0.05, 0.1, 0.2, 0.25)
"""How far apart the lines across may lie; as few as give no more than five."""


def bar_chart(title: str, bars: Sequence[tuple[str, float]], bars_of: str) -> str:
    """Chances as bars, each with its figure, for whoever has no picture too."""
    highest = max((chance for _, chance in bars), default=0.0)
    step = next((one for one in STEPS if highest / one <= 5), STEPS[-1])
    top = step * max(1, -(-highest // step))
    floor, width = DEEP - 46.0, (WIDE - LEFT - 16.0) / max(1, len(bars))
    high = floor - TOP
    lines = "".join(_line(step * n, top, floor, high) for n in range(round(top / step) + 1))
    drawn = "".join(
        _bar(LEFT + width * place, width, floor, high * chance / top, label, chance)
        for place, (label, chance) in enumerate(bars)
    )
    words = "; ".join(f"{label}: {chance:.1%}" for label, chance in bars)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE:g} {DEEP:g}" role="img" '
        f'font-family="DejaVu Sans, Verdana, sans-serif" font-size="12" fill="{INK}">'
        f"<title>{escaped(title)}</title><desc>{escaped(f'{bars_of}: {words}')}</desc>"
        f'<rect width="{WIDE:g}" height="{DEEP:g}" fill="{PAPER}"/>'
        f'<text x="{LEFT:g}" y="28" font-size="15" font-weight="bold">{escaped(title)}</text>'
        f"{lines}{drawn}"
        f'<text x="{(LEFT + WIDE) / 2:g}" y="{DEEP - 10:g}" text-anchor="middle">{escaped(bars_of)}</text></svg>\n'
    )


def _line(share: float, top: float, floor: float, high: float) -> str:
    y = floor - high * share / top
    return (
        f'<path d="M{LEFT:g} {y:.1f}H{WIDE - 16:g}" stroke="{FAINT}"/>'
        f'<text x="{LEFT - 6:g}" y="{y + 4:.1f}" text-anchor="end">{share:.0%}</text>'
    )


def _bar(x: float, width: float, floor: float, high: float, label: str, chance: float) -> str:
    middle, above = x + width / 2, floor - high - 5
    figure = f"{chance:.1%}" if chance >= 0.0005 else "<0.1%"
    return (
        f'<rect x="{x + width * 0.12:.1f}" y="{floor - high:.1f}" width="{width * 0.76:.1f}" height="{high:.1f}" '
        f'fill="{BAR}"/>'
        f'<text x="{middle:.1f}" y="{above:.1f}" text-anchor="middle" font-size="11">{escaped(figure)}</text>'
        f'<text x="{middle:.1f}" y="{floor + 16:.1f}" text-anchor="middle">{escaped(label)}</text>'
    )
