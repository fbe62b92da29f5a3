"""A study: how often does the gunner of my_bot.py beat an agent that gives any legal answer? Twenty battles say.

python examples/study.py
"""

import sys

import musterhall
from my_bot import Gunner

battles = int(sys.argv[1]) if len(sys.argv) > 1 else 20
points = 0.0
for seed in range(battles):
    setup = musterhall.set_up("the_game", seed=seed, red="humanxx-500", blue="orc-hegemony-500")
    battle = setup.battle(recording=False)
    musterhall.play(battle, [Gunner(), musterhall.RandomAgent(musterhall.agent_seed(seed, side=1))])
    end = musterhall.outcome(battle)
    points += 0.5 if end.winner is None else float(end.winner == 0)
    print(f"seed {seed}: {end.sentence}")
print(f"The gunner has {points:g} of {battles} points.")
