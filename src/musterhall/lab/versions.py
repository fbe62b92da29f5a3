"""What a result rests on beside its study: the program and the rules, told by a digest of their files.

A version number says when somebody thought that results change; agents have none. So the files themselves are
digested, those of the core and of the game, and whoever fights a batch must have the very same.
"""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import musterhall
from musterhall.game.game import Game
from musterhall.games import battles_of
from musterhall.problems import BadInput

CORE = ("battle", "game", "dice.py", "tally.py", "geometry.py", "measuring.py", "table.py", "places.py")
RULES_ENDINGS = (".py", ".toml")


@dataclass(frozen=True, slots=True)
class Versions:
    """What fought a batch."""

    musterhall: str
    rules: str
    files: str

    def as_data(self) -> dict[str, Any]:
        return asdict(self)

    def told(self) -> str:
        return f"Musterhall {self.musterhall}, rules {self.rules}, files {self.files[:8]}"


def versions_of(game: Game) -> Versions:
    return Versions(musterhall.__version__, battles_of(game).version, _digest(type(game).__module__))


def require_same(own: Versions, theirs: Versions, who: str, remedy: str) -> None:
    """Refuse what another program has fought: its battles may have ended otherwise."""
    if own != theirs:
        raise BadInput(f"{who} fought with {theirs.told()}, and this is {own.told()}; {remedy}.")


@cache
def _digest(game_module: str) -> str:
    core = Path(musterhall.__file__).parent
    loaded = sys.modules[game_module].__file__
    assert loaded is not None, "a game is a module in a file"
    roots = [*(core / name for name in CORE), core / "lab" / "fighting.py", Path(loaded).parent]
    digest = sha256()
    for root in roots:
        files = [root] if root.is_file() else sorted(one for one in root.rglob("*") if one.suffix in RULES_ENDINGS)
        for file in files:
            digest.update(f"{file.relative_to(root.parent).as_posix()}\n".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()
