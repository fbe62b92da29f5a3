"""A second reading of the four shipped packs, straight from their papers, to hold the standings against.

It reads the entries of a journal and nothing else: neither the event nor what scores, averages and ranks it. Where the
papers are open it follows the pack's [readings], whose defaults are the usual answers.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

from musterhall.events.entries import Entry

Points = dict[str, Fraction]
"""A player's figures by name."""
HALF = Fraction(1, 2)


@dataclass(slots=True)
class Match:
    players: list[str]
    forces: list[list[dict[str, Any]] | None] = field(default_factory=lambda: [None, None])
    sent: dict[str, Any] = field(default_factory=dict)
    card: dict[str, Any] | None = None
    conceded: str = ""
    absent: str = ""

    @property
    def settled(self) -> bool:
        return bool(self.card is not None or self.conceded or self.absent)


@dataclass(slots=True)
class Round:
    scenario: str
    matches: dict[int, Match]
    byes: list[str]
    published: bool = False

    @property
    def complete(self) -> bool:
        return self.published and all(match.settled for match in self.matches.values())


@dataclass(slots=True)
class Day:
    """What the journal says, in the plainest form."""

    pack: str
    readings: dict[str, Any]
    scenarios: list[str] = field(default_factory=list)
    players: dict[str, str] = field(default_factory=dict)
    """Whether each is in or out."""
    warnings: dict[str, int] = field(default_factory=dict)
    handed_in: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    accepted: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Table:
    """The rules of one pack, as plain Python."""

    figures: tuple[str, ...]
    """Everything a player has points in."""
    order: tuple[str, ...]
    """What the standings go by."""
    score: Callable[[Day, Round, Match], tuple[Points, Points]]
    average_of: tuple[str, ...]
    """What a player without an opponent gets the average of."""
    whole: bool
    """That average is rounded down."""
    bye: Mapping[str, int]
    conceded_bye: Mapping[str, int]
    """On top of a bye, for who was conceded to."""
    conceded_own: Mapping[str, int]
    """On top of the player's own points."""


def plain_totals(entries: Sequence[Entry]) -> dict[str, Points]:
    """Every player's figures over all rounds."""
    day = read(entries)
    rules = TABLES[day.pack]
    totals = {player: dict.fromkeys(rules.figures, Fraction(0)) for player in day.players}
    for round_ in day.rounds:
        for player, points in round_points(day, rules, round_).items():
            for name, value in points.items():
                totals[player][name] += value
    return totals


def plain_places(entries: Sequence[Entry], totals: Mapping[str, Points]) -> dict[str, int]:
    """The place of everyone who is still in; equals share one."""
    day = read(entries)
    order = TABLES[day.pack].order
    still_in = [player for player, state in day.players.items() if state == "in"]
    lines = {player: [totals[player][name] for name in order] for player in still_in}
    return {player: 1 + sum(lines[other] > lines[player] for other in still_in) for player in still_in}


# The journal


def read(entries: Sequence[Entry]) -> Day:
    """Go through the journal once, leaving out what was undone."""
    kept = without_undone(entries)
    day = Day(*pack_of(kept[0].data["pack"]))
    for entry in kept[1:]:
        happen(day, entry.kind, entry.data)
    return day


@lru_cache(maxsize=64)
def pack_of(text: str) -> tuple[str, dict[str, Any]]:
    """A pack's name and how it reads open questions."""
    pack = tomllib.loads(text)
    return pack["name"], pack["readings"]


def without_undone(entries: Sequence[Entry]) -> list[Entry]:
    """From the last entry backwards, each undoing that still stands takes one away."""
    gone = set()
    for entry in sorted(entries, key=lambda one: -one.seq):
        if entry.kind == "entry.undone" and entry.seq not in gone:
            gone.add(entry.data["seq"])
    return [entry for entry in entries if entry.seq not in gone and entry.kind != "entry.undone"]


def happen(day: Day, kind: str, data: Mapping[str, Any]) -> None:
    if kind == "event.scenarios":
        day.scenarios = list(data["rounds"])
    elif kind.startswith(("player.", "force.")):
        happen_to_player(day, kind, data)
    elif kind == "round.paired":
        scenario = day.scenarios[data["round"] - 1]
        day.rounds[data["round"] - 1 :] = [Round(scenario, seated(data), list(data.get("byes", [])))]
    elif kind == "round.changed":
        round_ = day.rounds[data["round"] - 1]
        assert not round_.published, "the simulation changes drafts only"
        round_.matches, round_.byes = seated(data), list(data.get("byes", []))
    elif kind == "round.published":
        round_ = day.rounds[data["round"] - 1]
        round_.published = True
        for match in round_.matches.values():
            match.forces = [day.accepted.get(player) for player in match.players]
    elif kind.startswith(("card.", "match.")):
        happen_at_table(day.rounds[data["round"] - 1].matches[data["table"]], kind, data)


