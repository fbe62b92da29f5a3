"""The referee's findings as a referee says them."""

from __future__ import annotations

from collections.abc import Iterator

from musterhall.games.age_of_destruction.combat.attack import in_front
from musterhall.games.age_of_destruction.field.field import NOBODY, SIDE_NAMES
from musterhall.games.age_of_destruction.lines.line_of_fire import LineOfFire, crossed_between
from musterhall.games.age_of_destruction.position.position import CRUISING, HIGH, Position
from musterhall.games.age_of_destruction.victory.winning import Standing
from musterhall.tally import Tally, counted

LEVELS = ("on the ground", "on high ground", "cruising")
NEVER, ALWAYS = 2, 12
"""Dice that miss and hit whatever they come to."""


def line_sentences(position: Position, attacker: int, target: int, line: LineOfFire) -> Iterator[str]:
    """13 to 21 Whether the line is clear and by which rule, and each thing on it that helps the target."""
    one, other = position.unit(attacker).name, position.unit(target).name
    inches = max(0.0, position.gap(attacker, target))
    where = f"{one} is {LEVELS[position.level(attacker)]}, {other} {LEVELS[position.level(target)]}"
    yield f"{where}; they are {inches:.1f} inches apart, from base to base."
    if not in_front(position, attacker, target):
        yield f"{other} is not in the front arc of {one}, who cannot fire at it without turning."
    if not line.clear:
        yield f"The line of fire from {one} to {other} is blocked: {line.because} (rule {line.section})."
        return
    cruises = CRUISING in (position.level(attacker), position.level(target))
    yield f"The line of fire from {one} to {other} is clear ({'rule 13' if cruises else 'rules 14 to 17'})."
    woods = [f", {position.field.pieces[piece].name}" for piece in line.hindering]
    height = [""] * (len(line.defense.parts) - len(woods))
    for part, name in zip(line.defense.parts, [*height, *woods], strict=True):
        yield f"{other} has {part.value} more defense: {part.name}{name} (rule {part.section})."
    yield from _waived(position, attacker, target, line)
    if not line.defense.parts:
        yield f"Nothing on it adds to the defense of {other}."


def _waived(position: Position, attacker: int, target: int, line: LineOfFire) -> Iterator[str]:
    """19, 20, 21 Hindering terrain on the line that does not count, and why."""
    crossed = crossed_between(position, attacker, target)
    levels = position.level(attacker), position.level(target)
    for piece in crossed.pieces:
        if not position.field.kinds[piece].hinders or piece in line.hindering:
            continue
        name = position.field.pieces[piece].name
        if piece not in crossed.beyond:
            yield f"{name} does not count: the base of the attacker covers all of it on the line (rule 19)."
        elif CRUISING in levels:
            yield f"{name} does not count: one of the two cruises, and it is about neither on the ground (rule 21)."
        elif HIGH in levels and not position.field.kinds[piece].is_high:
            yield f"{name} does not count: it lies lower than one of the two (rule 20)."
        else:
            yield f"{name} does not count again: hindering terrain counts once (rule 19)."


def attack_sentences(names: tuple[str, str], why: str, tallies: tuple[Tally, Tally, Tally], heat: int) -> Iterator[str]:
    """40.6 Whether an attack can be made, what the dice must come to, and what a hit does."""
    (one, other), (value, defense, damage) = names, tallies
    if why:
        yield f"{one} cannot attack {other}: {why}."
    needs = max(NEVER + 1, min(ALWAYS, defense.total - value.total))
    more = f"{needs} or more" if needs < ALWAYS else f"a {ALWAYS}"
    yield f"{one} {'would need' if why else 'needs'} {more} on two dice to hit {other}, and a hit does {damage.total}."
    yield from map(str, tallies)
    if heat:
        yield f"It heats {one} by {heat}."


def standing_sentences(sides: tuple[Standing, Standing], conditions: list[int], ahead: int) -> Iterator[str]:
    """8 What each condition gives, and who leads."""
    for side, now in zip(SIDE_NAMES, sides, strict=True):
        mission = "" if now.vc4 is None else f", {now.vc4} by the mission"
        yield (
            f"{side.capitalize()} has {now.vc1} for eliminated units, {now.vc2} for the battlefield, "
            f"{now.vc3} for the opponent's zone{mission}."
        )
    red, blue = conditions
    won = f"Red wins {counted(red, 'condition')}, Blue {blue}"
    yield (
        f"{won}: {SIDE_NAMES[ahead].capitalize()} leads." if ahead != NOBODY else f"{won}: only dice can tell who wins."
    )
