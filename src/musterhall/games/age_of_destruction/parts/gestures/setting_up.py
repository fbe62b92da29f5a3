"""Before the first turn: who begins, terrain, cards, and where units are placed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from musterhall.battle.decisions import Answer
from musterhall.game.gestures.gesture import Gesture, Option, Place, Spot
from musterhall.game.gestures.placing import PutDown
from musterhall.game.gestures.tapping import TapSeveral, taps
from musterhall.games.age_of_destruction.parts.board import dial_now
from musterhall.games.age_of_destruction.parts.gestures.registry import GESTURES, at_unit, capital, front_of
from musterhall.games.age_of_destruction.set_up.cards import PlayCard
from musterhall.games.age_of_destruction.set_up.deployment import Deploy
from musterhall.games.age_of_destruction.set_up.rolling import WhoIsFirst
from musterhall.games.age_of_destruction.set_up.terrain import PlaceTerrain, placed


@GESTURES.of(WhoIsFirst)
def a_side(decision: WhoIsFirst) -> Gesture:
    return taps(decision, lambda side: Spot(side=side))


@GESTURES.of(PlayCard)
def a_card(decision: PlayCard) -> Gesture:
    """The hand lies at the player's own edge; a card is lifted, read, and played face down."""
    options = [
        Option(card.name, card.name or "No card", help=". ".join(filter(None, (card.text, capital(card.remark)))))
        for card in decision.hand
    ]
    return TapSeveral(options, 1, 1, Spot(side=decision.player), lambda chosen: chosen[0], "Play it face down")


@GESTURES.of(PlaceTerrain)
def a_piece_of_terrain(decision: PlaceTerrain) -> Gesture:
    """The piece is dragged about as it is, and turned."""
    table = decision.view.field.table
    lying = placed(decision.piece, (0.0, 0.0), 0.0)

    def made(_: Any, at: Place, facing: float | None, chosen: Mapping[str, Any]) -> Answer:
        return {"at": list(at)} | ({"turned": facing} if facing else {})

    first = next(iter(decision.options()))
    no_room = [first] if first["at"][0] < 0 else []
    return PutDown(
        [Option(None, decision.piece.name)],
        [[(0.0, 0.0), (table.width, 0.0), (table.width, table.depth), (0.0, table.depth)]],
        made,
        turns=True,
        instead=[Option(answer, "There is no room for it") for answer in no_room],
        outlines=[lying.points],
    )


@GESTURES.of(Deploy)
def where_it_begins(decision: Deploy) -> Gesture:
    """In the strip that is open to it, facing the enemy unless it is turned, or aboard a transport."""
    view, unit = decision.view, decision.unit
    (low, high), wide = decision.strip(), view.field.table.width

    def made(_: Any, at: Place, facing: float | None, chosen: Mapping[str, Any]) -> Answer:
        return {"at": list(at)} | ({} if facing is None else {"facing": facing})

    instead = [
        Option(answer, capital(decision.in_words(answer)), at_unit(answer["aboard"]))
        for answer in decision.rides()
        if decision.legal(answer)
    ]
    if decision.legal({"lost": True}):
        instead.append(Option({"lost": True}, "There is no room for it"))
    return PutDown(
        [Option(unit, view.unit(unit).name, help=", ".join(dial_now(view, unit)))],
        [[(0.0, low), (wide, low), (wide, high), (0.0, high)]],
        made,
        turns=True,
        instead=instead,
        front=front_of(view, unit),
        facing=90.0 if decision.player == 0 else 270.0,
    )
