"""Standings at any moment and as of any round, with what breaks their ties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from musterhall.dice import Dice, Die
from musterhall.events.averages import Played, bye_figures, concession_figures, no_points
from musterhall.events.bracket import in_order, placed_by
from musterhall.events.event import DISQUALIFIED, LEFT, Event, Match, Player, Round
from musterhall.events.extras import Extra, extras
from musterhall.events.scores import Figures, number, questions_behind
from musterhall.events.scoring import zero
from musterhall.events.strength import strengths
from musterhall.packs.model import open_questions
from musterhall.tally import shown

NOTHING = Fraction(0)
Totals = Mapping[str, Mapping[str, Fraction]]
"""Each player's figures, summed over rounds."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings."""

    place: int
    player: str
    name: str
    figures: Mapping[str, Fraction]
    played: int
    byes: int
    status: str
    shared: bool = False
    """Another has the same place."""
    broken_by: str = ""
    """What put this player above or below one with the same figures."""
    extras: tuple[Extra, ...] = ()
    """Parts of the figures that come from no round."""

    def as_data(self) -> dict[str, Any]:
        return {
            "place": self.place,
            "player": self.player,
            "name": self.name,
            "figures": {name: number(value) for name, value in self.figures.items()},
            "exact": {name: str(value) for name, value in self.figures.items()},
            "played": self.played,
            "byes": self.byes,
            "status": self.status,
            "shared": self.shared,
            "broken_by": self.broken_by,
            "extras": [extra.as_data() for extra in self.extras],
        }


@dataclass(frozen=True, slots=True)
class Standings:
    """Who stands where; players who left are apart, where the pack lists them."""

    through: int
    order: tuple[str, ...]
    rows: tuple[Standing, ...]
    apart: tuple[Standing, ...]
    open: tuple[str, ...]
    """What is not in it yet, in sentences."""
    read: tuple[str, ...] = ()
    """Open questions whose answer shows in it."""
    rounds: tuple[Mapping[str, Figures], ...] = ()
    """What each round brought, for whoever asks for that as well: it takes its time."""

    def as_data(self) -> dict[str, Any]:
        return {
            "through": self.through,
            "order": list(self.order),
            "rows": [row.as_data() for row in self.rows],
            "apart": [row.as_data() for row in self.apart],
            "open": list(self.open),
            "read": list(self.read),
        }


def standings(event: Event, through: int | None = None, *, final: bool | None = None) -> Standings:
    """The standings after a round, or with everything that is settled now; as they will be in the end, if final."""
    last = _last(event) if through is None else through
    final = final if final is not None else event.finished and last == _last(event)
    rounds = tuple(round_figures(event, one) for one in event.rounds[:last])
    totals = _totals(event, rounds, last, final=final)
    order = tuple(event.rules.standings.order)
    counted = [player for player in event.entered() if not _is_out(player)]
    beside = _extras(event, last, final=final)
    rows = [
        replace(row, extras=tuple(beside.get(row.player, ())))
        for row in _placed(event, counted, totals, last, (*order, *_tie_figures(event)))
    ]
    if event.cut and last > event.cut.after:
        rows = _by_bracket(event, rows, last)
    out = [player for player in event.entered() if _is_out(player)]
    listed = event.pack.reading("dropped_in_standings") == "listed_apart"
    apart = _placed(event, out if listed else [], totals, last, order)
    read = (*_read_in_figures(event, rounds), *_read_in_places(event, rows if last else (), out))
    return Standings(last, order, tuple(rows), tuple(apart), tuple(_open(event, last)), read, rounds)


def _by_bracket(event: Event, rows: Sequence[Standing], last: int) -> list[Standing]:
    """The players of the cut by how far they came, and the others behind them as they stood."""
    known = {row.player: row for row in rows}
    inside = [known[id_] for id_ in in_order(event, last) if id_ in known]
    by = placed_by(event, last)
    first = [replace(row, place=at, shared=False, broken_by=by[row.player]) for at, row in enumerate(inside, 1)]
    others = [row for row in rows if row not in inside]
    above = [sum(one.place < row.place for one in others) for row in others]
    return [*first, *(replace(row, place=len(first) + n + 1) for row, n in zip(others, above, strict=True))]


def totals_through(event: Event, last: int, *, final: bool = False) -> Totals:
    """Every player's figures, summed over the rounds up to this one, and what comes from no round."""
    return _totals(event, [round_figures(event, one) for one in event.rounds[:last]], last, final=final)


