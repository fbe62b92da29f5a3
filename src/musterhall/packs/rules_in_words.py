"""A pack's rules as sentences that a player can read on a phone, each with the page it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from musterhall.game.forces import RuleLine
from musterhall.game.words import Words, in_words
from musterhall.games import game_named
from musterhall.packs.card_rules import CardField
from musterhall.packs.event_rules import AwardRule, EventRules, Slot
from musterhall.packs.model import Pack, open_questions
from musterhall.packs.scoring_rules import Award, Conditions, Counted, Measure, Step, Sum
from musterhall.packs.scoring_rules import Winner as WinnerStep
from musterhall.tally import shown

SHARES = {Fraction(1): "the points of", Fraction(1, 2): "half the points of", Fraction(2): "twice the points of"}
METHODS = {
    "conscription": "conscription",
    "salvage_boxes": "a draft of salvage boxes",
    "force_packs": "a draft of force packs",
    "packs_then_boxes": "a draft of force packs and then salvage boxes",
    "volunteers": "volunteers with forces of their own",
}


@dataclass(frozen=True, slots=True)
class ToldRule:
    """A rule of several sentences under its title."""

    title: str
    sentences: tuple[str, ...]
    page: str


def told_rules(pack: Pack, event: EventRules, on: str) -> list[ToldRule]:
    """The rules that are told in words, of forces, of play or of the day."""
    found = [(one, tuple(pack.told(one.text))) for one in event.rule if one.on == on]
    return [ToldRule(one.title, sentences, one.because) for one, sentences in found if sentences]


# Forces


def force_lines(pack: Pack) -> Iterable[RuleLine]:
    """The rules for forces that this pack has; a rule that it leaves out does not exist there."""
    return game_named(pack.game).forces.rule_lines(pack.force)


def own_lines(pack: Pack, event: EventRules, rounds: int) -> Iterator[RuleLine]:
    """What else a player brings or gets, of a tournament with so many rounds."""
    if draft := event.draft:
        ways = in_words([METHODS[one] for one in draft.methods], "or")
        told = f"{ways}, as the organiser says; groups of {draft.group}, {draft.seconds} seconds for a pick"
        yield RuleLine("Where forces come from", told, draft.because)
    hands = game_named(pack.game).hands
    if hands and (hand := event.hand):
        yield RuleLine("Tournament hand", hands.told(hand.kinds, rounds, pack), hand.because)


# Scoring


def scoring_lines(pack: Pack, event: EventRules) -> Iterator[RuleLine]:
    """From the card to the points of a round, in the order in which it is done."""
    titles = event.scoring.titles()
    states = {state.name: state.title for state in event.scoring.state}
    for step in event.scoring.steps:
        title = "The winner" if isinstance(step, WinnerStep) else step.title
        if isinstance(step, Conditions):
            told = _conditions(step, titles, pack)
        elif isinstance(step, Measure):
            told = _measure(step, states, event, game_named(pack.game).words)
        elif isinstance(step, WinnerStep):
            told = _winner(step, titles, event)
        else:
            told = _step(step, titles)
        yield RuleLine(title, told, step.because)


def _conditions(step: Conditions, titles: Mapping[str, str], pack: Pack) -> str:
    """Who wins by conditions, as the event reads a majority."""
    two = pack.reading("majority") == "two"
    wins = "who wins two or more, and more than the other," if two else "who wins more of them"
    ties = [f"most {titles[name]}" if name in titles else "the higher roll of a die" for name in step.ties]
    otherwise = f"; otherwise {', then '.join(ties)}" if ties else ""
    return f"{_titled(step.of, titles)}: each goes to who has more of it, and {wins} wins the match{otherwise}"


def _winner(step: WinnerStep, titles: Mapping[str, str], event: EventRules) -> str:
    tests = [f"more {titles[test.most]}{_least(test.least)}" for test in step.by]
    conditions = next((one.title for one in event.scoring.steps if isinstance(one, Conditions)), "")
    return f"{', else '.join(tests)} wins; otherwise {f'it goes by {conditions}' if conditions else 'it is a draw'}"


def _step(step: Step, titles: Mapping[str, str]) -> str:
    if isinstance(step, Award):
        return f"{shown(step.win)} for a win, {shown(step.draw)} for a draw, {shown(step.loss)} for a loss"
    assert isinstance(step, Sum), "the last kind of step"
    return f"{_titled(step.of, titles)} together"


def _counted_fields(fields: Sequence[CardField]) -> list[str]:
    if all(field.yes and field.each == 1 for field in fields):
        return [f"one for each of {in_words(field.title for field in fields)}"]
    return list(map(field_text, fields))


def _measure(step: Measure, states: Mapping[str, str], event: EventRules, words: Words) -> str:
    parts = []
    if step.fields == "scenario":
        parts.append("what the scenario gives points for")
    elif step.fields:
        known = {field.name: field for field in event.scoring.field}
        parts += _counted_fields([known[name] for name in step.fields])
    parts += [_count(one, states, words) for one in step.counts]
    cap = f"; at most {step.cap}" if step.cap is not None else ""
    only = f"; only where {_field_title(event, step.only_if)!r} is ticked" if step.only_if else ""
    return f"{', '.join(parts)}{cap}{only}"


def _count(one: Counted, states: Mapping[str, str], words: Words) -> str:
    whose = "own" if one.whose == "own" else "the opponent's"
    share = SHARES.get(one.times, f"{shown(one.times)} times the points of")
    share = "the number of" if one.by == "units" else share
    kinds = in_words(words.types.get(name, name) for name in one.types) if one.types else f"{words.counted}s"
    became = "; or ".join(states[name] for name in one.states)
    down = ", each rounded down" if one.rounding == "down" else ""
    return f"{share} {whose} {kinds} ({became}){down}"


def _field_title(event: EventRules, name: str) -> str:
    return next((field.title for field in event.scoring.field if field.name == name), name)


def _least(least: Fraction) -> str:
    return f" (at least {shown(least)})" if least else ""


def field_text(field: CardField) -> str:
    """A figure of the card and what it is worth."""
    most = f", at most {field.most}" if field.most is not None and not field.yes else ""
    return f"{field.title}{_worth(field)}{most}"


def _worth(field: CardField) -> str:
    if not field.each or (field.each == 1 and not (field.yes or field.per)):
        return ""
    points = f": {shown(field.each)} point{'' if field.each == 1 else 's'}"
    if field.yes:
        return points
    # What happens once in a phase has the phase in its title.
    return f"{points} for each, in each {field.per}" if field.per and field.most_per != 1 else f"{points} each"


# The day


def day_lines(pack: Pack, event: EventRules, rounds: int) -> Iterator[RuleLine]:
    """Rounds, of which so many are played, pairing, standings, byes, concessions, conduct and prizes."""
    titles = event.titles()
    lengths = [event.round_minutes(number) for number in range(1, rounds + 1)]
    yield RuleLine("Rounds", f"{rounds}, with {_minutes(lengths)}")
    if due := event.registration.due_told:
        told = f"by {due}; one that comes later is marked, and the organiser decides"
        yield RuleLine("Forces are due", told, event.registration.because)
    if len(event.scenario) > 1:
        choice = "drawn by lot, none twice" if event.choice.pick == "draw" else "in the order below"
        told = f"; {event.choice.announced}" if event.choice.announced else ""
        yield RuleLine("Scenarios", f"{choice}{told}", event.choice.because)
    by, whom = _titled(event.pairing.order, titles, ", then "), ""
    if pack.reading("pairing") == "top_first":
        whom = "; from the top, each meets the highest ranked player they have not met"
    told = f"the first round by lot, then by {by}{whom}; nobody meets twice if it can be helped"
    yield RuleLine("Pairing", told, event.pairing.because)
    yield RuleLine("Standings", f"by {_titled(event.standings.order, titles, ', then ')}", event.standings.because)
    yield from _lines_beside_rounds(event, titles)
    if event.bye.of or event.bye.plus:
        yield RuleLine("Without an opponent", _bye(pack, event, titles), event.bye.because)
    if event.bye.on_request != "no":
        gives = "scored like any other" if event.bye.on_request == "like_a_bye" else "without points"
        yield RuleLine("Byes on request", f"ask for a round, and the organiser decides; {gives}", event.bye.because)
    if event.concession.own or event.concession.own_plus or event.concession.bye_plus:
        yield RuleLine("Conceding", _concession(event, titles), event.concession.because)
    if event.conduct.out_at is not None:
        yield RuleLine("Conduct", f"out with warning number {event.conduct.out_at}", event.conduct.because)


WITHOUT_OPPONENT = {
    "left_out": "a round without an opponent is left out",
    "own_points": "a round without an opponent counts as one with the player's own points",
    "field_average": "a round without an opponent counts as one with the average of all players",
}


def _lines_beside_rounds(event: EventRules, titles: Mapping[str, str]) -> Iterator[RuleLine]:
    """What else makes the standings, and who sits where, where the pack says anything about it."""
    if strength := event.standings.strength:
        how = "the average" if strength.by == "average" else "the sum"
        told = f"{how} of the opponents' {titles[strength.of]}; {WITHOUT_OPPONENT[strength.byes]}"
        yield RuleLine(strength.title, f"{told}; penalties and soft scores are no part of it", strength.because)
    for one in event.soft:
        given = f"{shown(one.each)} for a vote" if one.by == "vote" else "as the organiser says"
        told = f"up to {shown(one.most)} {titles[one.to]}, {given}"
        yield RuleLine(one.title, f"{told}{', counted at the end' if one.counts == 'end' else ''}", one.because)
    if cut := event.cut:
        told = f"after the rounds the best {cut.top} play on in a bracket, the first against the last; who loses is out"
        yield RuleLine("Top cut", told, cut.because)
    if event.pairing.tables == "by_standing":
        yield RuleLine("Tables", "the leaders sit at the first one, the next at the second", event.pairing.because)


def award_line(award: AwardRule, sponsors: Sequence[str] = ()) -> RuleLine:
    """How an award is won, and who gives it."""
    ways = {"place": f"goes to place {award.place}", "vote": "by the players' votes", "score": "for the most of it"}
    how = ways.get(award.by, "by the organiser")
    painted = ", for painted forces" if award.painted else ""
    painted += f", among players of {award.faction}" if award.faction else ""
    painted += f", for the category {award.category.replace('_', ' ')}" if award.category else ""
    thanks = f"; sponsored by {', '.join(sponsors)}" if sponsors else ""
    return RuleLine(award.title, f"{how}{painted}{thanks}", award.because)


def schedule_lines(slots: Iterable[Slot]) -> Iterator[str]:
    """09:00 Round 1"""
    for slot in slots:
        yield f"{slot.at} {': '.join(filter(None, [f'Round {slot.round}' if slot.round else '', slot.what]))}"


def _minutes(lengths: Sequence[int]) -> str:
    first, *rest = lengths
    if not rest or set(rest) == {first}:
        return f"{first} minutes{' each' if rest else ''}"
    if len(set(rest)) == 1:
        return f"{first} minutes in round 1, then {rest[0]}"
    return f"{', '.join(map(str, lengths))} minutes"


def _bye(pack: Pack, event: EventRules, titles: Mapping[str, str]) -> str:
    if pack.reading("bye") == "no_points":
        return "no points"
    plus = {} if pack.reading("modified_win_vp") == "average_alone" else event.bye.plus
    rounding = ", rounded down" if event.bye.rounding == "down" else ""
    average = f"the round's average of {_titled(event.bye.of, titles)}{rounding}" if event.bye.of else ""
    return ", and ".join(filter(None, [average, *_plus(plus, titles)]))


def _concession(event: EventRules, titles: Mapping[str, str]) -> str:
    rule = event.concession
    kept = [f"their own {_titled(rule.own, titles)}"] if rule.own else []
    own = " with ".join([*kept, *_plus(rule.own_plus, titles)])
    bye = " with ".join(["what a bye gives", *(f"{more} more" for more in _plus(rule.bye_plus, titles))])
    return f"who concedes has nothing; the other has {own or 'nothing'}, or {bye}, whichever is better"


def _plus(plus: Mapping[str, Fraction], titles: Mapping[str, str]) -> list[str]:
    return [
        f"{shown(figure)} {titles[name].removesuffix('s') if figure == 1 else titles[name]}"
        for name, figure in plus.items()
    ]


# Open questions


def reading_lines(pack: Pack) -> Iterator[RuleLine]:
    """How this event reads what its papers leave open."""
    for name, one in open_questions().items():
        if name in pack.readings:
            value = pack.reading(name)
            yield RuleLine(one.question, one.values.get(value, str(value)))


def _titled(names: Iterable[str], titles: Mapping[str, str], joined: str = "") -> str:
    found = [titles[name] for name in names]
    return joined.join(found) if joined else in_words(found)
