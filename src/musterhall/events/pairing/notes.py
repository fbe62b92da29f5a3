"""Why a pairing has what an organiser would rather not see, in sentences with ids in braces."""

from __future__ import annotations

from musterhall.events.pairing.field import Field, Pair, Pairs


def notes_on(field: Field, pairs: Pairs, bye: str | None, *, changed: bool) -> list[str]:
    """Why the pairing has what an organiser would rather not see."""
    by_hand = {frozenset(two) for two in field.pinned}
    beside = " beside what is pinned" if field.pinned or field.pinned_bye else ""
    legal = "without a rematch and without a forbidden pair" if field.forbidden else "without a rematch"
    notes = []
    for two in pairs:
        both = frozenset(two)
        forced = "they are pinned" if both in by_hand else ""
        if both in field.forbidden:
            notes.append(f"{names_of(two)} should not meet: {forced or f'no pairing avoids it{beside}'}.")
        if field.met.get(both):
            notes.append(f"{names_of(two)} meet again: {forced or f'no pairing {legal} exists{beside}'}.")
    if bye is not None:
        notes += _bye_notes(field, bye, changed=changed)
    return notes


def _bye_notes(field: Field, bye: str, *, changed: bool) -> list[str]:
    had = field.byes.get(bye, 0)
    dearer = "would cost more repeated meetings or forbidden pairs"
    if field.pinned_bye:
        return [f"{{{bye}}} has a bye again: it is pinned."] if had else []
    pinned = {player for two in field.pinned for player in two}
    if had:
        fewer = [player for player in field.ranking if field.byes.get(player, 0) < had]
        why = f"a bye for one who has had fewer {dearer}" if fewer else "nobody has had fewer"
        if fewer and pinned.issuperset(fewer):
            why = "all who have had fewer are pinned"
        return [f"{{{bye}}} has a bye again: {why}."]
    below = field.ranking[field.ranking.index(bye) + 1 :]
    passed = [f"{{{player}}}" for player in below if not field.byes.get(player) and player not in pinned]
    if field.bye_choice == "lowest" and passed and not changed:
        return [f"The bye goes to {{{bye}}}: a bye for {' or '.join(passed)} {dearer}."]
    return []


def names_of(two: Pair) -> str:
    return f"{{{two[0]}}} and {{{two[1]}}}"
