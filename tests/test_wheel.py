"""What is installed from the wheel works without the checkout it was built from."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import httpx
import pytest
from tests.web.serving import SECONDS_TO_START, running

ROOT = Path(__file__).parents[1]
UV = ROOT / ".tools" / "bin" / "uv"
WHERE = "import musterhall; print(musterhall.__file__)"
RULES = ("rules", "the-game", "--json")


def test_a_wheel_fights_checks_lists_the_rules_and_serves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not UV.exists():
        pytest.skip(f"no uv at {UV}: `make test` puts it there")
    python = installed(wheel(tmp_path / "dist"), tmp_path / "empty")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    muster = str(python.with_name("muster"))
    assert said(str(python), "-c", WHERE).startswith(str(tmp_path)), "the installed one is asked, not the checkout's"

    assert said(muster, *RULES) == said(sys.executable, "-m", "musterhall.cli.main", *RULES)
    assert "is legal" in said(muster, "force", "check", "humanxx-1000")
    small = ("--red", "humanxx-500", "--blue", "orc-hegemony-500", "--agents", "drill,random")
    assert " wins " in said(muster, "battle", "the-game", "--seed", "3", "--quiet", *small, "--replay", "page.html")
    assert "<html" in Path("page.html").read_text(encoding="utf-8")

    monkeypatch.setattr(sys, "executable", str(python))
    with running(tmp_path / "server", str(tmp_path / "hall.db")) as hall:
        page = httpx.get(f"{hall.url}/", timeout=SECONDS_TO_START, trust_env=False, follow_redirects=True)
        assert page.is_success
        assert "Musterhall" in page.text


def wheel(folder: Path) -> Path:
    """Built by the backend itself, which asks no network for anything."""
    said(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), cwd=ROOT)
    (built,) = folder.glob("*.whl")
    return built


def installed(wheel: Path, place: Path) -> Path:
    """An environment with the wheel and the libraries it is locked to, and with nothing that only the tests need."""
    said(str(UV), "venv", "-q", "--python", sys.executable, str(place))
    python = place / "bin" / "python"
    said(str(UV), "pip", "install", "-q", "--offline", "--no-deps", "--python", str(python), str(wheel))
    (packages,) = (place / "lib").glob("python*/site-packages")
    for name in re.findall(r"^([\w.-]+)==", (ROOT / "requirements.lock").read_text(encoding="utf-8"), re.MULTILINE):
        with suppress(PackageNotFoundError):  # some are for other systems
            lend(name, packages)
    return python


def lend(name: str, packages: Path) -> None:
    """A library of this environment, linked instead of copied: all of them are half a gigabyte."""
    library = distribution(name)
    for top in {file.parts[0] for file in library.files or ()} - {"..", "__pycache__"}:
        if not (packages / top).exists():
            (packages / top).symlink_to(Path(str(library.locate_file(top))))


def said(*command: str, cwd: Path | None = None) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, env=os.environ, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
