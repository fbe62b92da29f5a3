"""Every decision that Age of Destruction puts to players, for whoever writes an agent: import them from here."""

from __future__ import annotations

from musterhall.games.age_of_destruction.combat.sequence import FurtherAttack
from musterhall.games.age_of_destruction.combat.striking import SplitDamage
from musterhall.games.age_of_destruction.factions.bonds import TakeTheBond
from musterhall.games.age_of_destruction.factions.falcon import UseImaging
from musterhall.games.age_of_destruction.movement.breaking_away import FreeSpin
from musterhall.games.age_of_destruction.set_up.cards import PlayCard
from musterhall.games.age_of_destruction.set_up.deployment import Deploy
from musterhall.games.age_of_destruction.set_up.rolling import WhoIsFirst
from musterhall.games.age_of_destruction.set_up.terrain import PlaceTerrain
from musterhall.games.age_of_destruction.transport.boarding import SetDown
from musterhall.games.age_of_destruction.turn.assaults import AttackAfterMove
from musterhall.games.age_of_destruction.turn.ending import Agree
from musterhall.games.age_of_destruction.turn.orders import GiveOrder

__all__ = [
    "Agree",
    "AttackAfterMove",
    "Deploy",
    "FreeSpin",
    "FurtherAttack",
    "GiveOrder",
    "PlaceTerrain",
    "PlayCard",
    "SetDown",
    "SplitDamage",
    "TakeTheBond",
    "UseImaging",
    "WhoIsFirst",
]
