"""A study of prices run: a round, prices from it, forces at these prices, another round, and the check.

What was fought is on the disk before it counts. Each stage's forces follow from the battles before it, so a run that
was killed goes on where it stopped and ends with the very same prices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from musterhall.game.pricing import Costs, Priced, price_of
from musterhall.lab.fighting import Done, Row
from musterhall.lab.findings import LeftOut
from musterhall.lab.prices.checking import Check, check_pairs
from musterhall.lab.prices.fitting import Fit, Fought, Scale, as_floats, fit_prices
from musterhall.lab.prices.stages import Pair, Stage, begin_stage, make_stage
from musterhall.lab.prices.study import ROUNDS, OpenPrices, stage_folder
from musterhall.lab.running import Fighters

Follow = Callable[[str, int, int], None]
"""Told of the stage, how many of its battles are fought, and how many there are."""


@dataclass(frozen=True, slots=True)
class PriceFindings:
    """What a study of prices has found."""

    priced: tuple[Priced, ...]
    fit: Fit
    by_agent: tuple[tuple[str, Fit], ...]
    """What each agent alone says, where there are several."""
    fielded: tuple[int, ...]
    """In how many of the drawn forces each thing was."""
    before: Check
    """How forces of equal cost did by the stand-ins."""
    after: Check
    """How forces did that were not used for the prices, at equal price."""
    shipped: tuple[tuple[str, float], ...]
    """What the shipped forces cost now."""
    battles: int
    left_out: tuple[str, ...]

    def measured(self, at: int) -> bool:
        """Whether battles say anything about a price: nobody knows what nobody fielded."""
        return self.fielded[at] > 0

    def disputed(self, at: int) -> bool:
        """Whether agents disagree about a price: their intervals lie apart."""
        fits = [fit for _, fit in self.by_agent]
        return any(one.high[at] < other.low[at] for one in fits for other in fits)


def run_prices(opened: OpenPrices, fighters: Fighters, follow: Follow) -> PriceFindings:
    """Run a study to its end, from wherever it stands in its folder."""
    priced = tuple(opened.pricing.priced())
    costs: Costs = {one.key: one.stand_in for one in priced}
    fought: list[tuple[Stage, list[Row]]] = []
    left_out: list[str] = []
    scale = _scale(opened, priced)
    for number in range(ROUNDS):
        fought.append(_fight_stage(opened, make_stage(opened, number, costs), fighters, follow, left_out))
        fit = fit_prices(_weighed(opened, priced, fought), scale, number)
        costs = {one.key: float(price) for one, price in zip(priced, fit.price, strict=True)}
    last = _fight_stage(opened, make_stage(opened, ROUNDS, costs, check=True), fighters, follow, left_out)
    return PriceFindings(
        priced=priced,
        fit=fit,
        by_agent=tuple(_by_agent(opened, priced, fought, scale)),
        fielded=_fielded(priced, [stage for stage, _ in fought]),
        before=check_pairs(*_even(fought[0])),
        after=check_pairs(*_even(last)),
        shipped=tuple(_shipped(opened, costs)),
        battles=sum(len(rows) for _, rows in (*fought, last)),
        left_out=tuple(left_out),
    )


def _fight_stage(
    opened: OpenPrices, stage: Stage, fighters: Fighters, follow: Follow, left_out: list[str]
) -> tuple[Stage, list[Row]]:
    begin_stage(opened, stage)
    folder = stage_folder(opened, stage.name)
    with folder.writing() as writer:
        kept = folder.batches()
        done = sum(len(one.rows) for one in kept.values() if isinstance(one, Done))
        follow(stage.name, done, stage.battles)
        missing = (batch for batch in stage.batches() if batch.key not in kept)

        def beat(battles: int) -> None:
            follow(stage.name, done + battles, stage.battles)

        for one in fighters.fight(stage.plan, missing, beat):
            writer.keep(one)
            kept[one.key] = one
            done += len(one.rows) if isinstance(one, Done) else 0
            follow(stage.name, done, stage.battles)
    found = [kept[batch.key] for batch in stage.batches()]
    left_out += [f"Batch {one.key} of {stage.name}: {one.why}" for one in found if isinstance(one, LeftOut)]
    whole = [one for one in found if isinstance(one, Done)]
    left_out += [f"Seed {seed} of {stage.name}: {said}" for one in whole for seed, said in one.failed]
    return stage, [row for one in whole for row in one.rows]


def _weighed(opened: OpenPrices, priced: Sequence[Priced], fought: list[tuple[Stage, list[Row]]]) -> Fought:
    """All battles, those of two forces from one side of the table together."""
    grounds = [(agents, scenario) for agents in opened.study.agents for scenario in opened.study.scenarios]
    more, beside, won, battles, numbers = [], [], [], [], []
    pair_numbers: dict[tuple[str, str], int] = {}
    for stage, rows in fought:
        for (setting, arm, swapped), some in _together(rows):
            pair, ground = stage.pairs[setting][arm], stage.plan.settings[setting]
            at = grounds.index((ground.agents, ground.scenario))
            more.append([pair.counts[0].get(one.key, 0.0) - pair.counts[1].get(one.key, 0.0) for one in priced])
            beside.append([(-1.0 if swapped else 1.0) if at == one else 0.0 for one in range(len(grounds))])
            won.append(float(np.mean([row.win for row in some])))
            battles.append(len(some))
            numbers.append(pair_numbers.setdefault((stage.name, pair.red.name), len(pair_numbers)))
    return Fought(as_floats(more), as_floats(beside), as_floats(won), as_floats(battles), np.asarray(numbers))


def _together(rows: Sequence[Row]) -> Iterator[tuple[tuple[int, int, bool], list[Row]]]:
    found: dict[tuple[int, int, bool], list[Row]] = {}
    for row in rows:
        found.setdefault((row.setting, row.arm, row.swapped), []).append(row)
    yield from sorted(found.items(), key=lambda one: one[0])


def _by_agent(
    opened: OpenPrices, priced: Sequence[Priced], fought: list[tuple[Stage, list[Row]]], scale: Scale
) -> Iterator[tuple[str, Fit]]:
    if len(opened.study.agents) < 2:
        return
    for agents in opened.study.agents:
        own = [
            (stage, [row for row in rows if stage.plan.settings[row.setting].agents == agents])
            for stage, rows in fought
        ]
        yield agents, fit_prices(_weighed(opened, priced, own), scale, ROUNDS)


def _scale(opened: OpenPrices, priced: Sequence[Priced]) -> Scale:
    pricing, forces = opened.pricing, opened.game.forces
    counts = [pricing.counts(forces.shipped_force(name)) for name in pricing.measured_by]
    table = [[one.get(thing.key, 0.0) for thing in priced] for one in counts]
    return Scale(float(pricing.points), as_floats(table), as_floats([one.stand_in for one in priced]))


def _shipped(opened: OpenPrices, costs: Costs) -> Iterator[tuple[str, float]]:
    forces = opened.game.forces
    for name in opened.pricing.measured_by:
        force = forces.shipped_force(name)
        yield force.name, price_of(opened.pricing.counts(force), costs)


def _fielded(priced: Sequence[Priced], stages: Sequence[Stage]) -> tuple[int, ...]:
    forces = {
        (stage.name, pair.red.name, at): pair.counts[at]
        for stage in stages
        for some in stage.pairs
        for pair in some
        for at in (0, 1)
    }
    return tuple(sum(one.key in counts for counts in forces.values()) for one in priced)


def _even(fought: tuple[Stage, list[Row]]) -> tuple[list[Pair], list[list[float]]]:
    """The pairs of a stage without a handicap, each with the wins of its seeds: red's, from both sides together."""
    stage, rows = fought
    seeds: dict[tuple[int, int], dict[int, list[float]]] = {}
    for row in rows:
        seeds.setdefault((row.setting, row.arm), {}).setdefault(row.seed, []).append(row.win)
    pairs, wins = [], []
    for (setting, arm), by_seed in sorted(seeds.items()):
        pair = stage.pairs[setting][arm]
        if abs(pair.costs[0] - pair.costs[1]) <= EVEN * sum(pair.costs) / 2:
            pairs.append(pair)
            wins.append([float(np.mean(values)) for values in by_seed.values()])
    return pairs, wins


EVEN = 0.05
"""How far the costs of two forces may be apart, as a share, to be called equal."""
