"""No answer to a player depends on what somebody else conceals.

Two halls differ in one secret only. Every request that a player can make goes to both, and the answers are compared
sign by sign; only what is random by nature is left out: marks of forms, tokens, seals and salts.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from importlib import import_module
from itertools import combinations, product
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest
from httpx import Response
from tests.events.day import ROSTER, Day, enter, new_day
from tests.events.test_hands import NO_CARD_ALLOWED, PACK, play
from tests.web.scene import EVENT, Scene, scene
from tests.web.test_drafts import drafting_day, offered
from tests.web.test_roles import role_at
from tests.web.test_security import _asking, answers_for_scripts, pages

from musterhall import web
from musterhall.events import drafting, forces, matches, players, prizes, rounds, scenarios, sealing
from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import Event
from musterhall.events.fold import Ledger
from musterhall.game.forces import Submission
from musterhall.games.alpha_strike.force.forces import Group, force_toml, read_force, shipped_force_text
from musterhall.games.alpha_strike.force.formation_choices import commander_is_open
from musterhall.games.alpha_strike.units.library import starter_library
from musterhall.packs.submissions import submission
from musterhall.store import desk
from musterhall.web.accounts import ORGANISER, OWNER, SCOREKEEPER
from musterhall.web.companion.matches import kept_of
from musterhall.web.companion.shown import look, state_data
from musterhall.web.drafts import draft_openings
from musterhall.web.live import PARTS, _changed, asked_of
from musterhall.web.roles import ADDRESSES
from musterhall.web.sessions import PLAYER, visitor
from musterhall.web.settings import Settings
from musterhall.web.showing import templates

HTML = {"accept": "text/html"}
JSON = {"accept": "application/json"}
NOON = "2025-11-29T12:00:00.000Z"
SMITHS = [{"name": name, "type": "BM", "points": 40} for name in ("Hammer", "Anvil", "Tongs", "Poker")]

Secret = str
Sent = dict[str, Any]
Requests = Sequence[tuple[str, Sent]]
"""Actions with what is sent to them."""


@dataclass
class Halls:
    """Two halls that differ in a secret, and Anna's phone in both."""

    both: tuple[Scene, Scene]
    asked: set[tuple[str, str]] = field(default_factory=set)
    """Addresses that an answer of was compared."""
    sent: tuple[dict[str, Any], dict[str, Any]] = field(default_factory=lambda: ({}, {}))
    """What the live pages of both have been sent."""
    role: str = PLAYER

    @property
    def first(self) -> Scene:
        return self.both[0]

    def get(self, path: str, **more: Any) -> None:
        for headers in (HTML, JSON):
            self._compare("GET", path, headers=headers, **more)

    def post(self, path: str, **more: Any) -> None:
        for headers in (HTML, JSON):
            self._compare("POST", path, headers=headers, **more)

    def do(self, action: str, sent: Sent) -> None:
        """By script, and by a form with and without a script beside it."""
        self._compare("POST", f"/api/events/{EVENT}/do/{action}", json=sent)
        fields = {name: _as_field(value) for name, value in sent.items()}
        self.post(f"/e/{EVENT}/do/{action}", data=fields)

    def follow(self) -> None:
        """What live pages are sent anew, all parts that a player can follow."""
        found = []
        for made, sent in zip(self.both, self.sent, strict=True):
            who = visitor(_asking(made.people[self.role].session), made.house.accounts, EVENT)
            names = [name for name, one in PARTS.items() if self.role in one.roles]
            changed = _changed(asked_of(made.house, EVENT, who), names, sent)
            found.append({name: told(made, html) for name, html in changed.items()})
        assert found[0] == found[1]

    def look_around(self) -> None:
        """At every page of the event, and at the builder, which may know it."""
        for path in (*pages(self.role, all_rounds=True), *answers_for_scripts(self.role), f"/builder?event={EVENT}"):
            if EVENT in path:
                self.get(path)
        self.follow()

    def elsewhere(self, command: Callable[[Event], NewEntry]) -> None:
        """Something that another does, the same in both halls."""
        for made in self.both:
            made.house.do(EVENT, command, who="p2")
        self.follow()

    def _compare(self, method: str, path: str, **more: Any) -> None:
        first, second = (_answer(made, made._ask(method, path, self.role, **more)) for made in self.both)
        assert first == second, f"{method} {path} {more}"
        self.asked.add((method, path.partition("?")[0].replace(EVENT, "{event}")))


