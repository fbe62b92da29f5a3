"""Whom the captain gives what formations and abilities hand out, and what it fires beside its attacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from musterhall.battle.decisions import Answer
from musterhall.games.alpha_strike.abilities.abilities import pilot_abilities
from musterhall.games.alpha_strike.agents.outlook import Outlook
from musterhall.games.alpha_strike.attacks.attacking import OWN_ACTION
from musterhall.games.alpha_strike.attacks.extras import UseExtra
from musterhall.games.alpha_strike.attacks.shells import guns_of
from musterhall.games.alpha_strike.attacks.spotting import fires_indirectly
from musterhall.games.alpha_strike.command.picks import Given, OneOf, Pair, Pick
from musterhall.games.alpha_strike.electronics.equipment import equipment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import abilities_of
from musterhall.games.alpha_strike.turn.choices import Choices

CRIPPLED = 0.5
"""How much less somebody gains who is crippled."""

NEEDS: dict[str, Callable[[Position, int], bool]] = {
    "Oblique Attacker": fires_indirectly,
    "Oblique Artilleryman": lambda view, unit: bool(guns_of(view.unit(unit).card)),
}
"""What somebody must have who is to use an ability."""


def chosen(decision: Choices, view: Position, outlook: Outlook) -> Answer:
    """16, 18 What differs from the usual choices: gifts go to those who gain by them."""
    answer: dict[str, Any] = {}
    for key, pick in decision.picks.items():
        better = _better(pick, view, outlook)
        if better is not None:
            answer[key] = better
    return answer


def _better(pick: Pick, view: Position, outlook: Outlook) -> Any:
    if isinstance(pick, OneOf) and _unused(pick.usual()):
        return next((one for one in pick.choices if not _unused(one)), None)
    if isinstance(pick, Given) and all(isinstance(one, str) for things in pick.offers.values() for one in things):
        return _handed_out(pick, view, outlook)
    return None


def _handed_out(pick: Given, view: Position, outlook: Outlook) -> list[list[Any]] | None:
    """Those who gain most come first; nothing is changed where too few would get anything."""
    gains = {
        (unit, thing): _gain(view, unit, thing, outlook) for unit, things in pick.offers.items() for thing in things
    }
    first = sorted(gains, key=lambda one: -gains[one])
    tried = [_fill(pick, gains, first)]
    if pick.same:
        things = dict.fromkeys(thing for _, thing in first)
        tried = [_fill(pick, gains, [one for one in first if one[1] == thing]) for thing in things]
    best = max(tried, key=lambda pairs: sum(gains[one] for one in pairs), default=[])
    return [list(one) for one in best] if len(best) >= max(1, pick.least) else None


def _fill(pick: Given, gains: dict[Pair, float], first: Sequence[Pair]) -> list[Pair]:
    found: list[Pair] = []
    counts: Counter[Any] = Counter()
    for unit, thing in first:
        has_one = any(unit == other for other, _ in found)
        if gains[unit, thing] <= 0.0 or has_one or len(found) == pick.most or not pick.may_get(thing, found, counts):
            continue
        found.append((unit, thing))
        counts[thing] += 1
    return found


def _gain(view: Position, unit: int, thing: str, outlook: Outlook) -> float:
    """What a unit gains by an ability: the more it is worth the more, and nothing by what it has or cannot use."""
    condition, needs = view.conditions[unit], NEEDS.get(thing)
    if not condition.alive or _unused(thing) or (needs is not None and not needs(view, unit)):
        return 0.0
    if any(one.ability.name == thing for one in abilities_of(view, unit).values()):
        return 0.0
    return float(outlook.worth[unit]) * (CRIPPLED if condition.crippled else 1.0)


def _unused(thing: Any) -> bool:
    """17 Whether an ability works only by an action that the captain never takes."""
    return thing in {pilot_abilities()[key].name for key in OWN_ACTION.acts}


# Beside its attack


def extra(decision: UseExtra, view: Position, outlook: Outlook) -> Answer:
    """10 What is fired beside an attack, at whom it hurts most; TAG only where a gun has yet to fire."""
    paints = any(_shells_later(view, unit) for unit in view.field.of_side[decision.player])
    useful = [one for one in decision.choices if paints or not _is_tag(one["use"])]
    last = useful[-1]["use"]
    return max(
        (one for one in useful if one["use"] == last), key=lambda one: float(outlook.worth[one.get("target", 0)])
    )


def _is_tag(use: str) -> bool:
    kind = equipment().extras.get(use)
    return kind is not None and kind.does == "tag"


def _shells_later(view: Position, unit: int) -> bool:
    condition = view.conditions[unit]
    return condition.alive and not condition.attacked and bool(guns_of(view.unit(unit).card))
