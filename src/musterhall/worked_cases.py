"""Where the worked cases of games lie: in the package when it was built as a wheel, among the tests in a checkout."""

from __future__ import annotations

from pathlib import Path

import musterhall
from musterhall.game.game import Game
from musterhall.games import rulebook_of

PACKAGE = Path(musterhall.__file__).resolve().parent
CASES = (PACKAGE / "cases", PACKAGE.parents[1] / "tests" / "cases")


def worked_cases(game: Game) -> dict[str, str]:
    """Those that the game's own package brings, and those that lie here, by file name."""
    return dict(rulebook_of(game).cases()) | {
        str(file.relative_to(folder)): file.read_text(encoding="utf-8")
        for folder in (place / game.name for place in CASES)
        for file in sorted(folder.rglob("*.toml"))
    }
