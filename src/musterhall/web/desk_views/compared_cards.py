"""Cards of one match side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from musterhall.events.cards import ENDS, Card, CardHalf, count
from musterhall.events.event import Event, Match, Round
from musterhall.events.matches import result_of
from musterhall.events.scoring import points_title
from musterhall.events.wording import possessive
from musterhall.tally import shown


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """One thing on a card, as each of several cards has it."""

    label: str
    values: tuple[str, ...]

    @property
    def differs(self) -> bool:
        return len(set(self.values)) > 1


@dataclass(frozen=True, slots=True)
class ComparedGroup:
    title: str
    lines: tuple[ComparedLine, ...]


def compared(event: Event, round_: Round, match: Match, cards: Sequence[Card]) -> list[ComparedGroup]:
    """Cards of one match, line by line: for each player, and for the match."""
    fields = event.rules.card_fields(event.scenario_of(round_))
    groups = []
    for side, id_ in enumerate(match.players):
        halves = [card.sides[side] for card in cards]
        lines = [
            _compared_line(one.title, [_figure(half.fields.get(one.name, 0), yes=one.yes) for half in halves])
            for one in fields
            if not one.shared
        ]
        lines += _total_lines(event, halves)
        # As on paper: below a player's figures stand the units that this player scores for.
        lines += _unit_lines(event, match, cards, 1 - side)
        groups.append(ComparedGroup(f"{possessive(event.player(id_).name)} half of the card", tuple(lines)))
    shared = [
        _compared_line(one.title, [_figure(card.shared.get(one.name, 0), yes=one.yes) for card in cards])
        for one in fields
        if one.shared
    ]
    shared.append(_compared_line("How the match ended", [ENDS.get(card.ended, card.ended) for card in cards]))
    if any(card.dice for card in cards):
        rolls = [", ".join(f"{one} to {other}" for one, other in card.dice) or "-" for card in cards]
        shared.append(_compared_line("Dice", rolls))
    return [*groups, ComparedGroup("The match", tuple(shared))]


def _total_lines(event: Event, halves: Sequence[CardHalf]) -> list[ComparedLine]:
    """What the measures came to, on cards that say no more."""
    titles = event.rules.scoring.titles()
    names = dict.fromkeys(name for half in halves for name in half.totals)
    return [
        _compared_line(titles.get(name, name), [shown(half.totals.get(name, Fraction(0))) for half in halves])
        for name in names
    ]


def _unit_lines(event: Event, match: Match, cards: Sequence[Card], side: int) -> list[ComparedLine]:
    """A player's own units, each with whose it is: in a mirror match both have the same."""
    titles = {state.name: state.title for state in event.rules.scoring.state}
    usual = next(iter(titles.values()), "-")
    whose = possessive(event.player(match.players[side]).name)
    halves = [card.sides[side] for card in cards]
    lines = []
    for name in dict.fromkeys(name for half in halves for name in half.units):
        fates = [half.units.get(name) for half in halves]
        told = [_fate(fate.state, fate.inside, titles) if fate else usual for fate in fates]
        lines.append(_compared_line(f"{whose} {name}", told))
    for state in dict.fromkeys(state for half in halves for state in half.points):
        label = f"{whose} points {points_title(event.rules, state).lower()}"
        lines.append(_compared_line(label, [str(half.points.get(state, 0)) for half in halves]))
    return lines


def differing(groups: Iterable[ComparedGroup]) -> list[ComparedGroup]:
    """Only the lines in which the cards differ."""
    left = [ComparedGroup(one.title, tuple(line for line in one.lines if line.differs)) for one in groups]
    return [one for one in left if one.lines]


def outcome(event: Event, round_: Round, match: Match, card: Card) -> str:
    """What a card would come to."""
    result = result_of(event, round_, match, card)
    won = "a draw" if result.winner is None else f"{event.player(match.players[result.winner]).name} wins"
    titles = event.rules.scoring.titles()
    decide = dict.fromkeys([*event.rules.standings.order, *event.rules.standings.show])
    figures = [f"{titles[name]}: {shown(result.total(0, name))} to {shown(result.total(1, name))}" for name in decide]
    return f"{won[0].upper()}{won[1:]}. {'. '.join(figures)}."


def _compared_line(label: str, values: Iterable[str]) -> ComparedLine:
    return ComparedLine(label, tuple(values))


def _figure(value: int | tuple[int, ...], *, yes: bool) -> str:
    if yes:
        return "yes" if count(value) else "no"
    return str(value) if isinstance(value, int) else f"{count(value)} ({' + '.join(map(str, value))})"


def _fate(state: str, inside: str, titles: Mapping[str, str]) -> str:
    return titles.get(state, state) + (f", inside {inside}" if inside else "")
