"""A pack's file while settings are changed in it.

A new key is put under the head of its table, a new table at the end of the file, and a table goes without what is told
before the next one; so no comment is parted from what it tells of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import tomlkit

from musterhall.toml_text import toml_value


class PackFile:
    def __init__(self, text: str) -> None:
        self.text = text

    def set(self, table: str, key: str, value: Any) -> None:
        """Give a key another value, or none; a row of a list has its number for a name, as in event.soft.0."""
        document = tomlkit.parse(self.text)
        place: Any = document
        for step in table.split("."):
            place = place[int(step)] if step.isdecimal() else place.get(step, {})
        if key in place:
            if value is None:
                del place[key]
            else:
                place[key] = value
            self.text = tomlkit.dumps(document)
        elif value is not None:
            self._add(f"[{table}]", key, value)

    def append(self, head: str, data: Mapping[str, Any]) -> None:
        """A table at the end."""
        self.text = "\n".join([self.text.rstrip("\n"), "", head, *map(_line, data, data.values()), ""])

    def remove(self, head: str, number: int = 0) -> None:
        """Take out a table, or of several with this head the one with this number, from 0 on."""
        start = [*_heads(self.text, head)][number]
        lines = self.text.splitlines(keepends=True)
        following = (place for place, line in enumerate(lines) if place > start and line.startswith("["))
        end = next(following, len(lines))
        while end < len(lines) and lines[end - 1].startswith("#"):
            end -= 1
        self.text = "".join([*lines[:start], *lines[end:]])

    def _add(self, head: str, key: str, value: Any) -> None:
        under = next(_heads(self.text, head), None)
        if under is None:
            self.append(head, {key: value})
            return
        lines = self.text.splitlines(keepends=True)
        self.text = "".join([*lines[: under + 1], f"{_line(key, value)}\n", *lines[under + 1 :]])


def _heads(text: str, head: str) -> Iterator[int]:
    return (place for place, line in enumerate(text.splitlines()) if re.match(rf"{re.escape(head)}\s*(#|$)", line))


def _line(key: str, value: Any) -> str:
    return f"{key} = {toml_value(value)}"
