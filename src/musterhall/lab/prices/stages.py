"""The stages of a study of prices: two rounds and a check, each with forces of its own.

A stage is a plan like any other study's, so that the same hands fight it and the same journal keeps it. Pairs of forces
are its arms, some to a setting, so that one seed of a setting takes a worker a few seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice
from random import Random

from musterhall.game.battles import Force, as_named
from musterhall.game.pricing import Costs, pairings, price_of
from musterhall.games import battles_of
from musterhall.lab.folder import About, require_same_plan
from musterhall.lab.plan import BATTLES_A_BATCH, SLOW_BATTLES_A_BATCH, Batch, Cell, Plan, Setting, digest_of
from musterhall.lab.prices.study import CHECK, OpenPrices, stage_folder
from musterhall.lab.study import RANDOM, Stop, Study
from musterhall.lab.versions import versions_of
from musterhall.toml_text import toml_text

HANDICAPS = (0.0, 0.15, 0.0, -0.15)
"""How much more red's force costs than blue's, in turn. Equal forces alone cannot say how much a point is worth."""
MOST_SEEDS = 100_000
"""Of a stage; the next one has others."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two forces that meet."""

    armies: tuple[str, str]
    red: Force
    blue: Force
    texts: tuple[str, str]
    """Their files."""
    counts: tuple[dict[str, float], dict[str, float]]
    costs: tuple[float, float]
    """What each costs by the prices that it was drawn by."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A round or the check, ready to be fought."""

    name: str
    plan: Plan
    pairs: tuple[tuple[Pair, ...], ...]
    """By setting and arm, as the plan's cells are."""

    @property
    def battles(self) -> int:
        return self.plan.battles()

    def batches(self) -> Iterator[Batch]:
        """One seed of a setting at a time, all settings in turn."""
        first = self.plan.study.stop.first_seed
        for seed in range(first, first + self.plan.study.stop.seeds):
            yield from (Batch(at, seed, 1) for at in range(len(self.plan.settings)))


def make_stage(opened: OpenPrices, number: int, costs: Costs, *, check: bool = False) -> Stage:
    """The stage of this number, with forces drawn at these costs; in the check none has a handicap."""
    study = opened.study
    name = CHECK if check else f"round-{number + 1}"
    number_of_pairs = study.checked_pairs if check else study.pairs
    pairs = list(_drawn_pairs(opened, name, costs, (0.0,) if check else HANDICAPS, number_of_pairs))
    settings: list[Setting] = []
    cells: list[tuple[Cell, ...]] = []
    placed: list[tuple[Pair, ...]] = []
    for agents in study.agents:
        for scenario in study.scenarios:
            for some in _sheets(pairs, _pairs_a_batch(opened, agents)):
                settings.append(Setting(agents, as_named(scenario), RANDOM))
                cells.append(tuple(_cell(opened, agents, as_named(scenario), pair) for pair in some))
                placed.append(some)
    stop = Stop(seeds=study.seeds * (2 if check else 1), first_seed=1 + number * MOST_SEEDS, batch=1, early=False)
    told = Study(question=f"Prices of {opened.game.words.title}, {name}", game=opened.game.name, stop=stop)
    arms = tuple(f"pair {at + 1}" for at in range(max(map(len, cells))))
    plan = Plan(told, opened.game, arms, tuple(settings), tuple(cells), opened.agent_files)
    return Stage(name, replace(plan, digest=digest_of(plan)), tuple(placed))


def begin_stage(opened: OpenPrices, stage: Stage) -> None:
    """Make its folder, with the forces that meet; one that is there must be of the same forces."""
    folder = stage_folder(opened, stage.name)
    if folder.there:
        require_same_plan(folder.about(), stage.plan, folder.path)
        return
    forces = [{"red": pair.texts[0], "blue": pair.texts[1]} for some in stage.pairs for pair in some]
    question = stage.plan.study.question
    about = About(stage.name, question, opened.game.name, stage.plan.digest, versions_of(opened.game), "")
    folder.begin(toml_text({"question": question, "pair": forces}), about)


def _drawn_pairs(opened: OpenPrices, name: str, costs: Costs, handicaps: Sequence[float], most: int) -> Iterator[Pair]:
    met = islice(pairings(opened.pricing.armies()), most)
    for number, armies in enumerate(met):
        chance = Random(int(sha256(f"{name} {number}".encode()).hexdigest()[:16], 16))
        more = handicaps[number % len(handicaps)]
        points = [round(opened.study.points * (1 + sign * more / 2)) for sign in (1, -1)]
        names = f"Red {number + 1}", f"Blue {number + 1}"
        texts = [
            toml_text(opened.pricing.draw(army, costs, each, chance, called))
            for army, each, called in zip(armies, points, names, strict=True)
        ]
        red, blue = (opened.game.forces.read(text, called) for text, called in zip(texts, names, strict=True))
        counts = opened.pricing.counts(red), opened.pricing.counts(blue)
        yield Pair(
            armies, red, blue, (texts[0], texts[1]), counts, (price_of(counts[0], costs), price_of(counts[1], costs))
        )


def _cell(opened: OpenPrices, agents: str, scenario: str, pair: Pair) -> Cell:
    variants = opened.game.variants.chosen({}) if opened.game.variants is not None else None
    return Cell(opened.game, pair.red, pair.blue, (agents, agents), scenario, None, variants, keyed=True)


def _pairs_a_batch(opened: OpenPrices, agents: str) -> int:
    slow = {one.name for one in battles_of(opened.game).agents if not one.quick}
    return (SLOW_BATTLES_A_BATCH if agents in slow else BATTLES_A_BATCH) // 2


def _sheets(pairs: Sequence[Pair], size: int) -> Iterator[tuple[Pair, ...]]:
    return (tuple(pairs[at : at + size]) for at in range(0, len(pairs), size))
