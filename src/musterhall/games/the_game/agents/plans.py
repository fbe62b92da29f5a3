"""The captain's plans: what a formation could do now, and what each of it is worth in points.

A `Situation` is one look at the table; it is asked about several formations and forgotten.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from musterhall.games.the_game.agents.appraisal import (
    BROKEN_WORTH,
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
    UNIT,
    Book,
    Loss,
    armed_units,
    book_of,
    exchange,
    expected_loss,
    figures,
    melee,
    muster,
    passes,
    wins_assault,
    worth,
)
from musterhall.games.the_game.commands import (
    ADVANCE,
    ASSAULT,
    DASH,
    PREPARED_FIRE,
    REFORM,
    SUSTAINED_FIRE,
    commands,
)
from musterhall.games.the_game.field import Field
from musterhall.games.the_game.moving import uses_combat_move
from musterhall.games.the_game.position import Formation, Position
from musterhall.games.the_game.special_rules import leaders
from musterhall.geometry import Floats, Ints, Point

REPRESENTATIVES = 4
"""How many units stand for a formation when places are compared."""
THREAT = 0.6
"""The share of the enemy's guns in reach that is expected to fire at one formation."""
CAUTION = 0.8
"""What a point lost counts against a point taken."""
REGROUPED = 3.8
"""1.9.1 The better of two d5, on average."""
RUN_DOWN = 0.6
"""1.8.5, 6.1.5 What a unit of a broken formation is worth to who wipes it out: full points for the whole of it."""
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
class Plan:
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


@dataclass(slots=True, eq=False)
class Situation:
    """The table as one player sees it, packed for comparing places."""

    position: Position
    side: int
    book: Book = field(init=False)
    enemies: list[int] = field(init=False)
    """Enemy formations on the table."""
    middles: list[Point] = field(init=False)
    """Of every formation."""
    figures: Floats = field(init=False)
    _picked: Ints = field(init=False)
    _count: Ints = field(init=False)
    _standing: Floats = field(init=False)
    _armed: Floats = field(init=False)
    _gain: Ints = field(init=False)
    _friends: Ints = field(init=False)
    """Those who stand for the own formations."""

    def __post_init__(self) -> None:
        position, still = self.position, self.position.field
        self.book = book_of(position)
        self._picked, self._count, self._standing, middles = muster(
            position.x, position.y, position.on, still.formation, len(position.formations), REPRESENTATIVES
        )
        self.middles = [(x, y) for x, y in middles.tolist()]
        self.enemies = [
            f.index for f in position.formations if f.side != self.side and f.on_table and self._standing[f.index]
        ]
        self.figures = figures(position.formations)
        self.figures[:, UNIT] *= importance(position, self.side, middles)
        self._armed = armed_units(position, self.book)
        self._gain = cover_gain(still)
        own = [f.index for f in position.formations if f.side == self.side]
        self._friends = np.concatenate([self._picked[f, : self._count[f]] for f in own])

    def weigh(
        self,
        formation: Formation,
        shifts: Sequence[Point],
        stances: Sequence[int],
        mods: Sequence[int],
        only: Sequence[int] | None = None,
    ) -> Floats:
        """What the formation could give and would take after each of these shifts; see `exchange` for the columns."""
        position, book, still = self.position, self.book, self.position.field
        ground, screens = still.ground, still.screens
        return exchange(
            formation.index,
            np.array(shifts, dtype=np.float64),
            np.array(stances, dtype=np.int64),
            np.array(mods, dtype=np.int64),
            np.array(self.enemies if only is None else only, dtype=np.int64),
            self._friends[still.formation[self._friends] != formation.index],
            THREAT,
            position.x,
            position.y,
            float(still.table.width),
            float(still.table.depth),
            self._picked,
            self._count,
            self._standing,
            self._armed,
            self.figures,
            book.sheet,
            book.kills,
            book.tokens,
            self._gain,
            ground.x,
            ground.y,
            ground.first,
            ground.box,
            screens.x,
            screens.y,
            screens.first,
            screens.box,
        )

    def stands(self, formation: Formation) -> bool:
        return bool(self._standing[formation.index])

    def middle(self, formation: Formation) -> Point:
        if self._standing[formation.index]:
            return self.middles[formation.index]
        return middle_of(self.position, formation)


INTRUDER, COSTLIEST = 1.35, 1.15


def importance(position: Position, side: int, middles: Floats) -> Floats:
    """6.1.5 What the loss of each formation counts for beside its points: intruders, and the enemy's costliest."""
    factors = np.ones(len(position.formations))
    enemies = [f for f in position.formations if f.side != side and f.units and f.on_table]
    half = position.field.table.depth / 2
    most = max((f.cost for f in position.formations if f.side != side), default=0)
    for enemy in enemies:
        if enemy.cost == most:
            factors[enemy.index] *= COSTLIEST
        if (middles[enemy.index, 1] < half) == (side == 0) and position.turn >= 2 and not enemy.broken:
            factors[enemy.index] *= INTRUDER
    return factors


_GAINS: dict[int, tuple[object, Ints]] = {}


