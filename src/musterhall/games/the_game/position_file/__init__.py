"""The position form: a table of THE GAME as a file, for the referee, for worked cases and for saved battles.

Anything may be left out. Units are named by datasheet or given stats of their own; a formation without places stands
in a row on its own side of the table, out of everybody's way; `inside`, `behind` and `touching` stand for terrain that
nobody wants to draw. docs/referee.md has examples.
"""

from musterhall.games.the_game.position_file.reading import Situation, read_position, read_situation
from musterhall.games.the_game.position_file.words import command_word
from musterhall.games.the_game.position_file.writing import position_data, position_toml

__all__ = [
    "Situation",
    "command_word",
    "position_data",
    "position_toml",
    "read_position",
    "read_situation",
]
