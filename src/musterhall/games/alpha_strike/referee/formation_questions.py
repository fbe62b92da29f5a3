"""The referee on formations: whether a bonus may be handed out as somebody wants it."""

from __future__ import annotations

from musterhall.battle.referee import Finding, Questions
from musterhall.games.alpha_strike.force.forces import Group
from musterhall.games.alpha_strike.force.formation_choices import choice_problems
from musterhall.games.alpha_strike.formations.formation_rules import ATTACHMENT
from musterhall.games.alpha_strike.formations.formations import FormationSettings, find_formation
from musterhall.games.alpha_strike.referee.asked import Asked

QUESTIONS = Questions()


@QUESTIONS.pure(
    "formation_choices",
    (ATTACHMENT,),
    "May a formation's bonus be handed out so?",
    kind="the formation",
    units="the names of its units",
    choices="what is chosen: an ability for each unit by its name, or ability, option, supports for all",
    commander="the unit that commands it",
)
def formation_choices(asked: Asked) -> Finding:
    """Attachment B Who gets which ability of a formation's bonus, how many do, and whether they may differ."""
    kind = find_formation(asked.word("kind"))
    commander = asked.word("commander") if asked.has("commander") else ""
    chosen = Group(kind.name, kind.key, tuple(asked.words("units")), commander, asked.table("choices"))
    found = choice_problems(chosen, [chosen], FormationSettings())
    result = {"legal": not found, "problems": [str(one) for one in found]}
    return Finding(result, [award.note for award in kind.bonus if award.note], (kind.section,))
