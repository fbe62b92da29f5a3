"""The lab in the hall: its owner asks questions, and sees the answers come while battles are fought."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import Annotated, Any

from fastapi import APIRouter, Request
from markupsafe import Markup
from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import FileResponse, HTMLResponse, Response

from musterhall.game.game import Game
from musterhall.games import all_games
from musterhall.lab.alone import Now, read_now, start
from musterhall.lab.folder import StudyFolder, kept_studies
from musterhall.lab.opening import begin
from musterhall.lab.prices.report import COSTS, TABLE
from musterhall.lab.quick import quick_study
from musterhall.lab.report import CSV, LEDGER, PARQUET, REPORT
from musterhall.problems import BadInput
from musterhall.toml_text import toml_text
from musterhall.web.forms import form_data, read_form
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.house import Unknown
from musterhall.web.limits import count_write
from musterhall.web.pages.answering import Form, done
from musterhall.web.showing import page, templates

router = APIRouter(include_in_schema=False)

LONGEST_STUDY = 100_000
MOST_BATTLES = 1_000_000
"""Of one study: what they come to is kept on the disk that the events of the hall need."""
FILES = (CSV, PARQUET, LEDGER, TABLE, COSTS)
REPORT_RULES = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""A report brings its own style and needs nothing else."""
PAGE = "/lab"


class StudyText(Form):
    text: str = Field(min_length=1, max_length=LONGEST_STUDY)


class QuickQuestion(Form):
    game: str = Field(max_length=60)
    red: str = Field(default="", max_length=200)
    blue: str = Field(default="", max_length=200)
    variant: str = Field(default="", max_length=200)
    agent: str = Field(default="", max_length=60)
    seeds: Annotated[str, Field(pattern=r"^[0-9]{1,5}$")] = "100"


class Running:
    """The studies that this process has begun. One at a time, because the hall has a day to run beside it."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._name = ""
        self._lock = Lock()

    def name(self) -> str:
        """The study that goes on now; none where nothing does."""
        if self._process is not None and self._process.poll() is not None:
            self._process = None
        return self._name if self._process is not None else ""

    def start(self, folder: StudyFolder) -> None:
        with self._lock:
            if busy := self.name():
                raise BadInput(f"The study {busy} is still running; wait for it, or stop it first.")
            self._process, self._name = start(folder), folder.path.name

    def stop(self, name: str) -> None:
        with self._lock:
            if self._process is not None and self.name() == name:
                self._process.kill()
                self._process.wait()
                self._process = None


RUNNING = Running()


@router.get("/lab")
async def lab(request: Request, visitor: Asking, house: TheHouse) -> Response:
    context = await run_in_threadpool(_overview)
    return page(request, "lab/list.html", context)


@router.post("/lab")
async def ask(request: Request, visitor: Asking, house: TheHouse) -> Response:
    """A study from its file, or from the fields of the short form."""
    count_write(house, visitor, "")
    given = await form_data(await request.form())
    text, name = _asked(dict(given))
    study = await run_in_threadpool(lambda: begin(text, name, most=MOST_BATTLES))
    await run_in_threadpool(lambda: RUNNING.start(study.folder))
    return done(request, f"{PAGE}/{study.name}")


@router.get("/lab/{study}")
async def one_study(request: Request, study: str, visitor: Asking, house: TheHouse) -> Response:
    folder = _folder(study)
    return page(request, "lab/study.html", _shown(folder) | {"about": folder.about()})


@router.get("/lab/{study}/now")
async def standing(request: Request, study: str, visitor: Asking, house: TheHouse) -> Response:
    """The living part of a study's page, for its script."""
    text = templates().get_template("lab/now.html").render(_shown(_folder(study)))
    return HTMLResponse(text)


@router.post("/lab/{study}/go-on")
async def go_on(request: Request, study: str, visitor: Asking, house: TheHouse) -> Response:
    count_write(house, visitor, "")
    folder = _folder(study)
    await run_in_threadpool(lambda: RUNNING.start(folder))
    return done(request, f"{PAGE}/{folder.path.name}")


@router.post("/lab/{study}/stop")
async def stop(request: Request, study: str, visitor: Asking, house: TheHouse) -> Response:
    count_write(house, visitor, "")
    folder = _folder(study)
    await run_in_threadpool(lambda: RUNNING.stop(folder.path.name))
    return done(request, f"{PAGE}/{folder.path.name}", "Stopped. What was fought is kept.")


@router.get("/lab/{study}/report")
async def report(study: str, visitor: Asking, house: TheHouse) -> Response:
    file = _file(_folder(study), REPORT)
    return FileResponse(file, media_type="text/html", headers={"Content-Security-Policy": REPORT_RULES})


@router.get("/lab/{study}/{file}")
async def table(study: str, file: str, visitor: Asking, house: TheHouse) -> Response:
    if file not in FILES:
        raise Unknown("There is no such file of a study; go back to its page.")
    return FileResponse(_file(_folder(study), file), filename=f"{study}-{file}")


def _asked(given: dict[str, Any]) -> tuple[str, str]:
    if "text" in given:
        return read_form(StudyText, given, "study").text, "study.toml"
    form = read_form(QuickQuestion, given, "question")
    variants = [f"{form.variant}=*"] if form.variant else []
    agents = [form.agent] if form.agent else []
    name, data = quick_study(form.game, form.red, form.blue, variants, agents, "", "", int(form.seeds), 0.05)
    return toml_text(data), f"{name}.toml"


def _folder(name: str) -> StudyFolder:
    """A study by its whole name; a name that leads elsewhere is none."""
    found = next((one for one in kept_studies() if one.path.name == name), None)
    if found is None:
        raise Unknown("There is no such study here; go back to the lab.")
    return found


def _file(folder: StudyFolder, name: str) -> Path:
    if not (folder.path / name).is_file():
        raise Unknown("The study has not written that yet; wait until it has ended.")
    return folder.path / name


def _overview() -> dict[str, Any]:
    studies = [
        {"name": one.path.name, "about": one.about(), "now": read_now(one), "ended": (one.path / REPORT).is_file()}
        for one in kept_studies()
    ]
    return {"studies": studies, "running": RUNNING.name(), "games": list(_games())}


def _games() -> Iterator[dict[str, Any]]:
    """What the short form offers: each game with its forces, open rules and bots."""
    for game in all_games():
        if game.battles is None:
            continue
        open_points = game.variants.entries() if game.variants is not None else ()
        yield {
            "name": game.name,
            "title": game.words.title,
            "forces": _forces(game),
            "variants": [(one.name, one.question) for one in open_points if one.open],
            "agents": [(one.name, f"{one.name}: {one.help}") for one in game.battles.agents],
        }


def _forces(game: Game) -> list[str]:
    battles = game.battles
    assert battles is not None
    return [name for name in game.forces.shipped() if not battles.cannot_fight(game.forces.shipped_force(name))]


def _shown(folder: StudyFolder) -> dict[str, Any]:
    now: Now = read_now(folder)
    running = RUNNING.name() == folder.path.name
    return {
        "study": folder.path.name,
        "standing": now,
        "running": running,
        "pictures": [Markup(one) for one in now.pictures],
        "has_report": (folder.path / REPORT).is_file(),
        "files": [name for name in FILES if (folder.path / name).is_file()],
    }
