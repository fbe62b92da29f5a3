"""Why a player does not meet the next in rank, where the pairing is from the top; sentences with ids in braces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from musterhall.events.pairing.field import Field, Pairs

_MOST_NAMED = 5


def reasons_for(field: Field, pairs: Pairs, bye: str | None, *, changed: bool) -> tuple[tuple[str, str], ...]:
    """A sentence for each player who passes somebody below them over; a pin needs none.

    `changed` says that the pairing looks ahead, and is not simply the one from the top.
    """
    place = {player: at for at, player in enumerate(field.ranking)}
    taken_by = {other: one for one, other in pairs}
    pinned = frozenset(player for two in field.pinned for player in two)
    why = _Why(field, place, taken_by, pinned, bye, _elsewhere(field, pairs, changed=changed))
    return tuple(
        (one, f"{{{one}}} meets {{{other}}} and not {why.passed_over(one, passed)}.")
        for one, other in pairs
        if one not in pinned and (passed := field.ranking[place[one] + 1 : place[other]])
    )


@dataclass(frozen=True, slots=True)
class _Why:
    field: Field
    place: dict[str, int]
    taken_by: dict[str, str]
    """The better ranked player of each pair, by the other."""
    pinned: frozenset[str]
    bye: str | None
    elsewhere: str

    def passed_over(self, one: str, passed: Sequence[str]) -> str:
        """{p2} or {p3}, whom they have met, or {p4}, who has the bye"""
        by_reason: dict[str, list[str]] = {}
        for other in passed:
            by_reason.setdefault(self._reason(one, other), []).append(other)
        return ", or ".join(f"{_listed(others)}, {reason}" for reason, others in by_reason.items())

    def _reason(self, one: str, other: str) -> str:
        both = frozenset((one, other))
        if other == self.bye:
            return "who has the bye"
        if other in self.pinned:
            return "whose opponent is pinned"
        if self.place[self.taken_by.get(other, one)] < self.place[one]:
            return "whose opponent is ranked higher"
        if both in self.field.forbidden:
            return "from whom they are kept apart"
        return "whom they have met" if self.field.met.get(both) else self.elsewhere


def _elsewhere(field: Field, pairs: Pairs, *, changed: bool) -> str:
    """What would follow for others from a pair that is right in itself."""
    wrong = any(field.met.get(frozenset(two)) or frozenset(two) in field.forbidden for two in pairs)
    what = f"{'another' if wrong else 'a'} rematch{' or forbidden pair' if field.forbidden else ''}"
    return f"because that would bring {what} elsewhere{' or in the next round' if changed else ''}"


def _listed(players: Sequence[str]) -> str:
    named = [f"{{{player}}}" for player in players[:_MOST_NAMED]]
    if len(players) > _MOST_NAMED:
        named.append(f"{len(players) - _MOST_NAMED} more")
    return " or ".join(filter(None, [", ".join(named[:-1]), named[-1]]))
