"""Entries of a journal in sentences: what happened, with names in place of numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from musterhall.events.cards import comparable, read_card
from musterhall.events.entries import Entry
from musterhall.events.event import Event
from musterhall.events.handling import UNDONE
from musterhall.events.hidden import hides_cards, is_revealed
from musterhall.events.telling_of_settings import SETTINGS
from musterhall.events.undoing import live
from musterhall.tally import counted

Data = Mapping[str, Any]
Table = tuple[int, int]
"""A round and a table in it."""

SETTLING = ("card.decided", "card.confirmed", "match.conceded", "match.absent")


class Teller:
    """Knows the names and titles that an event's entries speak of, also of players who were undone.

    With `open_only` it keeps to itself which card of a hand was played until both players know, and of command units
    tells only those that are open still.
    """

    def __init__(self, entries: Sequence[Entry], event: Event, *, open_only: bool = False) -> None:
        self.event = event
        self.open_only = open_only
        self.entries = {entry.seq: entry for entry in entries}
        self.names: dict[str, str] = {}
        for entry in entries:
            if entry.kind in ("player.added", "player.changed") and entry.data.get("name"):
                self.names[entry.data["player"]] = entry.data["name"]
        self.names |= {id_: player.name for id_, player in event.players.items()}
        self.groups = {name: draft.setup.group for name, draft in (event.drafts | event.closed_drafts).items()}
        for entry in entries:
            if entry.kind == "draft.opened":
                self.groups[entry.data["draft"]] = entry.data.get("group", 1)

    def sentence(self, entry: Entry) -> str:
        tell = _SENTENCES.get(entry.kind)
        if tell is None:
            return f"{entry.kind}."
        if entry.kind == "card.decided":
            return _at_table(self._decision(entry))(self, entry.data)
        if entry.kind == "hand.played" and self.open_only and hides_cards(self.event, entry):
            return _of_player("chooses what to play of the hand in round {round}")(self, entry.data)
        told = tell(self, entry.data)
        if entry.kind == "command_units.revealed" and (units := self.units_revealed(entry)):
            return f"{told[:-1]}: {', '.join(units)}."
        return f"{told[:-1]}, which corrects the card." if self.is_correction(entry) else told

    def is_correction(self, entry: Entry) -> bool:
        """Whether the match was settled already when the organiser spoke."""
        if entry.kind not in SETTLING:
            return False
        before = self._before(entry)
        return any(one.kind in SETTLING for one in before) or self._agreed(before) is True

    def ends_dispute(self, entry: Entry) -> bool:
        """Whether both players had sent cards that differ."""
        return not self.is_correction(entry) and self._agreed(self._before(entry)) is False

    def units_revealed(self, entry: Entry) -> tuple[str, ...]:
        """What a reveal showed; nothing if that is nobody's business any more."""
        chosen = [one for one in self._choices if one.seq < entry.seq and _whose(one) == _whose(entry)]
        if not chosen or (self.open_only and not is_revealed(self.event, chosen[-1])):
            return ()
        return tuple(chosen[-1].data["units"])

    def draft(self, name: str) -> str:
        """A draft as its page calls it."""
        return f"Draft of group {self.groups[name]}" if name in self.groups else f"Draft {name}"

    def name(self, id_: str) -> str:
        return self.names.get(id_, id_)

    def scenario(self, name: str) -> str:
        found = self.event.rules.scenario_named(name)
        return found.title if found else name

    def award(self, name: str) -> str:
        return next((rule.title for rule in self.event.awards if rule.name == name), name)

    @cached_property
    def _choices(self) -> list[Entry]:
        return [one for one in live(list(self.entries.values())) if one.kind == "command_units.sealed"]

    @cached_property
    def _at_tables(self) -> Mapping[Table, list[Entry]]:
        """What counts of each match, in its order."""
        found: dict[Table, list[Entry]] = {}
        for entry in live(list(self.entries.values())):
            if entry.kind in SETTLING or entry.kind == "card.sent":
                found.setdefault(_table(entry), []).append(entry)
        return found

    def _before(self, entry: Entry) -> list[Entry]:
        return [one for one in self._at_tables.get(_table(entry), ()) if one.seq < entry.seq]

    def _agreed(self, before: Sequence[Entry]) -> bool | None:
        """Whether the cards of both players say the same; None where not both have sent one."""
        sent = {one.data["player"]: read_card(one.data["card"]) for one in before if one.kind == "card.sent"}
        if len(sent) < 2:
            return None
        number, table = _table(before[0])
        match = self.event.round(number).match_at(table)
        states = self.event.rules.scoring.state
        usual = states[0].name if states else ""
        one, other = (comparable(card, match.rosters, usual) for card in sent.values())
        return bool(one == other)

    def _decision(self, entry: Entry) -> str:
        if self.is_correction(entry):
            return "the organiser corrects the card"
        return "the organiser decides the dispute" if self.ends_dispute(entry) else "the organiser enters the card"


