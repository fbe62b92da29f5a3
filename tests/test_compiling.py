"""Machine code that is kept: it is never older than anything it was made from."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import musterhall
from musterhall.compiling import kept_in

PACKAGE = Path(musterhall.__file__).parent

DEPENDENT = """
from musterhall.compiling import compiled
from musterhall.middle import doubled


@compiled
def asked(number: float) -> float:
    return doubled(number) + 1.0
"""
MIDDLE = """
from musterhall.bottom import FACTOR, same
from musterhall.compiling import compiled


@compiled
def doubled(number: float) -> float:
    return FACTOR * same(number)
"""
BOTTOM = """
from musterhall.compiling import compiled

FACTOR = 2.0


@compiled
def same(number: float) -> float:
    return number
"""
ASK = "from musterhall.dependent import asked; print(asked(10.0), sum(asked.stats.cache_hits.values()))"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The little of the package that compiles, with three modules that build on one another."""
    package = tmp_path / "site" / "musterhall"
    package.mkdir(parents=True)
    for name in ("__init__.py", "compiling.py"):
        shutil.copy(PACKAGE / name, package / name)
    for name, text in (("bottom", BOTTOM), ("middle", MIDDLE), ("dependent", DEPENDENT)):
        (package / f"{name}.py").write_text(text)
    return package


def ask(copy: Path, **environment: str) -> list[str]:
    told = {**os.environ, "PYTHONPATH": str(copy.parent), **environment}
    told.pop("NUMBA_CACHE_DIR", None)
    run = subprocess.run([sys.executable, "-c", ASK], env=told, capture_output=True, text=True, check=True)
    return run.stdout.split()


def test_a_function_runs_the_new_code_when_what_it_calls_through_another_module_changes(copy: Path) -> None:
    assert ask(copy) == ["21.0", "0"]
    assert ask(copy) == ["21.0", "1"]
    (copy / "bottom.py").write_text(BOTTOM.replace("return number", "return number + 5.0"))
    assert ask(copy) == ["31.0", "0"]


def test_a_number_of_another_module_counts_and_what_was_made_of_the_old_one_is_removed(copy: Path) -> None:
    assert ask(copy)[0] == "21.0"
    # Python takes a file of the same length, written within the same second, for the one it has read already.
    (copy / "bottom.py").write_text(BOTTOM.replace("FACTOR = 2.0", "FACTOR = 40.0"))
    assert ask(copy)[0] == "401.0"
    folders = [one.name.rpartition("-")[0] for one in (copy / "__pycache__").iterdir() if one.is_dir()]
    assert sorted(folders) == ["bottom", "dependent", "middle"]


def test_a_package_that_cannot_be_written_keeps_its_code_among_the_users_caches(
    monkeypatch: pytest.MonkeyPatch, copy: Path, tmp_path: Path
) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    assert (copy / "__pycache__") in kept_in("bottom", copy / "bottom.py").parents
    kept_in.cache_clear()
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert (tmp_path / "caches" / "musterhall") in kept_in("bottom", copy / "bottom.py").parents


def test_whether_code_is_kept_is_known_by_the_folder_of_the_present_sources(copy: Path) -> None:
    known = "from musterhall.compiling import is_kept; print(is_kept('musterhall.dependent'))"

    def kept() -> str:
        told = {**os.environ, "PYTHONPATH": str(copy.parent)}
        told.pop("NUMBA_CACHE_DIR", None)
        run = subprocess.run([sys.executable, "-c", known], env=told, capture_output=True, text=True, check=True)
        return run.stdout.strip()

    assert kept() == "False"
    ask(copy)
    assert kept() == "True"
    (copy / "bottom.py").write_text(BOTTOM + "\n")
    assert kept() == "False"


# What a compiled function uses is built into its code


def test_compiled_functions_take_from_other_modules_only_what_the_folders_name_covers() -> None:
    stray = [told for source in _with_compiled_functions() for told in _strays(source)]
    assert not stray


def _with_compiled_functions() -> Iterator[Path]:
    for source in sorted(PACKAGE.rglob("*.py")):
        if "\n@compiled\n" in source.read_text(encoding="utf-8"):
            yield source


def _strays(source: Path) -> Iterator[str]:
    """Names inside compiled functions that come from a module without any."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    compiled = {".".join(one.relative_to(PACKAGE.parent).with_suffix("").parts) for one in _with_compiled_functions()}
    brought = {
        alias.asname or alias.name: node.module or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    for function in tree.body:
        if isinstance(function, ast.FunctionDef) and any(
            ast.unparse(one) == "compiled" for one in function.decorator_list
        ):
            used = {node.id for part in function.body for node in ast.walk(part) if isinstance(node, ast.Name)}
            for name in sorted(used & brought.keys()):
                if brought[name] not in compiled:
                    yield f"{source.name}: {function.name} uses {name} of {brought[name]}"
