"""Special equipment: each piece a small function at a moment of the rules. Importing this room puts it in force."""

from musterhall.games.age_of_destruction.equipment import armor as armor
from musterhall.games.age_of_destruction.equipment import electronics as electronics
from musterhall.games.age_of_destruction.equipment import weapons as weapons
