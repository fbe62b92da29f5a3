"""The game names every module of its own that numba compiles, so that nobody waits for one unannounced."""

from __future__ import annotations

import subprocess
import sys
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


FOUGHT = """
import sys
from numba.core.dispatcher import Dispatcher
from musterhall.games import game_named
from musterhall.web.battles import bot_battle

game_named("alpha_strike").warm_up()
def signatures():
    ours = [module for name, module in sys.modules.items() if name.startswith("musterhall.")]
    found = {one for module in ours for one in vars(module).values() if isinstance(one, Dispatcher)}
    return {(one.py_func.__name__, each) for one in found for each in one.signatures}
warm = signatures()
for scenario in ("", "data-extraction"):
    bot_battle("alpha_strike", "", "", 7, "drill", "captain", scenario)
print(*sorted({name for name, _ in signatures() - warm}))
"""
"""In a process of its own, because what other tests call a function with is compiled too."""


def test_whoever_watches_the_first_battle_waits_for_nothing_to_be_compiled() -> None:
    fought = subprocess.run([sys.executable, "-c", FOUGHT], capture_output=True, text=True, check=True)
    assert fought.stdout.split() == []