def _answer(made: Scene, answer: Response) -> tuple[int, str, str]:
    return answer.status_code, told(made, answer.headers.get("location", "")), told(made, answer.text)


def told(made: Scene, text: str) -> str:
    """An answer without what is random by nature."""
    for round_ in made.event.rounds:
        for player, sealed in round_.sealed.items():
            text = text.replace(sealed.seal, f"seal of {player}").replace(sealed.salt, f"salt of {player}")
            text = text.replace(sealed.seal[:8], f"seal of {player}")
    text = re.sub(r'(name="(?:form_token|key)" value=")[^"]*', r"\1", text)
    text = re.sub(r"(/p/)[a-z0-9]{20,}|(data:image/svg)[^\"]*", r"\1\2", text)
    text = re.sub(r'(class="letters">)[^<]*', r"\1", text)
    text = re.sub(r'("(?:sealed|check)": ")[^"]*', r"\1", text)
    # Keys of marks that a page without a script has made, and the hours at which they came.
    text = re.sub(r"[01]-[0-9a-f]{24}", "key", text)
    text = re.sub(r'<time datetime="[^"]*">[^<]*', "<time>", text)
    return re.sub(r"told=[\w.%-]*", "told=", text)


def _as_field(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, dict) else value


@contextmanager
def halls(tmp_path: Path, day: Callable[[Secret], Sequence[Entry]], secrets: tuple[Secret, Secret]) -> Iterator[Halls]:
    with ExitStack() as stack:
        both = [
            stack.enter_context(scene(Settings(db=str(tmp_path / f"{at}.db")), tuple(day(secret))))
            for at, secret in enumerate(secrets)
        ]
        yield Halls((both[0], both[1]))


@pytest.fixture(autouse=True)
def _one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both halls have the same hour, and nobody has to wait."""
    real = desk.now
    # All that is made once is made before anything is changed, or it would keep our hour for other tests.
    known = templates().globals
    for one in walk_packages(web.__path__, f"{web.__name__}."):
        import_module(one.name)
    for name in [name for name, value in known.items() if value is real]:
        monkeypatch.setitem(known, name, lambda: NOON)
    for name, module in list(sys.modules.items()):
        if name.startswith("musterhall.") and getattr(module, "now", None) is real:
            monkeypatch.setattr(module, "now", lambda: NOON)
    monkeypatch.setattr("musterhall.web.limits.Limiter.take", lambda self, who, many=1: None)


# Concealed command units and votes


CONCEALING = "Order Lance"
ORDER_LANCES_COMMAND = ('"Vehicle Command Lance"]', f'"Vehicle Command Lance", "{CONCEALING}"]')
"""A Command Lance's commander is given away by Tactical Genius; this one's is known to the desk alone."""


def test_the_commander_that_is_taken_for_a_secret_here_is_one() -> None:
    for kind, is_open in (("Command Lance", True), (CONCEALING, False)):
        assert commander_is_open(Group("Command", kind, ("Hammer", "Anvil"), commander="Hammer")) is is_open


def assassination(secret: Secret) -> Sequence[Entry]:
    """Everybody but Anna has this commander, has sealed this choice, and votes by it."""
    day = new_day(["Anna", "Boris"], changes=[ORDER_LANCES_COMMAND])
    for name in ("Anna", "Boris"):
        commander = secret if name != "Anna" else "Anvil"
        lance = {"name": "Command", "kind": CONCEALING, "commander": commander}
        force = Submission("Smiths", "", roster=SMITHS, points=160, locked={"formations": [lance]})
        day.do(lambda event, name=name, force=force: forces.hand_in(event, event.find(name), force))  # type: ignore[misc]
        day.do(lambda event, name=name: forces.accept_force(event, event.find(name)))  # type: ignore[misc]
    day.do(lambda event: scenarios.choose_scenarios(event, ["assassination"] * 3))
    for name in ("Cleo", "Dario"):
        enter(day, name)
        day.do(lambda event, name=name: players.change_player(event, event.find(name), painted=True))  # type: ignore[misc]
        day.do(lambda event, name=name: players.leave(event, event.find(name)))  # type: ignore[misc]
    day.pair()
    # From now on each player's page shows everybody what an opponent sees, and no more.
    day.do(forces.publish_lists)
    _seal(day, secret)
    award = next(rule.name for rule in day.event.rules.award if rule.by == "vote")
    choice = "Cleo" if secret == "Hammer" else "Dario"
    day.do(lambda event: prizes.vote(event, event.find("Boris"), award, event.find(choice)))
    return day.ledger.entries


def _seal(day: Day, secret: Secret) -> None:
    units, salt = [secret, "Anvil"], f"{secret:-<32}"
    day.do(lambda event: sealing.seal_units(event, event.find("Boris"), units, salt))


def trial_cards(own: int) -> Iterator[Sent]:
    """Each pair of the opponent's units that may be gone, with each figure that could come of it."""
    names = [str(unit["name"]) for unit in SMITHS]
    for units, figure in product([(), *combinations(names, 1), *combinations(names, 2), tuple(names)], range(3)):
        sides: list[Sent] = [{}, {}]
        sides[own] = {"fields": {"command_units": figure}} if figure else {}
        sides[1 - own] = {"units": dict.fromkeys(units, "destroyed")} if units else {}
        yield {"sides": sides}


