"""A study run: batches go out to whoever fights them, come back in any order, and count in the plan's.

What was fought is on the disk before it counts, so a run that was killed goes on where it stopped, and ends with the
very figures that it would have had.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from musterhall.game.duel import OwnOr
from musterhall.lab.fighting import Beat, Done, fight_batch, unheard
from musterhall.lab.findings import Findings, LeftOut, Reckoning
from musterhall.lab.folder import StudyFolder
from musterhall.lab.plan import Batch, Plan


class Fighters(Protocol):
    """Whoever fights batches."""

    def fight(self, plan: Plan, batches: Iterator[Batch], beat: Beat = unheard) -> Iterator[Done | LeftOut]:
        """Each batch once, in any order. Takes from `batches` as it has hands free; it ends when they do. `beat` is
        for those who fight one batch at a time, so that nobody waits for a whole one without a sign."""
        ...


class OneProcess:
    """Fights them here, one after the other."""

    def __init__(self, own_or: OwnOr | None = None) -> None:
        self._own_or = own_or

    def fight(self, plan: Plan, batches: Iterator[Batch], beat: Beat = unheard) -> Iterator[Done | LeftOut]:
        for batch in batches:
            yield fight_batch(plan, batch, self._own_or, beat)


@dataclass(frozen=True, slots=True)
class Step:
    """How far a run is, told after each batch, and in between where one is fought in this process."""

    battles: int
    """Fought in all, with what was kept from earlier runs."""
    most: int
    looked: bool
    """Whether there is something new in the findings."""
    reckoning: Reckoning


Follow = Callable[[Step], None]


def run(plan: Plan, folder: StudyFolder, fighters: Fighters, follow: Follow | None = None) -> Findings:
    """Run a study to its end, from wherever it stands in its folder."""
    with folder.writing() as writer:
        running = _Running(plan, folder.batches(), follow or (lambda step: None))
        running.take_in()
        if not running.reckoning.over():
            for one in fighters.fight(plan, running.wanted(), running.beat):
                writer.keep(one)
                if running.has_enough_with(one):
                    break
    return running.reckoning.findings()


def findings_of(plan: Plan, folder: StudyFolder) -> Findings:
    """What a study has found as far as it was run."""
    running = _Running(plan, folder.batches(), lambda step: None)
    running.take_in()
    return running.reckoning.findings()


def counted_batches(plan: Plan, folder: StudyFolder) -> list[Done]:
    """The batches that count, in the plan's order; those that came in after the study had ended do not."""
    kept, running = folder.batches(), _Running(plan, folder.batches(), lambda step: None)
    running.take_in()
    looks = list(plan.looks())[: running.reckoning.looks]
    found = [kept[batch.key] for look in looks for batch in look]
    return [one for one in found if isinstance(one, Done)]


class _Running:
    def __init__(self, plan: Plan, kept: dict[str, Done | LeftOut], follow: Follow) -> None:
        self.plan = plan
        self.reckoning = Reckoning(plan)
        self._kept = kept
        self._follow = follow
        self._battles = sum(len(one.rows) for one in kept.values() if isinstance(one, Done))

    def wanted(self) -> Iterator[Batch]:
        """What is still to be fought, in the plan's order, for as long as it is wanted."""
        missing = (batch for look in self.plan.looks() for batch in look if batch.key not in self._kept)
        return (batch for batch in missing if not self.reckoning.over())

    def has_enough_with(self, one: Done | LeftOut) -> bool:
        """Take in one batch more; whether the study is over with it."""
        self._kept[one.key] = one
        self._battles += len(one.rows) if isinstance(one, Done) else 0
        self.take_in()
        return self.reckoning.over()

    def beat(self, battles: int) -> None:
        """So many of the batch in hand are fought; they count when it is whole."""
        self._tell(self._battles + battles, looked=False)

    def take_in(self) -> None:
        """Look as often as there is a whole look."""
        looks = self.reckoning.looks
        while (keys := self.reckoning.next_look) and all(key in self._kept for key in keys):
            self.reckoning.take(self._in_order(keys))
            if self.reckoning.over():
                break
        self._tell(self._battles, looked=self.reckoning.looks > looks)

    def _tell(self, battles: int, *, looked: bool) -> None:
        self._follow(Step(battles, self.plan.battles(), looked, self.reckoning))

    def _in_order(self, keys: Iterable[str]) -> Iterator[Done | LeftOut]:
        return (self._kept[key] for key in keys)
