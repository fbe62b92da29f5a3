"""A force that is checked: everything that is wrong with it at once, each with its rule and a remedy.

python examples/check_a_force.py
"""

import musterhall

force = {
    "game": "the_game",
    "name": "Too Much of Everything",
    "army": "HumanXX",
    "points": 300,
    "initiative": 2,
    "formation": [
        {"name": "First", "entry": "Infantry company", "options": ["2 LAW infantry"], "battle_group": "Main body"},
        {"name": "Guns", "entry": "Mortar Battery", "battle_group": "Main body"},
        {"name": "More Guns", "entry": "Mortar Batery", "battle_group": "Main body"},
    ],
}

found = musterhall.check_force(force)
for problem in found.problems:
    print(problem)
print(f"{found.force} is {'legal' if found.legal else 'not legal'}.")
