"""The dice behind a line of the log, as a board shows them fall."""

from __future__ import annotations

from dataclasses import replace

from musterhall.battle.battle import LogLine
from musterhall.board import Throw
from musterhall.tally import told_parts


def throws_of(line: LogLine) -> list[Throw]:
    """One for each roll that was made for this line; that of a test says what it came to."""
    throws = [Throw(roll.faces, roll.sides, roll.purpose) for roll in line.rolls]
    if "needs" not in line.data or "test" not in line.data or not throws:
        return throws
    return [*throws[:-1], _tested(throws[-1], line)]


def added_up(throw: Throw) -> str:
    """The sum of several dice."""
    return f"{' + '.join(map(str, throw.rolled))} = {sum(throw.rolled)}" if len(throw.rolled) > 1 else ""


def _tested(throw: Throw, line: LogLine) -> Throw:
    face, tally, passed = line.data["face"], line.data["test"], line.data["passed"]
    total = f"{face} + {told_parts(tally)} = {face + tally['total']}"
    verdict = "passed" if passed else "failed"
    return replace(throw, sum=f"{total} against {line.data['needs']}: {verdict}", passed=passed)
