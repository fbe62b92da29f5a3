"""One clear question at a time, at the unit or the place on the table that it is about."""

from __future__ import annotations

from typing import Any

from musterhall.battle.decisions import Answer
from musterhall.game.gestures.gesture import NOWHERE, Gesture, Option, Spot
from musterhall.game.gestures.going import Turn
from musterhall.game.gestures.tapping import Tap, taps
from musterhall.games.alpha_strike.attacks.attacking import NOTHING, Act
from musterhall.games.alpha_strike.attacks.physical import STANDARD, Blow
from musterhall.games.alpha_strike.command.acting import FireTogether, PreferBlows
from musterhall.games.alpha_strike.command.activating import NameVictim
from musterhall.games.alpha_strike.command.blows import Cut
from musterhall.games.alpha_strike.command.hidden import ComeOut, hidden_units
from musterhall.games.alpha_strike.command.rerolls import ThrowAgain
from musterhall.games.alpha_strike.command.targeting import WhoIsTheTarget
from musterhall.games.alpha_strike.field.field import HOME_EDGES
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.parts.gestures.arithmetic import odds_of_blow, shown_card
from musterhall.games.alpha_strike.parts.gestures.registry import GESTURES, at_unit, capital
from musterhall.games.alpha_strike.pilots.hits import KnowsWhereItHurts
from musterhall.games.alpha_strike.pilots.luck import FloatAway
from musterhall.games.alpha_strike.pilots.slugger import PickUpClub
from musterhall.games.alpha_strike.pilots.street_fighter import FIRST, StrikeFirst
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.scenarios.assassination import WhoTakesTrophy
from musterhall.games.alpha_strike.scenarios.bunkers import GoInside, middle_of
from musterhall.games.alpha_strike.scenarios.data_extraction import Upload
from musterhall.games.alpha_strike.scenarios.domination import Claim
from musterhall.games.alpha_strike.scenarios.drafted_terrain import TakeEdge
from musterhall.games.alpha_strike.scenarios.dropping import PutBeside
from musterhall.games.alpha_strike.scenarios.salvage import DropBeforeMove, PickUpMore, place_of
from musterhall.games.alpha_strike.turn.at_once import AttackNow, WhoOverruns
from musterhall.games.alpha_strike.turn.initiative import RollAgain
from musterhall.games.alpha_strike.turn.phases import WhoActs, WhoMoves

# Which unit


@GESTURES.of(WhoActs)
def who_acts(decision: WhoActs) -> Gesture:
    """Tap one of your own; those who have nobody to attack say so, and come last."""
    view = decision.view
    idle = {
        unit: not any(_is_worth_it(view, unit, answer) for answer in Act(view, unit).options())
        for unit in decision.choices
    }

    def option(unit: int) -> Option:
        words = view.unit(unit).name + (", no target" if idle[unit] else "")
        return Option(unit, words, at_unit(unit), shown_card(view, unit))

    return Tap([option(unit) for unit in sorted(decision.choices, key=lambda unit: idle[unit])])


def _is_worth_it(view: Position, unit: int, answer: Answer) -> bool:
    """Whether an action is more than to do nothing, or to shell some farm."""
    if "structure" in answer:
        return answer["structure"] in view.scenario.targets(view, unit)
    return bool(answer["attack"] != NOTHING)


@GESTURES.of(WhoMoves, WhoOverruns)
def a_unit(decision: Any) -> Gesture:
    """Tap one of your own; who is not on the table yet is named beside it, and so is nobody."""
    return Tap(
        [
            Option(unit, capital(decision.in_words(unit)), at_unit(unit), shown_card(decision.view, unit))
            for unit in decision.options()
        ]
    )


@GESTURES.of(WhoIsTheTarget, WhoTakesTrophy)
def one_of_these(decision: Any) -> Gesture:
    return taps(decision, at_unit)


@GESTURES.of(NameVictim)
def whom_to_hunt(decision: NameVictim) -> Gesture:
    return taps(decision, at_unit, at_unit(decision.unit))


@GESTURES.of(FireTogether)
def at_whom_all_fire(decision: FireTogether) -> Gesture:
    first = decision.view.field.formations[decision.formation].units[0]
    return taps(decision, at_unit, at_unit(first))


@GESTURES.of(StrikeFirst)
def whom_to_strike_first(decision: StrikeFirst) -> Gesture:
    def option(target: int) -> Option:
        blow = Blow(STANDARD, target, facts=FIRST)
        known = "" if target == NOBODY else odds_of_blow(decision.view, decision.unit, blow).words
        return Option(target, capital(decision.in_words(target)), at_unit(target), known)

    return Tap([option(target) for target in decision.options()], at_unit(decision.unit))


@GESTURES.of(ComeOut)
def who_comes_out(decision: ComeOut) -> Gesture:
    """Tap where one of them lies, which only their owner sees."""
    places = hidden_units(decision.view, decision.player)
    return taps(decision, lambda unit: Spot(at=places[unit]) if unit in places else NOWHERE)


# Beside a unit


@GESTURES.of(RollAgain, AttackNow, PickUpClub, ThrowAgain, FloatAway, Cut, KnowsWhereItHurts, DropBeforeMove, Upload)
def beside_its_unit(decision: Any) -> Gesture:
    options = [Option(answer, capital(decision.in_words(answer))) for answer in decision.options()]
    return Tap(options, at_unit(decision.unit))


@GESTURES.of(PutBeside)
def on_which_side(decision: PutBeside) -> Gesture:
    """Tap on the side of the unit on which it is put."""
    return Turn(decision.unit, lambda direction: direction)


# At a place


@GESTURES.of(PickUpMore)
def from_where(decision: PickUpMore) -> Gesture:
    def spot(source: Answer) -> Spot:
        return NOWHERE if source == NOBODY else Spot(at=place_of(decision.view, source))

    return taps(decision, spot, at_unit(decision.unit))


@GESTURES.of(GoInside)
def at_the_bunker(decision: GoInside) -> Gesture:
    return taps(decision, spot=Spot(at=middle_of(decision.bunker)))


@GESTURES.of(Claim)
def at_the_point(decision: Claim) -> Gesture:
    return taps(decision, spot=Spot(zone=decision.number))


@GESTURES.of(TakeEdge)
def an_edge(decision: TakeEdge) -> Gesture:
    return taps(decision, lambda edge: Spot(side=HOME_EDGES.index(edge)))


@GESTURES.of(PreferBlows)
def of_the_whole_side(decision: PreferBlows) -> Gesture:
    return taps(decision, spot=Spot(side=decision.player))
