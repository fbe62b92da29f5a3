"""Skirmish: two bands shoot at each other across a meadow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from musterhall.battle.agents import Agent, Bot, RandomAgent, answers
from musterhall.battle.battle import REMARK, Battle, LogLine, Watcher
from musterhall.battle.decisions import Answer, Choice, Rule
from musterhall.battle.referee import Finding, Questions, Ruling
from musterhall.board import (
    Board,
    BoardWords,
    Frame,
    Group,
    GroupState,
    Key,
    Piece,
    PieceState,
    Profile,
    Replay,
    Side,
    Status,
)
from musterhall.data_files import FileModel
from musterhall.dice import Dice, Die, d6
from musterhall.game.battles import AgentInfo, Battles, Outcome, Progress, ScoreTable, require_agent
from musterhall.game.forces import Checked, ForceInShort, Forces, Submission, roster_row
from musterhall.game.game import Game
from musterhall.game.gestures.gesture import Gesture, Spot
from musterhall.game.gestures.registry import Gestures
from musterhall.game.gestures.tapping import taps
from musterhall.game.referee import Referee
from musterhall.game.sheets import Head, Sheet, SheetTable, plain_sheet
from musterhall.game.showing import Shown
from musterhall.game.words import Words
from musterhall.problems import BadInput, Problem, parse_model, parse_toml
from musterhall.table import NORTH_AND_SOUTH, Table
from musterhall.tally import Tally, counted

STANCES = {"aim": (1, 0), "cover": (0, -1), "rush": (2, 1)}
"""What a stance adds to the own shot, and to the shot of the others."""
NEEDED, ROUNDS, MOST_FIGHTERS = 4, 6, 5
HIDDEN = "hidden"
MEADOW = Table("the meadow", 60, 40, unit="paces", edges=NORTH_AND_SOUTH)


@dataclass
class Meadow:
    """A battle at one moment: who stands, which round it is, and the stances once both are chosen."""

    names: tuple[tuple[str, ...], tuple[str, ...]]
    standing: tuple[tuple[int, ...], tuple[int, ...]]
    round: int = 1
    stances: tuple[str, ...] = ()

    def copy(self) -> Self:
        return replace(self)

    def fingerprint(self) -> str:
        return repr((self.standing, self.round, self.stances))

    def seen_by(self, player: int) -> Self:
        return replace(self, stances=tuple(one if at == player else HIDDEN for at, one in enumerate(self.stances)))

    def resample(self, dice: Dice, now: Self | None = None) -> Self:
        guess = list(STANCES)[dice.one(Die("stance", len(STANCES)), "stance") - 1]
        return replace(self, stances=tuple(guess if one == HIDDEN else one for one in self.stances))


class Stance(Choice[str]):
    """1 A stance, chosen unseen."""

    kind = "stance"
    section = "1"
    secret = True

    def __init__(self, player: int) -> None:
        super().__init__(player, list(STANCES))

    def question(self) -> str:
        return "How does your band fight this round?"


class Target(Choice[int]):
    """2 Whom to shoot at."""

    kind = "target"
    section = "2"

    def __init__(self, player: int, view: Meadow) -> None:
        super().__init__(player, view.standing[1 - player])
        self.names = view.names[1 - player]
        self.first = len(view.names[0]) if player == 0 else 0

    def question(self) -> str:
        return "Whom does your band shoot at?"

    def in_words(self, answer: Answer) -> str:
        return self.names[answer]


class SkirmishRules:
    """1, 2 Stances, then shots, until a band is gone or the light is."""

    name, version = "skirmish", "1"

    def step(self, battle: Battle[Meadow]) -> Rule[None]:
        meadow = battle.position
        if not meadow.stances:
            meadow.stances = tuple((yield (Stance(0), Stance(1))))
            return
        targets = yield (Target(0, battle.view(0)), Target(1, battle.view(1)))
        hits = [hit(battle, side, target) for side, target in enumerate(targets)]
        red, blue = meadow.standing
        meadow.standing = (
            tuple(one for one in red if not (hits[1] and one == targets[1])),
            tuple(one for one in blue if not (hits[0] and one == targets[0])),
        )
        meadow.round, meadow.stances = meadow.round + 1, ()

    def over(self, position: Meadow) -> bool:
        return position.round > ROUNDS or not all(position.standing)


def hit(battle: Battle[Meadow], side: int, target: int) -> bool:
    """2 A die and the stances of both: does the shot hit?"""
    meadow = battle.position
    tally = shot(meadow.stances[side], meadow.stances[1 - side])
    face = battle.roll(1, d6, "shot")[0]
    falls = face + tally.total >= NEEDED
    who, verdict = meadow.names[1 - side][target], "falls" if falls else "is missed"
    text = f"{who} {verdict}: {tally.rolled(face, 'd6')}"
    battle.tell("fire", text, "2", side=side, target=target, falls=falls)
    return falls


def shot(stance: str, against: str) -> Tally:
    """2 What is added to the die of a shot."""
    tally = Tally("shot", 0)
    tally.add(f"own {stance}", STANCES[stance][0], "2")
    tally.add(f"their {against}", STANCES[against][1], "2")
    return tally


class Cautious(Bot):
    """Stays in cover until it is ahead, and shoots at the first it sees."""

    name = "cautious"
    takes_the_first = (Target,)

    @answers(Stance)
    def stance(self, decision: Stance, view: Meadow) -> Answer:
        ahead = len(view.standing[decision.player]) > len(view.standing[1 - decision.player])
        self.why = "we are more" if ahead else "we are not more"
        return "rush" if ahead else "cover"


class Band(FileModel):
    """A force, as its file has it."""

    game: str = "skirmish"
    name: str
    fighters: list[str]


BANDS = {
    "wolves": 'game = "skirmish"\nname = "The Wolves"\nfighters = ["Ada", "Bo", "Cy"]',
    "ravens": 'game = "skirmish"\nname = "The Ravens"\nfighters = ["Dot", "Eli", "Fay"]',
}


class SkirmishForces(Forces):
    def shipped(self) -> tuple[str, ...]:
        return tuple(BANDS)

    def shipped_text(self, name: str) -> str:
        return BANDS[name]

    def read(self, text: str, name: str, library: Any = None) -> Band:
        return parse_model(Band, parse_toml(text, name), name)

    def check(
        self, data: Mapping[str, Any], name: str, terms: Any = None, library: Any = None, *, variants: Mapping[str, Any]
    ) -> Checked:
        band = parse_model(Band, data, name)
        event = terms.name if terms else ""
        return Checked(band.name, tuple(problems(band)), event=event, figures=counted(len(band.fighters), "fighter"))

    def in_short(self, force: Band) -> ForceInShort:
        number = len(force.fighters)
        return ForceInShort(force.name, army="", cost=number, count=number)

    def summary(self, force: Band) -> dict[str, Any]:
        return force.model_dump()

    def shown(self, force: Band) -> Shown:
        return [f"{force.name}: {', '.join(force.fighters)}"]

    def hand_in(self, text: str, name: str, terms: Any, library: Any = None) -> Submission:
        band = self.read(text, name)
        roster = [roster_row(fighter, "fighter", 1) for fighter in band.fighters]
        return Submission(band.name, text, roster, len(roster), tuple(problems(band)))

    def sheet(self, force: Band, terms: Any = None, library: Any = None, *, for_opponent: bool = False) -> Sheet:
        head = Head(force.name, "Skirmish", len(force.fighters), MOST_FIGHTERS, fields=())
        table = SheetTable("Fighters", ("Name",), [(fighter,) for fighter in force.fighters])
        return plain_sheet(head, [table], terms, problems(force), for_opponent=for_opponent)


def problems(band: Band) -> list[Problem]:
    """3 A band has one to five fighters, and no two of the same name."""
    found, number = [], len(band.fighters)
    if not 1 <= number <= MOST_FIGHTERS:
        found.append(Problem(band.name, f"has {number} fighters", "3", f"Bring 1 to {MOST_FIGHTERS}."))
    for twice in sorted({one for one in band.fighters if band.fighters.count(one) > 1}):
        found.append(Problem(band.name, f"has more than one {twice}", "3", "Give each fighter a name of their own."))
    return found


@dataclass(frozen=True)
class Meeting:
    """What a battle is fought with."""

    red: Band
    blue: Band


class SkirmishBattles(Battles):
    version = SkirmishRules.version
    agents = (
        AgentInfo("cautious", "Stays in cover until it is ahead."),
        AgentInfo("random", "Gives any legal answer."),
    )
    forces = ("wolves", "ravens")

    def setup(self, red: Band, blue: Band, table: Table | None, variants: Any = None) -> Meeting:
        return Meeting(red, blue)

    def setup_data(self, setup: Meeting) -> dict[str, Any]:
        return {"red": setup.red.model_dump(), "blue": setup.blue.model_dump()}

    def setup_from_data(self, data: Mapping[str, Any], name: str) -> Meeting:
        bands = [parse_model(Band, data.get(side, {}), f"{name}, {side}'s force") for side in ("red", "blue")]
        return Meeting(*bands)

    def new_battle(
        self, setup: Meeting, seed: int, *, recording: bool = True, watcher: Watcher | None = None
    ) -> Battle[Meadow]:
        red, blue = (tuple(band.fighters) for band in (setup.red, setup.blue))
        meadow = Meadow((red, blue), (tuple(range(len(red))), tuple(range(len(blue)))))
        return Battle(SkirmishRules(), meadow, Dice(seed), recording=recording, watcher=watcher)

    def agent(self, name: str, seed: int, *, explain: bool = True) -> Agent:
        require_agent(name, self.agents)
        return Cautious() if name == "cautious" else RandomAgent(seed)

    def place(self, position: Meadow) -> str:
        return f"round {position.round}"

    def progress(self, position: Meadow) -> Progress:
        red, blue = map(len, position.standing)
        left = (("Red", red), ("Blue", blue))
        return Progress(f"Round {position.round}", position.round - 1, ROUNDS, left, "fighters")

    def outcome(self, position: Meadow) -> Outcome:
        red, blue = map(len, position.standing)
        winner = None if red == blue else int(blue > red)
        who = "Nobody wins" if winner is None else f"{('Red', 'Blue')[winner]} wins"
        by = f"{red} against {blue} still standing"
        scores = ScoreTable(("Red", "Blue"), (("still standing", (str(red), str(blue))),))
        return Outcome(f"{who}: {by}.", winner, position.round - 1, by, {"standing": [red, blue]}, scores)

    def film(self, setup: Meeting, seed: int, agents: tuple[str, ...]) -> MeadowFilm:
        return MeadowFilm(setup, seed, agents)

    @property
    def gestures(self) -> Gestures:
        return GESTURES


class MeadowFilm:
    """A frame for each shot: everybody stands in a row, and whoever is hit lies where they stood."""

    def __init__(self, setup: Meeting, seed: int, agents: tuple[str, ...]) -> None:
        self.bands, self.seed, self.agents = (setup.red, setup.blue), seed, agents
        self.fighters = [(side, name) for side, band in enumerate(self.bands) for name in band.fighters]
        meeting = Frame(1, "shots", "set-up", "", "The bands meet.")
        meeting.pieces = {fighter: self.state(fighter) for fighter in range(len(self.fighters))}
        meeting.groups = {side: GroupState() for side in (0, 1)}
        self.frames = [meeting]

    def state(self, fighter: int, status: Status = "on") -> PieceState:
        side = self.fighters[fighter][0]
        place = fighter - side * len(self.bands[0].fighters)
        return PieceState(10 + 10 * place, 10 + 20 * side, 90 + 180 * side, status)

    def watch(self, line: LogLine, position: Meadow) -> None:
        if line.kind == REMARK:
            self.frames.append(Frame(position.round, "shots", "other", "", line.text))
        if line.kind != "fire":
            return
        side = line.data["side"]
        target = line.data["target"] + (0 if side else len(self.bands[0].fighters))
        frame = Frame(position.round, "shots", "fire", line.section, line.text, side=side, group=side)
        if line.data["falls"]:
            frame.pieces = {target: self.state(target, "lost")}
        self.frames.append(frame)

    def replay(self, position: Meadow) -> Replay:
        red, blue = self.bands
        board = Board(
            MEADOW,
            [Piece(name, side, side, "infantry", 0) for side, name in self.fighters],
            [Profile("fighter", ("fighter", f"hits on a {NEEDED}"))],
            [Group(band.name, side, len(band.fighters)) for side, band in enumerate(self.bands)],
            [],
            BoardWords(groups="Bands", pieces="fighters", turn="Round"),
            ruler=(5, 20),
            length=0.4,
        )
        sides = (Side("Red", (red.name, self.agents[0])), Side("Blue", (blue.name, self.agents[1])))
        title, result = f"{red.name} against {blue.name}", GAME.battles.outcome(position).sentence
        return Replay(title, self.seed, GAME.words.title, sides, board, Key(), self.frames, result)


GESTURES = Gestures()


@GESTURES.of(Stance)
def choose_a_stance(decision: Stance) -> Gesture:
    """1 Three buttons beside the table: a stance is nowhere on it."""
    return taps(decision)


@GESTURES.of(Target)
def point_at_a_target(decision: Target) -> Gesture:
    """2 A tap on whom to shoot at."""
    return taps(decision, lambda fighter: Spot(piece=decision.first + fighter))


QUESTIONS = Questions()


@QUESTIONS.pure("needed", ["2"], "What must the die show?", stance="your stance", against="the other band's stance")
def needed(asked: Mapping[str, Any]) -> Finding:
    """2 The least face that hits."""
    for word in ("stance", "against"):
        if asked.get(word) not in STANCES:
            raise BadInput(f"{word}: {asked.get(word)!r:.40} is no stance; choose from {', '.join(STANCES)}.")
    tally = shot(asked["stance"], asked["against"])
    return Finding({"needed": NEEDED - tally.total}, [str(tally)])


class SkirmishReferee(Referee):
    questions = QUESTIONS

    def ask(self, asked: Mapping[str, Any], name: str) -> Ruling:
        question, given = self.questions.asked(asked, name)
        try:
            finding = question.function(given)
        except BadInput as problem:
            raise BadInput(f"{name}: {problem}") from problem
        return Ruling(question.name, finding.result, tuple(finding.lines), question.sections)


class Skirmish(Game):
    name = "skirmish"
    words = Words(title="Skirmish", group="band", counted="fighter", length="paces")
    forces = SkirmishForces()
    battles = SkirmishBattles()
    referee = SkirmishReferee()


GAME = Skirmish()
