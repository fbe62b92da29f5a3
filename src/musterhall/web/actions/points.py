"""Actions on points beside the rounds: adjustments with a reason, and soft scores such as painting."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from musterhall.events import extras
from musterhall.problems import BadInput
from musterhall.web.actions.action import DESK, ActionContext, Entries, Form, action
from musterhall.web.actions.common import PlayerId, require_why

Points = Annotated[str, Field(min_length=1, max_length=20, description="As people write them: -5 or 2.5.")]


class Adjust(Form):
    player: PlayerId
    points: Points
    figure: str = Field(default="", max_length=60, description="By name; else the one that decides first.")


class Score(Form):
    player: PlayerId
    score: str = Field(min_length=1, max_length=60)
    points: Points


class Scores(Form):
    scores: dict[str, dict[str, str]] = Field(max_length=20, description="By soft score and player.")


@action("points.adjust", Adjust, DESK)
def _adjust(context: ActionContext, form: Adjust) -> Entries:
    """Give a player points or take some, for a reason that the player reads."""
    require_why(form)
    player = context.event.player(form.player)
    return extras.adjust(context.event, player, extras.read_points(form.points), form.figure)


@action("soft.score", Score, DESK)
def _score(context: ActionContext, form: Score) -> Entries:
    """Enter a soft score of a player."""
    player = context.event.player(form.player)
    return extras.score_softly(context.event, player, form.score, extras.read_points(form.points))


@action("soft.enter", Scores, DESK)
def _scores(context: ActionContext, form: Scores) -> Entries:
    """Enter the soft scores of many players at once; those that stay as they are change nothing."""
    event = context.event
    found = [
        extras.score_softly(event, event.player(id_), score, extras.read_points(points))
        for score, by_player in form.scores.items()
        for id_, points in by_player.items()
    ]
    changed = [
        one for one in found if str(event.soft.get((one.data["score"], one.data["player"]))) != one.data["points"]
    ]
    if not changed:
        raise BadInput("scores: nothing has changed; fill in what you want to enter.")
    return changed
