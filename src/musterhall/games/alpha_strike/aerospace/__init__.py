"""Section 12: fighters, as far as the reference goes.

A fighter comes on from any edge at an altitude of its choice, flies straight on by its Thrust, and may turn and change
its altitude by one step before each flight. It strikes, strafes and bombs what lies below the way it flew this turn,
and fights other fighters. Where its way leaves the table it is gone at the end of the turn, and may come on again in
the next.

What nobody here has seen in print is left out or a figure of the edition: the radar map, engagements and the control
rolls to force or avoid them, fuel by turns, landing, vertical take-off, and DropShips beyond flying like fighters.
"""
