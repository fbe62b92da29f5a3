"""The moments of Alpha Strike, at which its abilities, specials and formations act."""

from __future__ import annotations

from musterhall.battle.moments import Act
from musterhall.battle.moments import Moment as AnyMoment


class Moment(AnyMoment[Act]):
    """One place in the rules of Alpha Strike."""
