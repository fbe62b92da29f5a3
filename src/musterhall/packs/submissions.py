"""What a player hands in for an event: a force file of the event's game.

A game's modules are loaded when one of its forces is read, because some of them take their time.
"""

from __future__ import annotations

import re
from typing import Any

from musterhall.game.forces import Submission
from musterhall.games import game_named
from musterhall.packs.model import Pack
from musterhall.problems import BadInput, parse_toml

LONGEST_FILE = 200_000
"""Characters; the longest honest force file has a few thousand."""


def is_force_file(text: str) -> bool:
    """Whether a text is a force file and not a list of another tool: it says which game it is of."""
    # Within a line: blank lines without end would be gone over from each of them anew.
    return re.search(r"^[ \t]*game[ \t]*=", text, re.MULTILINE) is not None


def submission(pack: Pack, text: str, name: str, library: Any = None) -> Submission:
    """The force in the text of a file called `name`, read and checked for this event.

    `library` are the units to look names up in, where the game has a library; without one, those that come with it.
    """
    game = _game_of(text, name, pack.game)
    if game != pack.game:
        raise BadInput(f"{name}: is a force of {game}, and {pack.name} is played with {pack.game}; hand in one of it.")
    return game_named(pack.game).forces.hand_in(text, name, pack, library)


def _game_of(text: str, name: str, usual: str) -> str:
    if len(text) > LONGEST_FILE:
        raise BadInput(f"{name}: has {len(text):,} characters, and no force needs {LONGEST_FILE:,}; check the file.")
    try:
        game = parse_toml(text, name).get("game")
    except RecursionError:
        raise BadInput(f"{name}: is nested too deeply to be a force; make it flatter.") from None
    if not isinstance(game, str):
        raise BadInput(f'{name}: does not say which game it is a force of; begin it with game = "{usual}".')
    return game