def seated(data: Mapping[str, Any]) -> dict[int, Match]:
    matches = {row["table"]: Match(list(row["players"])) for row in data["matches"]}
    assert len(matches) == len(data["matches"]), "every table has one match"
    everyone = [player for match in matches.values() for player in match.players] + list(data.get("byes", []))
    assert len(set(everyone)) == len(everyone), "nobody is at two places"
    return matches


def happen_to_player(day: Day, kind: str, data: Mapping[str, Any]) -> None:
    player = data["player"]
    if kind in ("player.added", "player.returned"):
        day.players[player] = "in"
    elif kind in ("player.left", "player.disqualified"):
        day.players[player] = "out"
    elif kind == "player.warned":
        day.warnings[player] = day.warnings.get(player, 0) + 1
        if day.pack == "Herocon 2025" and day.warnings[player] == 2:
            day.players[player] = "out"
    elif kind == "force.submitted":
        day.handed_in[player] = data["roster"]
        day.accepted.pop(player, None)
    elif kind == "force.accepted":
        day.accepted[player] = day.handed_in[player]


def happen_at_table(match: Match, kind: str, data: Mapping[str, Any]) -> None:
    if kind == "card.sent":
        match.sent[data["player"]] = data["card"]
        if len(match.sent) == 2 and match.sent[match.players[0]] == match.sent[match.players[1]]:
            match.card = data["card"]
    elif kind == "card.confirmed":
        (other,) = (player for player in match.players if player != data["player"])
        match.card = match.sent[other]
    elif kind == "card.decided":
        match.card, match.conceded, match.absent = data["card"], "", ""
    elif kind == "match.conceded":
        match.card, match.conceded, match.absent = data.get("card"), data["player"], ""
    elif kind == "match.absent":
        match.card, match.conceded, match.absent = None, "", data["player"]


# A round


def round_points(day: Day, rules: Table, round_: Round) -> dict[str, Points]:
    """What each player has from a round; byes and concessions only when all its cards are there."""
    if not round_.published:
        return {}
    found: dict[str, Points] = {}
    for match in round_.matches.values():
        if match.card is not None and not match.conceded:
            found.update(zip(match.players, rules.score(day, round_, match), strict=True))
    if not round_.complete:
        return found
    alone = list(round_.byes)
    alone += [player for match in round_.matches.values() if match.absent for player in match.players]
    alone = [player for player in alone if player not in {match.absent for match in round_.matches.values()}]
    for player in alone:
        found[player] = bye(day, rules, round_, player, len(alone) - 1)
    for match in round_.matches.values():
        if match.conceded:
            (other,) = (player for player in match.players if player != match.conceded)
            found[other] = conceded_to(day, rules, round_, match, other, len(alone))
            found[match.conceded] = {}
    return found


def bye(day: Day, rules: Table, round_: Round, receiver: str, others_alone: int) -> Points:
    """Modified Win: the average of all who played, without the receiver, and something on top."""
    if day.readings.get("bye") == "no_points":
        return {}
    points = average(day, rules, round_, receiver, others_alone)
    on_top = {} if day.readings.get("modified_win_vp") == "average_alone" else rules.bye
    return summed(day, plus(points, on_top), averaged=points)


def conceded_to(day: Day, rules: Table, round_: Round, match: Match, receiver: str, alone: int) -> Points:
    """The better of a bye with something on top and of the own points with something on top."""
    points = average(day, rules, round_, receiver, alone)
    on_top = {} if day.readings.get("modified_win_vp") == "average_alone" else rules.bye
    as_bye = summed(day, plus(plus(points, on_top), rules.conceded_bye), averaged=points)
    if match.card is None:
        return as_bye
    scored = rules.score(day, round_, match)[match.players.index(receiver)]
    own = summed(day, plus({name: scored[name] for name in rules.average_of}, rules.conceded_own))
    return max(own, as_bye, key=lambda one: [one.get(name, Fraction(0)) for name in rules.order])


