"""Plain data as TOML text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from musterhall.problems import BadInput


def toml_text(data: Mapping[str, Any]) -> str:
    """Plain data as TOML: values first, then tables, then lists of tables, each inner table on one line."""
    values, tables, lists = [], [], []
    for key, value in data.items():
        if isinstance(value, Mapping):
            tables.append(f"\n[{_key(key)}]\n{_lines(value)}")
        elif _is_rows(value):
            lists += [f"\n[[{_key(key)}]]\n{_lines(row)}" for row in value]
        else:
            values.append(f"{_key(key)} = {_value(value)}\n")
    return "".join([*values, *tables, *lists])


def _lines(table: Mapping[str, Any]) -> str:
    return "".join(
        f"{_key(key)} = {_rows(value) if _is_rows(value) else _value(value)}\n" for key, value in table.items()
    )


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, Mapping) for one in value)


def _rows(rows: list[Mapping[str, Any]]) -> str:
    return "[\n" + "".join(f"  {_value(row)},\n" for row in rows) + "]"


def _key(key: str) -> str:
    bare = key and all(one.isascii() and (one.isalnum() or one in "_-") for one in key)
    return key if bare else _word(key)


def _word(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _word(value)
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, np.generic):
        return _value(value.item())
    raise BadInput(f"{value!r} cannot stand in a file; use words, numbers, true or false.")