def _whose(entry: Entry) -> tuple[int, str]:
    return entry.data["round"], entry.data["player"]


def _table(entry: Entry) -> Table:
    return entry.data["round"], entry.data["table"]


def _of_player(what: str) -> Callable[[Teller, Data], str]:
    return lambda teller, data: f"{teller.name(data['player'])} {what.format_map(data)}."


def _of_round(what: str) -> Callable[[Teller, Data], str]:
    return lambda teller, data: f"Round {data['round']} {what}."


def _of_clock(what: str) -> Callable[[Teller, Data], str]:
    def tell(teller: Teller, data: Data) -> str:
        told = counted(data.get("minutes", 0), "minute")
        return f"The clock of round {data['round']} {what.format(told=told)}."

    return tell


def _at_table(what: str) -> Callable[[Teller, Data], str]:
    def tell(teller: Teller, data: Data) -> str:
        player = teller.name(data["player"]) if "player" in data else ""
        return f"Round {data['round']}, table {data['table']}: {what.format(player=player)}."

    return tell


def _of_draft(what: str) -> Callable[[Teller, Data], str]:
    def tell(teller: Teller, data: Data) -> str:
        player = teller.name(data["player"]) if "player" in data else ""
        return f"{teller.draft(data['draft'])}: {what.format(player=player)}."

    return tell


def _created(teller: Teller, data: Data) -> str:
    return f"{data['name']} begins, with {data.get('pack_name')} {data.get('pack_version')} and seed {data['seed']}."


def _scenarios(teller: Teller, data: Data) -> str:
    named = ", ".join(f"{at}. {teller.scenario(name)}" for at, name in enumerate(data["rounds"], 1))
    return f"Scenarios {'drawn' if data.get('seed') is not None else 'chosen'}: {named}."


def _tables(teller: Teller, data: Data) -> str:
    return f"{counted(len(data['tables']), 'table')}: {', '.join(map(str, data['tables']))}."


def _added(teller: Teller, data: Data) -> str:
    team = f" of {data['team']}" if data.get("team") else ""
    entered = "registers" if data.get("by_player") else "is registered"
    if data.get("waiting"):
        return f"{data['name']}{team} {entered} and waits for a place, as {data['player']}."
    return f"{data['name']}{team} {entered} as {data['player']}."


def _checked_in(teller: Teller, data: Data) -> str:
    return f"{teller.name(data['player'])} {'checks in' if data.get('by_player') else 'is checked in'}."


def _moved_up(teller: Teller, data: Data) -> str:
    beyond = ", one more than there were" if data.get("beyond") else ""
    return f"{teller.name(data['player'])} moves up from the waiting list and has a place{beyond}."


def _changed(teller: Teller, data: Data) -> str:
    words = []
    if data.get("name") is not None:
        words.append(f"is called {data['name']}")
    if data.get("team") is not None:
        words.append(f"plays for {data['team']}" if data["team"] else "plays for no team")
    if data.get("faction") is not None:
        words.append(f"plays {data['faction']}" if data["faction"] else "plays no faction")
    if data.get("categories") is not None:
        titles = {one.name: one.title for one in teller.event.rules.category}
        named = ", ".join(titles.get(name, name) for name in data["categories"])
        words.append(f"counts among {named}" if named else "counts in no category")
    if data.get("painted") is not None:
        words.append("has a painted force" if data["painted"] else "has no painted force")
    return f"{teller.name(data['player'])} ({data['player']}) {' and '.join(words)}."


