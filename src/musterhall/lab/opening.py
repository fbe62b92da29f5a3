"""Studies opened: from a file that somebody wrote, or from the folder of one that was begun."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from musterhall.game.game import Game
from musterhall.lab.folder import About, StudyFolder, folder_name, kept_studies, require_same_plan, studies_folder
from musterhall.lab.plan import KnowsAgent, Plan, make_plan, study_game
from musterhall.lab.study import Study, read_study
from musterhall.lab.versions import require_same, versions_of
from musterhall.lab.wanted_forces import Sources
from musterhall.problems import BadInput, near_names
from musterhall.store.units import units_library


@dataclass(frozen=True, slots=True)
class OpenStudy:
    """A study with its plan and the folder where its results are."""

    plan: Plan
    folder: StudyFolder

    @property
    def name(self) -> str:
        return self.folder.path.name


def plan_of(text: str, name: str, beside: Path | None = None, knows: KnowsAgent | None = None) -> Plan:
    """The plan of the study in a file's text. Without `beside` it may name only what ships."""
    study = read_study(text, name)
    game = study_game(study, name)
    sources = Sources(game, beside, units_library(game))
    return make_plan(study, name, sources, _terms(study, game, name), knows)


def begin(
    text: str,
    name: str,
    beside: Path | None = None,
    knows: KnowsAgent | None = None,
    into: Path | None = None,
    *,
    anew: bool = False,
    most: int | None = None,
) -> OpenStudy:
    """Open the study of a file and the folder for it; one that was begun goes on, unless it is to begin anew. One of
    more than `most` battles is refused."""
    plan = plan_of(text, name, beside, knows)
    if most is not None and plan.battles() > most:
        raise BadInput(
            f"{name}: asks for {plan.battles():,} battles, and the hall fights {most:,} at most; ask for fewer seeds, "
            "or run it at the command line."
        )
    folder = StudyFolder(into or studies_folder() / folder_name(name, plan.digest))
    about = About(
        name=Path(name).stem,
        question=plan.study.question,
        game=plan.game.name,
        digest=plan.digest,
        versions=versions_of(plan.game),
        beside=str(beside.resolve()) if beside is not None else "",
        most=plan.battles(),
    )
    if folder.there and anew:
        folder.clear()
    if folder.there:
        _require_mine(folder, plan)
    else:
        folder.begin(text, about)
    return OpenStudy(plan, folder)


def reopen(folder: StudyFolder, knows: KnowsAgent | None = None) -> OpenStudy:
    """Open a study again that was begun."""
    about = folder.about()
    plan = plan_of(folder.text(), f"{about.name}.toml", Path(about.beside) if about.beside else None, knows)
    _require_mine(folder, plan)
    return OpenStudy(plan, folder)


def study_named(name: str) -> StudyFolder:
    """The folder of a study, by its path, its name, or as much of its name as belongs to no other."""
    if (found := StudyFolder(Path(name))).there:
        return found
    known = kept_studies()
    fitting = [one for one in known if one.path.name.startswith(name)] if name else []
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        names = ", ".join(one.path.name for one in fitting)
        raise BadInput(f"study {name!r}: several begin so; name one of {names}.")
    hint = near_names(name, [one.path.name for one in known], "List those there are, or run one from its file.")
    raise BadInput(f"study {name!r}: there is none of this name. {hint}")


def _require_mine(folder: StudyFolder, plan: Plan) -> None:
    about = folder.about()
    require_same_plan(about, plan, folder.path)
    remedy = "run the study anew, which forgets what was fought"
    require_same(versions_of(plan.game), about.versions, f"{folder.path.name}: its battles were", remedy)


def _terms(study: Study, game: Game, name: str) -> Any:
    """The event that a study plays by, if it names one."""
    from musterhall.packs.model import load_pack

    if not study.always.pack:
        return None
    try:
        pack = load_pack(study.always.pack)
        if pack.game != game.name:
            raise BadInput(f"pack {study.always.pack}: is of another game; name one of {game.words.title}.")
    except BadInput as complaint:
        raise BadInput(f"{name}: {complaint}") from None
    return pack
