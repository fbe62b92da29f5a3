"""How an event runs: the half of a pack that begins with `[event]`.

Everything here is data. What a step, a bye or a pairing does is a named block in `musterhall.events`; a pack puts the
blocks together and gives them their figures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from musterhall.game.terms import PackModel, Rule, Setting
from musterhall.packs.layouts import Layout
from musterhall.packs.parts import Exact, Line
from musterhall.problems import Problem

DIE = "die"
"""The last tie-breaker: each rolls one, and rolls again while they are level."""

Key = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=40)]
Ending = Literal["time", "early", "no_opponent", "agreed", "full"]
"""Time is called, the scenario ends it, one side has nobody left, both agree, or the last turn is played."""
Clock = Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]


class Slot(PackModel):
    """A line of the day's schedule; a round has its number."""

    at: Clock
    what: str = ""
    round: int | None = Field(default=None, ge=1)

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.what and self.round is None:
            raise ValueError("says neither what happens nor which round begins; add what or round")
        return self


class Registration(Rule):
    """Who may take part, and until when forces are handed in."""

    fewest: int = Field(default=2, ge=2)
    most: int | None = Field(default=None, ge=2)
    forces_by: str = ""
    """A day, which lasts until its end in UTC, or a moment with its offset; a force that comes later is late."""
    force_needed: bool = True
    """A player without an accepted force is not paired."""

    @property
    def forces_due(self) -> datetime | None:
        """The first moment at which a force is late; none where the pack names no day that can be read."""
        try:
            written = datetime.fromisoformat(self.forces_by)
            due = written + (timedelta(days=1) if self._whole_day else timedelta(seconds=1))
        except (ValueError, OverflowError):
            return None
        return due if due.tzinfo else due.replace(tzinfo=UTC)

    @property
    def due_told(self) -> str:
        """2025-11-22, or 2025-11-22 23:59 (UTC+11:00); nothing where no force can be late."""
        if self.forces_due is None:
            return ""
        if self._whole_day:
            return self.forces_by
        return f"{datetime.fromisoformat(self.forces_by):%Y-%m-%d %H:%M} ({self.forces_due.tzinfo})"

    @property
    def _whole_day(self) -> bool:
        return len(self.forces_by) <= len("2025-11-22")


# The card


class CardField(Rule):
    """A figure on the score card, counted by each player, or once for both where it is shared."""

    name: Key
    title: str = Field(min_length=1)
    each: Exact = Fraction(0)
    """Points for each."""
    most: int | None = Field(default=None, ge=0)
    yes: bool = False
    """Ticked or not; counts as one or none."""
    shared: bool = False
    per: str = ""
    """Counted anew in every such phase, and written down phase by phase or as a sum."""
    most_per: int | None = Field(default=None, ge=0)
    own_units: bool = False
    """Counts the player's own units, so that it is never more than the force has, in every phase by itself."""
    note: str = Field(default="", max_length=200)
    """What is to be known when it is filled in."""


class Limit(Rule):
    """What cannot be: the player's own fields and these of the opponent together exceed a figure, or fall short of it.

    What hangs on units is known only where the force they belong to is on file.
    """

    own: list[Key] = Field(min_length=1)
    other: list[Key] = Field(default=[])
    most: int | None = Field(default=None, ge=0)
    most_of: Key | None = None
    """The most is what the player wrote here."""
    most_states: list[Key] = Field(default=[])
    """The most is the number of opposing units in one of these states."""
    least: int | None = Field(default=None, ge=1)
    spared: list[Key] = Field(default=[])
    """The least is one less for each opposing unit in one of these states."""
    needs: list[Key] = Field(default=[])
    """Anything at all needs one of the player's own units in one of these states."""
    size: int | None = Field(default=None, ge=1)
    """Of the player's own units look only at those of at least this size; one whose size is not on file may be so."""
    only: Literal["command_units", "costliest"] | None = None
    """Of the opposing units look only at those that may be command units, or at the one that costs the most."""
    each_phase: bool = False
    """Holds in every phase by itself, where phases are written down."""
    before: dict[Key, int] = Field(default={})
    """Holds only while these shared fields are below these figures; empty means always."""
    since: dict[Key, int] = Field(default={})
    """Holds only when these shared fields have reached these figures; empty means always."""
    ended: list[Ending] = Field(default=[])
    """Holds only for matches that ended so; empty means all."""
    says: str = Field(min_length=1)

    @model_validator(mode="after")
    def _one_figure(self) -> Self:
        figures = (self.most, self.most_of, self.most_states or None, self.least, self.needs or None)
        if sum(figure is not None for figure in figures) != 1:
            raise ValueError("needs one of most, most_of, most_states, least and needs; write just one")
        return self

    @model_validator(mode="after")
    def _looks_at_units(self) -> Self:
        if (self.least is not None) != bool(self.spared):
            raise ValueError("has least just when it has spared; write both or neither")
        if self.size is not None and not self.needs:
            raise ValueError("says size, and looks at no units of the player; add needs, or take size out")
        if self.only is not None and not (self.most_states or self.spared):
            raise ValueError("says only, and looks at no opposing units; add most_states or spared, or take only out")
        return self


