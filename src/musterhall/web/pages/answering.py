"""What a form of the house sends, and how it is answered: the next page, the same page again, or JSON for a script."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import Request
from pydantic import BaseModel, ConfigDict
from starlette.responses import JSONResponse, RedirectResponse, Response

from musterhall.problems import BadInput
from musterhall.web.showing import page, telling


class Form(BaseModel):
    """What a form of the house sends. Passwords have no limits here, so that no complaint repeats them."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def asked_again(request: Request, template: str, context: Mapping[str, Any], complaint: BadInput) -> Response:
    """The same page with what was wrong, and with what was typed."""
    if wants_json(request):
        raise complaint
    return page(request, template, {**context, "problem": str(complaint)}, 400)


def done(request: Request, next_: str, told: str = "") -> Response:
    address = telling(request, next_, told) if told else next_
    if wants_json(request):
        return JSONResponse({"next": address})
    return RedirectResponse(address, status_code=303)


def wants_json(request: Request) -> bool:
    return "application/json" in request.headers.get("accept", "")
