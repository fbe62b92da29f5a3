"""Everything that can be done at an event, each once: pages post a form to it, scripts post JSON, the same rules hold.

An action has a form for what it is given, the roles that may do it, and a function that turns both into entries. Adding
one here adds its address for pages and for scripts, and its line in the table of roles.
"""

# Each of these brings its actions.
from musterhall.web.actions import (
    byes,
    cards,
    clock,
    command_units,
    cut,
    drafts,
    forces,
    journal,
    lists,
    players,
    points,
    prizes,
    registration,
    rounds,
)
from musterhall.web.actions.action import ACTIONS

SUBJECTS = (
    byes,
    cards,
    clock,
    command_units,
    cut,
    drafts,
    forces,
    journal,
    lists,
    players,
    points,
    prizes,
    registration,
    rounds,
)

__all__ = ["ACTIONS", "SUBJECTS"]
