"""The six letters on a player's slip, for whoever cannot scan the picture beside them: they open the same seat.

They are worked out as the link is, from the house's secret and a number that goes up when the link is revoked, so both
end together and neither is written down. A link has 160 bits and may be looked up as often as one likes; six letters
can be guessed, so tries are counted before anything is looked up, and only events that are not over have codes.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field

from musterhall.problems import BadInput
from musterhall.store.journals import StreamInfo
from musterhall.web.accounts import CODE_LENGTH, CODE_LETTERS, Accounts
from musterhall.web.bounds import Bounds
from musterhall.web.house import House
from musterhall.web.limits import HOUR, Window

log = logging.getLogger("musterhall.web")

Owner = tuple[str, str]
"""An event, and a player's number there."""
LONGEST_TYPED = 40
EVERYBODY = "everybody"
AS_MEANT = str.maketrans({" ": "", "-": "", "\t": "", "\u00a0": "", "8": "B", "5": "S", "2": "Z"})
"""There are no figures in a code, so a figure is the letter that it looks like."""


def read_code(typed: str) -> str:
    """A code as it is looked up; what cannot be one is refused without counting as a try."""
    code = typed[:LONGEST_TYPED].translate(AS_MEANT).upper()
    if len(code) != CODE_LENGTH:
        raise BadInput(f"code: it has {CODE_LENGTH} letters; type it as it is printed on your slip.")
    if strange := sorted(set(code) - set(CODE_LETTERS)):
        raise BadInput(f"code: there is no {' or '.join(strange[:2])} in any code; look at your slip again.")
    return code


def shown_code(code: str) -> str:
    """In two halves, which are easier to type."""
    return f"{code[: CODE_LENGTH // 2]} {code[CODE_LENGTH // 2 :]}"


@dataclass(slots=True)
class SlipCodes:
    by_address: Window
    in_all: Window
    """However many addresses somebody has: as many as can be live are hard to meet with so few tries."""
    _known: dict[str, tuple[object, dict[str, str]]] = field(default_factory=dict)

    @classmethod
    def within(cls, bounds: Bounds) -> SlipCodes:
        return cls(
            Window(bounds.code_tries, HOUR, name="codes by address"), Window(bounds.all_code_tries, HOUR, name="codes")
        )

    def owner(self, house: House, network: str, code: str) -> Owner | None:
        """Whose code this is. A try counts before it is looked up; one that was right is given back."""
        self.by_address.take(network)
        self.in_all.take(EVERYBODY)
        found = self._owner(house, code)
        if found is None:
            log.warning(json.dumps({"refused": "code", "from": network}))
            return None
        self.by_address.give_back(network)
        self.in_all.give_back(EVERYBODY)
        return found

    def of_event(self, house: House, event: str) -> dict[str, str]:
        """The codes of an event's players, for its slips. Whose letters another had before has none."""
        info = next((one for one in house.events() if one.stream == event), None)
        players = self._players(house, info).values() if info else ()
        codes = {player: house.accounts.link_code(event, player) for player in players}
        return {player: code for player, code in codes.items() if self._owner(house, code) == (event, player)}

    def _owner(self, house: House, code: str) -> Owner | None:
        """Every event is asked, found or not, so that how long it takes tells nothing. Of two who have the same letters
        the earlier keeps them: their slip may be printed."""
        disguised = _disguised(code)
        events = sorted(house.events(), key=lambda one: (one.first_at, one.stream))
        found = [(one.stream, self._players(house, one).get(disguised, "")) for one in events]
        return next((owner for owner in found if owner[1]), None)

    def _players(self, house: House, info: StreamInfo) -> dict[str, str]:
        """The players of an event by their disguised codes, made anew when players or links have changed."""
        try:
            glance = house.glance(info)
        except BadInput:
            return {}
        players = () if glance.finished else glance.players
        version = _version(house.accounts, info.stream, players)
        known = self._known.get(info.stream)
        if known is None or known[0] != version:
            made: dict[str, str] = {}
            for player in players:
                made.setdefault(_disguised(house.accounts.link_code(info.stream, player)), player)
            known = self._known[info.stream] = (version, made)
        return known[1]


def _version(accounts: Accounts, stream: str, players: Sequence[str]) -> object:
    return (accounts.secret, tuple(players), tuple(accounts.generation(stream, player) for player in players))


def _disguised(code: str) -> str:
    """Looked up by this, so that how long it takes says nothing about codes that are nearly right."""
    return hashlib.sha256(f"code\0{code}".encode()).hexdigest()
