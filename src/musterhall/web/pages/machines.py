"""What programs ask the hall for: whether it is well, and what a phone needs to keep it at hand."""

from __future__ import annotations

import json
from importlib.resources import files

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response

import musterhall
from musterhall.web import accounts as rules
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.showing import asset

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def health(request: Request, visitor: Asking, house: TheHouse) -> Response:
    try:
        await run_in_threadpool(house.store.streams, rules.KIND)
        reachable = True
        writable = await run_in_threadpool(house.takes_entries)
    except Exception:
        # Whatever keeps the store away, the answer is the same.
        reachable = writable = False
    found = {
        "ok": reachable and writable,
        "version": musterhall.__version__,
        "store": reachable,
        "writable": writable,
        "listeners": house.hub.listeners(),
    }
    return JSONResponse(found, status_code=200 if found["ok"] else 503)


@router.get("/manifest.webmanifest")
async def manifest(request: Request, visitor: Asking) -> Response:
    sizes = ("192", "512")
    icons = [{"src": asset(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"} for size in sizes]
    scalable = {"src": asset("icon.svg"), "sizes": "any", "type": "image/svg+xml"}
    found = {
        "name": "Musterhall",
        "short_name": "Musterhall",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f3efe6",
        "theme_color": "#2a241a",
        "icons": [*icons, scalable],
    }
    return JSONResponse(found, media_type="application/manifest+json")


@router.get("/worker.js")
async def worker(request: Request, visitor: Asking) -> Response:
    needed = json.dumps([asset(name) for name in ("style.css", "live.js", "icon.svg")])
    source = (files("musterhall.web") / "static" / "worker.js").read_text(encoding="utf-8")
    text = source.replace("/* assets */ []", needed)
    return Response(text, media_type="text/javascript", headers={"Cache-Control": "no-cache"})
