"""Templates: one environment, and what every page knows."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import quote, urlencode

from fastapi import Request
from jinja2 import ChoiceLoader, Environment, FunctionLoader, PackageLoader, StrictUndefined, select_autoescape
from starlette.responses import HTMLResponse

from musterhall.events.clock import shown_day_and_hour, shown_hour, shown_left
from musterhall.events.wording import possessive
from musterhall.game.game import Game
from musterhall.games import game_named
from musterhall.packs.model import open_questions
from musterhall.store.desk import now
from musterhall.tally import shown
from musterhall.web.devices import device_told
from musterhall.web.gate import house_of, session_of
from musterhall.web.menu import event_menu
from musterhall.web.sessions import Visitor, form_token, read_words, signed_words

NOTICE = "Musterhall is unofficial and belongs to none of the games' owners."


GAME_TEMPLATE = "game/"
FIELD_FIRST = re.compile(r"^[a-z][a-z -]{1,24}: ")
"""How a complaint to a program begins: with the name of a field."""
UNIT_FORM = "unit"
"""The fields of a unit that somebody makes."""


def game_template(game: Game, name: str) -> str:
    """What a template of a game's own goes by."""
    return f"{GAME_TEMPLATE}{game.name}/{name}.html"


def _of_a_game(template: str) -> str | None:
    if not template.startswith(GAME_TEMPLATE):
        return None
    named, _, name = template.removeprefix(GAME_TEMPLATE).removesuffix(".html").partition("/")
    game = game_named(named)
    owner = game.units.making if name == UNIT_FORM and game.units else game.builder
    return owner.template(name) if owner is not None else None


@cache
def templates() -> Environment:
    env = Environment(
        loader=ChoiceLoader([PackageLoader("musterhall.web"), FunctionLoader(_of_a_game)]),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # otherwise every page looks up the dates of all its files
    )
    env.filters |= {"points": points, "left": shown_left, "path": lambda text: quote(str(text), safe="")}
    env.filters |= {"hour": shown_hour, "day_and_hour": shown_day_and_hour}
    env.filters |= {
        "sentence": sentence,
        "ordinal": ordinal,
        "plainly": plainly,
        "possessive": possessive,
        "device": device_told,
    }
    env.globals |= {"notice": NOTICE, "asset": asset, "now": now, "words_of": lambda game: game_named(game).words}
    env.globals |= {"event_menu": event_menu}
    return env


def page(request: Request, template: str, context: Mapping[str, Any], status: int = 200) -> HTMLResponse:
    """A whole page. Templates know `visitor`, `house`, `form_token`, and `told`, what the last form had to say."""
    text = templates().get_template(template).render({**known(request), **context})
    return HTMLResponse(text, status_code=status)


def telling(request: Request, address: str, words: str) -> str:
    """The address of a page of ours that will say this first, to the one who asks now and to nobody else."""
    told = signed_words(session_of(request), house_of(request).accounts, words)
    return f"{address}{'&' if '?' in address else '?'}{urlencode({'told': told})}"


def known(request: Request) -> dict[str, Any]:
    house = house_of(request)
    found: Visitor = request.state.visitor
    return {
        "request": request,
        "visitor": found,
        "house": house,
        "form_token": form_token(found.session, house.accounts),
        "told": read_words(found.session, house.accounts, request.query_params.get("told", "")),
        "path": request.url.path,
    }


def points(value: Fraction | int | float) -> str:
    return shown(Fraction(value))


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 11th."""
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ends.get(number % 10, 'th')}"


def sentence(text: str) -> str:
    """A refusal as a person reads it beside the field it is about: without the field's name before it."""
    said = FIELD_FIRST.sub("", text)
    return said[:1].upper() + said[1:]


def plainly(text: str) -> str:
    """A sentence without the names that packs have for open questions: a player needs the answer."""
    told = re.sub(r" \((\w+) = \w+\)", lambda found: "" if found[1] in open_questions() else found[0], text)
    return re.sub(r"\b(\w+) = (\w+)", _in_words, told)


def _in_words(found: re.Match[str]) -> str:
    known = open_questions().get(found[1])
    values = {str(value).lower(): words for value, words in known.values.items()} if known else {}
    return values.get(found[2], found[0])


@cache
def asset(name: str) -> str:
    """The address of a file under static/, with a fingerprint of its content so that phones may keep it for good."""
    content = (files("musterhall.web") / "static" / name).read_bytes()
    return f"/static/{name}?{hashlib.sha256(content).hexdigest()[:10]}"
