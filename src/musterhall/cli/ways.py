"""Which command does what a sentence advises, or what waits for the organiser.

The other layers speak to web pages and terminals alike, so they name what would help and never a command.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from musterhall.problems import TO_DECIDE, UNKNOWN

if TYPE_CHECKING:
    from musterhall.problems import BadInput, Problem

WAYS: Mapping[str, str] = {
    # What waits for the organiser of an event
    "no_players": "muster event player add NAME",
    "open_draft": "muster event draft open",
    "draft_waits": "muster event draft show",
    "build_forces": "muster event draft force PLAYER",
    "disagreement": "muster event card enter TABLE",
    "contradiction": "muster event card show TABLE --round N, muster event card enter TABLE --round N --why TEXT",
    "player_gone": "muster event concede|absent PLAYER",
    "without_match": "muster event seat PLAYER PLAYER",
    "start_clock": "muster event clock start",
    "card_missing": "muster event card enter TABLE",
    "old_card_missing": "muster event card enter TABLE --round N",
    "not_checked_in": "muster event player check-in",
    "force_missing": "muster event force submit PLAYER FILE",
    "force_unchecked": "muster event force check",
    "hand_missing": "muster event hand submit PLAYER FILE",
    "hand_too_large": "muster event hand submit PLAYER FILE --although-locked",
    "hand_unplayed": "muster event hand play PLAYER CARD",
    "draw_scenarios": "muster event scenarios",
    "make_known": "muster event scenarios --make-known",
    "pair": "muster event pair",
    "pair_anew": "muster event pair",
    "publish": "muster event pairings, muster event publish",
    "bye_asked": "muster event bye grant|decline PLAYER --round N",
    "cut": "muster event cut",
    "advance": "muster event advance PLAYER",
    "finish": "muster event prize list, muster event finish",
    "reveal": "muster event prize reveal PRIZE",
    # What a refusal advises
    "capacity": "muster event registration --places N",
    "move_up_beyond": "muster event player move-up --all-the-same PLAYER",
    "move_up": "muster event player move-up PLAYER",
    "accept_with_note": "muster event force accept PLAYER --note TEXT",
    "although_locked": "muster event force submit PLAYER FILE --although-locked",
    "blank_sheet": "muster event print drafts --blank -o FILE",
    "displays": "muster event draft open --displays N",
    "hand_although_locked": "muster event hand submit PLAYER FILE --although-locked",
    "find_finish": "muster event log --kind event.finished",
    "import_units": "muster units import FILE",
    "painted": "muster event player change PLAYER --painted",
    "pair_without_forces": "muster event pair --without-forces",
    "plan": "muster event plan ROUNDS",
    "players": "muster event show",
    "publish_as_it_is": "muster event publish --as-it-is",
    "return": "muster event player return PLAYER",
    "swap": "muster event swap PLAYER PLAYER",
    "tables": "muster event tables",
    "units": "muster units alpha-strike",
}

KINDS: Mapping[str, str] = {UNKNOWN: "Not known", TO_DECIDE: "To decide"}
"""What a warning of a kind begins with."""


def with_command(complaint: BadInput | Problem) -> str:
    """The sentence, with the command for what it advises."""
    sentence, command = str(complaint), WAYS.get(complaint.way)
    return f"{sentence} (`{command}`)" if command else sentence


def warning_line(warning: Problem) -> str:
    """A warning of a check, with a word for whether it is a note, not known here, or for the organiser to decide."""
    return f"{KINDS.get(warning.kind, 'Note')}: {with_command(warning)}"