def own_requests(event: Event) -> Requests:
    """The rest of what a player can do, with what is right and what is not."""
    award = next((rule.name for rule in event.rules.award if rule.by == "vote"), "none")
    hand = [{"name": "Fog", "kind": "planetary_condition"}]
    text = 'game = "alpha_strike"\nname = "Mine"\nfaction = "Mercenary"\n'
    return (
        ("units.seal", {"units": ["Hammer", "Poker"]}),
        ("units.seal", {"units": ["Anvil", "Poker"]}),
        ("units.seal", {"units": ["Anvil"]}),
        ("units.reveal", {}),
        ("units.reveal", {}),
        ("force.submit", {"text": text}),
        ("hand.submit", {"text": "nothing"}),
        ("hand.submit", {"cards": hand}),
        ("hand.play", {"card": "Fog"}),
        ("hand.play", {"card": "Fog", "round": 2}),
        ("award.vote", {"award": award, "choice": "p3"}),
        ("award.vote", {"award": award, "choice": "p1"}),
        ("draft.pick", {"draft": "d1", "item": "i1"}),
        ("draft.force", {"name": "Mine", "choices": [{}]}),
        ("card.confirm", {}),
        ("card.confirm", {"card": {"sides": [{}, {}]}}),
        ("card.confirm", {"card": {"sides": [{}, {}]}, "round": 2}),
        ("card.send", {"card": {"sides": [{}, {}]}, "round": 3}),
        ("match.concede", {"round": 2}),
        ("player.check_in", {}),
        ("player.withdraw", {}),
        ("bye.ask", {"round": 2}),
        ("bye.take_back", {"round": 2}),
    )


def test_nothing_that_a_player_sends_tells_the_opponents_command_units_or_vote(tmp_path: Path) -> None:
    with halls(tmp_path, assassination, ("Hammer", "Poker")) as both:
        both.look_around()
        match = both.first.event.rounds[-1].match_of("p1")
        assert match is not None
        cards = list(trial_cards(match.side("p1")))
        for card in cards:
            fields = {"round": "1", "card": json.dumps(card)}
            both.post(f"/e/{EVENT}/me/card/sums", data=fields)
        for action, sent in own_requests(both.first.event):
            both.do(action, sent)
        both.post(f"/e/{EVENT}/me/force", data={"text": "nothing"})
        both.post(f"/e/{EVENT}/me/draft/force", data={"name": "Mine"})
        both.post(f"/e/{EVENT}/register", data={"name": "Another"})
        both.get(f"/e/{EVENT}/me/battle")
        both.post(f"/e/{EVENT}/me/battle")
        both.post(f"/e/{EVENT}/me/sheets")
        both.post(f"/e/{EVENT}/me/sheets/marks", data={"mark": "mark:0.0.armour=1"})
        for card in cards:
            both._compare("POST", f"/api/events/{EVENT}/do/card.send", json={"card": card})
            both.follow()
        both.do("card.send", {"card": cards[-1]})
        both.look_around()
        _require_every_address(both)


