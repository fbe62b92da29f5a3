"""The ground, and the patterns and symbols that painters lay on it."""

from __future__ import annotations

import math

from musterhall.drawing.canvas import Easel, Grain, steps


def definitions(easel: Easel) -> str:
    p = easel.prefix
    light = ((0, "#fff6d8", 0.13), (0.55, "#fff6d8", 0.0), (1, "#2b2a17", 0.2))
    pit = ((0, "#7a6a4c", 1.0), (0.75, "#4b3f2c", 1.0), (1, "#3c3223", 1.0))
    return (
        f'<defs><clipPath id="{p}-edge"><rect {easel.size}/></clipPath>'
        f"{_grass_pattern(p)}{_blotch_pattern(p)}"
        + _glow(f"{p}-light", 'cx="0.42" cy="0.36" r="0.85"', light)
        + _glow(f"{p}-pit", 'cx="0.58" cy="0.6" r="0.6"', pit)
        + f"{_tree_symbols(p)}{_small_symbols(p)}</defs>"
    )


def _glow(name: str, place: str, stops: tuple[tuple[float, str, float], ...]) -> str:
    drawn = "".join(
        f'<stop offset="{offset:g}" stop-color="{colour}" stop-opacity="{opacity:g}"/>'
        for offset, colour, opacity in stops
    )
    return f'<radialGradient id="{name}" {place}>{drawn}</radialGradient>'


def _tile(name: str, width: int, height: int, inside: str) -> str:
    size = f'width="{width}" height="{height}"'
    return f'<pattern id="{name}" {size} patternUnits="userSpaceOnUse">{inside}</pattern>'


def _grass_pattern(p: str) -> str:
    grain = Grain("grass")
    dots = "".join(
        f'<circle cx="{grain.between(0, 17):.1f}" cy="{grain.between(0, 13):.1f}" '
        f'r="{grain.between(0.08, 0.22):.2f}" '
        f'fill="{grain.pick(("#8b8f58", "#c6c08c", "#7f8350", "#b9a877"))}" opacity="0.6"/>'
        for _ in range(60)
    )
    blades = "".join(
        f"M{x:.1f} {y:.1f}l{grain.between(-0.2, 0.3):.2f} -0.6m0.25 0.6l0.25 -0.5"
        for x, y in ((grain.between(0.5, 16.5), grain.between(0.7, 12.5)) for _ in range(14))
    )
    tufts = f'<path d="{blades}" stroke="#77804a" stroke-width="0.13" opacity="0.55" fill="none"/>'
    return _tile(f"{p}-grass", 17, 13, dots + tufts)


def _blotch_pattern(p: str) -> str:
    # Its size shares no divisor with the grass, so that the eye finds no repeat.
    grain = Grain("blotches")
    spots = []
    for _ in range(16):
        x, y, rx, ry = grain.between(10, 61), grain.between(9, 44), grain.between(3, 9), grain.between(2, 7)
        colour, turn = grain.pick(("#8f9a5c", "#c3b57f", "#98945c", "#b3ad74")), grain.between(0, 180)
        for size in (1, 0.75, 0.5):
            spots.append(
                f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{rx * size:.1f}" ry="{ry * size:.1f}" '
                f'fill="{colour}" opacity="0.13" transform="rotate({turn:.0f} {x:.1f} {y:.1f})"/>'
            )
    return _tile(f"{p}-blotch", 71, 53, "".join(spots))


def _lobed(radius: float, lobes: int, grain: Grain) -> str:
    """A crown seen from above: bulges around a middle."""
    turns = [2 * math.pi * step / lobes for step in range(lobes)]
    rims = [radius * grain.between(0.84, 1.0) for _ in turns]
    tips = [(r * math.cos(a), r * math.sin(a)) for a, r in zip(turns, rims, strict=True)]
    bulge = radius * 3.4 / lobes
    arcs = "".join(f"A{bulge:.2f} {bulge:.2f} 0 0 1 {x:.2f} {y:.2f}" for x, y in [*tips[1:], tips[0]])
    return f"M{tips[0][0]:.2f} {tips[0][1]:.2f}{arcs}Z"


def _tree_symbols(p: str) -> str:
    shades = (
        ("tree0", "#6f8440", "#8ba053", "#a5b768"),
        ("tree1", "#64793a", "#7d924a", "#97a95d"),
        ("tree2", "#7d8a42", "#99a456", "#b3ba6c"),
        ("dark0", "#3f5732", "#51693d", "#66804b"),
        ("dark1", "#485f36", "#5a7143", "#708850"),
    )
    drawn = []
    for name, low, middle, high in shades:
        grain = Grain(name)
        crown, inner = _lobed(1.45, 8, grain), _lobed(0.95, 7, grain)
        drawn.append(
            f'<g id="{p}-{name}"><circle cx="0.6" cy="0.6" r="1.45" fill="#232a14" opacity="0.32"/>'
            f'<path d="{crown}" fill="{low}" stroke="#2f3d1c" stroke-width="0.12" stroke-opacity="0.55"/>'
            f'<path d="{inner}" transform="translate(-0.2 -0.22)" fill="{middle}"/>'
            f'<circle cx="-0.5" cy="-0.52" r="0.4" fill="{high}" opacity="0.6"/></g>'
        )
    return "".join(drawn) + _fir_symbol(p)