def cover_gain(still: Field) -> Ints:
    """1.6.2 What each piece of area terrain adds to each unit's defence."""
    known = _GAINS.get(id(still))
    if known is not None and known[0] is still:
        return known[1]
    if len(_GAINS) >= 32:
        _GAINS.clear()
    gain = (still.cover_armour + still.cover_visibility) * still.area
    _GAINS[id(still)] = (still, gain)
    return gain


# Where to


def middle_of(position: Position, formation: Formation) -> Point:
    units = position.standing(formation)
    if not len(units):
        return (position.field.table.width / 2, 0.0 if formation.side == 0 else position.field.table.depth)
    return (float(position.x[units].sum()) / len(units), float(position.y[units].sum()) / len(units))


def pace(position: Position, formation: Formation) -> float:
    """1.6 How far the formation as a whole gets in one move."""
    units = position.standing(formation)
    if not len(units):
        units = np.array(formation.units, dtype=np.int64)
    walk = position.field.walk[units, 0 if uses_combat_move(position, formation) else 1]
    return float(walk.sum()) / len(walk) if len(walk) else 0.0


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
    for rank, index in enumerate(order[:2]):
        there = situation.middles[index]
        gap = math.dist(there, at)
        if gap > 12.0 and gap < 110.0:
            found.append((CLOSE_IN, _short_of(at, there, 12.0)))
        if rank == 0 and gap < 80.0:
            found.append((WITHDRAW_PLAN, (2 * at[0] - there[0], 2 * at[1] - there[1])))
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
    box = kept.ground.box[rows]
    middles = np.stack([(box[:, 0] + box[:, 1]) / 2, (box[:, 2] + box[:, 3]) / 2], axis=1)
    result = (middles, gain[rows].astype(np.float64))
    _COVERS[key] = (kept, *result)
    return result


# What each is worth


def plans_for(situation: Situation, formation: Formation, job: Job | None, wanted: Sequence[str]) -> list[Plan]:
    """The best plan under each of these commands, chances of the test left out."""
    at, step = situation.middle(formation), pace(situation.position, formation)
    trials = _trials(situation, formation, job, at, step, wanted)
    best: dict[str, Plan] = {}
    if trials:
        table = situation.weigh(
            formation,
            [trial.shift for trial in trials],
            [STAYED if trial.shift == STAY else MOVED for trial in trials],
            [trial.mod for trial in trials],
        ).tolist()
        eased = 0.0
        if REFORM in wanted and formation.suppression:
            eased = min(float(formation.suppression), REGROUPED + leaders(situation.position, formation))
        relief = token_worth(formation) * eased
        for trial, row in zip(trials, table, strict=True):
            there = 0.0
            if job is not None:
                there = job.weight * closeness(math.dist(job.at, (at[0] + trial.shift[0], at[1] + trial.shift[1])))
            there -= CAUTION * row[TAKEN]
            for command in trial.commands:
                value = there + _extra(situation, at, trial, command, row, relief)
                if command not in best or value > best[command].value:
                    best[command] = _plan(formation, trial, command, row, value)
    if ASSAULT in wanted:
        charge = charge_plan(situation, formation)
        if charge is not None:
            best[ASSAULT] = charge
    return list(best.values())


STAY = (0.0, 0.0)
HURRIED = (TAKE_OBJECTIVE, TAKE_COVER, WITHDRAW_PLAN)
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
            if DASH in wanted and name in HURRIED and (far != near or not one):
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


def _plan(formation: Formation, trial: Trial, command: str, row: list[float], value: float) -> Plan:
    name, target = trial.name, int(row[TARGET])
    if command == REFORM:
        name = REGROUP if formation.suppression else name
        target = target if trial.shift == STAY else -1
    elif command == PREPARED_FIRE:
        name = LIE_IN_WAIT
    gives = Loss(row[GIVEN], row[GIVEN_BREAKS], row[GIVEN_KILLS], row[GIVEN_TOKENS]) if target >= 0 else None
    takes = Loss(row[TAKEN], row[TAKEN_BREAKS], row[TAKEN_KILLS], row[TAKEN_TOKENS])
    crossed = gives is not None and row[CROSSED] > 0.0
    return Plan(name, command, trial.shift, value, target, gives, takes, crossfire=crossed)


def _ambush(situation: Situation, at: Point) -> float:
    """Waiting pays if somebody is near enough to come into view."""
    nearest = min((math.dist(situation.middles[index], at) for index in situation.enemies), default=999.0)
    return 6.0 if nearest < 70.0 else 1.0


def closeness(gap: float) -> float:
    """1 on the spot, less with every centimetre, with a step where an objective is held."""
    return 0.6 * (1.0 - min(gap, 120.0) / 120.0) + (0.4 if gap <= HOLDING else 0.0)


def token_worth(formation: Formation) -> float:
    """What being rid of one token is worth; the more there are, the more."""
    unit = formation.cost / max(1, formation.original)
    share = formation.suppression / max(1, formation.size)
    return unit * (0.35 + 0.9 * share)