def _totals(event: Event, rounds: Sequence[Mapping[str, Figures]], last: int, *, final: bool) -> Totals:
    names = list(event.rules.scoring.titles())
    sums = {id_: dict.fromkeys(names, NOTHING) for id_ in event.players}
    # Who came how far in a bracket says where they stand, not what they scored there.
    until = min(last, event.cut.after) if event.cut else last
    for brought in rounds[:until]:
        for id_, figures in brought.items():
            mine = sums[id_]
            for name, figure in figures.items():
                mine[name] += figure.total
    strength = event.rules.standings.strength
    found = strengths(strength, event.rounds[:until], sums) if strength else {}
    for id_, extra in extras(event, last, final=final):
        sums[id_][extra.figure] += extra.value
    for id_, value in found.items():
        sums[id_][strength.name if strength else ""] = value
    return sums


def _extras(event: Event, last: int, *, final: bool) -> Mapping[str, list[Extra]]:
    found: dict[str, list[Extra]] = {}
    for id_, extra in extras(event, last, final=final):
        found.setdefault(id_, []).append(extra)
    return found


def round_figures(event: Event, round_: Round) -> dict[str, Figures]:
    """What each player has from a round. Byes and concessions wait until every match has its card."""
    found: dict[str, Figures] = {}
    if not round_.published:
        return found
    played = [_played(match) for match in round_.matches if match.result is not None]
    alone = round_.without_opponent()
    for match in round_.matches:
        if match.result is None:
            continue
        if match.conceded is None:
            for id_, figures in zip(match.players, match.result.figures, strict=True):
                found[id_] = figures
        elif round_.complete:
            other = match.other(match.conceded)
            own = match.result.figures[match.side(other)] if match.card is not None else None
            rest = [_played(one, receiver=other) for one in round_.matches if one.result is not None]
            found[other] = concession_figures(event.pack, rest, len(alone), own)
            found[match.conceded] = zero(event.pack)
    # Who has no opponent in a bracket goes on; there are no points in it.
    if round_.complete and not event.in_bracket(round_.number):
        for id_ in alone:
            if id_ in round_.requested and event.rules.bye.on_request == "no_points":
                found[id_] = no_points(event.pack, "a bye on request")
            else:
                found[id_] = bye_figures(event.pack, played, len(alone) - 1)
    return found


def pairing_order(event: Event, through: int, dice: Dice) -> list[str]:
    """Who is present, the best first; equals stand in an order by lot."""
    lot = {player.id: dice.one(_LOT, "lot") for player in event.present()}
    totals = totals_through(event, through)
    order = event.rules.pairing.order
    return sorted(lot, key=lambda id_: ([-totals[id_][name] for name in order], lot[id_], id_))


def head_to_head(event: Event, one: str, other: str, through: int | None = None) -> str | None:
    """Who won more matches of the two up to a round, if somebody did."""
    met = [match for round_ in event.rounds[:through] if (match := round_.match_of(one)) and other in match.players]
    won = Counter(winner for match in met if (winner := _winner(match)))
    return None if won[one] == won[other] else max((one, other), key=lambda id_: won[id_])


def lot(event: Event, player: str) -> int:
    """The last tie-breaker: a die by the event's seed, the same whenever it is asked."""
    return Dice(event.seed, int(player[1:]) * 100).one(_LOT, "tie")


_LOT = Die("lot", 1 << 40)


def _played(match: Match, receiver: str = "") -> Played:
    """A match for the average of its round, without the player who is to receive that average."""
    assert match.result is not None, "only matches with a result are averaged"
    conceded = match.side(match.conceded) if match.conceded else None
    left_out = match.side(receiver) if receiver in match.players else None
    return Played(match.result.figures, conceded, left_out)


def _winner(match: Match) -> str | None:
    if match.conceded:
        return match.other(match.conceded)
    if match.result is None or match.result.winner is None:
        return None
    return match.players[match.result.winner]


def _last(event: Event) -> int:
    return sum(round_.published for round_ in event.rounds)


def _is_out(player: Player) -> bool:
    return player.status in (LEFT, DISQUALIFIED)


def _tie_figures(event: Event) -> tuple[str, ...]:
    """Figures that part equals, where the pack reads it so."""
    if event.pack.reading("ties") != "vp_then_op":
        return ()
    return tuple(name for name in ("victory", "objective") if name in event.rules.scoring.titles())