def _fir_symbol(p: str) -> str:
    def star(radius: float) -> str:
        turns = [(math.pi * step / 8, radius if step % 2 == 0 else radius * 0.62) for step in range(16)]
        return steps((r * math.cos(a), r * math.sin(a)) for a, r in turns) + "Z"

    return (
        f'<g id="{p}-fir"><circle cx="0.6" cy="0.6" r="1.2" fill="#1d2414" opacity="0.34"/>'
        f'<path d="{star(1.45)}" fill="#32492f"/>'
        f'<path d="{star(0.95)}" fill="#45603c" transform="rotate(11)"/>'
        '<circle cx="-0.12" cy="-0.14" r="0.3" fill="#6b8656"/></g>'
    )


def _small_symbols(p: str) -> str:
    return (
        _crater_symbol(p)
        + f'<g id="{p}-reeds" fill="none" stroke-linecap="round">{_REEDS}</g>'
        + f'<g id="{p}-stone">{_STONE}</g>'
        + f'<g id="{p}-corner" fill="none">{_CORNER}</g>'
    )


def _crater_symbol(p: str) -> str:
    splash = (
        "M-1.3 0.2L-1.7 -0.7L-0.9 -1L-0.5 -1.7L0.3 -1.2L1.2 -1.3L1.2 -0.5L1.8 0.1L1.2 0.7L0.9 1.5L0.1 1.3"
        "L-0.8 1.6L-1 0.9Z"
    )
    shade = 'stroke="#2e2619" stroke-width="0.2" fill="none" opacity="0.6"'
    return (
        f'<g id="{p}-crater"><path d="{splash}" fill="#b29f74" opacity="0.75"/>'
        '<circle r="1.12" fill="#c8b68a"/><circle r="1.12" cx="0.08" cy="0.08" fill="#8a7852"/>'
        f'<circle r="0.93" fill="url(#{p}-pit)"/><path d="M-0.8 0.25A0.85 0.85 0 0 1 0.25 -0.8" {shade}/></g>'
    )


_REEDS = (
    '<path d="M-0.7 0.3Q-0.7 -0.6 -1 -1.1M-0.25 0.35Q-0.2 -0.8 -0.3 -1.6M0.2 0.35Q0.3 -0.6 0.6 -1.3'
    'M0.6 0.3Q0.8 -0.3 1.1 -0.7" stroke="#566333" stroke-width="0.2"/>'
    '<path d="M-0.3 -1.6v-0.45M0.6 -1.3l0.15 -0.4" stroke="#6b4a2a" stroke-width="0.34"/>'
    '<path d="M-1.2 0.45h2.5" stroke="#40524a" stroke-width="0.16" opacity="0.6"/>'
)


_STONE = (
    '<path d="M-0.28 0.57L-0.38 0.02L0.12 -0.28L0.72 -0.08L0.82 0.47L0.32 0.72Z" '
    'fill="#3a352a" opacity="0.35"/>'
    '<path d="M-0.5 0.35L-0.6 -0.2L-0.1 -0.5L0.5 -0.3L0.6 0.25L0.1 0.5Z" fill="#9b9483"/>'
    '<path d="M-0.6 -0.2L-0.1 -0.5L0.5 -0.3L0 -0.05Z" fill="#bdb6a4"/>'
)


_CORNER = (
    '<path d="M-1.25 1.55V-0.75H1.05M1.75 -0.75H2.45V0.95" stroke="#2f2a20" stroke-width="0.75" '
    'opacity="0.32"/>'
    '<path d="M-1.7 1.1V-1.2H0.6M1.3 -1.2H2V0.5" stroke="#6b6253" stroke-width="0.75"/>'
    '<path d="M-1.78 1.1V-1.28H0.6M1.3 -1.28H1.92V0.5" stroke="#b5aa95" stroke-width="0.28"/>'
)


def ground(easel: Easel) -> str:
    fills = ("#aba873", f"url(#{easel.prefix}-blotch)", f"url(#{easel.prefix}-grass)")
    layers = "".join(f'<rect {easel.size} fill="{fill}"/>' for fill in fills)
    return f'<g class="ground">{layers}</g>'
