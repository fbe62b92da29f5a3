"""How an event runs: the half of a pack that begins with `[event]`.

Everything here is data. What a step, a bye or a pairing does is a named block in `musterhall.events`; a pack puts the
blocks together and gives them their figures.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from musterhall.game.terms import PackModel, PackRule
from musterhall.packs.card_rules import CardField
from musterhall.packs.parts import ConditionalLine, Exact, Key
from musterhall.packs.scenarios import Scenario, ScenarioChoice
from musterhall.packs.scoring_rules import Bye, Concession, Scoring

TimeOfDay = Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]


class Slot(PackModel):
    """A line of the day's schedule; a round has its number."""

    at: TimeOfDay
    what: str = ""
    round: int | None = Field(default=None, ge=1)

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.what and self.round is None:
            raise ValueError("says neither what happens nor which round begins; add what or round")
        return self


class Registration(PackRule):
    """Who may take part, and until when forces are handed in."""

    fewest: int = Field(default=2, ge=2)
    most: int | None = Field(default=None, ge=2)
    venue: str = Field(default="", max_length=200)
    """Where it is, as the event's page tells; the organiser may say it anew."""
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


class PairingRules(PackRule):
    first: Literal["random"] = "random"
    order: list[Key] = Field(min_length=1)
    """Figures, the weightiest first; equals are paired in the order of a recorded lot."""
    tables: Literal["rotate", "by_standing"] = "rotate"
    """Nobody twice at a table if it can be helped, or the leaders at the first one."""


class StrengthRules(PackRule):
    """Strength of opponents: a figure of the standings, worked out from what the opponents have scored."""

    name: Key = "strength"
    title: str = Field(default="Strength of opponents", min_length=1)
    of: Key
    by: Literal["average", "sum"] = "average"
    byes: Literal["left_out", "own_points", "field_average"] = "left_out"
    """What stands for an opponent where there was none."""


class StandingsRules(PackRule):
    order: list[Key] = Field(min_length=1)
    show: list[Key] = Field(default=[])
    strength: StrengthRules | None = None


class SoftScore(PackRule):
    """Points for something beside the matches, such as painting; they go into a figure that decides places."""

    name: Key
    title: str = Field(min_length=1)
    to: Key
    most: Exact = Field(gt=0)
    by: Literal["organiser", "vote"] = "organiser"
    award: Key | None = None
    """Whose votes count, where it goes by votes."""
    each: Exact = Fraction(1)
    """Points for a vote."""
    counts: Literal["end", "always"] = "end"
    """In the final standings, or in all of them and in the pairing."""

    @model_validator(mode="after")
    def _has_its_votes(self) -> Self:
        if (self.by == "vote") != (self.award is not None):
            raise ValueError('names an award just when it is by = "vote"; add or remove award')
        if self.by == "vote" and self.counts == "always":
            raise ValueError('would show votes before the end; write counts = "end"')
        return self


class Conduct(PackRule):
    out_at: int | None = Field(default=None, ge=1)
    """With this warning a player is out; without a figure the organiser decides."""


class Category(PackRule):
    """Players among whom there is something to win, such as juniors; the organiser says who is one."""

    name: Key
    title: str = Field(min_length=1)


class AwardRule(PackRule):
    """A prize: for a place, for the most of a score, by the players' votes, or given by the organiser."""

    name: Key
    title: str = Field(min_length=1)
    by: Literal["place", "score", "vote", "organiser"]
    place: int | None = Field(default=None, ge=1)
    of: Key | None = None
    """The soft score or figure that somebody has most of, where it goes by score."""
    painted: bool = False
    """Only for players whose whole force is painted."""
    category: Key | None = None
    """Only for players of this category; a place is then one among them."""
    faction: str = Field(default="", max_length=80)
    """Only for players of this faction."""

    @model_validator(mode="after")
    def _has_its_place(self) -> Self:
        if (self.by == "place") != (self.place is not None):
            raise ValueError('has a place just when it is by = "place"; add or remove place')
        if (self.by == "score") != (self.of is not None):
            raise ValueError('names a score just when it is by = "score"; add or remove of')
        return self


class CutRules(PackRule):
    """After the rounds the best play on in a bracket."""

    top: int = Field(ge=2, le=16)


DraftMethod = Literal["conscription", "salvage_boxes", "force_packs", "packs_then_boxes", "volunteers"]


class DraftRules(PackRule):
    """How forces are drawn or drafted on the day."""

    methods: list[DraftMethod] = Field(min_length=1)
    group: int = Field(default=4, ge=1)
    units: int = Field(default=4, ge=1)
    seconds: int = Field(default=60, ge=5)
    """For one pick."""
    grace: int = Field(default=5, ge=0)
    """Seconds that a pick may be late, for slow links."""


class HandRules(PackRule):
    """A tournament hand of cards, of which one is played in each match."""

    kinds: list[str] = Field(min_length=1)
    ticks: dict[str, Key] = Field(default={})
    """The shared field that is ticked just when a card of this kind is played."""


class TextRule(PackRule):
    """A rule that nothing here works out: it is told to the players, in the organiser's own words."""

    title: str = Field(min_length=1)
    text: list[str | ConditionalLine] = Field(min_length=1)
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
    category: list[Category] = Field(default=[])
    award: list[AwardRule] = Field(default=[])
    soft: list[SoftScore] = Field(default=[])
    cut: CutRules | None = None
    draft: DraftRules | None = None
    hand: HandRules | None = None
    setup: list[str | ConditionalLine] = Field(default=[])
    """What players do at the beginning of a match, in order."""
    rule: list[TextRule] = Field(default=[])
    """Everything else that a player has to know."""

    def round_minutes(self, number: int) -> int:
        """A round beyond the planned ones is as long as the last."""
        return self.minutes[min(number, len(self.minutes)) - 1]

    def titles(self) -> dict[str, str]:
        """What each figure of the standings is called."""
        strength = self.standings.strength
        return self.scoring.titles() | ({strength.name: strength.title} if strength else {})

    def scenario_named(self, name: str) -> Scenario | None:
        return next((one for one in self.scenario if one.name == name), None)

    def card_fields(self, scenario: Scenario) -> list[CardField]:
        """All fields on the card of a match of this scenario."""
        return [*scenario.field, *self.scoring.field]