class End(Rule):
    """A match is over before time when one player's fields together reach a figure."""

    fields: list[Key] = Field(min_length=1)
    reach: int = Field(ge=1)
    says: str = Field(min_length=1)
    readings: dict[str, Setting] = Field(default={})
    """Only where the pack reads these open questions so."""
    more: bool = False
    """They must be more than the opponent's, too."""
    since: dict[Key, int] = Field(default={})
    """Only when these shared fields have reached these figures; empty means always."""


class Scenario(Rule):
    """What is played for in a round."""

    name: Key
    title: str = Field(min_length=1)
    objective: str = ""
    brief: list[str | Line] = Field(default=[])
    """The rules in short, for whoever has to play it in five minutes."""
    components: list[str | Line] = Field(default=[])
    layout: Layout | None = None
    """The table as it is set up, for a picture of it."""
    command_units: bool = False
    """Each player chooses command units in secret before the match, as many as the force rules say."""
    field: list[CardField] = Field(default=[])
    limit: list[Limit] = Field(default=[])
    end: list[End] = Field(default=[])


class ScenarioChoice(Rule):
    """Which scenario is played in which round: drawn by lot without repeats, or in the order of the file."""

    pick: Literal["draw", "in_order"] = "in_order"
    announced: str = ""


class UnitState(Rule):
    """What may have become of a unit; the first state of a pack is that of a unit nobody wrote down."""

    name: Key
    title: str = Field(min_length=1)
    gone: bool = False
    """It is not on the table any more."""
    unable: bool = False
    """It is on the table, but a side that has nothing else has nobody left to play on with."""
    aboard: bool = False
    """It is inside another unit, which is named."""
    inside: list[str] = Field(default=[])
    """Only inside units of these types; empty means all."""
    places: dict[str, int] = Field(default={})
    """How many places a unit of each type takes; what carries others rides itself in nothing. It is checked where the
    force says how many places the carrier has."""
    types: list[str] = Field(default=[])
    """Only units of these types; empty means all."""


# Scoring


class Counted(PackModel):
    """The points of units in these states, times a figure."""

    whose: Literal["own", "opponent"]
    states: list[Key] = Field(min_length=1)
    types: list[str] = Field(default=[])
    times: Exact = Fraction(1)
    rounding: Literal["exact", "down"] = "exact"
    """Of each unit's points."""


class Measure(Rule):
    """A figure of each player: points of fields and of units, cut at the cap."""

    do: Literal["measure"]
    name: Key
    title: str = Field(min_length=1)
    fields: list[Key] | Literal["scenario"] = Field(default=[])
    """The fields that count, or all of the scenario's own."""
    counts: list[Counted] = Field(default=[])
    cap: int | None = Field(default=None, ge=0)
    only_if: Key | None = None
    """A shared field that must be ticked; otherwise the measure is left out of the match."""


class Test(PackModel):
    """More of a measure than the opponent, and not less than the least, wins."""

    most: Key
    least: Exact = Fraction(0)


class Winner(Rule):
    """The first test that one of the players passes decides; none passed is a draw."""

    do: Literal["winner"]
    by: list[Test] = Field(min_length=1)


class Conditions(Rule):
    """Each measure is a condition, won by who has more of it; who wins more conditions wins the match."""

    do: Literal["conditions"]
    name: Key
    title: str = Field(min_length=1)
    of: list[Key] = Field(min_length=1)
    ties: list[Key] = Field(default=[])
    """Measures that decide when the conditions do not, and last perhaps the die."""


class Award(Rule):
    """Points for winning, drawing and losing."""

    do: Literal["award"]
    name: Key
    title: str = Field(min_length=1)
    win: Exact
    draw: Exact = Fraction(0)
    loss: Exact = Fraction(0)


class Sum(Rule):
    do: Literal["sum"]
    name: Key
    title: str = Field(min_length=1)
    of: list[Key] = Field(min_length=1)


Step = Annotated[Measure | Winner | Conditions | Award | Sum, Field(discriminator="do")]


