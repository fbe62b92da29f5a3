"""Battles for people who train agents: a PettingZoo environment of every game, and the same eyes for a bot.

    from musterhall.learning import environment

    env = environment("the_game", red="humanxx-500", blue="orc-hegemony-500", bots={"player_1": "random"})
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        over = termination or truncation
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

At each decision an agent is offered some legal answers, and its action is the number of one. What was learnt plays
wherever a bot does: an `Observer` makes the same observation and offer of a decision and a view.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from musterhall.learning.observer import Observer as Observer
from musterhall.learning.observer import Sight as Sight
from musterhall.learning.offers import OFFERED
from musterhall.problems import BadInput

if TYPE_CHECKING:
    from musterhall.learning.battle_environment import BattleEnvironment

LIMIT = 5_000
"""Answers after which a battle is broken off; no shipped one has come near."""


def environment(
    game: str,
    *,
    red: str | Path | Mapping[str, Any] | None = None,
    blue: str | Path | Mapping[str, Any] | None = None,
    table: str | Path | None = None,
    variants: Mapping[str, object] | None = None,
    setup: str = "",
    bots: Mapping[str, str] | None = None,
    offered: int = OFFERED,
    limit: int = LIMIT,
    render_mode: str | None = None,
) -> BattleEnvironment:
    """Battles of a game as a PettingZoo AEC environment, whose seed is the battle's.

    Forces, table, variants and set-up are those of `musterhall.set_up`. `bots` names agents of the game that play
    instead of "player_0" (red) or "player_1" (blue), who are then not among the environment's agents. At most
    `offered` answers are offered at each decision; after `limit` answers of both sides a battle is truncated.
    """
    try:
        from musterhall.learning.battle_environment import BattleEnvironment, Fought
    except ModuleNotFoundError as missing:
        if missing.name not in ("pettingzoo", "gymnasium"):
            raise
        raise BadInput(
            "An environment needs PettingZoo, which is not installed here; "
            'install it with: pip install "musterhall[learning]"'
        ) from None
    fought = Fought(game, red, blue, table, variants, setup)
    return BattleEnvironment(fought, bots or {}, offered, limit, render_mode)
