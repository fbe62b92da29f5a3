"""The odds of attacks in Alpha Strike, held against rolling many of them."""

from __future__ import annotations

import random

from tests.games.alpha_strike.test_odds import SITUATIONS, require_odds_as_rolled
from tests.soak.trials import trial

ATTACKS = 20_000


@trial("odds are those of many attacks", sample=0)
def many_attacks(seed: int) -> None:
    """What is worked out for an attack is what comes about when it is rolled very often."""
    require_odds_as_rolled(random.Random(seed).choice(sorted(SITUATIONS)), ATTACKS, seed)