def average(day: Day, rules: Table, round_: Round, receiver: str, others_alone: int) -> Points:
    rows: list[Points] = []
    for match in round_.matches.values():
        if match.absent or (match.conceded and not day.readings.get("conceded_in_average", True)):
            continue
        scored = rules.score(day, round_, match) if match.card is not None else ({}, {})
        for player, points in zip(match.players, scored, strict=True):
            if player != receiver:
                rows.append({} if player == match.conceded else points)
    if day.readings.get("byes_in_average", False):
        rows += [{}] * others_alone
    means = {
        name: sum((row.get(name, Fraction(0)) for row in rows), Fraction(0)) / max(1, len(rows))
        for name in rules.average_of
    }
    return {name: Fraction(int(mean)) if rules.whole else mean for name, mean in means.items()}


def plus(points: Points, more: Mapping[str, int]) -> Points:
    return {name: points.get(name, Fraction(0)) + more.get(name, 0) for name in (*points, *more)}


def summed(day: Day, points: Points, averaged: Points | None = None) -> Points:
    """Herocon adds everything up; there the average may be rounded, as one figure."""
    if day.pack != "Herocon 2025":
        return points
    total = sum(points.values(), Fraction(0))
    if averaged and day.readings["average_rounding"] == "nearest":
        mean = sum(averaged.values(), Fraction(0))
        total += int(mean + HALF) - mean
    return {**points, "total": total}


# What stands on a card


def wrote(match: Match, side: int, name: str) -> int:
    value = (match.card or {})["sides"][side].get("fields", {}).get(name, 0)
    return sum(value) if isinstance(value, list) else int(value)


def units(match: Match, side: int, usual: str) -> list[tuple[str, str, int]]:
    """State, type and points of each unit of a player; without a force, points by state alone."""
    half = (match.card or {})["sides"][side]
    force = match.forces[side]
    if force is None:
        # captured:mech, where it matters of which type they are
        written = [(*name.partition(":"), points) for name, points in half.get("points", {}).items()]
        return [(state, type_, points) for state, _, type_, points in written]
    fates = half.get("units", {})
    found = []
    for unit in force:
        fate = fates.get(unit["name"], usual)
        found.append((fate if isinstance(fate, str) else fate["state"], unit["type"], unit["points"]))
    return found


def worth(units_: Sequence[tuple[str, str, int]], *states: str, types: Sequence[str] = ()) -> Fraction:
    return Fraction(sum(points for state, type_, points in units_ if state in states and (not types or type_ in types)))


def sides(one: Callable[[int], Points]) -> tuple[Points, Points]:
    return one(0), one(1)


# Herocon 2025


def herocon(day: Day, round_: Round, match: Match) -> tuple[Points, Points]:
    objective = [min(400, herocon_objective(round_.scenario, match, side)) for side in (0, 1)]

    def player(side: int) -> Points:
        theirs = units(match, 1 - side, "standing")
        destruction = min(Fraction(400), worth(theirs, "destroyed") + worth(theirs, "crippled") / 2)
        mine, other = objective[side], objective[1 - side]
        victory = 200 if mine > other else 100 if mine == other else 0
        return {
            "objective": Fraction(mine),
            "victory": Fraction(victory),
            "destruction": destruction,
            "total": mine + victory + destruction,
        }

    return sides(player)


def herocon_objective(scenario: str, match: Match, side: int) -> int:
    def count(name: str) -> int:
        return wrote(match, side, name)

    if scenario == "assassination":
        return 55 * count("command_units") + 55 * count("trophies_held") + 90 * count("trophies_withdrawn")
    if scenario == "bunkers":
        return 110 * count("forward_bunkers") + 180 * count("home_bunker")
    if scenario == "domination":
        return 100 * count("points_of_interest")
    if scenario == "king_of_the_hill":
        return 100 * count("hill")
    if scenario == "data_extraction":
        held = 25 * count("green_held") + 50 * (count("own_held") + count("opposing_held"))
        return held + 50 * count("green_uploaded") + 100 * (count("own_uploaded") + count("opposing_uploaded"))
    assert scenario == "salvage", f"Herocon has no scenario {scenario}"
    return 40 * count("carried") + 80 * count("in_yard")


# Drafted for War and Age of Destruction, which are won alike


def drafted_for_war(day: Day, round_: Round, match: Match) -> tuple[Points, Points]:
    def player(side: int) -> Points:
        mine, theirs = units(match, side, "standing"), units(match, 1 - side, "standing")
        return {
            "vc1": worth(theirs, "destroyed"),
            "vc2": worth(mine, "standing") + worth(theirs, "crippled_outside"),
            "vc3": Fraction(wrote(match, side, "home_edge")),
        }

    return with_winner(day, match, sides(player))


