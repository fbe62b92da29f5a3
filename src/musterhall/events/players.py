"""Players: registered, checked in, late, gone and back, warned and out."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from pydantic import Field

from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import DISQUALIFIED, LEFT, PRESENT, REGISTERED, WAITING, Event, Player
from musterhall.events.handling import EntryData, handles
from musterhall.problems import BadInput

LONGEST_NAME = 80


class Added(EntryData):
    player: str = Field(pattern=r"^p[0-9]{1,9}$")
    name: str = Field(min_length=1, max_length=LONGEST_NAME)
    team: str = Field(default="", max_length=LONGEST_NAME)
    faction: str = Field(default="", max_length=LONGEST_NAME)
    by_player: bool = False
    """They entered themselves, on the event's page."""
    waiting: bool = False
    """All places were taken."""


class Changed(EntryData):
    player: str
    name: str | None = Field(default=None, min_length=1, max_length=LONGEST_NAME)
    team: str | None = Field(default=None, max_length=LONGEST_NAME)
    faction: str | None = Field(default=None, max_length=LONGEST_NAME)
    painted: bool | None = None
    categories: list[str] | None = Field(default=None, max_length=40)


OLD_OUT_AT = 2


class Named(EntryData):
    player: str


class Arrived(Named):
    by_player: bool = False
    """On their own phone."""


class MovedUp(Named):
    beyond: bool = False
    """All places were taken, and the organiser gave one more."""


class Warned(EntryData):
    player: str
    by_pack: bool = False
    """The pack alone says when a player is out; in old journals the second warning did where the pack was silent."""


class KeptApart(EntryData):
    players: list[str] = Field(min_length=2, max_length=2)
    apart: bool = True


# What can be done


def add_player(event: Event, name: str, team: str = "") -> NewEntry:
    """Register a player; the number is the next free one."""
    number = 1 + max((int(id_[1:]) for id_ in event.players), default=0)
    return NewEntry("player.added", {"player": f"p{number}", "name": clean_name(name), "team": clean_name(team)})


def add_player_here(event: Event, name: str, team: str = "") -> list[NewEntry]:
    """Register a player; who comes when rounds are being played stands at the desk, and is checked in at once."""
    added = add_player(event, name, team)
    if event.current is None:
        return [added]
    return [added, NewEntry("player.checked_in", {"player": added.data["player"]})]


def change_player(
    event: Event,
    player: Player,
    *,
    name: str | None = None,
    team: str | None = None,
    faction: str | None = None,
    painted: bool | None = None,
    categories: Sequence[str] | None = None,
) -> NewEntry:
    words = {"name": name or None, "team": team, "faction": faction}
    given: dict[str, object] = {key: None if word is None else clean_name(word) for key, word in words.items()}
    given |= {"painted": painted, "categories": categories if categories is None else sorted(categories)}
    changed = {key: value for key, value in given.items() if value is not None}
    if not changed:
        raise BadInput(
            f"{player.name}: nothing is to be changed; give a name, a team, a faction or whether the force is painted."
        )
    return NewEntry("player.changed", {"player": player.id, **changed})


def check_in(event: Event, player: Player, *, by_player: bool = False) -> NewEntry:
    return NewEntry("player.checked_in", {"player": player.id} | ({"by_player": True} if by_player else {}))


def leave(event: Event, player: Player) -> NewEntry:
    return NewEntry("player.left", {"player": player.id})


def come_back(event: Event, player: Player) -> NewEntry:
    return NewEntry("player.returned", {"player": player.id})


def warn(event: Event, player: Player) -> NewEntry:
    """A warning; with as many as the pack says the player is out."""
    return NewEntry("player.warned", {"player": player.id, "by_pack": True})


def disqualify(event: Event, player: Player) -> NewEntry:
    return NewEntry("player.disqualified", {"player": player.id})


def keep_apart(event: Event, players: Sequence[Player], *, apart: bool = True) -> NewEntry:
    """Two who are not to be paired, such as siblings; team mates are kept apart anyway."""
    return NewEntry("players.kept_apart", {"players": sorted(one.id for one in players), "apart": apart})


def clean_name(name: str) -> str:
    """A name in one line, without characters that cannot be seen, and in one spelling of those that have two."""
    line = seen_line(name)
    if len(line) > LONGEST_NAME:
        raise BadInput(f"name {line[:30]!r}...: has {len(line)} characters, and {LONGEST_NAME} fit; shorten it.")
    return line


def seen_line(text: str) -> str:
    """What can be seen of a text, in one line."""
    signs = unicodedata.normalize("NFC", text)
    return " ".join("".join(" " if _is_unseen(sign) else sign for sign in signs).split())


BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters by their category that look like nothing, so that a name of them would be an empty line."""


def _is_unseen(sign: str) -> bool:
    code = ord(sign)
    is_no_character = code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
    return is_no_character or sign in BLANKS or unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp")


# What it changes


@handles("player.added", Added)
def _added(event: Event, data: Added, entry: Entry) -> None:
    if data.player in event.players:
        raise BadInput(f"player {data.player}: this number is taken; take another.")
    _require_free_name(event, data.name, but="")
    if data.by_player:
        _require_open_registration(event)
    if not data.waiting:
        _require_room(event)
    event.names[data.name.casefold()] = data.player
    status = WAITING if data.waiting else REGISTERED
    late = event.current is not None
    event.players[data.player] = Player(data.player, data.name, data.team, status, late, declared_faction=data.faction)


@handles("player.changed", Changed)
def _changed(event: Event, data: Changed, entry: Entry) -> None:
    player = event.player(data.player)
    if data.name is not None:
        _require_free_name(event, data.name, but=player.id)
        del event.names[player.name.casefold()]
        event.names[data.name.casefold()] = player.id
        player.name = data.name
    player.team = player.team if data.team is None else data.team
    player.declared_faction = player.declared_faction if data.faction is None else data.faction
    if data.categories is not None:
        player.categories = frozenset(_known_categories(event, data.categories))
    player.painted = player.painted if data.painted is None else data.painted


@handles("player.checked_in", Arrived)
def _checked_in(event: Event, data: Arrived, entry: Entry) -> None:
    if data.by_player and not event.check_in_open:
        raise BadInput(f"{event.name}: check-in is not open; check in at the desk when you arrive.")
    _move(event, data.player, (REGISTERED,), PRESENT, "checked in")


@handles("player.moved_up", MovedUp)
def _moved_up(event: Event, data: MovedUp, entry: Entry) -> None:
    if event.player(data.player).status == WAITING and not data.beyond and event.places_left() == 0:
        raise BadInput(
            f"{event.name}: is full ({event.places_taken()} of {event.capacity}); say that this player has a place all "
            "the same, or let somebody leave first.",
            way="move_up_beyond",
        )
    _move(event, data.player, (WAITING,), REGISTERED, "given a place")


@handles("player.left", Named)
def _left(event: Event, data: Named, entry: Entry) -> None:
    _move(event, data.player, (WAITING, REGISTERED, PRESENT), LEFT, "taken out")


@handles("player.returned", Named)
def _returned(event: Event, data: Named, entry: Entry) -> None:
    _move(event, data.player, (LEFT,), PRESENT, "taken back")


@handles("player.warned", Warned)
def _warned(event: Event, data: Warned, entry: Entry) -> None:
    player = event.player(data.player)
    if player.status == DISQUALIFIED:
        raise BadInput(f"{player.name}: is out already; there is nobody to warn.")
    player.warnings.append(entry.why)
    out_at = event.rules.conduct.out_at or (None if data.by_pack else OLD_OUT_AT)
    if out_at is not None and len(player.warnings) >= out_at:
        player.status = DISQUALIFIED


@handles("player.disqualified", Named)
def _disqualified(event: Event, data: Named, entry: Entry) -> None:
    _move(event, data.player, (WAITING, REGISTERED, PRESENT, LEFT), DISQUALIFIED, "disqualified")


@handles("players.kept_apart", KeptApart)
def _kept_apart(event: Event, data: KeptApart, entry: Entry) -> None:
    pair = frozenset(event.player(one).id for one in data.players)
    if len(pair) < 2:
        raise BadInput("two players are needed to be kept apart; name another one.")
    if (pair in event.apart) == data.apart:
        told = "are kept apart already" if data.apart else "are not kept apart"
        raise BadInput(f"{' and '.join(event.player(one).name for one in data.players)}: {told}; nothing to do.")
    event.apart = event.apart | {pair} if data.apart else event.apart - {pair}


def _known_categories(event: Event, names: Sequence[str]) -> list[str]:
    known = [one.name for one in event.rules.category]
    for name in names:
        if name not in known:
            there = f"it has {', '.join(known)}" if known else "its pack names none"
            raise BadInput(f"category {name!r}: is none of this event; {there}.")
    return list(names)


def _move(event: Event, id_: str, before: tuple[str, ...], after: str, verb: str) -> None:
    player = event.player(id_)
    if player.status not in before:
        raise BadInput(
            f"{player.name}: is {player.status}, and cannot be {verb}; {_instead(player.status)}.",
            way=_WAYS_BACK.get(player.status, ""),
        )
    player.status = after


_WAYS_BACK = {WAITING: "move_up", REGISTERED: "not_checked_in", LEFT: "return"}


def _instead(status: str) -> str:
    return {
        WAITING: "give this player a place first",
        REGISTERED: "check this player in",
        PRESENT: "nothing is to do",
        LEFT: "take this player back first",
        DISQUALIFIED: "undo the disqualification first, if it was wrong",
    }[status]


def _require_free_name(event: Event, name: str, *, but: str) -> None:
    # Two players of one name could not be told apart on any list.
    taken = event.names.get(name.casefold())
    if taken is not None and taken != but:
        raise BadInput(f"player {name!r}: {taken} has this name already; add an initial or a town.")


def _require_open_registration(event: Event) -> None:
    if not event.registration_open:
        raise BadInput(f"{event.name}: registration is not open; ask the organiser.")
    if event.current is not None:
        raise BadInput(f"{event.name}: has begun already; ask the organiser to let you in.")


def _require_room(event: Event) -> None:
    if event.places_left() == 0:
        raise BadInput(
            f"{event.name}: all {event.capacity} places are taken; raise the number of places under Settings, or let "
            "somebody leave first.",
            way="capacity",
        )
