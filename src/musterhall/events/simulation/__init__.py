"""A whole event that nobody played: invented players, plausible cards, and the troubles of a real day.

Everything goes through the commands and the ledger that a real event uses, so nothing impossible is simulated. The same
seed gives the same journal, to the second.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from musterhall.events.clock import moment
from musterhall.events.entries import Entry, numbered
from musterhall.events.fold import Ledger, create
from musterhall.events.simulation.afterwards import after_round, give_prizes
from musterhall.events.simulation.arrivals import check_in, register
from musterhall.events.simulation.day import FEWEST, ORGANISER, START, SimulatedDay, written_hour
from musterhall.events.simulation.invented import Luck
from musterhall.events.simulation.matches import play_round
from musterhall.events.simulation.rounds import before_round, begin_round
from musterhall.packs.model import load_pack
from musterhall.problems import BadInput

HALFWAY = 60
"""Of a hundred tables have their card in when an event stops in the middle of a round."""
Progress = Callable[[int, int], None]


def simulate(
    pack_text: str,
    players: int,
    seed: int,
    *,
    rounds: int | None = None,
    trouble: bool = True,
    through: int | None = None,
    progress: Progress | None = None,
    start: str = START,
) -> list[Entry]:
    """The journal of an event from the first registration to the prizes.

    With `trouble` people are late, leave, disagree, concede and are corrected. `through` stops in the middle of a
    round, after so many complete ones: the next is published, its clock runs, and part of its cards are in.
    `progress` is told how many rounds of how many are played.
    """
    if players < FEWEST:
        raise BadInput(f"players: {players} are too few for an event; simulate at least {FEWEST}.")
    name = f"{load_pack(pack_text, 'the pack').name}, simulated"
    first = replace(create(name, pack_text, seed, date=start[:10], rounds=rounds), who=ORGANISER)
    registration = moment(start) - timedelta(days=14)
    ledger = Ledger.of([numbered(first, 1, written_hour(registration))])
    day = SimulatedDay(pack_text, Luck(seed), registration, trouble, ledger)
    register(day, players)
    day.until(moment(start))
    check_in(day)
    planned = day.event.planned
    for number in range(1, planned + 1):
        _tell(progress, number - 1, planned)
        before_round(day, number)
        begin_round(day, number)
        if through is not None and number > through:
            play_round(day, number, HALFWAY)
            return day.ledger.entries
        play_round(day, number)
        after_round(day, number)
    give_prizes(day)
    _tell(progress, planned, planned)
    return day.ledger.entries


def _tell(progress: Progress | None, done: int, planned: int) -> None:
    if progress:
        progress(done, planned)
