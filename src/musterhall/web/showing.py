"""Templates: one environment, and what every page knows."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from fastapi import Request
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from starlette.responses import HTMLResponse

from musterhall.events.clock import shown_left
from musterhall.events.scores import shown
from musterhall.store.desk import now
from musterhall.web.gate import house_of
from musterhall.web.sessions import Visitor, form_mark

NOTICE = "Musterhall is unofficial and belongs to none of the games' owners."


@cache
def templates() -> Environment:
    env = Environment(
        loader=PackageLoader("musterhall.web"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.filters |= {"points": points, "left": shown_left, "path": lambda text: quote(str(text), safe="")}
    env.globals |= {"notice": NOTICE, "asset": asset, "now": now}
    return env


def page(request: Request, template: str, context: Mapping[str, Any], status: int = 200) -> HTMLResponse:
    """A whole page. Templates know `visitor`, `house`, `mark` for forms, and `told`, what the last form had to say."""
    text = templates().get_template(template).render({**known(request), **context})
    return HTMLResponse(text, status_code=status)


def known(request: Request) -> dict[str, Any]:
    house = house_of(request)
    found: Visitor = request.state.visitor
    return {
        "request": request,
        "visitor": found,
        "house": house,
        "mark": form_mark(found.session, house.accounts),
        "told": request.query_params.get("told", "")[:500],
        "path": request.url.path,
    }


def points(value: Fraction | int | float) -> str:
    return shown(Fraction(value)) if not isinstance(value, float) else f"{value:.1f}"


@cache
def asset(name: str) -> str:
    """The address of a file under static/, with a mark of its content so that phones may keep it for good."""
    content = (files("musterhall.web") / "static" / name).read_bytes()
    return f"/static/{name}?{hashlib.sha256(content).hexdigest()[:10]}"
