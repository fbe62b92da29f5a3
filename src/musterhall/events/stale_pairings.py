"""Which pairings rest on figures that have changed since."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from musterhall.events.cut import stale_ties
from musterhall.events.event import Event, Round
from musterhall.events.standings import totals_through
from musterhall.tally import shown


@dataclass(frozen=True, slots=True)
class StalePairing:
    """A round that was paired on figures which are no longer so."""

    round: int
    players: tuple[str, ...]
    sentence: str

    def as_data(self) -> dict[str, Any]:
        return {"round": self.round, "players": list(self.players), "sentence": self.sentence}


def stale_pairings(event: Event) -> list[StalePairing]:
    """Rounds whose pairing was made on old numbers. They stand: they were played, or can be paired anew."""
    found = [stale for round_ in event.rounds if (stale := _stale(event, round_)) is not None]
    return [*found, *(StalePairing(number, (), sentence) for number, sentence in stale_ties(event))]


def _stale(event: Event, round_: Round) -> StalePairing | None:
    totals = totals_through(event, round_.number - 1)
    order = event.rules.pairing.order
    changed = []
    for id_, basis in round_.basis.items():
        if id_ not in event.players:
            continue
        now = [totals.get(id_, {}).get(name, Fraction(0)) for name in order]
        then = [Fraction(figure) for figure in basis]
        if now != then:
            changed.append((id_, f"{event.player(id_).name} had {_figures(then)} and has {_figures(now)}"))
    if not changed:
        return None
    told = "; ".join(sentence for _, sentence in changed)
    sentence = f"Round {round_.number} was paired on old numbers: {told}."
    return StalePairing(round_.number, tuple(id_ for id_, _ in changed), sentence)


def _figures(figures: Sequence[Fraction]) -> str:
    return "/".join(map(shown, figures))
