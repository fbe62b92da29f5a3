"""What a player gets who had no opponent, or whose opponent gave up: the round's average, and something on top."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from musterhall.events.scores import Figure, Figures, Part, exact, total
from musterhall.events.scoring import rules, sum_figure
from musterhall.game.terms import Setting
from musterhall.packs.model import Pack
from musterhall.packs.scoring_rules import Sum
from musterhall.tally import shown

FOR_CONCESSION = "for the concession"

_Parts = dict[str, list[Part]]
_NONE: Mapping[str, Sequence[Part]] = {}


@dataclass(frozen=True, slots=True)
class Played:
    """A match of the round, with both players' figures as they stand on the card whoever gave up."""

    figures: tuple[Figures, Figures]
    conceded: int | None = None
    """Which of them gave up."""
    left_out: int | None = None
    """Which of them receives the average, and so is no part of it."""


def bye_figures(pack: Pack, played: Sequence[Played], others_without_opponent: int) -> Figures:
    """For a player without an opponent."""
    if pack.reading("bye") == "no_points":
        return _without_points(pack)
    average = _average(pack, played, others_without_opponent)
    return _figures(pack, _with_bye_plus(pack, average), average)


def concession_figures(
    pack: Pack, played: Sequence[Played], others_without_opponent: int, own: Figures | None
) -> Figures:
    """For the player whose opponent gave up: the better of a bye and of what stands on his card, each with its plus.

    In `played` the receiver is left out of his own match, for he is no part of his own average; `own` is None where
    nobody filled in a card.
    """
    event = rules(pack)
    rule = event.concession
    average = _average(pack, played, others_without_opponent)
    conceded = Part(FOR_CONCESSION, exact(0), rule.because)
    bye = _figures(pack, _added(_with_bye_plus(pack, average), rule.bye_plus, conceded), average)
    on_card = own or {}
    kept = {name: list(on_card[name].parts) for name in rule.own if name in on_card}
    card = _figures(pack, _added(kept, rule.own_plus, conceded))
    order = event.standings.order
    if _compared(card, order) > _compared(bye, order):
        return _told(card, bye, order[0], "own points taken; the average would have given", rule.because)
    return _told(bye, card, order[0], "average taken; own points would have given", rule.because)


def no_points(pack: Pack, said: str) -> Figures:
    """Nothing in every figure, for a reason that is told."""
    part = Part(said, exact(0), rules(pack).bye.because)
    return {name: Figure(name, title, (part,)) for name, title in rules(pack).scoring.titles().items()}


def _without_points(pack: Pack) -> Figures:
    """Nothing, and why."""
    part = Part("no points without an opponent", exact(0), rules(pack).bye.because, readings=_answers(pack, ["bye"]))
    return {name: Figure(name, title, (part,)) for name, title in rules(pack).scoring.titles().items()}


# The average


def _average(pack: Pack, played: Sequence[Played], others_without_opponent: int) -> _Parts:
    """The round's average of each figure of a bye; nothing where a bye gives no points."""
    rule = rules(pack).bye
    if pack.reading("bye") == "no_points":
        return {}
    counted = list(_counted(pack, played))
    empty = others_without_opponent if pack.reading("byes_in_average") is True else 0
    read = _answers(pack, _that_mattered(played, others_without_opponent))
    parts: _Parts = {}
    for name in rule.of:
        points = total(figures[name].total for figures in counted if name in figures)
        average = replace(_average_part(points, len(counted) + empty, rule.because), readings=read)
        parts[name] = [average, *(_down(average.value, rule.because) if rule.rounding == "down" else ())]
    return parts


def _with_bye_plus(pack: Pack, average: _Parts) -> _Parts:
    rule = rules(pack).bye
    if pack.reading("bye") == "no_points":
        return average
    read = _answers(pack, ["modified_win_vp"])
    if pack.reading("modified_win_vp") == "average_alone":
        left_out = {name: exact(0) for name in rule.plus}
        return _added(average, left_out, Part("the average alone", exact(0), rule.because, readings=read))
    return _added(average, rule.plus, Part("without an opponent", exact(0), rule.because, readings=read))


def _counted(pack: Pack, played: Sequence[Played]) -> Iterable[Figures]:
    """The figures of every player of the round who counts in its average."""
    for match in played:
        if match.conceded is not None and pack.reading("conceded_in_average") is False:
            continue
        for side, figures in enumerate(match.figures):
            if side != match.left_out:
                yield {} if side == match.conceded else figures


def _average_part(points: Fraction, players: int, because: str) -> Part:
    if not players:
        return Part("no match was played in this round, so that its average is 0", exact(0), because)
    return Part(f"average of {players} players, {_grouped(points)} / {players}", points / players, because)


def _down(value: Fraction, because: str) -> list[Part]:
    over = value - value.numerator // value.denominator
    return [Part("rounded down", -over, because)] if over else []


def _that_mattered(played: Sequence[Played], others_without_opponent: int) -> list[str]:
    conceded = any(match.conceded is not None for match in played)
    return ["conceded_in_average"] * conceded + ["byes_in_average"] * bool(others_without_opponent)


# Figures from parts


def _figures(pack: Pack, parts: Mapping[str, Sequence[Part]], average: Mapping[str, Sequence[Part]] = _NONE) -> Figures:
    """All figures of the pack, with its sums worked out anew."""
    made: dict[str, Figure] = {}
    sums = {step.name: step for step in rules(pack).scoring.steps if isinstance(step, Sum)}
    for name, title in rules(pack).scoring.titles().items():
        if name in sums:
            made[name] = sum_figure(sums[name], made, *_rounded(pack, sums[name], average))
        else:
            made[name] = Figure(name, title, tuple(parts.get(name, ())))
    return made


def _rounded(pack: Pack, step: Sum, average: Mapping[str, Sequence[Part]]) -> list[Part]:
    """The average is one figure, so it is rounded where its parts come together; halves go up."""
    if pack.reading("average_rounding") != "nearest":
        return []
    points = total(part.value for name in step.of for part in average.get(name, ()))
    whole = (2 * points.numerator + points.denominator) // (2 * points.denominator)
    if whole == points:
        return []
    said, read = "average rounded to the nearest whole", _answers(pack, ["average_rounding"])
    return [Part(said, whole - points, rules(pack).bye.because, readings=read)]


def _added(parts: Mapping[str, Sequence[Part]], plus: Mapping[str, Fraction], part: Part) -> _Parts:
    added = {key: list(values) for key, values in parts.items()}
    for figure, value in plus.items():
        added.setdefault(figure, []).append(replace(part, value=value))
    return added


def _compared(figures: Figures, order: Sequence[str]) -> list[Fraction]:
    return [figures[name].total for name in order]


def _told(taken: Figures, other: Figures, name: str, said: str, because: str) -> Figures:
    """The figures taken, with a part that changes nothing and says what the other choice would have been."""
    figure = taken[name]
    part = Part(f"{said} {shown(other[name].total)}", exact(0), because, remark=True)
    return {**taken, name: Figure(figure.name, figure.title, (*figure.parts, part))}


def _answers(pack: Pack, settings: Sequence[str]) -> tuple[tuple[str, Setting], ...]:
    """Of these open questions those that this pack answers."""
    return tuple((name, pack.reading(name)) for name in settings if name in pack.readings)


def _grouped(value: Fraction) -> str:
    return shown(value, grouped=True)
