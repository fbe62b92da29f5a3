"""A battle as one HTML file that plays itself: nothing to install, nothing fetched, opens from a disk.

Script and style stand beside this module in `board/`. Whatever comes from `data` goes in as JSON and is shown as text
by the page's script; only `table.art` is markup, and that is drawn by our own code.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from musterhall.problems import BadInput
from musterhall.web.showing import templates

DRAWING = ("svg.js", "shapes.js", "symbols.js", "position.js", "labels.js", "happenings.js", "fingers.js", "board.js")
"""The scripts that draw a board, each after those it stands on."""

REPLAYING = (
    *("camera.js", "moments.js", "timeline.js", "playback.js"),
    *("telling.js", "panels.js", "strip.js", "cards.js", "replay.js"),
)
"""The scripts of a replay, likewise."""


def replay_page(data: Mapping[str, Any]) -> str:
    """The whole page for the data of a `Replay`, with nothing left to fetch."""
    style = board_file("board.css") + board_file("replay.css")
    script = _script(*DRAWING, *REPLAYING)
    return _page(data, style=style, script=script, folder="", back="")


def served_replay_page(data: Mapping[str, Any], folder: str, back: str) -> str:
    """The same page as a server gives it: script and style come from `folder`, and `back` leads away from it."""
    return _page(data, style="", script="", folder=folder, back=back)


def served_file(name: str) -> str:
    """A file as a server gives it; a page's style comes in one piece, for one request less on a slow link."""
    if name == "page.css":
        return (files("musterhall.web") / "static" / "style.css").read_text(encoding="utf-8") + board_file("board.css")
    if name == "referee-page.css":
        return served_file("page.css") + board_file("referee.css")
    if name == "replay-page.css":
        return board_file("board.css") + board_file("replay.css")
    if name == "play-page.css":
        return board_file("board.css") + board_file("play.css")
    return board_file(name)


def board_file(name: str) -> str:
    """One of the board's own files, by its name."""
    return (files("musterhall.web") / "board" / name).read_text(encoding="utf-8")


def _page(data: Mapping[str, Any], **parts: str) -> str:
    if not data["frames"]:
        raise BadInput("Replay: the battle has no frames; play at least its setup first.")
    known = {"title": data["title"], "words": data["words"], "data": _embedded(data)}
    return templates().get_template("replay.html").render(known | parts)


def _embedded(data: Mapping[str, Any]) -> str:
    """JSON that cannot end or open a tag, whatever the names in it are."""
    try:
        text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise BadInput(f"Replay: the battle is not plain JSON: {error}. Use finite numbers.") from error
    return text.replace("<", "\\u003c")


def _script(*names: str) -> str:
    """Several modules as one: a page opened from a disk may not import its neighbours."""
    joined = "\n".join(board_file(name) for name in names)
    without_imports = re.sub(r'^import [^;]* from "\./[^"]+";\n', "", joined, flags=re.MULTILINE)
    return re.sub(r"^export ", "", without_imports, flags=re.MULTILINE)