def test_neither_confirming_nor_giving_up_tells_what_the_opponent_conceals(tmp_path: Path) -> None:
    for at, action in enumerate(("card.confirm", "card.send", "match.concede")):
        (tmp_path / str(at)).mkdir()
        with halls(tmp_path / str(at), assassination, ("Hammer", "Poker")) as both:
            match = both.first.event.rounds[-1].match_of("p1")
            assert match is not None
            # Boris has lost the Poker and owns up to no command unit, which is so only in one of both halls.
            card = next(one for one in trial_cards(match.side("p1")) if "Poker" in json.dumps(one))
            both.elsewhere(lambda event, card=card: matches.send_card(event, event.find("Boris"), card))  # type: ignore[misc]
            both.look_around()
            both.do(action, {} if action == "match.concede" else {"card": card})
            assert all(made.event.rounds[-1].matches[0].settled for made in both.both)
            both.look_around()


def _require_every_address(both: Halls) -> None:
    """Whoever adds an address for players adds it here."""
    at_event = {
        (method, path)
        for (method, path), roles in ADDRESSES.items()
        if "{event}" in path and role_at(path, PLAYER) in roles
    }
    asked = {(method, _with_places(path)) for method, path in both.asked}
    streams = {("GET", "/e/{event}/stream"), ("GET", "/e/{event}/me/sheets/stream")}
    assert at_event - asked == streams, "what they send is followed"


def _with_places(path: str) -> str:
    """An address as the table of roles has it."""
    return re.sub(r"/players/p[0-9]+", "/players/{player}", path.replace("/drafts/d1", "/drafts/{draft}"))


# Sheets


def led_by(secret: Secret) -> Sequence[Entry]:
    """Both have forces that can be put on sheets; of Boris' only he and the desk know who commands it."""
    day = new_day(["Anna", "Boris"], changes=[ORDER_LANCES_COMMAND])
    for name, shipped in (("Anna", "combine-wall"), ("Boris", "lyran-picket")):
        force = read_force(shipped_force_text(shipped), name, starter_library())
        if name == "Boris":
            lance = Group("Alpha", CONCEALING, tuple(unit.name for unit in force.units[:4]), commander=secret)
            units = tuple(replace(unit, command_unit=unit.name == secret) for unit in force.units)
            force = replace(force, units=units, groups=(lance,))
        found = submission(day.event.pack, force_toml(force, starter_library()), name)
        day.do(lambda event, name=name, found=found: forces.hand_in(event, event.find(name), found))  # type: ignore[misc]
        day.do(lambda event, name=name: forces.accept_force(event, event.find(name), "a trial"))  # type: ignore[misc]
    day.do(lambda event: scenarios.choose_scenarios(event, ["assassination"] * 3))
    day.pair()
    day.do(forces.publish_lists)
    day.do(lambda event: sealing.seal_units(event, event.find("Boris"), [secret, "Wolfhound WLF-2"], f"{secret:-<32}"))
    return day.ledger.entries


def test_nothing_on_the_sheets_of_a_match_tells_who_commands(tmp_path: Path) -> None:
    """Neither what a phone is shown, nor what its stream sends, nor what lies in the database."""
    with halls(tmp_path, led_by, ("Warhammer WHM-9D", "Archer ARC-9M")) as both:
        both.look_around()
        both.post(f"/e/{EVENT}/me/sheets")
        assert all(len(made.house.store.streams("sheets")) == 1 for made in both.both)
        both.look_around()
        for at, mark in enumerate(("0.0.armour", "1.0.armour", "0.1.fate", "1.1.fate", "trophy.0.0", "trophy.1.0")):
            both.post(f"/e/{EVENT}/me/sheets/marks", data={"mark": f"mark:{mark}={1 + at // 4}"})
            sent = {"marks": [{"key": f"key-{at:04}", "box": mark, "value": 1, "seen": at}]}
            both._compare("POST", f"/e/{EVENT}/me/sheets/marks", headers=JSON, json=sent)
            _same_news(both)
        both.look_around()
        first, second = (_written(made) for made in both.both)
        assert first == second


