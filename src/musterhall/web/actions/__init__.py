"""Everything that can be done at an event, each once: pages post a form to it, scripts post JSON, the same rules hold.

An action has a form for what it is given, the roles that may do it, and a function that turns both into entries. Adding
one here adds its address for pages and for scripts, and its line in the table of roles.
"""

# Each of these brings its actions.
from musterhall.web.actions import cards, clock, command_units, drafts, forces, journal, players, prizes, rounds
from musterhall.web.actions.action import ACTIONS

SUBJECTS = (cards, clock, command_units, drafts, forces, journal, players, prizes, rounds)

__all__ = ["ACTIONS", "SUBJECTS"]
