"""Nothing above `games` speaks of one game: what a page or a paper says of its units, the game declares."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import musterhall
from musterhall.games import game_named

HOUSE = Path(musterhall.__file__).parent
WORDS = re.compile(
    r"\b(PV|TMM|Mechs?|skills?|pilots?|formations?|factions?|eras?|command units?|Master Unit List|Jeff's|Atlas)\b",
    re.IGNORECASE,
)
OF_PACKS = {
    "command units": (
        *("web/templates/desk/card.html", "web/templates/desk/player.html", "web/templates/macros.html"),
        *("web/templates/parts/my_units.html", "printing/briefs.typ"),
    ),
    **dict.fromkeys(
        ("faction", "factions"),
        (
            *("web/templates/desk/awards.html", "web/templates/desk/player.html", "web/templates/desk/set_up.html"),
            *("web/templates/public/player_force.html", "web/templates/public/register.html"),
            "web/templates/public/statistics.html",
        ),
    ),
}
"""Words that an event pack has for its own rules, and where they may stand: a scenario says `command_units`, and a
prize or a player's entry says `faction`, whatever the game's own word for it is."""

MODULES = (
    *("game/builder.py", "game/drafting.py", "cli/building.py", "cli/events/drafts.py", "events/drafts/records.py"),
    *("web/draft_views.py", "web/drafts.py", "web/pages/builder.py", "web/pages/drafts.py", "printing/draft_sheets.py"),
    *("web/static/builder.js", "web/static/draft.js"),
)
"""What builds and drafts forces of any game."""


def shells() -> Iterator[Path]:
    """Every page and paper that is no game's own."""
    for pattern in ("*.html", "*.typ"):
        yield from (file for file in HOUSE.rglob(pattern) if HOUSE / "games" not in file.parents)


def name_of(file: Path) -> str:
    return str(file.relative_to(HOUSE))


@pytest.mark.parametrize("file", sorted(shells()), ids=name_of)
def test_a_page_or_paper_of_every_game_has_no_word_of_one(file: Path) -> None:
    said = {word.casefold() for word in WORDS.findall(file.read_text("utf-8"))}
    assert not [word for word in said if name_of(file) not in OF_PACKS.get(word, ())]


def test_the_words_stand_where_the_game_is() -> None:
    builder = game_named("alpha_strike").builder
    assert builder is not None
    assert WORDS.search(builder.template("work"))
    assert len(list(shells())) > 50


@pytest.mark.parametrize("module", MODULES)
def test_building_and_drafting_have_no_word_of_one_game(module: str) -> None:
    """Formations may be spoken of: every game that ships has them, and a command is called so."""
    said = WORDS.findall((HOUSE / module).read_text("utf-8"))
    assert not [word for word in said if not word.casefold().startswith("formation")]