def charge_plan(situation: Situation, formation: Formation) -> Plan | None:
    """1.8 The best assault in reach."""
    position = situation.position
    own = position.standing(formation)
    if not len(own):
        return None
    reach = float(position.field.walk[own, 0].mean()) + 3.0
    best: Plan | None = None
    at = situation.middle(formation)
    for index in situation.enemies:
        if math.dist(situation.middles[index], at) > reach + 30.0:
            continue
        plan = _charge(situation, formation, position.formations[index], own, reach)
        if plan is not None and (best is None or plan.value > best.value):
            best = plan
    return best


def _charge(situation: Situation, formation: Formation, enemy: Formation, own: Ints, reach: float) -> Plan | None:
    position = situation.position
    theirs = position.standing(enemy)
    gaps = position.distances(own, theirs)
    coming = int((gaps.min(axis=1) <= reach + 12.0).sum())
    if coming * 2 < len(own) or gaps.min() > reach + 10.0:
        return None
    odds = assault_odds(situation, formation, enemy, own, theirs, coming)
    mine, other = situation.figures[[formation.index, enemy.index], UNIT].tolist()
    scale = RUN_DOWN if enemy.broken else 1.0
    killed, lost = min(odds.kills, enemy.size), min(odds.losses, formation.size)
    won = other * scale * killed
    rest = max(0.0, enemy.size - killed)
    if enemy.broken:
        won += odds.wins * other * RUN_DOWN * rest
    else:
        won += odds.wins * (worth(other, rest, enemy.suppression) - other * BROKEN_WORTH * max(0.0, rest - 1.5))
    left = max(0.0, formation.size - lost)
    paid = mine * lost + (1 - odds.wins) * (worth(mine, left, formation.suppression) - mine * BROKEN_WORTH * left)
    gives = Loss(won, odds.wins, killed, killed)
    takes = Loss(paid, 1 - odds.wins, lost, lost)
    return Plan(CHARGE_PLAN, ASSAULT, (0.0, 0.0), won - CAUTION * paid, enemy.index, gives, takes)


@dataclass(slots=True)
class Odds:
    """1.8.5 What an assault is expected to come to."""

    wins: float
    kills: float
    losses: float


def assault_odds(
    situation: Situation, attacker: Formation, defender: Formation, own: Ints, theirs: Ints, coming: int
) -> Odds:
    """1.8.3 to 1.8.5 Defensive fire, near fighting of both, and the resolution's modifiers."""
    book = situation.book
    mine, other = book.sheet[own], book.sheet[theirs]
    answering = 0.0 if defender.broken else max(0.0, 1.0 - defender.suppression / max(1, defender.size))
    kill, token, struck, lost = melee(book.kills, book.tokens, book.near, mine, other)
    shot, hits = 0.8 * answering * kill * len(theirs), 0.8 * answering * token * len(theirs)
    kills = max(0.0, coming - shot) * struck
    losses = min(float(len(theirs)), 1.5 * coming) * lost
    kills, losses = min(kills, float(len(theirs))), min(losses, float(len(own)))
    tokens = attacker.suppression + hits + losses
    their_tokens = 1e6 if defender.broken else defender.suppression + kills
    lead = kills - losses
    lead += 1.0 if tokens < 0.5 else 0.0
    lead -= 1.0 if their_tokens < 0.5 else 0.0
    lead += min(1.0, max(-1.0, (their_tokens - tokens) / 2))
    left, rest = attacker.size - shot - losses, defender.size - kills
    lead += _numbers(left, rest) - _numbers(rest, left)
    wins = wins_assault(lead) * (1.0 - _stopped(attacker, shot, hits))
    return Odds(wins, kills, shot + losses)


def _numbers(mine: float, other: float) -> float:
    """1.8.5 More units, twice the units."""
    return (1.0 if mine > other else 0.0) + (1.0 if mine >= 2 * other else 0.0)


def _stopped(attacker: Formation, shot: float, hits: float) -> float:
    """1.8.3 The chance that defensive fire breaks the charge."""
    return expected_loss(attacker, shot, hits).breaks


# Chances of the test


def with_test(
    position: Position, formation: Formation, plans: Sequence[Plan], planned: str | None, keeping: bool = False
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


def _left_over(plan: Plan, value: dict[str, float], relief: float) -> float:
    """1.4.1 What a failed test leaves: regroup, or part of the command at a worse value."""
    hold = value.get(SUSTAINED_FIRE, 0.0)
    best = relief + (0.3 * hold if hold > 0 else hold)
    left = commands()[plan.command].failed
    if "fire" in left:
        best = max(best, 0.6 * hold if hold > 0 else hold)
    if "move" in left:
        best = max(best, 0.7 * value.get(ADVANCE, 0.0))
    return best


def is_artillery(situation: Situation, formation: Formation) -> bool:
    """Does the formation live by its guns?"""
    return formation.index in situation.book.guns


def ready_to_fire(situation: Situation, formation: Formation) -> bool:
    """Guns that stand on the ground."""
    guns = situation.book.guns.get(formation.index)
    return guns is not None and bool(situation.position.on[guns].any())
