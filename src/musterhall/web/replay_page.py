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
    style = f"<style>\n{board_file('board.css')}{board_file('replay.css')}</style>"
    script = f'<script type="module">\n{_script("board.js", "replay.js")}</script>'
    return _page(data, style, script)


def served_replay_page(data: Mapping[str, Any], folder: str, back: str) -> str:
    """The same page as a server gives it: script and style come from `folder`, and `back` leads away from it."""
    sheet = f'<link rel="stylesheet" href="{folder}/replay-page.css">'
    style = f'{sheet}\n<link rel="icon" href="/static/icon.svg" type="image/svg+xml">'
    script = f'<script type="module" src="{folder}/replay.js"></script>'
    return _page(data, style, script, f'<a class="back" href="{back}">Back</a>')


def served_file(name: str) -> str:
    """A file as a server gives it; a page's style comes in one piece, for one request less on a slow link."""
    if name == "page.css":
        return (files("musterhall.web") / "static" / "style.css").read_text(encoding="utf-8") + board_file("board.css")
    if name == "replay-page.css":
        return board_file("board.css") + board_file("replay.css")
    return board_file(name)


def board_file(name: str) -> str:
    """One of the board's own files, by its name."""
    return (files("musterhall.web") / "board" / name).read_text(encoding="utf-8")


def _page(data: Mapping[str, Any], style: str, script: str, back: str = "") -> str:
    _check(data)
    parts = {
        "title": escape(str(data["title"])),
        "style": style,
        "back": back,
        "data": _embedded(data),
        "script": script,
    }
    return re.sub(r"{{ (\w+) }}", lambda place: parts[place[1]], board_file("replay.html"))


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
    joined = "\n".join(board_file(name) for name in names)
    without_imports = re.sub(r'^import [^;]* from "\./[^"]+";\n', "", joined, flags=re.MULTILINE)
    return re.sub(r"^export ", "", without_imports, flags=re.MULTILINE)
