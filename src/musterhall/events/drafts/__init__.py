"""Drafts: the five ways in which players come by their figures, after Drafted for War, Force Creation.

One `Draft` is one table, and is folded from its entries like everything else: "draft.opened" makes it, "draft.picked",
"draft.expired", "draft.paused", "draft.resumed" and "draft.seat" go on with it. The document leaves open what happens
at tables of other than four and when somebody is late or leaves. It is read so:

- No group is larger than four, and groups are as even as can be: five players sit as three and two, six as three and
  three, seven as four and three. An organiser may seat others together; a table of any size works.
- Boxes go to the left as long as it takes, so at a small table a player may see the same boxes again, two players
  exchange theirs, and one alone keeps his. They always go to the left.
- In a round with a force pack, those who have not picked first yet roll for it. When everybody at the table has picked
  first once, all roll again: in the fifth round of four players, in the fourth of three, in the sixth of five.
- One box or figure left to choose from is no choice: the player has it at once.
- A pick may be late by the grace. After that it is made by lot, from the draft's own dice.
- Who takes over a seat has what lies there. Who leaves without a successor keeps what he has picked, and the boxes in
  his hand are out of the draft; so the others' hands stay equal, and each still gets his number of units.
"""

from musterhall.events.drafts.dealing import deal_boxes, groups, openings
from musterhall.events.drafts.draft import KINDS, Draft, drafted, opened
from musterhall.events.drafts.items import DraftLogLine, Item
from musterhall.events.drafts.views import ORGANISER

__all__ = [
    "KINDS",
    "ORGANISER",
    "Draft",
    "DraftLogLine",
    "Item",
    "deal_boxes",
    "drafted",
    "groups",
    "opened",
    "openings",
]
