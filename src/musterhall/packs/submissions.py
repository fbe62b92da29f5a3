"""What a player hands in for an event: a force file of the event's game, or a list of another tool.

A game's modules are loaded when one of its forces is read, because some of them take their time.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from musterhall.game.forces import Submission
from musterhall.games import game_named
from musterhall.packs.model import Pack
from musterhall.problems import UNKNOWN, BadInput, parse_toml

LONGEST_FILE = 200_000
"""Characters; the longest honest force file has a few thousand."""


def is_list(text: str) -> bool:
    """Whether a text is a list of another tool: no force file, not even one with mistakes."""
    # Within a line: blank lines without end would be gone over from each of them anew.
    if re.search(r"^[ \t]*(?:game[ \t]*=|\[\[\w+\]\])", text, re.MULTILINE):
        return False
    try:
        parse_toml(text, "")
    except BadInput:
        return True
    return False


def submission(pack: Pack, text: str, name: str, library: Any = None) -> Submission:
    """The force in the text of a file called `name`, read and checked for this event.

    `library` are the units to look names up in, where the game has a library; without one, those that come with it.
    What of a list is not understood is a warning.
    """
    lists = game_named(pack.game).lists
    if lists is None or not is_list(text):
        return _in_file(pack, text, name, library)
    found = lists.read(text, name, library)
    handed_in = _in_file(pack, found.text, name, library)
    unread = (replace(one, kind=UNKNOWN) for one in found.problems)
    return replace(handed_in, warnings=(*unread, *handed_in.warnings))


def _in_file(pack: Pack, text: str, name: str, library: Any) -> Submission:
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
