"""A match and its card, told at a terminal: as data, as lines, or both cards side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from musterhall.cli.events.pairing import match_state
from musterhall.cli.events.showing import show_table
from musterhall.cli.shell import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from musterhall.events.cards import Card, FieldValue
    from musterhall.events.event import Event, Match, Round
    from musterhall.events.scores import Figures
    from musterhall.packs.scenarios import Scenario


def match_data(event: Event, round_: Round, match: Match) -> dict[str, Any]:
    from musterhall.events.contradictions import contradictions_at
    from musterhall.events.standings import round_figures

    counted = round_figures(event, round_)
    return {
        "round": round_.number,
        "table": match.table,
        "scenario": round_.scenario,
        "players": list(match.players),
        "names": [event.player(id_).name for id_ in match.players],
        "state": match_state(event, match),
        "settled": match.settled,
        "disputed": match.disputed,
        "decided": match.decided,
        "conceded": match.conceded,
        "absent": match.absent,
        "nobody_came": match.nobody_came,
        "sent": {id_: card.as_data() for id_, card in match.sent.items()},
        "card": match.card.as_data() if match.card else None,
        "result": match.result.as_data() if match.result and match.card else None,
        "revealed": _revealed(event, round_, match),
        "contradictions": [one.as_data() for one in contradictions_at(event, round_, match)],
        "counts": {
            id_: {name: figure.as_data() for name, figure in counted[id_].items()}
            for id_ in match.players
            if id_ in counted
        },
    }


def show_disputes(event: Event, round_: Round) -> None:
    for match in round_.matches:
        if match.disputed:
            say("")
            _show_side_by_side(event, round_, match)


def say_match(event: Event, round_: Round, match: Match) -> None:
    from musterhall.events.contradictions import WHAT_TO_DO, contradictions_at
    from musterhall.events.standings import round_figures

    first, second = (event.player(id_).name for id_ in match.players)
    say(f"Round {round_.number}, table {match.table}, {event.scenario_of(round_).title}: {first} against {second}")
    for id_, units in _revealed(event, round_, match).items():
        say(f"{event.player(id_).name} has revealed the command units {' and '.join(units)}.")
    for contradiction in contradictions_at(event, round_, match):
        say(f"{contradiction.sentence} {WHAT_TO_DO}")
    if match.disputed:
        _show_side_by_side(event, round_, match)
        return
    if not match.settled:
        for id_, card in match.sent.items():
            say(f"The card of {event.player(id_).name}, which {event.player(match.other(id_)).name} is to confirm:")
            show_table(("", ""), list(_card_rows(event, round_, match, card).items()))
        if not match.sent:
            say("No card has come in yet.")
        return
    counts = round_figures(event, round_)
    if match.card is not None and match.result is not None:
        rows = _card_rows(event, round_, match, match.card)
        if rows:
            show_table(("", ""), list(rows.items()))
    if match.conceded is None and match.absent is None and match.result is not None:
        say_figures(event, match, match.result.figures)
        say(outcome(event, match, match.result.winner, match.result.because))
        for note in match.result.notes:
            say(f"Note: {note}")
        return
    said = match_state(event, match)
    say(f"{said[:1].upper()}{said[1:]}.")
    if match.nobody_came:
        say("Nobody scores.")
        return
    for id_ in match.players:
        if id_ in counts:
            say(event.player(id_).name)
            say_figures_of(event, counts[id_])
    if not round_.complete:
        say("What it counts is known when the round is complete.")


def _revealed(event: Event, round_: Round, match: Match) -> dict[str, list[str]]:
    """The command units that a match's players have shown."""
    from musterhall.events.sealing import revealed_units

    found = {id_: list(revealed_units(round_, event.player(id_)).named) for id_ in match.players}
    return {id_: units for id_, units in found.items() if units}


def say_figures_of(event: Event, figures: Figures) -> None:
    """A player's figures, and the answers to open questions that are in them."""
    from musterhall.events.scores import questions_behind

    for figure in figures.values():
        say(f"  {figure}")
    for name in questions_behind(figures):
        say(f"  Note: {event.pack.answer_in_words(name)}")


def say_figures(event: Event, match: Match, figures: tuple[Figures, Figures]) -> None:
    for id_, side in zip(match.players, figures, strict=True):
        say(event.player(id_).name)
        say_figures_of(event, side)


def outcome(event: Event, match: Match, winner: int | None, because: str) -> str:
    who = "A draw" if winner is None else f"{event.player(match.players[winner]).name} wins"
    return f"{who}: {because.rstrip('.').removesuffix(': a draw')}."


def _show_side_by_side(event: Event, round_: Round, match: Match) -> None:
    """Both cards, with a sign where they differ."""
    cards = [_card_rows(event, round_, match, match.sent[id_]) for id_ in match.players]
    first, second = (event.player(id_).name for id_ in match.players)
    labels = list(dict.fromkeys([*cards[0], *cards[1]]))
    rows = [
        ("" if cards[0].get(label) == cards[1].get(label) else "*", label, *(one.get(label, "-") for one in cards))
        for label in labels
    ]
    say(f"Table {match.table}: the cards differ; `muster event card enter {match.table}` decides.")
    show_table(("", "", f"{first} says", f"{second} says"), rows)


def _card_rows(event: Event, round_: Round, match: Match, card: Card) -> dict[str, str]:
    """What a card says, line by line."""
    return dict(_lines(event, event.scenario_of(round_), match, card))


def _lines(event: Event, scenario: Scenario, match: Match, card: Card) -> Iterator[tuple[str, str]]:
    """In the order of the paper: each player's figures, then the units that this player scores for."""
    from musterhall.tally import shown

    titles = {one.name: one.title for one in event.rules.card_fields(scenario)}
    measured = event.rules.scoring.titles()
    for side, id_ in enumerate(match.players):
        for field, value in card.sides[side].fields.items():
            if value:
                yield f"{event.player(id_).name}: {titles.get(field, field)}", _told(value)
        for name, total in card.sides[side].totals.items():
            yield f"{event.player(id_).name}: {measured.get(name, name)}", shown(total)
        yield from _unit_lines(event, match, card, 1 - side)
    for field, figure in card.shared.items():
        if figure:
            yield titles.get(field, field), str(figure)
    yield "ended", card.ended.replace("_", " ")
    if card.dice:
        yield "dice", ", ".join(f"{one}-{other}" for one, other in card.dice)


def _unit_lines(event: Event, match: Match, card: Card, side: int) -> Iterator[tuple[str, str]]:
    """A player's own units to which something happened, or the points of them where no force is on file."""
    from musterhall.events.scoring import points_title
    from musterhall.events.wording import possessive

    whose = possessive(event.player(match.players[side]).name)
    usual, *_ = states = {one.name: one.title for one in event.rules.scoring.state} or {"": ""}
    for unit, fate in sorted(card.sides[side].units.items()):
        if fate.state != usual:
            inside = f" in {fate.inside}" if fate.inside else ""
            yield f"{whose} {unit}", f"{states.get(fate.state, fate.state)}{inside}"
    for state, figure in card.sides[side].points.items():
        if figure:
            yield f"{whose} points {points_title(event.rules, state)}", str(figure)


def _told(value: FieldValue) -> str:
    if isinstance(value, int):
        return str(value)
    return f"{sum(value)} ({', '.join(map(str, value))})"
