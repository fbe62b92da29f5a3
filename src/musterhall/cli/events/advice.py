"""Which command does what a sentence advises.

The event speaks to web pages and terminals alike, so its sentences name no options; here each finds its command.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

TASKS: Mapping[str, str] = {
    "open_draft": "muster event draft open",
    "draft_waits": "muster event draft show",
    "build_forces": "muster event draft force PLAYER",
    "disagreement": "muster event card enter TABLE",
    "player_gone": "muster event concede|absent PLAYER",
    "without_match": "muster event seat PLAYER PLAYER",
    "start_clock": "muster event clock start",
    "card_missing": "muster event card enter TABLE",
    "old_card_missing": "muster event card enter TABLE --round N",
    "not_checked_in": "muster event player check-in",
    "force_missing": "muster event force submit PLAYER FILE",
    "force_unchecked": "muster event force check",
    "draw_scenarios": "muster event scenarios",
    "pair": "muster event pair",
    "pair_anew": "muster event pair",
    "publish": "muster event pairings, muster event publish",
    "finish": "muster event award list, muster event finish",
}
"""The command for each thing that waits for the organiser."""

_SENTENCES: Sequence[tuple[str, str]] = (
    (r"pair without forces\.", "pair without forces: `muster event pair --without-forces`."),
    (r"swap players instead\.", "exchange players with `muster event swap` instead."),
    (
        r"^(.+?): (.*), or note that it is\.",
        r'\1: \2, or note that it is: `muster event player change "\1" --painted`.',
    ),
    (
        r"Pair it anew, change it, or publish it as it is\.",
        "Pair it anew with `muster event pair`, change it with `swap`, or publish it with --as-it-is.",
    ),
    (r"or ask for a blank one\.", "or ask for a blank one with --blank."),
    (r"accept it with a note that says why\.", "accept it with a note that says why, in --note."),
    (r"stays as it is; ask the organiser\.", "stays as it is; the organiser changes it with --although-locked."),
    (
        r"is finished(.*?); undo that",
        r"is finished\1; `muster event log --kind event.finished` has its number: undo that",
    ),
    (r"are needed; check them in\.", "are needed; `muster event player check-in` does it."),
    (r"enter them first\.", "enter them with `muster event card enter` first."),
    (r"enter its cards first\.", "enter its cards with `muster event card enter` first."),
    (r"ask the organiser to correct it\.", "the organiser corrects it with `muster event card enter`."),
    (r"are taken in round (\d+); add one first\.", r"are taken in round \1; add one with `muster event tables` first."),
    (r"(there are \d+); add some\.", r"\1; add some with `muster event tables`."),
    (
        r"^entry \d+, [\w.]+: (\w+): String should have at most (\d+) .*",
        r"\1: is too long; \2 signs fit, so shorten it.",
    ),
    (r"^entry \d+, [\w.]+: (\w+): String should have at least 1 .*", r"\1: is empty; write something."),
    (r"open more displays of it\.", "open more displays of it with --displays."),
)

_OPTIONS: Sequence[tuple[str, str]] = (
    (r"Input should be less than or equal to (\S+?)\.?$", r"it is at most \1."),
    (r"Input should be greater than or equal to (\S+?)\.?$", r"it is at least \1."),
    (r"Input should be a valid integer.*", "it is a whole number."),
    (r"Input should be a valid number.*", "it is a number."),
)


def advised(sentence: str) -> str:
    """The sentence with the command or option for what it advises."""
    for said, told in _SENTENCES:
        sentence = re.sub(said, told, sentence)
    return sentence


def said_of_option(complaint: str) -> str:
    """A complaint about an option's value in words of our own."""
    for said, told in _OPTIONS:
        complaint = re.sub(said, told, complaint)
    return complaint
