"""captain: weighs each order by what the rules say an attack comes to, what may come back, and what is counted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from musterhall.battle.agents import answers
from musterhall.battle.decisions import Answer
from musterhall.games.age_of_destruction.agents.drill import DrillAgent
from musterhall.games.age_of_destruction.agents.orders import plans_for
from musterhall.games.age_of_destruction.agents.plans import Plan
from musterhall.games.age_of_destruction.agents.set_up import best_card, infiltrate, line_up
from musterhall.games.age_of_destruction.agents.situation import Situation
from musterhall.games.age_of_destruction.decisions import (
    AttackAfterMove,
    Deploy,
    FurtherAttack,
    GiveOrder,
    PlayCard,
    SplitDamage,
)
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.turn.able import may_be_ordered
from musterhall.games.age_of_destruction.turn.orders import DONE

LEAST = 0.2
"""What an order must be worth to be given at all."""


class CaptainAgent(DrillAgent):
    """Gives the order that is worth most, of all units and kinds."""

    name = "captain"

    def __init__(self, *, explain: bool = True) -> None:
        super().__init__()
        self.explain = explain

    def situation(self, view: Position, side: int) -> Situation:
        """The table as it weighs it now."""
        return Situation(view, side, self.outlook(view))

    @answers(PlayCard)
    def play_card(self, decision: PlayCard, view: Position) -> Answer:
        return best_card(view, tuple(decision.choices))

    @answers(Deploy)
    def deploy(self, decision: Deploy, view: Position) -> Answer:
        """In one close line, infiltrators ahead of it; whoever finds no room there as drill does."""
        ahead = view.unit(decision.unit).sheet.infiltrator
        for place in (infiltrate if ahead else line_up)(view, decision.unit):
            answer = {"at": list(place)}
            if decision.legal(answer):
                return answer
        return super().deploy(decision, view)

    @answers(GiveOrder)
    def give_order(self, decision: GiveOrder, view: Position) -> Answer:
        """The best order of all."""
        here = self.situation(view, decision.player)
        best: Plan | None = None
        for unit in view.on_table(decision.player):
            if may_be_ordered(view, unit):
                for plan in plans_for(here, unit):
                    if best is None or plan.worth > best.worth:
                        best = plan
        if best is None or best.worth < LEAST:
            if self.explain:
                self.why = "Nothing that is left to do is worth an order"
            return {"order": DONE}
        if self.explain:
            self.why = best.why()
        return best.answer

    @answers(AttackAfterMove)
    def attack_after_move(self, decision: AttackAfterMove, view: Position) -> Answer:
        """The attack that is worth most from here."""
        here = self.situation(view, decision.player)
        best, found = 0.0, {}
        for answer, worth in self._attacks(decision, here):
            if worth > best:
                best, found = worth, answer
        return found

    def _attacks(self, decision: AttackAfterMove, here: Situation) -> Iterator[tuple[dict[str, Any], float]]:
        for answer in decision.options():
            attack = decision.check(answer)
            if attack is not None and attack.single:
                if here.reckoned(attack).hopeless:
                    continue
                worth = here.capture_worth(attack) if attack.capture else here.attack_worth(attack)
                yield answer, worth - here.heat_cost(decision.unit, here.heat_besides(attack))

    @answers(FurtherAttack)
    def further_attack(self, decision: FurtherAttack, view: Position) -> Answer:
        """The one that takes most, if that is worth its heat."""
        here = self.situation(view, decision.player)
        best, found = 0.0, None
        for answer, (offer, attack) in decision.offers.items():
            reckoned = here.reckoned(attack)
            worth = reckoned.worth - here.heat_cost(attack.attacker, offer.heat)
            if worth > best and not reckoned.hopeless:
                best, found = worth, answer
        return found

    @answers(SplitDamage)
    def split_damage(self, decision: SplitDamage, view: Position) -> Answer:
        """So that most is taken."""
        stakes = self.situation(view, decision.player).stakes
        return max(decision.options(), key=lambda one: sum(map(stakes, decision.hit, one["damage"])))