def age_of_destruction(day: Day, round_: Round, match: Match) -> tuple[Points, Points]:
    mission = bool((match.card or {}).get("shared", {}).get("mission_card"))

    def player(side: int) -> Points:
        mine, theirs = units(match, side, "able"), units(match, 1 - side, "able")
        held = worth(theirs, "captured_in_zone", types=("infantry", "vehicle"))
        mechs = worth(theirs, "captured", "captured_in_zone", types=("mech",))
        points = {
            "vc1": worth(theirs, "eliminated"),
            "vc2": worth(mine, "able") + 2 * held + 2 * mechs + worth(theirs, "salvage_outside"),
            "vc3": Fraction(wrote(match, side, "in_zone")),
        }
        return points | ({"vc4": Fraction(wrote(match, side, "mission"))} if mission else {})

    return with_winner(day, match, sides(player))


def with_winner(day: Day, match: Match, both: tuple[Points, Points]) -> tuple[Points, Points]:
    """Who wins most conditions, else most of condition 2, else of condition 1, else the die."""
    won = [sum(both[side][name] > both[1 - side][name] for name in both[side]) for side in (0, 1)]
    needed = 2 if day.readings["majority"] == "two" else 1
    winner = None
    if won[0] != won[1] and max(won) >= needed:
        winner = won.index(max(won))
    else:
        tied = [(both[0][name], both[1][name]) for name in ("vc2", "vc1")]
        tied += [(Fraction(one), Fraction(other)) for one, other in (match.card or {}).get("dice", [])]
        winner = next((0 if one > other else 1 for one, other in tied if one != other), None)
    for side in (0, 1):
        both[side]["conditions"] = Fraction(won[side])
        both[side]["wins"] = Fraction(int(winner == side))
    return both


# THE GAME, Meeting Engagement


def meeting_engagement(day: Day, round_: Round, match: Match) -> tuple[Points, Points]:
    names = ("break_their_morale", "breakthrough", "take_and_hold", "hold_the_line", "contain_the_enemy")

    def player(side: int) -> Points:
        theirs = units(match, 1 - side, "fit")
        halves = sum(points // 2 for state, _, points in theirs if state in ("broken", "halved"))
        return {
            "conditions": Fraction(sum(wrote(match, side, name) for name in names)),
            "points": halves + worth(theirs, "halved_broken", "wiped_out"),
        }

    one, other = sides(player)
    ahead: list[bool] = []
    for mine, theirs in ((one, other), (other, one)):
        by_conditions = mine["conditions"] >= 2 and mine["conditions"] > theirs["conditions"]
        not_beaten = not (theirs["conditions"] >= 2 and theirs["conditions"] > mine["conditions"])
        ahead.append(by_conditions or (not_beaten and mine["points"] > theirs["points"]))
    for points, wins in zip((one, other), ahead, strict=True):
        points["match"] = Fraction(3 if wins else 0 if any(ahead) else 1)
    return one, other


TABLES = {
    "Herocon 2025": Table(
        figures=("objective", "victory", "destruction", "total"),
        order=("total",),
        score=herocon,
        average_of=("objective", "destruction"),
        whole=False,
        bye={"victory": 100},
        conceded_bye={"victory": 100},
        conceded_own={"victory": 200},
    ),
    "Drafted for War": Table(
        figures=("vc1", "vc2", "vc3", "conditions", "wins"),
        order=("wins", "conditions", "vc2", "vc1"),
        score=drafted_for_war,
        average_of=("vc1", "vc2", "vc3", "conditions"),
        whole=True,
        bye={"wins": 1},
        conceded_bye={},
        conceded_own={"wins": 1},
    ),
    "Age of Destruction, constructed": Table(
        figures=("vc1", "vc2", "vc3", "vc4", "conditions", "wins"),
        order=("wins", "conditions", "vc2", "vc1"),
        score=age_of_destruction,
        average_of=("vc1", "vc2", "vc3", "conditions"),
        whole=True,
        bye={"wins": 1},
        conceded_bye={},
        conceded_own={"wins": 1},
    ),
    "Meeting Engagement": Table(
        figures=("conditions", "points", "match"),
        order=("match", "conditions", "points"),
        score=meeting_engagement,
        average_of=("conditions", "points"),
        whole=True,
        bye={"match": 3},
        conceded_bye={},
        conceded_own={"match": 3},
    ),
}