class Scoring(Rule):
    """From the card to the result, step by step."""

    ends: list[Ending] = Field(default=["time", "early", "no_opponent"], min_length=1)
    """How a match may end; early only where its scenario has an end of its own."""
    last: dict[Key, int] = Field(default={})
    """What these shared fields have come to in a match that was played in full."""
    state: list[UnitState] = Field(default=[])
    field: list[CardField] = Field(default=[])
    """On every card, whatever the scenario."""
    limit: list[Limit] = Field(default=[])
    steps: list[Step] = Field(min_length=1)

    def titles(self) -> dict[str, str]:
        """What each figure that the steps make is called."""
        return {step.name: step.title for step in self.steps if not isinstance(step, Winner)}


class Bye(Rule):
    """A player without an opponent: the round's average of these figures, and something on top."""

    of: list[Key] = Field(default=[])
    rounding: Literal["exact", "down"] = "exact"
    plus: dict[str, Exact] = Field(default={})


class Concession(Rule):
    """The conceder has nothing; the other the better of the bye with `bye_plus` and his own figures with `own_plus`."""

    own: list[Key] = Field(default=[])
    own_plus: dict[str, Exact] = Field(default={})
    bye_plus: dict[str, Exact] = Field(default={})


# The tournament


class PairingRules(Rule):
    first: Literal["random"] = "random"
    order: list[Key] = Field(min_length=1)
    """Figures, the weightiest first; equals are paired in the order of a recorded lot."""


class StandingsRules(Rule):
    order: list[Key] = Field(min_length=1)
    show: list[Key] = Field(default=[])


class Conduct(Rule):
    out_at: int | None = Field(default=None, ge=1)
    """With this warning a player is out; without a figure the organiser decides."""


class AwardRule(Rule):
    """A prize: for a place, by the players' votes, or given by the organiser."""

    name: Key
    title: str = Field(min_length=1)
    by: Literal["place", "vote", "organiser"]
    place: int | None = Field(default=None, ge=1)
    painted: bool = False
    """Only for players whose whole force is painted."""

    @model_validator(mode="after")
    def _has_its_place(self) -> Self:
        if (self.by == "place") != (self.place is not None):
            raise ValueError('has a place just when it is by = "place"; add or remove place')
        return self


DraftMethod = Literal["conscription", "salvage_boxes", "force_packs", "packs_then_boxes", "volunteers"]


class DraftRules(Rule):
    """How forces are drawn or drafted on the day."""

    methods: list[DraftMethod] = Field(min_length=1)
    group: int = Field(default=4, ge=1)
    units: int = Field(default=4, ge=1)
    seconds: int = Field(default=60, ge=5)
    """For one pick."""
    grace: int = Field(default=5, ge=0)
    """Seconds that a pick may be late, for slow links."""


class HandRules(Rule):
    """A tournament hand of cards, of which one is played in each match."""

    kinds: list[str] = Field(min_length=1)
    ticks: dict[str, Key] = Field(default={})
    """The shared field that is ticked just when a card of this kind is played."""


class TextRule(Rule):
    """A rule that nothing here works out: it is told to the players, in the organiser's own words."""

    title: str = Field(min_length=1)
    text: list[str | Line] = Field(min_length=1)
    on: Literal["force", "play", "day"] = "play"
    """Beside which rules it is told: those for forces, those of play, or those of the day."""


class EventRules(PackModel):
    """From check-in to prizes."""

    rounds: int = Field(ge=1, le=50)
    minutes: list[int] = Field(min_length=1)
    """The length of each round; one figure stands for all."""
    schedule: list[Slot] = Field(default=[])
    registration: Registration = Registration()
    choice: ScenarioChoice = ScenarioChoice()
    scenario: list[Scenario] = Field(min_length=1)
    scoring: Scoring
    pairing: PairingRules
    standings: StandingsRules
    bye: Bye = Bye()
    concession: Concession = Concession()
    conduct: Conduct = Conduct()
    award: list[AwardRule] = Field(default=[])
    draft: DraftRules | None = None
    hand: HandRules | None = None
    setup: list[str | Line] = Field(default=[])
    """What players do at the beginning of a match, in order."""
    rule: list[TextRule] = Field(default=[])
    """Everything else that a player has to know."""

    def round_minutes(self, number: int) -> int:
        """A round beyond the planned ones is as long as the last."""
        return self.minutes[min(number, len(self.minutes)) - 1]

    def scenario_named(self, name: str) -> Scenario | None:
        return next((one for one in self.scenario if one.name == name), None)

    def card_fields(self, scenario: Scenario) -> list[CardField]:
        """All fields on the card of a match of this scenario."""
        return [*scenario.field, *self.scoring.field]


