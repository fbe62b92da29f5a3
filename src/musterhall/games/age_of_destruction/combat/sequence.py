"""An attack from its target to the last attack that follows from it (K1 to K8)."""

from __future__ import annotations

from collections.abc import Sequence

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Choice, Rule
from musterhall.games.age_of_destruction.combat.attack import Attack, Struck, in_effect, why_not
from musterhall.games.age_of_destruction.combat.moments import FURTHER, HEATING, Further
from musterhall.games.age_of_destruction.combat.striking import strike
from musterhall.games.age_of_destruction.harm.heat import heat_of_order, heat_up
from musterhall.games.age_of_destruction.position.moments import title_of
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.sections import SEQUENCE


def fight(battle: Battle[Position], attack: Attack, heat: int = 0) -> Rule[Struck]:
    """40.6 K3 to K8: strike, heat, and further attacks while somebody has and wants one."""
    position = battle.position
    unit = attack.attacker
    besides = sum(act(position, attack) for _, act in HEATING.of(in_effect(position, attack)))
    first = struck = yield from strike(battle, attack)
    for member in (unit, *attack.helpers):
        heat_up(battle, member, heat_of_order(position, member, heat) + (besides if member == unit else 0))
    while _may_go_on(position, unit):
        offers = _offers(position, attack, struck)
        if not offers:
            break
        choice = yield FurtherAttack(position.seen_by(position.unit(unit).side), position.unit(unit).side, offers)
        if choice is None:
            break
        offer, further = choice
        attack = further._replace(given_by=(*attack.given_by, offer.by))
        text = f"{position.unit(unit).name} attacks once more, by {title_of(offer.by)}"
        battle.tell("further", text, SEQUENCE, unit=unit, target=further.target, by=offer.by)
        struck = yield from strike(battle, attack)
        heat_up(battle, unit, offer.heat)
    return first


def _may_go_on(position: Position, unit: int) -> bool:
    state = position.states[unit]
    return state.place == "table" and not state.shut_down


def _offers(position: Position, attack: Attack, struck: Struck) -> list[tuple[Further, Attack]]:
    found = (act(position, attack, struck) for _, act in FURTHER.of(in_effect(position, attack)))
    return [
        (offer, further)
        for offer in found
        if offer is not None
        for further in offer.attacks
        if not why_not(position, further)
    ]


class FurtherAttack(Choice["str | None"]):
    """K8: whether a unit makes the further attack that its equipment or faction gives, and on whom."""

    __slots__ = ("offers", "view")
    kind = "further attack"
    section = SEQUENCE

    def __init__(self, view: Position, player: int, offers: Sequence[tuple[Further, Attack]]) -> None:
        self.view = view
        self.offers = {f"{offer.by}: {further.target}": (offer, further) for offer, further in offers}
        super().__init__(player, (None, *self.offers))

    def question(self) -> str:
        unit = next(iter(self.offers.values()))[1].attacker
        return f"Does {self.view.unit(unit).name} attack once more?"

    def check(self, answer: Answer) -> tuple[Further, Attack] | None:
        chosen = super().check(answer)
        return None if chosen is None else self.offers[chosen]

    def in_words(self, answer: Answer) -> str:
        if answer is None:
            return "no"
        offer, further = self.offers[answer]
        return f"{self.view.unit(further.target).name}, by {title_of(offer.by)}"
