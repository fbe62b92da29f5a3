"""Functions as machine code, kept on the disk so that only the first run waits for it.

Numba itself keeps machine code beside the source and looks only at the file that a function stands in; but code of
other compiled functions, and numbers of other modules, are built into it. Here the folder's name is a digest of
everything it rests on, so that nobody ever runs yesterday's rule.

A module with compiled functions takes what it uses in them from other such modules, or hands it in as an argument.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import os
import re
import shutil
import sys
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import musterhall

Function = TypeVar("Function", bound=Callable[..., Any])

_IMPORTED = re.compile(r"^from ([\w.]+) import ", re.MULTILINE)
_MARKED = re.compile(r"^@compiled$", re.MULTILINE)
_PLACING = threading.Lock()


def compiled(function: Function) -> Function:
    """Compile a function of numbers and arrays when it is first called; its machine code is kept."""
    import numba

    folder = kept_in(function.__module__, Path(function.__code__.co_filename))
    if not folder.exists():
        _remove_older(folder)
    # Numba reads its setting while it decorates, and has no other way to be told a place.
    with _PLACING:
        settings: Any = numba.config
        usual, settings.CACHE_DIR = settings.CACHE_DIR, str(folder)
        try:
            return cast(Function, numba.njit(cache=True, error_model="numpy")(function))
        finally:
            settings.CACHE_DIR = usual


def is_kept(module: str) -> bool:
    """Whether there is machine code of a module as it stands; to know it of each function would take importing it."""
    try:
        folder = kept_in(module)
    except ModuleNotFoundError:  # a game may name what is not there, and is told so when it is played
        return False
    return any(folder.rglob("*.nbi"))


@cache
def kept_in(module: str, source: Path | None = None) -> Path:
    """The folder for the machine code of a module."""
    own = source or _source_of(module)
    digest = hashlib.sha256("\n".join(_versions()).encode())
    for each in sorted(_rests_on(module, own)):
        digest.update(each.read_bytes())
    return _place(own.parent) / f"{own.stem}-{digest.hexdigest()[:16]}"


def _versions() -> tuple[str, ...]:
    return (sys.version, importlib.metadata.version("numba"), musterhall.__version__)


@cache
def _rests_on(module: str, source: Path) -> frozenset[Path]:
    """This source and all others with compiled functions that it imports from, directly or through one another."""
    found = {source}
    for name in _IMPORTED.findall(source.read_text(encoding="utf-8")):
        other = importlib.util.resolve_name(name, module.rpartition(".")[0])
        if _is_compiled(other):
            found |= _rests_on(other, _source_of(other))
    return frozenset(found)


@cache
def _is_compiled(module: str) -> bool:
    """Whether the module has compiled functions of ours; what a library does, its version tells."""
    if module.partition(".")[0] in (*sys.stdlib_module_names, "numpy", "numba"):
        return False
    try:
        source = _source_of(module)
    except ModuleNotFoundError:  # imported for type checkers alone
        return False
    return source.suffix == ".py" and bool(_MARKED.search(source.read_text(encoding="utf-8")))


@cache
def _source_of(module: str) -> Path:
    loaded = getattr(sys.modules.get(module), "__file__", None)
    if loaded is not None:
        return Path(loaded)
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"No module named {module!r}", name=module)
    return Path(spec.origin)


def _place(beside: Path) -> Path:
    """Where numba was told to, else beside the source, else, where that cannot be written, among the user's caches."""
    mark = hashlib.sha256(str(beside).encode()).hexdigest()[:8]
    told = os.environ.get("NUMBA_CACHE_DIR")
    if told:
        return Path(told) / f"musterhall-{mark}"
    if _can_be_written(beside / "__pycache__"):
        return beside / "__pycache__"
    caches = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(caches) if caches else Path.home() / ".cache") / "musterhall" / mark


def _can_be_written(folder: Path) -> bool:
    if folder.exists():
        return os.access(folder, os.W_OK)
    return os.access(folder.parent, os.W_OK)


def _remove_older(folder: Path) -> None:
    """What was made of an earlier state of the module, which nobody will ask for again."""
    name = folder.name.rpartition("-")[0]
    for other in folder.parent.glob(f"{name}-*"):
        if other != folder and re.fullmatch(rf"{re.escape(name)}-[0-9a-f]{{16}}", other.name):
            shutil.rmtree(other, ignore_errors=True)
