"""Lists that other tools wrote, in any form that is known; everything in them that cannot be taken over is named.

- JSON as Jeff's BattleTech Tools exports a force, and as MekBay saves one; MekBay's links.
- Text as it is copied or saved from the Master Unit List's force builder and its like: one unit a line, or a table.
- The code that Tabletop Simulator takes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from musterhall.games.alpha_strike.lists import jeffs, mekbay, text_lists, tts
from musterhall.games.alpha_strike.lists.reading import LONGEST_FILE, ListImport, Reading
from musterhall.games.alpha_strike.units.library import Library
from musterhall.problems import BadInput


def import_list(text: str, name: str, library: Library) -> ListImport:
    """A list in any of the forms that are known."""
    if len(text) > LONGEST_FILE:
        raise BadInput(f"{name}: has {len(text):,} characters, and no list needs {LONGEST_FILE:,}; check the file.")
    reading = Reading(name, library)
    start = text.lstrip("\ufeff \t\r\n")
    if re.match(r"\{\s*\{", start):
        tts.read(start, reading)
    elif start[:1] in ("{", "["):
        _read_json(start, reading)
    elif mekbay.is_link(start):
        mekbay.read_link(start, reading)
    else:
        text_lists.read(start, reading)
    return reading.finished()


def _read_json(text: str, reading: Reading) -> None:
    data = _loaded(text, reading.name)
    if isinstance(data, Mapping) and mekbay.is_saved(data):
        mekbay.read_saved(data, reading)
    else:
        jeffs.read(data, reading)


def _loaded(text: str, name: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError:
        raise BadInput(f"{name}: is nested too deeply to be a list; export it again.") from None
    except ValueError as error:
        raise BadInput(f"{name}: not readable as JSON: {error}. Export the list again and try once more.") from error
