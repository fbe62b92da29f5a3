"""What a learning agent may choose from at a decision: at most so many legal answers, numbered.

All of them where they can be counted and are no more than that. Where they cannot be counted, the choice that the
decision offers itself, with further legal answers drawn for the places that are free. Where there are too many,
answers in the same words take turns with the others, so that five attacks are not lost among four hundred moves, and
within the same words each has the same chance. What is drawn follows from the player's own view and question and from
nothing else: the same moment brings the same offer in an environment and in a duel, and nothing hidden shows in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from itertools import zip_longest
from typing import Any

from musterhall.battle.decisions import Answer, Decision, Draw
from musterhall.dice import Dice, Die
from musterhall.learning.answers import read

OFFERED = 32
"""Answers of an offer, where nobody says otherwise."""
KNOWN_IN_A_ROW = 3
"""So many draws that bring nothing new, and no more are made."""


def offer(decision: Decision, view: Any, most: int = OFFERED) -> list[Answer]:
    """At most so many answers that the rules take, none twice, in an order that stays."""
    own = list(decision.options())
    countable = decision.schema() is None
    if len(own) == most or (countable and len(own) < most):
        return own
    draw = draw_for(decision, view)
    if len(own) > most:
        return [own[number] for number in fair_choice([_words(one, decision) for one in own], most, draw)]
    return filled_up(own, decision, most, draw)


def draw_for(decision: Decision, view: Any) -> Draw:
    """Numbers for this player at this question, the same whenever it is asked in the same situation."""
    words = f"{decision.kind}:{decision.player}:{decision.about()}:{view.fingerprint()}"
    dice = Dice(int.from_bytes(blake2b(words.encode(), digest_size=8).digest(), "big"), recording=False)
    return lambda limit: dice.one(Die("any", limit), "offer") - 1


def fair_choice(words: Sequence[str], wanted: int, draw: Draw) -> list[int]:
    """So many numbers of answers, by the words of each, in their order."""
    alike: dict[str, list[int]] = {}
    for number, said in enumerate(words):
        alike.setdefault(said, []).append(number)
    rows = [shuffled(numbers, draw) for numbers in alike.values()]
    in_turn = [number for round_ in zip_longest(*rows) for number in round_ if number is not None]
    return sorted(in_turn[:wanted])


def shuffled(numbers: list[int], draw: Draw) -> list[int]:
    """In an order that is as likely as any other."""
    for place in range(len(numbers) - 1):
        other = place + draw(len(numbers) - place)
        numbers[place], numbers[other] = numbers[other], numbers[place]
    return numbers


def filled_up(own: Sequence[Answer], decision: Decision, most: int, draw: Draw) -> list[Answer]:
    """With legal answers that are drawn, until there is no place left or nothing new comes."""
    offered = {repr(answer): answer for answer in own}
    known = 0
    while len(offered) < most and known < KNOWN_IN_A_ROW:
        answer = decision.sample(draw)
        said = repr(answer)
        known = known + 1 if said in offered else 0
        offered.setdefault(said, answer)
    return list(offered.values())


def _words(answer: Answer, decision: Decision) -> str:
    return " ".join(read(answer, decision.kind).words)