def _placed(event: Event, players: Iterable[Player], totals: Totals, last: int, order: Sequence[str]) -> list[Standing]:
    """Players in order with their places; who cannot be parted shares one: 1, 2, 2, 4."""

    def figures(id_: str) -> tuple[Fraction, ...]:
        return tuple(-totals[id_][name] for name in order)

    ids = sorted((player.id for player in players), key=lambda id_: (figures(id_), int(id_[1:])))
    groups: dict[tuple[Fraction, ...], list[str]] = {}
    for id_ in ids:
        groups.setdefault(figures(id_), []).append(id_)
    rows: list[Standing] = []
    for group in groups.values():
        for parted in _parted(event, group, last):
            place = len(rows) + 1
            rows += [_row(event, id_, place, totals, last, len(parted.ids) > 1, parted.by) for id_ in parted.ids]
    return [_told(event, row, rows, order) for row in rows] if len(order) > 1 else rows


@dataclass(frozen=True, slots=True)
class _Parted:
    ids: tuple[str, ...]
    by: str = ""


def _parted(event: Event, level: Sequence[str], last: int) -> list[_Parted]:
    """Players with equal figures: together, or parted by their own matches and then a die."""
    if len(level) == 1 or event.pack.reading("ties") != "head_to_head":
        return [_Parted(tuple(level))]
    wins = {one: sum(head_to_head(event, one, other, last) == one for other in level if other != one) for one in level}
    ordered = sorted(level, key=lambda one: (-wins[one], -lot(event, one)))
    return [
        _Parted((one,), "their own match" if sum(wins[other] == wins[one] for other in level) == 1 else "a die")
        for one in ordered
    ]


def _row(event: Event, id_: str, place: int, totals: Totals, last: int, shared: bool, by: str) -> Standing:
    player = event.player(id_)
    rounds = [round_ for round_ in event.rounds[:last] if round_.published]
    played = sum(1 for round_ in rounds if (match := round_.match_of(id_)) and match.settled and match.absent is None)
    byes = sum(id_ in round_.without_opponent() for round_ in rounds)
    return Standing(place, id_, player.name, totals[id_], played, byes, player.status, shared, by)


def _told(event: Event, row: Standing, rows: Sequence[Standing], order: Sequence[str]) -> Standing:
    """Say which figure parted a player from the neighbours that had as much of the first one."""
    if row.broken_by or row.shared:
        return row
    first = order[0]
    level = [one for one in rows if one is not row and one.figures[first] == row.figures[first]]
    for name in order[1:]:
        apart = [one for one in level if one.figures[name] != row.figures[name]]
        if apart and len(apart) == len(level):
            title = event.rules.titles()[name]
            return replace(row, broken_by=f"{title}: {shown(row.figures[name])}")
        level = [one for one in level if one not in apart]
    return row


def _read_in_figures(event: Event, rounds: Sequence[Mapping[str, Figures]]) -> Iterable[str]:
    """Which answers to open questions changed what somebody had from a round: of byes and concessions."""
    asked: dict[str, None] = {}
    for round_, figures in zip(event.rounds, rounds, strict=False):
        ids = [match.other(match.conceded) for match in round_.matches if match.conceded]
        ids += round_.without_opponent()
        if ids and round_.complete and not event.in_bracket(round_.number):
            asked |= dict.fromkeys(name for id_ in ids for name in questions_behind(figures[id_]))
    return map(event.pack.answer_in_words, asked)


def _read_in_places(event: Event, rows: Sequence[Standing], out: Sequence[Player]) -> Iterable[str]:
    """Which answers to open questions show in who stands where."""
    ties = str(event.pack.reading("ties"))
    if rows and any(row.shared or row.broken_by in ("their own match", "a die") for row in rows):
        yield f"Equals: {open_questions()['ties'].values[ties]} (ties = {ties})."
    left = str(event.pack.reading("dropped_in_standings"))
    if out:
        yield f"Who left: {open_questions()['dropped_in_standings'].values[left]} (dropped_in_standings = {left})."


def _open(event: Event, last: int) -> Iterable[str]:
    for round_ in event.rounds[:last]:
        missing = [str(match.table) for match in round_.matches if round_.published and not match.settled]
        if missing:
            waits = round_.without_opponent() or any(match.conceded for match in round_.matches)
            waiting = " Byes and concessions of that round wait for them." if waits else ""
            yield f"Round {round_.number}: no card yet from table {', '.join(missing)}.{waiting}"
