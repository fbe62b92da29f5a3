"""The organiser's desk, a file for each of its tabs."""

from fastapi import APIRouter

from musterhall.web.pages.desk import (
    awards,
    cards,
    forces,
    journal,
    next,
    pairings,
    paper,
    people,
    players,
    preview,
    scores,
    set_up,
)

router = APIRouter(include_in_schema=False)
for page in (next, players, forces, pairings, cards, preview, awards, journal, paper, people, scores, set_up):
    router.include_router(page.router)
