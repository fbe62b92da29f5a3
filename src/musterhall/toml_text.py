"""Plain data as TOML text: how every file that we write is laid out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import tomlkit
from tomlkit.items import Array, InlineTable, Item, Table

from musterhall.problems import BadInput


def toml_text(data: Mapping[str, Any], *, inline: Collection[str] = ()) -> str:
    """Values first, then tables, then lists of tables, each inner table on one line.

    A list of tables whose key is in `inline` stands among the values.
    """
    document = tomlkit.document()
    tables = {key: value for key, value in data.items() if isinstance(value, Mapping)}
    lists = {key: value for key, value in data.items() if key not in inline and _is_rows(value)}
    for key, value in data.items():
        if key not in tables and key not in lists:
            document.add(key, _value(value))
    for key, value in tables.items():
        document.add(key, _table(value))
    for key, rows in lists.items():
        array = tomlkit.aot()
        for row in rows:
            array.append(_table(row))
        document.add(key, array)
    return document.as_string().lstrip("\n")


def toml_value(value: Any) -> str:
    """One value as it stands behind an equals sign, on one line."""
    return _value(value).as_string()


def _table(data: Mapping[str, Any]) -> Table:
    table = tomlkit.table()
    for key, value in data.items():
        table.add(key, _row_by_row(value) if _is_rows(value) else _value(value))
    return table


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, Mapping) for one in value)


def _row_by_row(rows: list[Mapping[str, Any]]) -> Array:
    return _array(rows).multiline(True)


def _value(value: Any) -> Item:
    if callable(plain := getattr(value, "item", None)):
        value = plain()  # out of an array; numpy is not asked, for most files have nothing from it
    if isinstance(value, Mapping):
        return _inline(value)
    if isinstance(value, list | tuple):
        return _array(value)
    if not isinstance(value, bool | int | float | str):
        raise BadInput(f"{value!r} cannot stand in a file; use words, numbers, true or false.")
    item: Item = tomlkit.item(value)
    return item


def _array(values: Collection[Any]) -> Array:
    array = tomlkit.array()
    array.extend(map(_value, values))
    return array


def _inline(data: Mapping[str, Any]) -> InlineTable:
    table = tomlkit.inline_table()
    for key, value in data.items():
        table.add(str(key), _value(value))
    return table