def event_problems(event: EventRules, where: str) -> list[Problem]:
    """What no single table can see: names that lead nowhere and names given twice."""
    return [
        Problem(where, what, remedy=f"{remedy[:1].upper()}{remedy[1:]}.")
        for what, _, remedy in (complaint.partition("; ") for complaint in dict.fromkeys(_complaints(event)))
    ]


def registration_problems(event: EventRules, where: str) -> list[Problem]:
    """What keeps a new event from being opened; the pack of an old one may say so, and is read all the same."""
    written = event.registration.forces_by
    if not written or event.registration.forces_due is not None:
        return []
    remedy = 'Write "2025-11-22", or with the hour "2025-11-22T23:59:59+11:00".'
    return [Problem(f"{where}, event.registration.forces_by", f"{written[:40]!r} is no day", remedy=remedy)]


def _complaints(event: EventRules) -> Iterator[str]:
    if len(event.minutes) not in (1, event.rounds):
        yield f"minutes has {len(event.minutes)} figures for {event.rounds} rounds; give one, or one for each round"
    if event.choice.pick == "draw" and len(event.scenario) < event.rounds:
        few = len(event.scenario)
        yield f"{event.rounds} rounds draw from {few} scenarios without repeats; add some, or pick in order"
    rounds = [slot.round for slot in event.schedule if slot.round is not None]
    if rounds and sorted(rounds) != list(range(1, event.rounds + 1)):
        yield f"the schedule has the rounds {rounds}, and there are {event.rounds}; give each one line"
    yield from _doubled("scenario", (one.name for one in event.scenario))
    yield from _doubled("award", (one.name for one in event.award))
    yield from _doubled("state", (one.name for one in event.scoring.state))
    yield from _unknown("kind of card", event.hand.ticks if event.hand else (), event.hand.kinds if event.hand else [])
    for scenario in event.scenario:
        yield from _card_complaints(event, scenario)
    yield from _step_complaints(event)


def _card_complaints(event: EventRules, scenario: Scenario) -> Iterator[str]:
    fields = event.card_fields(scenario)
    known = [field.name for field in fields]
    yield from _doubled(f"field on the card of {scenario.title}", known)
    shared = [field.name for field in fields if field.shared]
    states = [state.name for state in event.scoring.state]
    for limit in (*scenario.limit, *event.scoring.limit):
        yield from _unknown("field", [*limit.own, *limit.other, *([limit.most_of] if limit.most_of else [])], known)
        yield from _unknown("state", [*limit.most_states, *limit.spared, *limit.needs], states)
        yield from _unknown("shared field", [*limit.before, *limit.since], shared)
    yield from _unknown("shared field", event.scoring.last, shared)
    yield from _unknown("shared field", event.hand.ticks.values() if event.hand else (), shared)
    for end in scenario.end:
        yield from _unknown("field", end.fields, known)
        yield from _unknown("shared field", end.since, shared)


def _step_complaints(event: EventRules) -> Iterator[str]:
    """A step may use only what the steps before it have made."""
    made: list[str] = []
    states = [state.name for state in event.scoring.state]
    everywhere = [field.name for field in event.scoring.field]
    decided = False
    for step in event.scoring.steps:
        if isinstance(step, Measure):
            yield from _unknown("field", step.fields if isinstance(step.fields, list) else [], everywhere)
            yield from _unknown("field", [step.only_if] if step.only_if else [], everywhere)
            yield from _unknown("state", [state for count in step.counts for state in count.states], states)
        elif isinstance(step, Winner):
            yield from _unknown("measure", [test.most for test in step.by], made)
        elif isinstance(step, Conditions):
            yield from _unknown("measure", [*step.of, *(name for name in step.ties if name != DIE)], made)
        elif isinstance(step, Sum):
            yield from _unknown("measure", step.of, made)
        elif not decided:
            yield f"the award {step.name!r} comes before the step that finds the winner; put it after it"
        decided = decided or isinstance(step, Winner | Conditions)
        if not isinstance(step, Winner):
            made.append(step.name)
    yield from _doubled("step", made)
    used = [*event.pairing.order, *event.standings.order, *event.standings.show, *event.bye.of, *event.bye.plus]
    used += [*event.concession.own, *event.concession.own_plus, *event.concession.bye_plus]
    yield from _unknown("measure", used, made)


def _unknown(word: str, used: Iterable[str], known: Sequence[str]) -> Iterator[str]:
    for name in used:
        if name not in known:
            yield f"no {word} is called {name!r}; there is {', '.join(known) or 'none'}"


def _doubled(word: str, names: Iterable[str]) -> Iterator[str]:
    seen = set[str]()
    for name in names:
        if name in seen:
            yield f"two have the name {name!r} as {word}; rename one"
        seen.add(name)
