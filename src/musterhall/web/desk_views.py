"""What the organiser's desk shows: the next steps, each table's card, a draft's costs, the journal in sentences.

Apart from the pages, because nothing here asks a request or answers one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from musterhall.dice import Dice
from musterhall.events.cards import ENDS, Card, count
from musterhall.events.changes import Task
from musterhall.events.clock import moment
from musterhall.events.entries import Entry
from musterhall.events.event import PRESENT, SUBMITTED, Event, Match, Player, Round
from musterhall.events.fold import live
from musterhall.events.handling import CREATED, UNDONE
from musterhall.events.matches import result_of
from musterhall.events.pairing import cost_of
from musterhall.events.rounds import pairable
from musterhall.events.scores import shown
from musterhall.events.scoring import points_title
from musterhall.events.standings import standings
from musterhall.events.telling import Teller
from musterhall.tally import counted

GOOD, BAD, WAIT, PLAIN = "good", "bad", "wait", "plain"


# What to do next


@dataclass(frozen=True, slots=True)
class Step:
    """Something that waits, and how it is done: with one click, by looking somewhere, or either."""

    sentence: str
    action: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    button: str = ""
    href: str = ""
    link: str = ""
    look_first: bool = False
    """The link is what most want; the click is for those who are sure."""


def steps(event: Event, event_id: str, tasks: Sequence[Task]) -> list[Step]:
    """The tasks of an event as steps, the most pressing first."""
    desk = f"/e/{event_id}/desk"
    found = [step for task in tasks if (step := _step(event, desk, task)) is not None]
    if not event.players and not event.finished:
        nobody = Step("Nobody is registered yet.", href=f"{desk}/players", link="Add players")
        return [nobody, *(step for step in found if step.action != "round.pair")]
    return found


def _step(event: Event, desk: str, task: Task) -> Step | None:
    number = str(event.rounds[-1].number) if event.rounds else "1"
    first = f"{desk}/cards/{number}/{task.tables[0]}" if task.tables else f"{desk}/cards"
    match task.what:
        case "publish":
            return Step(
                task.sentence,
                "round.publish",
                {"round": number},
                f"Publish round {number}",
                f"{desk}/pairings",
                "Look at the pairings",
                look_first=True,
            )
        case "disagreement" | "player_gone":
            return Step(task.sentence, href=first, link=f"Decide table {task.tables[0]}")
        case "contradiction":
            where = f"{desk}/cards/{task.round}/{task.tables[0]}"
            return Step(task.sentence, href=where, link=f"Look at table {task.tables[0]}")
        case "start_clock":
            return Step(task.sentence, "clock.start", {"round": number}, "Start the clock")
        case "clock":
            # The clock stands beside the list and ticks; a sentence would be old at once.
            return None
        case "card_missing":
            return Step(task.sentence, href=f"{desk}/cards", link="Look at the cards")
        case "stale_pairing":
            return Step(task.sentence, href=f"{desk}/pairings", link="Look at the pairings")
        case "not_checked_in":
            return Step(
                task.sentence,
                "player.check_in_all",
                button="Check everybody in",
                href=f"{desk}/players",
                link="Check players in",
                look_first=True,
            )
        case "force_unchecked":
            return _look_at_forces(event, desk, task)
        case "force_missing" if event.rules.draft is not None and not event.drafts:
            return Step(task.sentence, href=f"{desk}/drafts", link="Hold the draft")
        case "force_missing" | "force_returned":
            return Step(task.sentence, href=f"{desk}/forces", link="Look at the forces")
        case "hand_missing" | "hand_too_large":
            return Step(task.sentence, href=f"{desk}/players", link="Look at the players")
        case "hand_unplayed":
            return Step(task.sentence, href=f"{desk}/cards", link="Look at the cards")
        case "draw_scenarios":
            return Step(
                task.sentence,
                "scenarios.draw",
                button="Draw the scenarios",
                href=f"{desk}/pairings#scenarios",
                link="Choose them",
            )
        case "make_known":
            return Step(
                task.sentence,
                "scenarios.make_known",
                button="Make them known",
                href=f"{desk}/pairings#scenarios",
                link="Look at them",
            )
        case "pair" | "pair_anew" if _lacking(event):
            # Paired at once it would be refused; that page asks what becomes of those without a force.
            return Step(task.sentence, href=f"{desk}/pairings", link="Go to the pairings")
        case "pair":
            return Step(task.sentence, "round.pair", button=task.sentence.rstrip("."), href=f"{desk}/pairings")
        case "finish":
            return Step(
                task.sentence,
                "event.finish",
                button="Finish the event",
                href=f"{desk}/awards",
                link="Look at the prizes",
                look_first=True,
            )
        case "without_match":
            return Step(task.sentence, href=f"{desk}/pairings#seat", link="Seat them")
        case "pair_anew":
            return Step(
                task.sentence, "round.pair", button="Pair it anew", href=f"{desk}/pairings", link="Look at the pairings"
            )
        case "old_card_missing":
            return Step(task.sentence, href=f"{desk}/cards", link="Look at the cards")
        case "open_draft" | "draft_waits":
            return Step(task.sentence, href=f"{desk}/drafts", link="Go to the draft")
        case "build_forces":
            return Step(task.sentence, href=f"{desk}/forces", link="Look at the forces")
        case "finished":
            return Step(task.sentence, href=f"{desk}/paper", link="Print the standings")
        case _:
            return Step(task.sentence, href=f"{desk}/journal", link="Look at the journal")


def _lacking(event: Event) -> bool:
    """Whether somebody is here who cannot be paired for want of a force."""
    return event.rules.registration.force_needed and any(one.roster is None for one in event.present())


def _look_at_forces(event: Event, desk: str, task: Task) -> Step:
    legal = [one for one in map(event.player, task.players) if one.force and one.force.clear]
    look = f"{desk}/forces"
    if not legal:
        return Step(task.sentence, href=f"{look}/{task.players[0]}", link="Look at the first")
    what = "Accept the one without problems" if len(legal) == 1 else f"Accept the {len(legal)} without problems"
    return Step(task.sentence, "force.accept_legal", button=what, href=look, link="Look at the forces")


# The tables of a round


@dataclass(frozen=True, slots=True)
class TableRow:
    """A match as the desk sees it."""

    table: int
    players: tuple[Player, Player]
    state: str
    kind: str
    more: str = ""
    pressing: bool = False
    """Waits for the desk, not for the players."""


def table_rows(event: Event, round_: Round) -> list[TableRow]:
    return [table_row(event, match) for match in round_.matches]


def table_row(event: Event, match: Match) -> TableRow:
    first, second = (event.player(id_) for id_ in match.players)
    state, kind, more = _card_state(event, match)
    pressing = match.disputed or (not match.settled and any(one.status != PRESENT for one in (first, second)))
    return TableRow(match.table, (first, second), state, kind, more, pressing)


def _card_state(event: Event, match: Match) -> tuple[str, str, str]:
    """A few words, how good that is, and what else there is to say."""
    if match.absent:
        return f"{event.player(match.absent).name} did not come", GOOD, ""
    if match.conceded:
        return f"{event.player(match.conceded).name} conceded", GOOD, ""
    if match.result is not None:
        winner = match.result.winner
        told = "a draw" if winner is None else f"{event.player(match.players[winner]).name} won"
        return told, GOOD, match.result.because
    if match.disputed:
        return "the cards differ", BAD, ""
    gone = [event.player(id_).name for id_ in match.players if event.player(id_).status != PRESENT]
    if gone:
        return f"{' and '.join(gone)} left", BAD, ""
    if match.sent:
        (sender,) = match.sent
        return f"{event.player(sender).name} sent a card", WAIT, f"{event.player(match.other(sender)).name} has not"
    return "no card yet", PLAIN, ""


# Cards side by side


@dataclass(frozen=True, slots=True)
class Line:
    """One thing on a card, as each of several cards has it."""

    label: str
    values: tuple[str, ...]

    @property
    def differs(self) -> bool:
        return len(set(self.values)) > 1


@dataclass(frozen=True, slots=True)
class LineGroup:
    title: str
    lines: tuple[Line, ...]


def compared(event: Event, round_: Round, match: Match, cards: Sequence[Card]) -> list[LineGroup]:
    """Cards of one match, line by line: for each player, and for the match."""
    fields = event.rules.card_fields(event.scenario_of(round_))
    titles = {state.name: state.title for state in event.rules.scoring.state}
    groups = []
    for side, id_ in enumerate(match.players):
        sides = [card.sides[side] for card in cards]
        lines = [
            _line(one.title, [_figure(half.fields.get(one.name, 0), yes=one.yes) for half in sides])
            for one in fields
            if not one.shared
        ]
        for name in dict.fromkeys(name for half in sides for name in half.units):
            fates = [half.units.get(name) for half in sides]
            usual = next(iter(titles.values()), "-")
            lines.append(_line(name, [_fate(fate.state, fate.inside, titles) if fate else usual for fate in fates]))
        for state in dict.fromkeys(state for half in sides for state in half.points):
            label = f"Points {points_title(event.rules, state).lower()}"
            lines.append(_line(label, [str(half.points.get(state, 0)) for half in sides]))
        groups.append(LineGroup(f"{event.player(id_).name}'s half of the card", tuple(lines)))
    shared = [
        _line(one.title, [_figure(card.shared.get(one.name, 0), yes=one.yes) for card in cards])
        for one in fields
        if one.shared
    ]
    shared.append(_line("How the match ended", [ENDS.get(card.ended, card.ended) for card in cards]))
    if any(card.dice for card in cards):
        rolls = [", ".join(f"{one} to {other}" for one, other in card.dice) or "-" for card in cards]
        shared.append(_line("Dice", rolls))
    return [*groups, LineGroup("The match", tuple(shared))]


def differing(groups: Iterable[LineGroup]) -> list[LineGroup]:
    """Only the lines in which the cards differ."""
    left = [LineGroup(one.title, tuple(line for line in one.lines if line.differs)) for one in groups]
    return [one for one in left if one.lines]


def outcome(event: Event, round_: Round, match: Match, card: Card) -> str:
    """What a card would come to."""
    result = result_of(event, round_, match, card)
    won = "a draw" if result.winner is None else f"{event.player(match.players[result.winner]).name} wins"
    titles = event.rules.scoring.titles()
    decide = dict.fromkeys([*event.rules.standings.order, *event.rules.standings.show])
    figures = [f"{titles[name]}: {shown(result.total(0, name))} to {shown(result.total(1, name))}" for name in decide]
    return f"{won[0].upper()}{won[1:]}. {'. '.join(figures)}."


def _line(label: str, values: Iterable[str]) -> Line:
    return Line(label, tuple(values))


def _figure(value: int | tuple[int, ...], *, yes: bool) -> str:
    if yes:
        return "yes" if count(value) else "no"
    return str(value) if isinstance(value, int) else f"{count(value)} ({' + '.join(map(str, value))})"


def _fate(state: str, inside: str, titles: Mapping[str, str]) -> str:
    return titles.get(state, state) + (f", inside {inside}" if inside else "")


# Pairings


@dataclass(frozen=True, slots=True)
class Seat:
    player: Player
    place: str
    """In the standings before the round; nothing before the first."""


@dataclass(frozen=True, slots=True)
class PairRow:
    table: int
    seats: tuple[Seat, Seat]
    flags: tuple[tuple[str, str], ...]
    """What is unusual about this pair, and how bad it is."""
    touched: bool = False
    """A card is in, so nobody changes places any more."""


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round's pairings with what they cost."""

    round: Round
    rows: tuple[PairRow, ...]
    byes: tuple[Seat, ...]
    cost: str
    notes: tuple[str, ...]
    left_out: tuple[Player, ...]
    """Present, and not in the draft: they came after it was made."""


