"""The game names every module of its own that numba compiles, so that nobody waits for one unannounced."""

from __future__ import annotations

from pathlib import Path

from musterhall.games import alpha_strike, game_named

ROOM = Path(alpha_strike.__file__).parent


def test_every_compiled_module_is_named() -> None:
    found = {
        f"musterhall.games.alpha_strike.{'.'.join(file.relative_to(ROOM).with_suffix('').parts)}"
        for file in ROOM.rglob("*.py")
        if "compiling import compiled" in file.read_text(encoding="utf-8")
    }
    assert found == {name for name in game_named("alpha_strike").compiled if ".alpha_strike." in name}