def _same_news(both: Halls) -> None:
    """What the stream of the sheets sends, to either player."""
    for player in ("p1", "p2"):
        found = []
        for made in both.both:
            kept = kept_of(made.house, EVENT, made.event, player)
            assert kept is not None
            news = state_data(look(EVENT, made.event, kept, made.house.sheets.look(kept.name)), {})
            found.append(re.sub(r"\d\d:\d\d|[\w-]+T[\d:.]+Z|[01]-[0-9a-f]{24}", "", json.dumps(news)))
        assert found[0] == found[1]


def _written(made: Scene) -> list[Any]:
    [info] = made.house.store.streams("sheets")
    return [(entry.kind, entry.data, entry.who) for entry in made.house.store.entries(info.stream)]


# Hands


def hands(secret: Secret) -> Sequence[Entry]:
    """Boris has other cards in one hall than in the other, and has played one of them."""
    day = new_day(["Anna", "Boris"], pack=PACK, changes=(NO_CARD_ALLOWED,))
    _hand(day, "Anna", "Fog", "Hold the pass")
    _hand(day, "Boris", *(("Fog", "Hold the pass") if secret == "weather" else ("Dust", "Hold the bridge")))
    day.pair()
    play(day, "Fog" if secret == "weather" else "Hold the bridge", "Boris")
    return day.ledger.entries


def few_cards(secret: Secret) -> Sequence[Entry]:
    """In the second round Boris has a card left in one hall, and none in the other."""
    day = new_day(["Anna", "Boris"], pack=PACK)
    _hand(day, "Anna", "Fog", "Hold the pass")
    _hand(day, "Boris", *(("Fog", "Hold the pass") if secret == "two" else ("Fog",)))
    day.pair()
    for name in ("Anna", "Boris"):
        play(day, "Fog", name)
    day.decide(day.round.matches[0], {"units": {"Hammer": "eliminated"}}, {})
    day.pair(seed=2)
    return day.ledger.entries


def _hand(day: Day, name: str, *cards: str) -> None:
    kinds = {"Hold": "mission"}
    found = [{"name": card, "kind": kinds.get(card[:4], "planetary_condition")} for card in cards]
    day.do(lambda event: forces.hand_in_cards(event, event.find(name), found))


@pytest.mark.parametrize(("day", "secrets"), [(hands, ("weather", "mission")), (few_cards, ("one", "two"))])
def test_nothing_that_a_player_sends_tells_what_is_in_the_opponents_hand(
    tmp_path: Path, day: Callable[[Secret], Sequence[Entry]], secrets: tuple[Secret, Secret]
) -> None:
    with halls(tmp_path, day, secrets) as both:
        both.look_around()
        _try_hands(both)
        if day is few_cards:
            both.do("hand.play", {"card": "Hold the pass"})
            both.look_around()
            _try_hands(both)


def own_hands(secret: Secret) -> Sequence[Entry]:
    """Boris has other cards in one hall than in the other, and both players have handed theirs in themselves."""
    day = new_day(["Anna", "Boris"], pack=PACK)
    _hand(day, "Anna", "Fog", "Hold the pass")
    _hand(day, "Boris", *(("Fog", "Hold the pass") if secret == "weather" else ("Dust", "Hold the bridge")))
    day.pair()
    play(day, "Fog", "Anna")
    return [replace(one, who=one.data["player"]) if one.kind.startswith("hand.") else one for one in day.ledger.entries]


@pytest.mark.parametrize(
    ("role", "told_at_the_table"), [(SCOREKEEPER, "Fog"), (ORGANISER, ""), (OWNER, "Hold the pass")]
)
def test_nothing_that_the_desk_sends_tells_what_is_in_a_hand_that_its_player_handed_in(
    tmp_path: Path, role: str, told_at_the_table: str
) -> None:
    with halls(tmp_path, own_hands, ("weather", "mission")) as both:
        both.role = role
        both.look_around()
        for card in ("", "Fog", "Dust", "Hold the bridge", "Fgo"):
            sent: Sent = {"player": "p2", "card": card}
            both.post(f"/e/{EVENT}/desk/preview", data={"action": "hand.play", **sent})
            both.post(f"/api/events/{EVENT}/preview/hand.play", json=sent)
        sent = {"player": "p2", "card": told_at_the_table}
        both.do("hand.play", sent)
        assert both.first.event.player("p2").played == {1: told_at_the_table}
        both.do("hand.play", {"player": "p2", "card": "Dust"})
        both.look_around()
        losses = {"sides": [{"units": {str(ROSTER[0]["name"]): "eliminated"}}, {}]}
        match: Sent = {"round": 1, "table": 1}
        for ticked in ({}, {"mission_card": 1}):
            sent = match | {"card": losses | {"shared": ticked}}
            both.post(f"/api/events/{EVENT}/preview/card.decide", json=sent)
        both.do("card.decide", sent)
        both.look_around()


