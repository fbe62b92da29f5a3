"""What the options of a battle ask for: a game, two forces, variants and agents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from musterhall.cli.shell import chosen_variants, read_file, refuse

if TYPE_CHECKING:
    from musterhall.game.battles import Battles, Force
    from musterhall.game.game import Game


FORCE_HELP = "A file or a shipped force; left out, one that the game chooses."
SetupName = Annotated[
    str,
    typer.Option(
        "--setup",
        metavar="NAME",
        help="Another set-up than the usual one. THE GAME has landing; how that is set up and won are house rules.",
    ),
]
RedForce = Annotated[str, typer.Option("--red", metavar="FORCE", help=FORCE_HELP)]
BlueForce = Annotated[str, typer.Option("--blue", metavar="FORCE", help=FORCE_HELP)]


class BattleOrder:
    """What the options of a command ask for: a game, two forces by name, and variants."""

    def __init__(
        self, game: Game, battles: Battles, red: str, blue: str, variant: list[str] | None, setup: str = ""
    ) -> None:
        from musterhall.game.battles import require_setup

        self.game = game
        self.battles = battles
        self.variants = chosen_variants(game, variant)
        self.setup = require_setup(setup, battles.setups)
        usual = self.setup.forces if self.setup else battles.forces
        names = {"red": red or usual[0], "blue": blue or usual[1]}
        self._files = {side: (self._text(name), name) for side, name in names.items()}

    def legal_forces(self, remedy: str) -> dict[str, Force]:
        """Two legal forces by their sides."""
        from musterhall.problems import parse_toml

        forces = self._forces()
        readings = self.variants.as_data() if self.variants is not None else {}
        for side, (text, name) in self._files.items():
            checked = self.game.forces.check(parse_toml(text, name), name, variants=readings)
            refuse(checked.problems, f"{side}'s force", remedy)
        return forces

    def unchecked_forces(self) -> dict[str, Force]:
        """Two forces that may be illegal, as long as it is known who fights."""
        forces = self._forces()
        for side, force in forces.items():
            remedy = "Mend that; --unchecked needs to know who fights, too."
            refuse(self.battles.cannot_fight(force), f"{side}'s force", remedy)
        return forces

    def _forces(self) -> dict[str, Force]:
        return {side: self.game.forces.read(text, name) for side, (text, name) in self._files.items()}

    def _text(self, name: str) -> str:
        """The file of a shipped force, or the one that somebody names."""
        from musterhall.problems import BadInput

        known = self.game.forces.shipped()
        if name in known:
            return self.game.forces.shipped_text(name)
        path = Path(name)
        if not path.exists():
            shipped = f", or a shipped force: {', '.join(known)}" if known else ""
            raise BadInput(f"force {name!r}: there is no such file; name one that exists{shipped}.")
        return read_file(path)


def require_known_agent(name: str, battles: Battles) -> None:
    """Refuse an agent that the game does not have and no file has either."""
    from musterhall.cli.own_agents import own_or_named
    from musterhall.game.battles import require_agent

    if ":" in name or name.endswith(".py"):
        own_or_named(battles.agent, name, 0)
    else:
        require_agent(name, battles.agents)
