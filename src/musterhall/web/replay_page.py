"""A battle as one HTML file that plays itself: nothing to install, nothing fetched, opens from a disk.

The sources stand beside this module in `board/`; this puts them into one page. Whatever comes from `data`
goes in as JSON and is shown as text by the page's script; only `table.art` is markup, and that is drawn by
our own code.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from typing import Any

from musterhall.problems import BadInput

NEEDED = ("title", "seed", "game", "sides", "table", "units", "formations", "objectives", "frames", "result")


def replay_page(data: Mapping[str, Any]) -> str:
    """The whole page for the battle in `data`."""
    _check(data)
    parts = {
        "title": escape(str(data["title"])),
        "css": _source("replay.css"),
        "data": _embedded(data),
        "script": _script("board.js", "replay.js"),
    }
    return re.sub(r"{{ (\w+) }}", lambda place: parts[place[1]], _source("replay.html"))


def _check(data: Mapping[str, Any]) -> None:
    missing = [key for key in NEEDED if key not in data]
    if missing:
        raise BadInput(f"Replay: the battle has no {', '.join(missing)}; record it again with this version.")
    if not data["frames"]:
        raise BadInput("Replay: the battle has no frames; play at least its setup first.")
    if len(data["sides"]) != 2:
        raise BadInput(f"Replay: the battle has {len(data['sides'])} sides; a replay shows exactly two.")


def _embedded(data: Mapping[str, Any]) -> str:
    """JSON that cannot end or open a tag, whatever the names in it are."""
    try:
        text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise BadInput(f"Replay: the battle is not plain JSON: {error}. Use finite numbers.") from error
    return text.replace("<", "\\u003c")


def _script(*names: str) -> str:
    """Several modules as one: a page opened from a disk may not import its neighbours."""
    joined = "\n".join(_source(name) for name in names)
    without_imports = re.sub(r'^import [^;]* from "\./[^"]+";\n', "", joined, flags=re.MULTILINE)
    return re.sub(r"^export ", "", without_imports, flags=re.MULTILINE)


def _source(name: str) -> str:
    return (files("musterhall.web") / "board" / name).read_text(encoding="utf-8")