def hands_in(secret: Secret) -> Sequence[Entry]:
    day = new_day(["Anna", "Boris"], pack=PACK, changes=(NO_CARD_ALLOWED,))
    for name in ("Anna", "Boris"):
        _hand(day, name, "Fog", "Hold the pass")
    day.pair()
    return day.ledger.entries


@pytest.mark.parametrize("other", ["", "Hold the pass"])
def test_a_live_page_is_sent_the_same_whatever_the_opponent_plays(tmp_path: Path, other: str) -> None:
    with halls(tmp_path, hands_in, ("a card", "another")) as both:
        both.follow()
        for made, card in zip(both.both, ("Fog", other), strict=True):

            def plays(event: Event, card: str = card) -> NewEntry:
                return forces.play_card(event, event.player("p2"), 1, card)

            made.house.do(EVENT, plays, who="p2")
        both.follow()
        both.look_around()


def _try_hands(both: Halls) -> None:
    for ticked in ({}, {"mission_card": 1}):
        card = {"sides": [{"units": {str(ROSTER[0]["name"]): "eliminated"}}, {}], "shared": ticked}
        number = both.first.event.rounds[-1].number
        both.post(f"/e/{EVENT}/me/card/sums", data={"round": str(number), "card": json.dumps(card)})
        both.do("card.send", {"card": card})
    for action, sent in own_requests(both.first.event):
        if action not in ("award.vote", "hand.play", "match.concede"):
            both.do(action, sent)
    both.do("hand.play", {"card": "Dust"})


# Drafts


def boxes(secret: Secret) -> Sequence[Entry]:
    """Boris has chosen the first box of the hand, or the last."""
    ledger = Ledger()
    ledger.extend(drafting_day())
    ledger.attempt(draft_openings(ledger.event, "salvage_boxes", "salvage-yard", None, 0, 1, 7), NOON)
    draft = ledger.event.drafts["d1"]
    seat = draft.seat_of("p2")
    assert seat is not None
    item = draft.hand(seat)[0 if secret == "first" else -1].id
    ledger.attempt([drafting.pick(ledger.event, "d1", ledger.event.player("p2"), item)], NOON)
    return ledger.entries


def test_nothing_that_a_player_sends_tells_what_another_has_chosen_in_a_draft(tmp_path: Path) -> None:
    with halls(tmp_path, boxes, ("first", "last")) as both:
        both.look_around()
        page = both.first.get(f"/e/{EVENT}/me/draft", PLAYER, headers=HTML).text
        draft = both.first.event.drafts["d1"]
        others = [item.id for seat in draft.seats if seat.player != "p1" for item in seat.hand]
        for item in (*others, *offered(page)[:2]):
            both.do("draft.pick", {"draft": "d1", "item": item})
        both.look_around()


# The organiser's


def test_nobody_learns_by_trying_whether_a_round_is_paired(tmp_path: Path) -> None:
    day = new_day(["Anna", "Boris", "Cleo", "Dario"])
    day.pair()
    day.decide_all()
    day.do(lambda event: rounds.pair_round(event, 2))
    with scene(Settings(db=str(tmp_path / "hall.db")), tuple(day.ledger.entries)) as made:
        for action, sent in (
            ("card.send", {"card": {"sides": [{}, {}]}}),
            ("card.confirm", {"card": {"sides": [{}, {}]}}),
            ("match.concede", {}),
            ("hand.play", {"card": "Fog"}),
        ):
            paired, unpaired = (made.do(action, PLAYER, round=number, **sent) for number in (2, 3))
            assert paired.status_code == unpaired.status_code == 400
            assert paired.text.replace("round 2", "round 3") == unpaired.text, action
