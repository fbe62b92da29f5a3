"""What the scenario lets a unit do instead of attacking, and whether the captain has it done."""

from __future__ import annotations

from collections.abc import Iterable

from musterhall.games.alpha_strike.agents.outlook import Outlook
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.scenario import Action
from musterhall.games.alpha_strike.scenarios.data_extraction import DOWNLOAD
from musterhall.games.alpha_strike.scenarios.layouts import layout
from musterhall.games.alpha_strike.scenarios.match import SCAN
from musterhall.games.alpha_strike.scenarios.salvage import PICK_UP

SCAN_WORTH = 6.0
"""An attack that is worth less than this may as well be a scan for command units."""


class Tasks:
    """Who has set about what this turn, so that no two units do the same."""

    def __init__(self) -> None:
        self._begun: set[tuple[int, str, int]] = set()

    def best(self, view: Position, unit: int, outlook: Outlook, attack_worth: float) -> Action | None:
        """What a unit had better do than attack: a scan only where no attack is worth much."""
        offered = [one for one in view.scenario.actions(view, unit) if (view.turn, *_thing(one)) not in self._begun]
        for action in offered:
            if action.name != SCAN:
                return action
        if attack_worth >= SCAN_WORTH or _all_known(view, unit):
            return None
        return _most_wanted(offered, outlook)

    def begin(self, view: Position, action: Action) -> None:
        """Nobody else need do it; but several may pick up from one wreck."""
        if action.name != PICK_UP:
            self._begun.add((view.turn, *_thing(action)))


def _thing(action: Action) -> tuple[str, int]:
    """What an action is done to: data may be had by touch or by a scan."""
    return (SCAN if action.name == SCAN else DOWNLOAD, action.target)


def _all_known(view: Position, unit: int) -> bool:
    """13.3 Whether every command unit of the enemy is known, so that scans tell nothing new."""
    shown = view.sides[1 - view.unit(unit).side].shown
    return len(shown) >= int(layout("assassination")["papers"])


def _most_wanted(scans: Iterable[Action], outlook: Outlook) -> Action | None:
    """The enemy whom it would be best to know about: who costs most for what it takes to bring it down."""
    return max(scans, key=lambda one: float(outlook.worth[one.target] / outlook.left[one.target]), default=None)
