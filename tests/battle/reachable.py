"""Everything that can be reached from an object, as somebody curious would: by attributes, items and closures."""

from __future__ import annotations

import functools
import types
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

_CLOSED = (str, bytes, int, float, bool, type(None), type, types.ModuleType, np.dtype)
"""What holds nothing, or belongs to the program and not to the battle."""


def reachable(*roots: Any) -> Iterator[Any]:
    """The roots and all they lead to, each object once."""
    seen: dict[int, Any] = {}
    todo = list(roots)
    while todo:
        thing = todo.pop()
        if isinstance(thing, _CLOSED) or id(thing) in seen:
            continue
        seen[id(thing)] = thing
        yield thing
        todo += _parts(thing)


def _parts(thing: Any) -> list[Any]:
    if isinstance(thing, Mapping):
        return [*thing.keys(), *thing.values(), *_attributes(thing)]
    if isinstance(thing, list | tuple | set | frozenset):
        return [*thing, *_attributes(thing)]
    if isinstance(thing, np.ndarray):
        return [thing.base]
    if isinstance(thing, types.FunctionType):
        return [cell.cell_contents for cell in thing.__closure__ or ()]
    if isinstance(thing, types.MethodType):
        return [thing.__self__, thing.__func__]
    if isinstance(thing, types.GeneratorType):
        return [] if thing.gi_frame is None else list(thing.gi_frame.f_locals.values())
    if isinstance(thing, functools.partial):
        return [thing.func, *thing.args, *thing.keywords.values()]
    return _attributes(thing)


def _attributes(thing: Any) -> list[Any]:
    found = list(getattr(thing, "__dict__", {}).values())
    for base in type(thing).__mro__:
        slots = base.__dict__.get("__slots__", ())
        names = (slots,) if isinstance(slots, str) else slots
        found += [getattr(thing, name) for name in names if hasattr(thing, name)]
    return found
