"""Odds beside the referee: who attacks whom, filled in by hand, and what comes of it in every way the dice can fall.

The whole question is in the address, so that it can be kept, shared and asked again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from musterhall.game.game import Game
from musterhall.game.odds import Odds, OddsReport
from musterhall.game.odds_form import OddsForm
from musterhall.games import all_games, game_named
from musterhall.problems import BadInput
from musterhall.toml_text import toml_text
from musterhall.web.gate import Asking
from musterhall.web.library import library_of
from musterhall.web.pages.referee import in_time
from musterhall.web.showing import page

MOST_NAMES = 800
"""So many names of units may a page carry along; of more the names that come near are told."""
TARGET = "target"

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Bar:
    """A number of points with its chance, and that of so many or more."""

    label: str
    chance: float
    at_least: float
    share: float
    """How long its bar is, in hundredths of the longest."""


@router.get("/odds")
async def odds_page(request: Request, visitor: Asking) -> Response:
    said = dict(request.query_params)
    game = _game(said.get("game", ""))
    part, form = _odds_of(game)
    library = library_of(game.name)
    report, problem = None, ""
    if TARGET + ".unit" in said:
        try:
            report = await in_time(request, lambda: _worked_out(part, form, said, library))
        except BadInput as error:
            problem = str(error)
    names = part.unit_names(library)
    context = {
        "game": game,
        "form": form,
        "said": said,
        "report": report,
        "bars": _bars(report.bars) if report is not None else (),
        "situation": toml_text(report.situation) if report is not None else "",
        "problem": problem,
        "names": names if len(names) <= MOST_NAMES else (),
    }
    return page(request, "referee/odds.html", context, 400 if problem else 200)


def _game(name: str) -> Game:
    """The game that was named, or the first that has a form for odds."""
    return game_named(name) if name else next(game for game in all_games() if game.odds and game.odds.form)


def _odds_of(game: Game) -> tuple[Odds, OddsForm]:
    part = game.odds
    if part is None or part.form is None:
        raise BadInput(f"{game.words.title}: its odds are not worked out here; ask its referee instead.")
    return part, part.form


def _worked_out(part: Odds, form: OddsForm, said: Mapping[str, str], library: Any) -> OddsReport:
    numbered = (_fields_of(said, str(number)) for number in range(1, form.most + 1))
    read = form.read(_fields_of(said, TARGET), [one for one in numbered if one.get("unit", "").strip()])
    return part.work_out_form(*read, library)


def _fields_of(said: Mapping[str, str], whose: str) -> dict[str, str]:
    return {key.partition(".")[2]: text for key, text in said.items() if key.partition(".")[0] == whose}


def _bars(bars: Sequence[tuple[str, float]]) -> list[Bar]:
    highest = max(chance for _, chance in bars)
    at_least = [*accumulate(chance for _, chance in reversed(bars))][::-1]
    return [
        Bar(label, chance, min(1.0, so_many), 100 * chance / highest)
        for (label, chance), so_many in zip(bars, at_least, strict=True)
    ]
