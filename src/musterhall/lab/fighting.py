"""A batch fought: one row of figures for each battle. It rests on the plan alone, so any process may do it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, fields, replace
from functools import partial
from typing import Any

from musterhall.battle.agents import play
from musterhall.battle.battle import Battle, Watcher
from musterhall.dice import KeyedDice, derived_seed
from musterhall.game.battles import Battles, Outcome
from musterhall.game.duel import OwnOr, agent_seed
from musterhall.game.ledger import Ledger
from musterhall.lab.plan import Batch, Cell, Plan
from musterhall.problems import BadInput

FORCES = ("red", "blue")


@dataclass(frozen=True, slots=True)
class Row:
    """One battle of a study. Red's is the force that the study calls so, on whichever side of the table it fought."""

    setting: int
    arm: int
    seed: int
    swapped: bool
    """Whether red's force fought from blue's side of the table."""
    win: float
    """1 where red's force won, 0.5 for a draw, 0 where it lost."""
    side: float
    """The same for red's side of the table."""
    turns: int
    last_turn: int
    red_lost: float
    """The share of its units that red's force has lost."""
    blue_lost: float
    by: str
    acted_first: str = ""
    """Whose force acted first: red or blue; empty where the game does not say."""
    first: float = 0.5
    """The same as `win` for whoever acted first."""
    accounts: tuple[tuple[int, str, float, float, float], ...] = ()
    """Where books are kept: 0 for red's force or 1 for blue's, the group, its cost, what it destroyed and lost."""


ROW_FIELDS = tuple(field.name for field in fields(Row) if field.name != "accounts")


@dataclass(frozen=True, slots=True)
class Done:
    """A batch that was fought: its rows, and the seeds that could not be."""

    key: str
    rows: tuple[Row, ...]
    failed: tuple[tuple[int, str], ...] = ()
    """Seeds in which the program failed, each with what it said; they are left out in every arm."""

    def as_data(self) -> dict[str, Any]:
        rows = [[*asdict(row).values()] for row in self.rows]
        return {"key": self.key, "rows": rows, "failed": [list(one) for one in self.failed]}

    @classmethod
    def of(cls, data: dict[str, Any]) -> Done:
        return cls(
            data["key"], tuple(map(_kept_row, data["rows"])), tuple((seed, said) for seed, said in data["failed"])
        )


def _kept_row(figures: list[Any]) -> Row:
    *plain, accounts = figures
    return Row(*[*plain, tuple(map(tuple, accounts))])


Beat = Callable[[int], None]
"""Told how many battles of the batch in hand are fought."""


def unheard(battles: int) -> None:
    """Where nobody waits for it."""


def fight_batch(plan: Plan, batch: Batch, own_or: OwnOr | None = None, beat: Beat = unheard) -> Done:
    """Every seed of a batch in all arms, from each side. A seed that fails somewhere fails in all of them."""
    rows: list[Row] = []
    failed: list[tuple[int, str]] = []
    for seed in range(batch.first_seed, batch.first_seed + batch.seeds):
        try:
            rows += _fight_seed(plan, batch.setting, seed, own_or)
        except BadInput:
            raise  # somebody's own agent: the sentence is for them, and the study cannot go on
        except Exception as error:
            failed.append((seed, f"{type(error).__name__}: {error}"[:300]))
        beat(len(rows))
    return Done(batch.key, tuple(rows), tuple(failed))


def _fight_seed(plan: Plan, setting: int, seed: int, own_or: OwnOr | None) -> Iterator[Row]:
    rows = []
    for arm, cell in enumerate(plan.cells[setting]):
        for swapped in cell.sides:
            ledger, first = cell.battles.ledger() if cell.ledger else None, FirstMover(cell.battles)
            watcher = ledger.watch if ledger else None
            battle = fight(cell, seed, swapped=swapped, own_or=own_or, watcher=watcher, follow=first.follow)
            row = _row(setting, arm, cell, seed, swapped, battle, first.side)
            rows.append(replace(row, accounts=_accounts(ledger, battle, swapped)) if ledger else row)
    yield from rows


class FirstMover:
    """Finds out who acts first, and asks no more once it knows."""

    def __init__(self, battles: Battles) -> None:
        self._battles = battles
        self.side: int | None = None

    def follow(self, battle: Battle[Any]) -> None:
        if self.side is None:
            self.side = self._battles.first_mover(battle.position)


def fight(
    cell: Cell,
    seed: int,
    *,
    swapped: bool,
    own_or: OwnOr | None = None,
    watcher: Watcher | None = None,
    follow: Callable[[Battle[Any]], None] | None = None,
) -> Battle[Any]:
    """One battle to its end, told to whoever watches line by line, and to whoever follows answer by answer.

    Its agents go with their forces, and have their side's luck.
    """
    battles = cell.battles
    names = (cell.agents[1], cell.agents[0]) if swapped else cell.agents
    make = partial(battles.agent, explain=False)
    seeds = [agent_seed(seed, side) for side in (0, 1)]
    agents = [own_or(make, name, own) if own_or else make(name, own) for name, own in zip(names, seeds, strict=True)]
    recording = watcher is not None
    battle = battles.new_battle(cell.setup(seed, swapped=swapped), seed, recording=recording, watcher=watcher)
    if not cell.keyed:
        play(battle, agents, follow)
        return battle
    dice = KeyedDice(derived_seed("study", seed), recording=recording)
    battle.dice = dice
    dice.moment = moment(battles, battle)

    def next_moment(battle: Battle[Any]) -> None:
        dice.moment = moment(battles, battle)
        if follow is not None:
            follow(battle)

    play(battle, agents, next_moment)
    return battle


def moment(battles: Battles, battle: Battle[Any]) -> str:
    """The round, what is asked, and whom it is about: what the next dice are rolled for."""
    asked = battle.decision
    about = f"{asked.kind} {asked.about()}" if asked is not None else ""
    return f"{battles.progress(battle.position).turns} {about}"


def _row(
    setting: int, arm: int, cell: Cell, seed: int, swapped: bool, battle: Battle[Any], first_mover: int | None
) -> Row:
    ended = cell.battles.outcome(battle.position)
    lost = [_share(ended, side) for side in (0, 1)]
    side = 0.5 if ended.winner is None else float(ended.winner == 0)
    return Row(
        setting=setting,
        arm=arm,
        seed=seed,
        swapped=swapped,
        win=1 - side if swapped else side,
        side=side,
        turns=ended.turns,
        last_turn=max(ended.turns, cell.battles.progress(battle.position).last_turn),
        red_lost=lost[1 if swapped else 0],
        blue_lost=lost[0 if swapped else 1],
        by=ended.by,
        acted_first="" if first_mover is None else FORCES[int(bool(first_mover) != swapped)],
        first=0.5 if first_mover is None else 1 - side if first_mover else side,
    )


def _accounts(ledger: Ledger, battle: Battle[Any], swapped: bool) -> tuple[tuple[int, str, float, float, float], ...]:
    return tuple(
        (int((one.side == 1) != swapped), one.name, float(one.cost), one.destroyed, one.lost)
        for one in ledger.accounts(battle.position)
    )


def _share(ended: Outcome, side: int) -> float:
    if not ended.losses:
        return 0.0
    lost, of = ended.losses[side]
    return round(lost / of, 6) if of else 0.0