def round_view(event: Event, round_: Round) -> RoundView:
    seated = [*(id_ for match in round_.matches for id_ in match.players), *round_.byes]
    found = pairable(event, round_.number, Dice(round_.seed), seated=seated)
    # Who came or left since is not in this pairing, and costs it nothing.
    known = replace(found, ranking=tuple(id_ for id_ in found.ranking if id_ in seated))
    pairs = [match.players for match in round_.matches]
    places = _places(event, round_.number - 1)

    def seat(id_: str) -> Seat:
        return Seat(event.player(id_), places.get(id_, ""))

    def flags(pair: tuple[str, str]) -> Iterable[tuple[str, str]]:
        if frozenset(pair) in known.forbidden:
            yield "kept apart", BAD
        if times := known.met.get(frozenset(pair), 0):
            yield ("met before" if times == 1 else f"met {times} times before"), BAD
        if pair in round_.pinned or pair[::-1] in round_.pinned:
            yield "pinned", PLAIN
        for id_ in pair:
            if event.player(id_).status != PRESENT:
                yield f"{event.player(id_).name} left", BAD

    return RoundView(
        round_,
        tuple(
            PairRow(
                match.table,
                (seat(match.players[0]), seat(match.players[1])),
                tuple(flags(match.players)),
                bool(match.sent) or match.settled,
            )
            for match in round_.matches
        ),
        tuple(map(seat, round_.byes)),
        cost_of(known, pairs, round_.byes[0] if round_.byes else None).sentence() if len(round_.byes) < 2 else "",
        tuple(event.named(note) for note in round_.notes),
        tuple(one for one in event.present() if one.id not in seated),
    )