def _kept_apart(teller: Teller, data: Data) -> str:
    pair = " and ".join(map(teller.name, data["players"]))
    return f"{pair} are kept apart." if data.get("apart", True) else f"{pair} may be paired again."


def _handed_in(teller: Teller, data: Data) -> str:
    problems = f", with {counted(len(data['problems']), 'problem')}" if data.get("problems") else ""
    late = ", although forces are locked" if data.get("although_locked") else ""
    return f"{teller.name(data['player'])} hands in {data['force']}, {data['points']} points{problems}{late}."


def _judged(what: str) -> Callable[[Teller, Data], str]:
    def tell(teller: Teller, data: Data) -> str:
        note = f": {data['note']}" if data.get("note") else ""
        return f"The force of {teller.name(data['player'])} {what}{note.rstrip('.')}."

    return tell


def _hand(teller: Teller, data: Data) -> str:
    late = ", although hands are locked" if data.get("although_locked") else ""
    return f"{teller.name(data['player'])} hands in a hand of {counted(len(data['cards']), 'card')}{late}."


def _sealed(teller: Teller, data: Data) -> str:
    return f"{teller.name(data['player'])} seals the command units of round {data['round']}."


def _played(teller: Teller, data: Data) -> str:
    card = repr(data["card"]) if data["card"].strip() else "no card of the hand"
    return f"{teller.name(data['player'])} plays {card} in round {data['round']}."


def _paired(teller: Teller, data: Data) -> str:
    byes = "".join(f", {teller.name(id_)} has the bye" for id_ in data.get("byes", ()))
    return f"Round {data['round']} is drafted: {_matches(data)}{byes}, seed {data['seed']}."


def _repaired(teller: Teller, data: Data) -> str:
    byes = "".join(f", {teller.name(id_)} has the bye" for id_ in data.get("byes", ()))
    return f"Round {data['round']} is changed by hand: {_matches(data)}{byes}."


def _matches(data: Data) -> str:
    number = len(data["matches"])
    return f"{number} match{'' if number == 1 else 'es'}"


def _conceded(teller: Teller, data: Data) -> str:
    card = " with a card" if data.get("card") is not None else ""
    return f"Round {data['round']}, table {data['table']}: {teller.name(data['player'])} concedes{card}."


def _absent(teller: Teller, data: Data) -> str:
    if not data.get("both"):
        return _at_table("{player} did not come")(teller, data)
    match = teller.event.round(data["round"]).match_at(data["table"])
    first, second = map(teller.name, match.players)
    return f"Round {data['round']}, table {data['table']}: neither {first} nor {second} came."


def _voted(teller: Teller, data: Data) -> str:
    return f"{teller.name(data['player'])} votes for {teller.name(data['choice'])}: {teller.award(data['award'])}."


def _given(teller: Teller, data: Data) -> str:
    return f"{teller.award(data['award'])} goes to {teller.name(data['player'])}."


def _award_added(teller: Teller, data: Data) -> str:
    how = {"place": f"for place {data.get('place')}", "vote": "by the players' votes"}.get(
        data["by"], "by the organiser"
    )
    return f"A prize is added: {data['title']}, {how}{', for painted forces' if data.get('painted') else ''}."


def _sponsored(teller: Teller, data: Data) -> str:
    return f"{data['sponsor']} sponsors {teller.award(data['award']) if data.get('award') else 'the event'}."


def _draft_opened(teller: Teller, data: Data) -> str:
    seats = ", ".join(map(teller.name, data.get("seats", ())))
    method = str(data.get("method", "")).replace("_", " ")
    return f"{teller.draft(data['draft'])} ({method}) is opened: {seats}."


def _draft_pick(teller: Teller, data: Data) -> str:
    player = teller.name(data["player"])
    picks = f"the organiser picks for {player}" if data.get("by_organiser") else f"{player} picks"
    return f"{teller.draft(data['draft'])}: {picks}."


