"""The captain's plans: what a formation could do now, and what each of it is worth in points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from musterhall.games.the_game.agents.appraisal import CAUTION, Loss
from musterhall.games.the_game.agents.book import passes
from musterhall.games.the_game.agents.charges import arrives, best_charge
from musterhall.games.the_game.agents.exchanges import (
    CROSSED,
    GIVEN,
    GIVEN_BREAKS,
    GIVEN_KILLS,
    GIVEN_TOKENS,
    MOVED,
    STAYED,
    TAKEN,
    TAKEN_BREAKS,
    TAKEN_KILLS,
    TAKEN_TOKENS,
    TARGET,
)
from musterhall.games.the_game.agents.situation import STAY, Situation, pace
from musterhall.games.the_game.basics.special_rules import leaders
from musterhall.games.the_game.phases.commands import (
    ADVANCE,
    ASSAULT,
    DASH,
    PREPARED_FIRE,
    REFORM,
    SUSTAINED_FIRE,
    commands,
)
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.geometry import HIGH, LEFT, LOW, RIGHT, Floats, Point

REGROUPED = 3.8
"""1.9.1 The better of two d5, on average."""
MENACE = 0.6
"""How much of what an enemy that outmatches a formation could do to it counts against coming near."""
POINT_BLANK, SAFE_GAP = 25.0, 60.0
"""Between these distances an enemy that outmatches a formation is less and less of a menace."""
FARTHEST = 80.0
"""No formation gets farther than this in one action."""
HOLDING = 12.0
"""As near as this the middle of a formation surely holds an objective."""

HOLD, TAKE_COVER, TAKE_OBJECTIVE, FLANK, CLOSE_IN, CHARGE_PLAN, WITHDRAW_PLAN, REGROUP, LIE_IN_WAIT = (
    "hold",
    "take cover",
    "take the objective",
    "flank",
    "close in",
    "charge",
    "withdraw",
    "regroup",
    "lie in wait",
)


@dataclass(frozen=True, slots=True)
class Job:
    """Where a formation is wanted, and what being there is worth."""

    at: Point
    weight: float
    name: str


@dataclass(slots=True)
class Intent:
    """One thing a formation could do under one command."""

    name: str
    command: str
    shift: Point
    """How far its middle goes."""
    value: float
    target: int = -1
    gives: Loss | None = None
    takes: Loss | None = None
    passes: float = 1.0
    crossfire: bool = False

    def sentence(self, position: Position, formation: Formation, job: Job | None) -> str:
        """Why, with the figures: "Recon: advance, take objective 3: +0.8 kills expected, -0.3 taken, 65 % to pass"."""
        what = job.name if self.name == TAKE_OBJECTIVE and job is not None else self.name
        if self.target >= 0:
            what += " " if self.name == CHARGE_PLAN else ", fire at "
            what += position.formations[self.target].name
        given = f"+{self.gives.kills:.1f} kills expected" if self.gives else "nothing to shoot at"
        given += " in crossfire" if self.crossfire else ""
        taken = f"-{self.takes.kills:.1f} taken" if self.takes and self.takes.kills >= 0.05 else "nothing taken"
        test = f", {round(100 * self.passes)} % to pass" if self.passes < 1.0 else ""
        return f"{formation.name}: {self.command}, {what}: {given}, {taken}{test}"


# Where to


def _towards(start: Point, goal: Point, length: float) -> Point:
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    gap = math.hypot(dx, dy)
    if gap <= length or gap == 0.0:
        return (dx, dy)
    return (dx * length / gap, dy * length / gap)


def goals(
    situation: Situation, formation: Formation, job: Job | None, at: Point, step: float
) -> list[tuple[str, Point]]:
    """Places worth going to: the objective, cover, the flank of an enemy, nearer, farther."""
    found: list[tuple[str, Point]] = []
    if job is not None and math.dist(job.at, at) > 3.0:
        found.append((TAKE_OBJECTIVE, job.at))
    found += [(TAKE_COVER, place) for place in _cover_near(situation.position, formation, at, 2.2 * step)]
    order = sorted(situation.enemies, key=lambda index: math.dist(situation.middles[index], at))
    masters = situation.masters(formation)
    for rank, index in enumerate(order[:2]):
        there = situation.middles[index]
        gap = math.dist(there, at)
        if gap > 12.0 and gap < 110.0 and index not in masters:
            found.append((CLOSE_IN, _short_of(at, there, 12.0)))
        if rank == 0 and gap < 80.0:
            found.append((WITHDRAW_PLAN, (2 * at[0] - there[0], 2 * at[1] - there[1])))
            if index not in masters:
                found += [(FLANK, place) for place in _flanks(at, there, gap)]
    return found


def _short_of(at: Point, there: Point, gap: float) -> Point:
    dx, dy = _towards(at, there, max(0.0, math.dist(at, there) - gap))
    return (at[0] + dx, at[1] + dy)


def _flanks(at: Point, there: Point, gap: float) -> list[Point]:
    """Two places beside the enemy, as far from him as now but at most 30 cm."""
    reach = min(gap, 30.0)
    ux, uy = (at[0] - there[0]) / max(gap, 1e-6), (at[1] - there[1]) / max(gap, 1e-6)
    return [(there[0] - uy * reach, there[1] + ux * reach), (there[0] + uy * reach, there[1] - ux * reach)]


def _cover_near(position: Position, formation: Formation, at: Point, reach: float) -> list[Point]:
    """The middles of the three nearest pieces that would cover most of the formation."""
    middles, lasting = cover_middles(position, formation)
    if not len(middles):
        return []
    gaps = np.hypot(middles[:, 0] - at[0], middles[:, 1] - at[1])
    near = [int(i) for i in np.argsort(gaps, kind="stable")[:3] if gaps[i] <= reach and lasting[i]]
    return [(float(middles[i, 0]), float(middles[i, 1])) for i in near]


_COVERS: dict[tuple[int, int], tuple[object, Floats, Floats]] = {}


def cover_middles(position: Position, formation: Formation) -> tuple[Floats, Floats]:
    """Middles of the terrain that gives this kind of formation cover, and how much."""
    kept = position.field
    lead = formation.units[0]
    key = (id(kept), lead)
    known = _COVERS.get(key)
    if known is not None and known[0] is kept:
        return known[1], known[2]
    if len(_COVERS) > 256:
        _COVERS.clear()
    gain = (kept.cover_armour[lead] + kept.cover_visibility[lead]) * kept.area * (kept.effects[lead] < 2)
    rows = np.flatnonzero(gain > 0)
    pieces = kept.ground.outlines[rows]
    middles = np.stack([(pieces[:, LEFT] + pieces[:, RIGHT]) / 2, (pieces[:, LOW] + pieces[:, HIGH]) / 2], axis=1)
    result = (middles, gain[rows].astype(np.float64))
    _COVERS[key] = (kept, *result)
    return result


# What each is worth


def plans_for(situation: Situation, formation: Formation, job: Job | None, wanted: Sequence[str]) -> list[Intent]:
    """The best plan under each of these commands, chances of the test left out."""
    chosen = _best_trials(situation, formation, job, wanted)
    plans = [_plan(formation, trial, command, row, value) for command, (value, trial, row) in chosen.items()]
    if ASSAULT in wanted:
        charge = charge_plan(situation, formation)
        others = max((plan.value for plan in plans), default=-math.inf)
        # a rehearsal takes time, so only a charge that would be chosen is rehearsed
        if charge is not None and (charge.value <= others or arrives(situation, formation, charge.target)):
            plans.append(charge)
    return plans


def _best_trials(
    situation: Situation, formation: Formation, job: Job | None, wanted: Sequence[str]
) -> dict[str, tuple[float, Trial, list[float]]]:
    """For each command the place where it is worth the most: its value, the trial, and its row of the exchange."""
    at, step = situation.middle(formation), pace(situation.position, formation)
    trials = _trials(situation, formation, job, at, step, wanted)
    best: dict[str, tuple[float, Trial, list[float]]] = {}
    if not trials:
        return best
    shifts = [trial.shift for trial in trials]
    stances = [STAYED if shift == STAY else MOVED for shift in shifts]
    table = situation.weigh(formation, shifts, stances, [trial.mod for trial in trials]).tolist()
    eased = 0.0
    if REFORM in wanted and formation.suppression:
        eased = min(float(formation.suppression), REGROUPED + leaders(situation.position, formation))
    relief = token_worth(formation) * eased
    threats = menaces(situation, formation, at)
    for trial, row in zip(trials, table, strict=True):
        place = (at[0] + trial.shift[0], at[1] + trial.shift[1])
        there = job.weight * closeness(math.dist(job.at, place)) if job is not None else 0.0
        there -= CAUTION * (row[TAKEN] + _driving_up(threats, place))
        for command in trial.commands:
            value = there + _extra(situation, at, trial, command, row, relief)
            if command not in best or value > best[command][0]:
                best[command] = (value, trial, row)
    return best


WORTH_A_DASH = (TAKE_OBJECTIVE, TAKE_COVER, WITHDRAW_PLAN)
"""What is worth two moves and poor shooting."""


@dataclass(slots=True)
class Trial:
    """A place to look at, and the commands that would lead there and fire alike."""

    name: str
    shift: Point
    mod: int
    commands: list[str]


def _trials(
    situation: Situation, formation: Formation, job: Job | None, at: Point, step: float, wanted: Sequence[str]
) -> list[Trial]:
    """The places that these commands let the formation reach, each looked at once."""
    trials: list[Trial] = []
    steady = [command for command in (PREPARED_FIRE, ADVANCE, REFORM) if command in wanted]
    if SUSTAINED_FIRE in wanted:
        trials.append(Trial(HOLD, STAY, commands()[SUSTAINED_FIRE].attack, [SUSTAINED_FIRE]))
    if steady:
        trials.append(Trial(HOLD, STAY, 0, steady))
    one = [command for command in (ADVANCE, REFORM) if command in wanted]
    if step > 0.0 and (one or DASH in wanted):
        for name, goal in goals(situation, formation, job, at, step):
            near, far = _towards(at, goal, step), _towards(at, goal, 2 * step)
            if one:
                trials.append(Trial(name, near, 0, one))
            if DASH in wanted and name in WORTH_A_DASH and (far != near or not one):
                trials.append(Trial(name, far, commands()[DASH].attack, [DASH]))
    if not trials and DASH in wanted:
        trials.append(Trial(HOLD, STAY, commands()[DASH].attack, [DASH]))
    return trials


def _extra(situation: Situation, at: Point, trial: Trial, command: str, row: list[float], relief: float) -> float:
    """What a command adds to being at a place: its fire, an ambush, tokens shaken off."""
    if command == REFORM:
        return relief + (row[GIVEN] if trial.shift == STAY else 0.0)
    if command == PREPARED_FIRE:
        return 0.8 * row[GIVEN] if row[TARGET] >= 0 else _ambush(situation, at)
    return row[GIVEN]


def _plan(formation: Formation, trial: Trial, command: str, row: list[float], value: float) -> Intent:
    name, target = trial.name, int(row[TARGET])
    if command == REFORM:
        name = REGROUP if formation.suppression else name
        target = target if trial.shift == STAY else -1
    elif command == PREPARED_FIRE:
        name = LIE_IN_WAIT
    gives = Loss(row[GIVEN], row[GIVEN_BREAKS], row[GIVEN_KILLS], row[GIVEN_TOKENS]) if target >= 0 else None
    takes = Loss(row[TAKEN], row[TAKEN_BREAKS], row[TAKEN_KILLS], row[TAKEN_TOKENS])
    crossed = gives is not None and row[CROSSED] > 0.0
    return Intent(name, command, trial.shift, value, target, gives, takes, crossfire=crossed)


def _ambush(situation: Situation, at: Point) -> float:
    """Waiting pays if somebody is near enough to come into view."""
    nearest = min((math.dist(situation.middles[index], at) for index in situation.enemies), default=999.0)
    return 6.0 if nearest < 70.0 else 1.0


def menaces(situation: Situation, formation: Formation, at: Point) -> list[tuple[Point, float, float]]:
    """The enemies that outmatch the formation: where each is, how far off, and what it would cost in points."""
    masters = situation.masters(formation).items()
    found = [(situation.middles[index], math.dist(situation.middles[index], at), lost) for index, lost in masters]
    return [(there, gap, lost) for there, gap, lost in found if gap < SAFE_GAP + FARTHEST]


def _driving_up(menaces: list[tuple[Point, float, float]], place: Point) -> float:
    """What driving up to those enemies would cost the formation in the turns to come."""
    total = 0.0
    for there, before, lost in menaces:
        gap = math.dist(there, place)
        if gap < min(before - 1.0, SAFE_GAP):
            total += MENACE * lost * min(1.0, (SAFE_GAP - gap) / (SAFE_GAP - POINT_BLANK))
    return total


def closeness(gap: float) -> float:
    """Most, 1, on the spot, less with every centimetre, with a step where an objective is held."""
    return 0.6 * (1.0 - min(gap, 120.0) / 120.0) + (0.4 if gap <= HOLDING else 0.0)


def token_worth(formation: Formation) -> float:
    """What being rid of one token is worth; the more there are, the more."""
    unit = formation.cost / max(1, formation.original)
    share = formation.suppression / max(1, formation.size)
    return unit * (0.35 + 0.9 * share)


def charge_plan(situation: Situation, formation: Formation) -> Intent | None:
    """1.8 The best assault that arrives, as a plan."""
    charge = best_charge(situation, formation)
    if charge is None:
        return None
    return Intent(CHARGE_PLAN, ASSAULT, STAY, charge.value, charge.target, charge.gives, charge.takes)


# Chances of the test


def with_test(
    position: Position, formation: Formation, plans: Sequence[Intent], planned: str | None, keeping: bool = False
) -> None:
    """Weigh into each plan the chance of its test, and what a local order would leave of it."""
    value = {plan.command: plan.value for plan in plans}
    as_planned = passes(position, formation, keeping=keeping)
    replaced = passes(position, formation, keeping=keeping, replaced=True)
    relief = 0.0
    if formation.suppression:
        eased = min(float(formation.suppression), REGROUPED + leaders(position, formation))
        relief = token_worth(formation) * eased
    for plan in plans:
        if plan.command != REFORM:
            plan.passes = as_planned if plan.command == planned else replaced
            succeeded = max(plan.value, value.get(REFORM, -1e9))
            plan.value = plan.passes * succeeded + (1 - plan.passes) * _left_over(plan, value, relief)


def _left_over(plan: Intent, value: dict[str, float], relief: float) -> float:
    """1.4.1 What a failed test leaves: regroup, or part of the command at a worse value."""
    hold = value.get(SUSTAINED_FIRE, 0.0)
    best = relief + (0.3 * hold if hold > 0 else hold)
    left = commands()[plan.command].failed
    if "fire" in left:
        best = max(best, 0.6 * hold if hold > 0 else hold)
    if "move" in left:
        best = max(best, 0.7 * value.get(ADVANCE, 0.0))
    return best