def _places(event: Event, through: int) -> dict[str, str]:
    if not through:
        return {}
    return {row.player: f"{row.place}{'=' if row.shared else ''}" for row in standings(event, through).rows}


# The journal


@dataclass(frozen=True, slots=True)
class Told:
    """An entry in a sentence."""

    seq: int
    at: str
    hour: str
    who: str
    kind: str
    sentence: str
    why: str
    undone: bool
    can_undo: bool


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which entries are looked for; nothing given means all."""

    who: str = ""
    kind: str = ""
    player: str = ""
    text: str = ""
    before: int | None = None

    def has(self, entry: Entry, sentence: str, who: str) -> bool:
        # Only what is told is searched, never the data: it holds what players keep secret.
        words = f"{sentence} {entry.why} {who}".casefold()
        return (
            (not self.who or self.who.casefold() in (entry.who.casefold(), who.casefold()))
            and (not self.kind or entry.kind.partition(".")[0] == self.kind)
            and (not self.player or self.player == entry.who or self.player in _named(entry))
            and self.text.casefold() in words
            and (self.before is None or entry.seq < self.before)
        )


def told(event: Event, entries: Sequence[Entry], wanted: Wanted, most: int) -> tuple[list[Told], bool]:
    """The newest entries that are wanted, and whether there are older ones."""
    teller = Teller(entries, event, open_only=True)
    counts = {entry.seq for entry in live(entries)}
    dead_undos = _undone_undos(entries)
    found: list[Told] = []
    for entry in reversed(entries):
        sentence, who = teller.sentence(entry), teller.name(entry.who)
        if not wanted.has(entry, sentence, who):
            continue
        if len(found) == most:
            return found, True
        undone = entry.seq in dead_undos if entry.kind == UNDONE else entry.seq not in counts
        hour = f"{moment(entry.at).astimezone():%d %b, %H:%M}"
        can_undo = not undone and entry.kind != CREATED
        found.append(Told(entry.seq, entry.at, hour, who, entry.kind, sentence, entry.why, undone, can_undo))
    return found, False


def kinds_in(entries: Sequence[Entry]) -> list[str]:
    return sorted({entry.kind.partition(".")[0] for entry in entries})


def people_in(event: Event, entries: Sequence[Entry]) -> list[tuple[str, str]]:
    """Whoever wrote something, with the name to show."""
    teller = Teller(entries, event)
    return sorted({(entry.who, teller.name(entry.who)) for entry in entries if entry.who}, key=lambda one: one[1])


def _named(entry: Entry) -> set[str]:
    """The players whom an entry names openly."""
    data = entry.data
    found = {data.get("player"), data.get("choice"), *data.get("players", ()), *data.get("byes", ())}
    found |= {id_ for row in data.get("matches", ()) for id_ in row.get("players", ())}
    return {id_ for id_ in found if isinstance(id_, str)}


def _undone_undos(entries: Sequence[Entry]) -> set[int]:
    """Undoings that were undone themselves, so that what they undid is back."""
    dead: set[int] = set()
    for entry in reversed(entries):
        if entry.kind == UNDONE and entry.seq not in dead:
            dead.add(entry.data["seq"])
    return dead


# Forces


@dataclass(frozen=True, slots=True)
class ForceGroup:
    title: str
    players: tuple[Player, ...]


def force_groups(event: Event) -> list[ForceGroup]:
    """Everybody's force by what is to be done with it; what is settled comes last."""
    playing = [one for one in event.players.values() if one.status in ("registered", PRESENT)]
    groups = [
        ("To look at", [one for one in playing if one.force and one.force.state == SUBMITTED]),
        ("Sent back", [one for one in playing if one.force and one.force.state == "returned"]),
        ("No force yet", [one for one in playing if one.force is None]),
        ("Accepted", [one for one in playing if one.force and one.force.state == "accepted"]),
    ]
    return [ForceGroup(f"{title} ({len(found)})", tuple(found)) for title, found in groups if found]


def force_word(player: Player) -> tuple[str, str]:
    """How far a player's force is, in a word or two."""
    force = player.force
    if force is None:
        return "no force", PLAIN
    if force.state == SUBMITTED:
        problems = len(force.problems)
        return (counted(problems, "problem"), BAD) if problems else ("to look at", WAIT)
    return ("accepted", GOOD) if force.state == "accepted" else ("sent back", WAIT)
