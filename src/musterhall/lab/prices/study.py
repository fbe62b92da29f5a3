"""A study of prices as it is written down: who plays, how many forces are drawn, and how often each two meet."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from musterhall.data_files import FileModel
from musterhall.game.battles import as_named, require_setup
from musterhall.game.game import Game
from musterhall.game.pricing import Pricing
from musterhall.games import battles_of, game_named, pricing_of
from musterhall.lab.folder import ABOUT, PRICES, STUDY, About, StudyFolder, folder_name, prices_folder
from musterhall.lab.plan import KnowsAgent
from musterhall.lab.versions import require_same, versions_of
from musterhall.problems import BadInput, parse_model, parse_toml
from musterhall.toml_text import toml_text

ROUNDS = 2
CHECK = "check"


class PriceStudy(FileModel):
    """What is asked of one game."""

    game: str
    agents: Annotated[list[str], Field(min_length=1)]
    scenarios: Annotated[list[str], Field(min_length=1)]
    points: Annotated[int, Field(ge=100, le=100_000)]
    """What a drawn force costs."""
    pairs: Annotated[int, Field(ge=4, le=100_000)]
    """How many times two drawn forces meet in each round; half as many in the check."""
    seeds: Annotated[int, Field(ge=1, le=10_000)]
    """On how many tables each two fight, from both sides; on twice as many in the check."""

    @property
    def checked_pairs(self) -> int:
        return max(2, self.pairs // 2)

    def battles(self) -> int:
        """How many it takes in all."""
        tables = ROUNDS * self.pairs * self.seeds + self.checked_pairs * 2 * self.seeds
        return 2 * tables * len(self.agents) * len(self.scenarios)


@dataclass(frozen=True, slots=True)
class OpenPrices:
    """A study of prices with its game and the folder where its battles are."""

    study: PriceStudy
    game: Game
    pricing: Pricing
    folder: StudyFolder
    digest: str
    agent_files: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        return self.folder.path.name


def open_prices(study: PriceStudy, knows: KnowsAgent, into: Path | None = None, *, anew: bool = False) -> OpenPrices:
    """The study and its folder; one that was begun goes on, unless it is to begin anew."""
    game = game_named(study.game)
    pricing, battles = pricing_of(game), battles_of(game)
    for scenario in study.scenarios:
        found = require_setup(as_named(scenario), battles.setups)
        if found is not None and found.parts:
            raise BadInput(
                f"scenario {scenario!r}: has forces of its own for each side, so that drawn ones do not fit; "
                "leave it out."
            )
    files = tuple((name, digest) for name in sorted(set(study.agents)) if (digest := knows(name, battles)))
    digest = _digest(study, game, pricing, files)
    folder = StudyFolder(into or prices_folder() / folder_name(f"prices-{game.name}", digest))
    versions = versions_of(game)
    if folder.there and anew:
        _forget(folder.path)
    if folder.there:
        about = folder.about()
        remedy = "begin anew, which forgets what was fought"
        require_same(versions, about.versions, f"{folder.path.name}: its battles were", remedy)
        if about.digest != digest:
            raise BadInput(f"{folder.path}: holds another study; name another folder, or begin anew.")
    else:
        question = f"What is everything in {game.words.title} worth?"
        about = About("prices", question, game.name, digest, versions, "", study.battles(), PRICES)
        folder.begin(toml_text(study.model_dump(mode="json")), about)
    return OpenPrices(study, game, pricing, folder, digest, files)


def reopen_prices(folder: StudyFolder, knows: KnowsAgent) -> OpenPrices:
    """Open a study again that was begun."""
    name = str(folder.path / STUDY)
    return open_prices(parse_model(PriceStudy, parse_toml(folder.text(), name), name), knows, folder.path)


def stage_folder(opened: OpenPrices, name: str) -> StudyFolder:
    return StudyFolder(opened.folder.path / name)


def _forget(path: Path) -> None:
    """Take the battles away first, so that a folder that is half forgotten is never taken for a whole one."""
    for stage in (*(f"round-{number + 1}" for number in range(ROUNDS)), CHECK):
        if (path / stage).is_dir():
            StudyFolder(path / stage).clear()
    (path / ABOUT).unlink()


def _digest(study: PriceStudy, game: Game, pricing: Pricing, files: Any) -> str:
    """Of all that the prices rest on: the study, what has a price, the agents' files and the program."""
    priced = [[one.key, one.stand_in] for one in pricing.priced()]
    told = [study.model_dump(mode="json"), priced, list(files), versions_of(game).as_data()]
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
