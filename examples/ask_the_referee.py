"""A question to the referee: do these orcs see the squad beyond the wood?

python examples/ask_the_referee.py
"""

import musterhall

SITUATION = """
ask = { line_of_sight = "orc", to = "squad" }
terrain = [{ name = "the wood", kind = "forest", rectangle = [40, 35, 20, 15] }]

[[formation]]
name = "orcs"
side = "blue"
units = [{ name = "orc", type = "infantry", place = [50, 20] }]

[[formation]]
name = "squads"
side = "red"
units = [{ name = "squad", type = "infantry", place = [50, 60] }]
"""

ruling = musterhall.ask(SITUATION)
print(ruling.text())
