"""A study made ready: every arm and setting with what it is fought with, and the batches in their order.

A batch is some seeds of one setting, fought in all arms and from both sides of the table; so whatever is finished can
be compared. Which batches there are, and in which order they count, rests on the study alone and not on the machines.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from itertools import product
from math import prod
from typing import Any

from musterhall.game.battles import Battles, Force, Setup, as_named, require_agent, require_setup
from musterhall.game.game import Game
from musterhall.game.variants import shown
from musterhall.games import battles_of, game_named
from musterhall.lab.study import EVERY, MEASURES, RANDOM, Always, Arm, Factors, ForceChange, ForceWanted, Study
from musterhall.lab.wanted_forces import Sources, read_force, usual_or
from musterhall.problems import BadInput, named
from musterhall.table import Table

BATTLES_A_BATCH, SLOW_BATTLES_A_BATCH = 40, 8
"""So that a batch takes a worker one to five seconds, with agents that answer at once and with those that think."""
MOST_ARMS = 200
MOST_CELLS = 1_000
"""Arms times settings: each is set up once before anything is fought."""
ALONE = "as it is"
"""The arm of a study that compares none; it is called by its forces."""

KnowsAgent = Callable[[str, Battles], str]
"""Refuses the name of no agent, and gives a digest of one that comes from a file; an empty one for the game's own."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What arms share and results are shown apart for: who plays, which scenario, on which table."""

    agents: str
    scenario: str
    table: str

    def told(self) -> str:
        """The setting in a few words; what is usual is left out."""
        parts = [self.agents.replace(",", " against "), self.scenario, "" if self.table == RANDOM else self.table]
        return ", ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class Cell:
    """What the battles of one arm in one setting are fought with."""

    game: Game
    red: Force
    blue: Force
    agents: tuple[str, str]
    """Who leads red's force, and who blue's."""
    scenario: str
    table: Table | None
    """One for all battles; without it each seed brings its own."""
    variants: Any
    keyed: bool
    ledger: bool = False
    """Whether the books are kept of who destroyed what."""

    @property
    def battles(self) -> Battles:
        return battles_of(self.game)

    @property
    def sides(self) -> tuple[bool, ...]:
        """From which sides of the table it is fought; where each side has its own part, armies keep theirs."""
        found = require_setup(self.scenario, self.battles.setups)
        return (False,) if found is not None and found.parts else (False, True)

    def setup(self, seed: int, *, swapped: bool) -> Setup:
        red, blue = (self.blue, self.red) if swapped else (self.red, self.blue)
        table = self.table if self.table is not None else table_of(self.game, self.scenario, seed)
        return self.battles.setup_named(self.scenario, red, blue, table, self.variants)


@lru_cache(maxsize=4)
def table_of(game: Game, scenario: str, seed: int) -> Table | None:
    """The table of a seed. To make one takes as long as a battle, and all arms fight on it from both sides."""
    return game.tables.of_setup(scenario, seed) if game.tables is not None else None


@dataclass(frozen=True, slots=True)
class Batch:
    """Some seeds of one setting."""

    setting: int
    first_seed: int
    seeds: int

    @property
    def key(self) -> str:
        return f"{self.setting}:{self.first_seed}+{self.seeds}"


