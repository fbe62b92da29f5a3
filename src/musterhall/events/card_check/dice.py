"""Dice on a card: faces that a die shows, and rolls only where all else is level."""

from __future__ import annotations

from collections.abc import Iterator

from musterhall.events.card_check.check import Check
from musterhall.events.scoring import BOTH, needs_die
from musterhall.packs.scoring_rules import Conditions
from musterhall.problems import Problem

FACES = range(1, 7)


def face_problems(check: Check) -> Iterator[Problem]:
    for number, roll in enumerate(check.card.dice, 1):
        for side in BOTH:
            if roll[side] not in FACES:
                what = f"roll {number} of {check.names[side]} is {roll[side]}, which no die shows"
                yield Problem("the card, dice", what, remedy="Write a face from 1 to 6")


def roll_problems(check: Check) -> Iterator[Problem]:
    """A die is rolled only where all else is level, and again while it is level, too."""
    dice = check.card.dice
    because = next((step.because for step in check.event.scoring.steps if isinstance(step, Conditions)), "")
    if not needs_die(check.pack, check.scenario, check.card, check.rosters):
        if dice:
            yield Problem("the card, dice", "the match is decided without dice", because, "Take the dice out")
        return
    decided = [number for number, (first, second) in enumerate(dice, 1) if first != second]
    if not decided:
        said = "all rolls are level" if dice else "everything is level"
        yield Problem("the card, dice", f"{said}, and a roll is needed", because, "Roll a die each, and write it down")
    elif decided[0] < len(dice):
        what = f"roll {decided[0]} decided already, and {len(dice)} are written down"
        yield Problem("the card, dice", what, because, "Take out the rolls after it")
