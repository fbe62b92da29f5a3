"""The moments of an attack, step by step (K1 to K10), at which equipment and abilities act."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.age_of_destruction.combat.attack import Attack, Struck
from musterhall.games.age_of_destruction.position.moments import Moment
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.sections import SEQUENCE
from musterhall.tally import Tally


@dataclass(frozen=True, slots=True)
class Further:
    """Another attack that somebody may make (K8)."""

    by: str
    """The equipment or ability that gives it."""
    attacks: tuple[Attack, ...]
    heat: int = 0


PREPARING: Moment[Callable[[Battle[Position], Attack], Rule[Attack]]] = Moment("K3: the attack is prepared", SEQUENCE)
"""The attacker's. Gives the attack as it is made."""
REROLLED: Moment[Callable[[Position, Attack], bool]] = Moment("K5: a hit may have to be rolled again", SEQUENCE)
"""The target's. Whether this one must."""
HURTING: Moment[Callable[[Battle[Position], Attack, Tally], Rule[None]]] = Moment("K6: what a hit does", SEQUENCE)
"""The attacker's, of a hit on a single target."""
SOFTENING: Moment[Callable[[Position, Attack, Tally], None]] = Moment("K6: what armor takes off", SEQUENCE)
"""The target's; not against impact."""
AFTER: Moment[Callable[[Battle[Position], Attack, Struck], None]] = Moment("K6: after the damage", SEQUENCE)
"""The attacker's, whether it hit or not."""
HEATING: Moment[Callable[[Position, Attack], int]] = Moment(
    "K7: what an attack heats its attacker by besides", SEQUENCE
)
"""The attacker's."""
FURTHER: Moment[Callable[[Position, Attack, Struck], Further | None]] = Moment("K8: another attack", SEQUENCE)
"""The attacker's, whether it hit or not."""