@dataclass(frozen=True, slots=True)
class Plan:
    """A study that can be run."""

    study: Study
    game: Game
    arms: tuple[str, ...]
    """By name; all others are compared with the first."""
    settings: tuple[Setting, ...]
    cells: tuple[tuple[Cell, ...], ...]
    """By setting, then by arm."""
    agent_files: tuple[tuple[str, str], ...] = ()
    """Agents of somebody's own, each with the digest of its file."""
    digest: str = ""
    """Of everything that the results rest on but the program itself."""

    def looks(self) -> Iterator[tuple[Batch, ...]]:
        """What is fought before each look: as many seeds of every setting."""
        stop, size = self.study.stop, self.batch_size
        for start in range(0, stop.seeds, size):
            seeds = min(size, stop.seeds - start)
            yield tuple(Batch(at, stop.first_seed + start, seeds) for at in range(len(self.settings)))

    @property
    def batch_size(self) -> int:
        """Seeds of a batch."""
        if self.study.stop.batch is not None:
            return self.study.stop.batch
        slow = {one.name for one in battles_of(self.game).agents if not one.quick}
        thinks = any(slow & set(cell.agents) for row in self.cells for cell in row)
        return max(1, (SLOW_BATTLES_A_BATCH if thinks else BATTLES_A_BATCH) // (2 * len(self.arms)))

    @property
    def comparisons(self) -> int:
        """How many verdicts the study gives, among which the chance of a wrong one is shared."""
        return max(1, len(self.arms) - 1) * len(self.settings) * len(self.study.measured)

    @property
    def measures(self) -> tuple[str, ...]:
        """What its battles are measured by."""
        return measures_of(self.game)

    def battles(self) -> int:
        """How many there are if nothing ends the study early."""
        return self.study.stop.seeds * sum(len(cell.sides) for row in self.cells for cell in row)


def measures_of(game: Game) -> tuple[str, ...]:
    """What battles of a game can be measured by."""
    says = bool(battles_of(game).to_act_first)
    return tuple(measure for measure in MEASURES if says or measure != "first")


def make_plan(study: Study, name: str, sources: Sources, terms: Any = None, knows: KnowsAgent | None = None) -> Plan:
    """The plan of a study from the file called `name`; everything that is wrong with it is told at once."""
    return _Planner(study, name, sources, terms, knows or require_shipped_agent).plan()


def study_game(study: Study, name: str) -> Game:
    """The game that a study is about, which must be one whose battles can be fought."""
    try:
        game = game_named(study.game)
        battles_of(game)
    except BadInput as complaint:
        raise BadInput(f"{name}: {complaint}") from None
    return game


def require_shipped_agent(name: str, battles: Battles) -> str:
    """Know only the game's own agents."""
    require_agent(name, battles.agents)
    return ""


class _Planner:
    """Collects what is wrong while it looks everything up."""

    def __init__(self, study: Study, name: str, sources: Sources, terms: Any, knows: KnowsAgent) -> None:
        self.study, self.name, self.sources, self.terms, self.knows = study, name, sources, terms, knows
        self.game = sources.game
        self.battles = battles_of(self.game)
        self.problems: list[str] = []
        self._illegal = False
        self._forces: dict[str, Force | None] = {}
        self._agent_digests: dict[str, str] = {}

    def plan(self) -> Plan:
        if self.study.always.ledger and self.battles.ledger() is None:
            title = self.game.words.title
            self.problems.append(f"always.ledger: nobody keeps books of {title}'s battles; leave it out.")
        for measure in sorted(set(self.study.measured) - set(measures_of(self.game))):
            title = self.game.words.title
            self.problems.append(f"measured.{measure}: {title} does not say who acts first; leave it out.")
        arms = self._arms()
        settings = self._settings(self.study.always, len(arms))
        cells = [[self._cell(setting, arm, arm.name) for arm in arms] for setting in settings]
        if self.problems:
            remedy = " With unchecked = true under [always] forces may be illegal." if self._illegal else ""
            raise BadInput(f"{self.name}: {named(list(dict.fromkeys(self.problems)))}{remedy}")
        whole = tuple(tuple(cell for cell in row if cell is not None) for row in cells)
        names = tuple(arm.name for arm in arms)
        if names == (ALONE,):
            names = (f"{whole[0][0].red.name} against {whole[0][0].blue.name}",)
        files = tuple(sorted((name, digest) for name, digest in self._agent_digests.items() if digest))
        plan = Plan(self.study, self.game, names, settings, whole, files)
        return replace(plan, digest=digest_of(plan))

    # Arms and settings

    def _arms(self) -> list[Arm]:
        arms = list(self.study.compared)
        if self.study.factors is not None:
            arms = self._with_factors(self.study.factors, arms)
        arms = arms or [Arm(name=ALONE)]
        self._require_few(len(arms))
        names = [arm.name for arm in arms]
        for twice in sorted({name for name in names if names.count(name) > 1}):
            self.problems.append(f"two arms are called {twice!r}; give each a name of its own.")
        return arms

    def _require_few(self, arms: int) -> None:
        if arms > MOST_ARMS:
            raise BadInput(f"{self.name}: compares {arms:,} arms; take factors out until there are {MOST_ARMS}.")

    def _with_factors(self, factors: Factors, compared: list[Arm]) -> list[Arm]:
        choices: list[list[tuple[str, dict[str, Any]]]] = []
        for field in ("red", "blue", "agents"):
            choices.append([(_force_words(one), {field: one}) for one in getattr(factors, field)])
        choices.append([(one or "usual", {"scenario": one}) for one in factors.scenarios])
        choices.append([(one, {"table": one}) for one in factors.tables])
        for name, values in factors.variants.items():
            told = self._all_values(name) if values == EVERY else list(values)
            choices.append([(f"{name} = {shown(value)}", {"variants": {name: value}}) for value in told])
        # Counted before they are made: a short file can ask for more than any machine has room for.
        self._require_few(prod(len(one) for one in choices if one))
        found = [_combined(one) for one in product(*filter(None, choices)) if one]
        if found and compared:
            self.problems.append("it has both [[compared]] and [factors]; tell it one way.")
        return found or compared

    def _all_values(self, name: str) -> list[Any]:
        entries = self.game.variants.entries() if self.game.variants is not None else ()
        entry = next((one for one in entries if one.name == name), None)
        if entry is None or not entry.open:
            self._try(lambda: self._chosen({name: EVERY}), "factors")
            return []
        return list(entry.values)

    def _settings(self, always: Always, arms: int) -> tuple[Setting, ...]:
        agents = always.agents or [self.battles.agents[0].name]
        scenarios = [as_named(one) for one in always.scenarios] or [""]
        tables = always.tables or [RANDOM]
        cells = arms * len(agents) * len(scenarios) * len(tables)
        if cells > MOST_CELLS:
            raise BadInput(
                f"{self.name}: its arms and settings make {cells:,} kinds of battles; take agents, scenarios, tables "
                f"or arms out until there are {MOST_CELLS:,}."
            )
        return tuple(Setting(*one) for one in product(agents, scenarios, tables))

    # Cells

    def _cell(self, setting: Setting, arm: Arm, place: str) -> Cell | None:
        always = self.study.always

        def said(by_arm: object) -> str:
            """Where to look for a mistake: in the arm that says it, or in what all arms share."""
            return place if by_arm else "always"

        scenario = as_named(arm.scenario) or setting.scenario
        found = self._try(lambda: require_setup(scenario, self.battles.setups), said(arm.scenario))
        usual = found.forces if found is not None else self.battles.forces
        variants = self._try(lambda: self._chosen({**always.variants, **arm.variants}), said(arm.variants))
        readings = variants.as_data() if variants is not None else {}
        red = self._force(usual_or(arm.red, usual_or(always.red, usual[0])), readings, said(arm.red))
        blue = self._force(usual_or(arm.blue, usual_or(always.blue, usual[1])), readings, said(arm.blue))
        agents = self._try(lambda: self._agents(arm.agents or setting.agents), said(arm.agents))
        table = self._try(lambda: self._table(arm.table or setting.table), said(arm.table))
        if red is None or blue is None or agents is None:
            return None
        return Cell(self.game, red, blue, agents, scenario, table, variants, always.dice == "keyed", always.ledger)

    def _force(self, wanted: ForceWanted, readings: dict[str, Any], place: str) -> Force | None:
        key = f"{wanted!r} {sorted(readings.items())}"
        if key not in self._forces:
            found = self._try(
                lambda: read_force(wanted, self.sources, self.terms, readings, unchecked=self.study.always.unchecked),
                place,
            )
            self._forces[key] = found[0] if found else None
            problems = found[1] if found else []
            # Without the arm, because arms share forces, and each problem is told once.
            self.problems += [f"{_force_words(wanted)}: {problem}" for problem in problems]
            self._illegal |= bool(problems)
        return self._forces[key]

    def _agents(self, told: str) -> tuple[str, str]:
        names = [name.strip() for name in told.split(",")]
        if len(names) > 2 or not all(names):
            raise BadInput(f"agents {told!r}: a battle has two; write them as red,blue.")
        for name in names:
            self._agent_digests[name] = self.knows(name, self.battles)
        return names[0], names[-1]

    def _table(self, name: str) -> Table | None:
        tables = self.game.tables
        if name == RANDOM:
            return None
        if tables is None:
            raise BadInput(f"table {name!r}: {self.game.words.title} has no tables here; leave it out.")
        if name in tables.names():
            return tables.shipped(name)
        table = tables.read(self.sources.table_text(name, (RANDOM, *tables.names())), name)
        if problems := tables.problems(table):
            raise BadInput(named(problems))
        return table

    def _chosen(self, wanted: dict[str, Any]) -> Any:
        event = self.terms.chosen_variants() if self.terms is not None else {}
        if self.game.variants is not None:
            return self.game.variants.chosen({**event, **wanted})
        if wanted:
            raise BadInput(f"variant {next(iter(wanted))}: {self.game.words.title} has no variants; leave it out.")
        return None

    def _try(self, look_up: Callable[[], Any], place: str) -> Any:
        try:
            return look_up()
        except BadInput as complaint:
            self.problems.append(f"{place}: {complaint}")
            return None


def _combined(chosen: Sequence[tuple[str, dict[str, Any]]]) -> Arm:
    fields: dict[str, Any] = {}
    for _, one in chosen:
        for field, value in one.items():
            fields[field] = {**fields.get(field, {}), **value} if field == "variants" else value
    return Arm(name=", ".join(words for words, _ in chosen)[:80], **fields)


def _force_words(wanted: ForceWanted) -> str:
    """A force that is wanted, in a few words."""
    if not isinstance(wanted, ForceChange):
        return wanted
    changes = [f"without {one}" for one in wanted.without]
    changes += [f"with {row.get('name', kind)}" for kind, rows in wanted.plus.items() for row in rows]
    changes += [f"{field} = {value}" for field, value in wanted.set.items()]
    changes += [f"{unit} {key} {value}" for unit, some in wanted.figures.items() for key, value in some.items()]
    return " ".join(filter(None, [wanted.force, ", ".join(changes)]))


def digest_of(plan: Plan) -> str:
    """Of the study, its agents' files and each cell's set-up as data, which holds forces, variants and table whole."""
    first = plan.study.stop.first_seed
    told = [
        [[*cell.agents, cell.keyed, cell.battles.setup_data(cell.setup(first, swapped=False))] for cell in row]
        for row in plan.cells
    ]
    text = json.dumps(
        [plan.study.model_dump(mode="json"), plan.arms, plan.agent_files, told], sort_keys=True, default=str
    )
    return sha256(text.encode()).hexdigest()
