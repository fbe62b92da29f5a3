"""Findings as sentences and rows of text, the same at a terminal and on a page."""

from __future__ import annotations

from musterhall.lab.findings import DOWN, EVEN, UP, Comparison, Findings
from musterhall.lab.plan import Plan
from musterhall.tally import counted

SHARES = ("win", "red_lost", "blue_lost", "side", "first")
"""Measures that are told in hundredths."""
HEADS = {
    "win": "wins",
    "turns": "turns",
    "red_lost": "red loses",
    "blue_lost": "blue loses",
    "side": "red's side wins",
    "first": "first mover wins",
}
OF = {
    "win": "the share that red's force wins",
    "turns": "the number of turns",
    "red_lost": "the share that red's force loses",
    "blue_lost": "the share that blue's force loses",
    "side": "the share won from red's side of the table",
    "first": "the share won by whoever acted first",
}


def figure(measure: str, value: float) -> str:
    """An average of a measure: 52.5%, or 6.0."""
    return f"{value:.1%}" if measure in SHARES else f"{value:.2f}"


def change(measure: str, value: float) -> str:
    """A difference of a measure: +3.2 points of a hundred, or +0.4."""
    return f"{100 * value:+.1f}" if measure in SHARES else f"{value:+.2f}"


def difference_told(one: Comparison) -> str:
    """A difference with its interval."""
    unit = " points" if one.measure in SHARES else " turns"
    return f"{change(one.measure, one.difference)}{unit} ({between(one)})"


def between(one: Comparison) -> str:
    return f"{change(one.measure, one.low)} to {change(one.measure, one.high)}"


def verdict_told(one: Comparison, plan: Plan) -> str:
    """A comparison in one sentence."""
    where = f" ({plan.settings[one.setting].told()})" if len(plan.settings) > 1 else ""
    return f"{plan.arms[one.arm]}{where}: {one.told()}; {figures_told(one, plan)}"


def figures_told(one: Comparison, plan: Plan) -> str:
    """The figures of a comparison, after its verdict."""
    other = EVEN if len(plan.arms) == 1 else plan.arms[0]
    perhaps = one.verdict in (UP, DOWN) and not one.matters_surely
    rest = " It may be less than what matters." if perhaps else ""
    if one.same:
        rest += " No battle came out otherwise." if one.measure == "win" else " It was the same in every battle."
    return f"{difference_told(one)} in {OF[one.measure]}, beside {other}.{rest}"


def state_told(findings: Findings, plan: Plan) -> str:
    """How far the study is."""
    seeds = max((one.seeds for one in findings.arms), default=0)
    said = f"{counted(findings.battles, 'battle')}, {counted(seeds, 'seed')} from both sides"
    if not findings.over:
        return f"{said}; it has not ended yet."
    early = seeds < plan.study.stop.seeds
    return f"{said}; {'every verdict is clear.' if early else 'all seeds are fought.'}"


def pairing_told(one: Comparison) -> str:
    """What fighting the same seeds has brought."""
    if one.correlation is None:
        return "-"
    if one.correlation < 0 and one.gain:
        return f"{one.correlation:+.2f} (it made this worse, and cost {1 / one.gain:.1f} times the battles)"
    return f"{one.correlation:+.2f}" + (f" (worth {one.gain:.1f} times the battles)" if one.gain else "")


def losses_told(findings: Findings, plan: Plan) -> list[str]:
    """What is missing from the figures, a sentence each."""
    told = [
        f"Seed {seed} ({plan.settings[setting].told()}) is left out, because the program failed: {said}"
        for setting, seed, said in findings.failed
    ]
    return told + [f"Batch {key} is left out in all arms: {why}" for key, why in findings.left_out]
