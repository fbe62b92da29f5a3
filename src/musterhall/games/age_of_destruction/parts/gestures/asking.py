"""One clear question at the unit it is about: whether it turns, where it gets out, what it takes upon itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from musterhall.battle.decisions import Answer
from musterhall.game.gestures.gesture import Gesture, Option, Place, Spot
from musterhall.game.gestures.going import Go, Turn, WayOfGoing
from musterhall.game.gestures.tapping import Tap, taps
from musterhall.games.age_of_destruction.factions.bonds import TakeTheBond
from musterhall.games.age_of_destruction.factions.falcon import UseImaging
from musterhall.games.age_of_destruction.movement.breaking_away import FreeSpin
from musterhall.games.age_of_destruction.movement.places import touching_place
from musterhall.games.age_of_destruction.parts.gestures.registry import GESTURES, at_unit, front_of
from musterhall.games.age_of_destruction.transport.boarding import SetDown
from musterhall.games.age_of_destruction.turn.ending import Agree
from musterhall.geometry import bearing, distance

NEAR = 2.0
"""A tap so many inches from a place behind its transport means that place."""


@GESTURES.of(Agree)
def at_their_edge(decision: Agree) -> Gesture:
    return taps(decision, spot=Spot(side=1 - decision.player))


@GESTURES.of(FreeSpin)
def which_way_it_turns(decision: FreeSpin) -> Gesture:
    """It is offered to face whoever came; a tap or a drag turns it elsewhere."""
    view, unit = decision.view, decision.unit
    return Turn(
        unit,
        lambda facing: {"facing": facing},
        [Option({}, "Stay as it is")],
        front_of(view, unit),
        round(bearing(view.at(unit), view.at(decision.to)), 1),
    )


@GESTURES.of(SetDown)
def where_it_gets_out(decision: SetDown) -> Gesture:
    """The places behind the transport; a tap near one means it."""
    view, unit, transport = decision.view, decision.unit, decision.transport
    known = [(tuple(answer["at"]), answer) for answer in decision.options() if answer]

    def made(way: str, path: list[Place], facing: float | None, chosen: Mapping[str, Any]) -> Answer:
        tapped = path[-1] if path else view.at(transport)
        nearest = min(known, key=lambda one: distance(one[0], tapped), default=None)
        if nearest is None or distance(nearest[0], tapped) > NEAR:
            return {"at": list(tapped)} | ({} if facing is None else {"facing": facing})
        if facing is None:
            return nearest[1]
        place = touching_place(view, unit, transport, bearing(view.at(transport), nearest[0]), facing)
        return {"at": list(place), "facing": facing}

    places = [place for place, _ in known]
    ways = [WayOfGoing("out", "Get out", NEAR, places, jumps=True, routed=True)]
    return Go(
        unit,
        ways,
        made,
        start=view.at(transport),
        instead=[Option({}, "Stay aboard")],
        drawn=lambda answer: [view.at(transport), tuple(answer["at"])] if answer else [],
        front=front_of(view, unit),
    )


@GESTURES.of(TakeTheBond)
def whether_it_is_bound(decision: TakeTheBond) -> Gesture:
    """At the target: from then on the attacker has eyes for nobody else."""
    target = at_unit(decision.attack.target)
    bound = f"From then on it attacks nobody but {decision.names[1]}."
    return Tap([Option(True, "Take the bond", target, bound), Option(False, "No bond")], target)


@GESTURES.of(UseImaging)
def whether_it_looks_through(decision: UseImaging) -> Gesture:
    needs = decision.view.field.edition.imaging_on
    told = f"On {needs} or more it sees through hindering terrain to its target."
    unit = at_unit(decision.attack.attacker)
    return Tap([Option(True, "Roll for it", unit, told), Option(False, "Do without")], unit)