def _draft_lot(teller: Teller, data: Data) -> str:
    asked = "the organiser lets the lot pick" if data.get("by_organiser") else "the lot picks"
    return f"{teller.draft(data['draft'])}: {asked} for {teller.name(data['player'])}."


def _seat(teller: Teller, data: Data) -> str:
    draft, player = teller.draft(data["draft"]), teller.name(data["player"])
    if data.get("to"):
        return f"{draft}: {teller.name(data['to'])} takes the seat of {player}."
    return f"{draft}: {player} leaves."


def _undone(teller: Teller, data: Data) -> str:
    entry = teller.entries.get(data["seq"])
    if entry is None:
        return f"Entry {data['seq']} is undone."
    # An undo of undos is told by their numbers: what the first of them undid is to be read there.
    inner = f"Entry {entry.data['seq']} is undone" if entry.kind == UNDONE else teller.sentence(entry)[:-1]
    return f"Entry {data['seq']} is undone ({inner})."


_SENTENCES: Mapping[str, Callable[[Teller, Data], str]] = {
    "event.created": _created,
    "event.renamed": lambda teller, data: f"The event is called {data['name']}.",
    "event.dated": lambda teller, data: (
        f"The event is held on {data['date']}." if data["date"] else "The day of the event is open."
    ),
    "event.planned": lambda teller, data: (
        f"{counted(data['rounds'], 'round')} {'is' if data['rounds'] == 1 else 'are'} planned."
    ),
    "event.scenarios": _scenarios,
    "scenarios.made_known": lambda teller, data: "The scenarios are made known.",
    "event.tables": _tables,
    "event.finished": lambda teller, data: "The event is finished.",
    "note.added": lambda teller, data: f"Note: {data['text']}",
    "player.added": _added,
    "player.changed": _changed,
    "player.checked_in": _checked_in,
    "player.moved_up": _moved_up,
    "player.left": _of_player("leaves"),
    "player.returned": _of_player("is back"),
    "player.warned": _of_player("is warned"),
    "player.disqualified": _of_player("is disqualified"),
    "players.kept_apart": _kept_apart,
    "force.submitted": _handed_in,
    "force.accepted": _judged("is accepted"),
    "force.returned": _judged("is sent back"),
    "forces.due": lambda teller, data: (
        f"Forces are due by {data['by']}." if data["by"] else "Forces have no last day here."
    ),
    "forces.locked": lambda teller, data: "Forces are locked.",
    "hand.submitted": _hand,
    "hand.played": _played,
    "round.paired": _paired,
    "round.changed": _repaired,
    "round.published": _of_round("is published"),
    "clock.started": _of_clock("starts with {told}"),
    "clock.paused": _of_clock("is paused"),
    "clock.resumed": _of_clock("goes on"),
    "clock.extended": _of_clock("is changed by {told}"),
    "clock.ended": _of_clock("is ended"),
    "card.sent": _at_table("{player} sends a card"),
    "card.confirmed": _at_table("{player} confirms the card"),
    "card.decided": _at_table("the organiser enters the card"),
    "match.conceded": _conceded,
    "match.absent": _absent,
    "match.fought": _at_table("{player} opens a battle to fight it here"),
    "command_units.sealed": _sealed,
    "command_units.revealed": _of_player("reveals the command units of round {round}"),
    "vote.cast": _voted,
    "award.given": _given,
    "award.added": _award_added,
    "award.revealed": lambda teller, data: f"The prize {teller.award(data['award'])} is revealed.",
    "prizes.held_back": lambda teller, data: "The prizes are held back, and revealed one by one.",
    "sponsor.added": _sponsored,
    "draft.opened": _draft_opened,
    "draft.picked": _draft_pick,
    "draft.expired": _draft_lot,
    "draft.paused": _of_draft("it is paused"),
    "draft.resumed": _of_draft("it goes on"),
    "draft.closed": _of_draft("it is closed, and its players are free to draft anew"),
    "draft.seat": _seat,
    "entry.undone": _undone,
    **SETTINGS,
}
