"""What the options of a battle ask for: a game, two forces, variants and agents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from musterhall.cli.shell import chosen_variants, read_file, refuse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from musterhall.game.battles import Battles, Force
    from musterhall.game.game import Game
    from musterhall.packs.model import Pack


FORCE_HELP = "A file or a shipped force; left out, one that the game chooses."
SetupName = Annotated[
    str,
    typer.Option(
        "--setup",
        "--scenario",
        metavar="NAME",
        help="Another set-up than the usual one: THE GAME's landing, by house rules, or a scenario of an event.",
    ),
]
EventPack = Annotated[
    str,
    typer.Option("--pack", metavar="PACK", help="The event whose scenarios, readings and force rules are played by."),
]
RedForce = Annotated[str, typer.Option("--red", metavar="FORCE", help=FORCE_HELP)]
BlueForce = Annotated[str, typer.Option("--blue", metavar="FORCE", help=FORCE_HELP)]


class BattleOrder:
    """What the options of a command ask for: a game, two forces by name, variants, and an event to play by."""

    def __init__(
        self,
        game: Game,
        battles: Battles,
        red: str,
        blue: str,
        variant: list[str] | None,
        setup: str = "",
        pack: str = "",
    ) -> None:
        from musterhall.cli.named_files import pack_of
        from musterhall.game.battles import as_named, require_setup
        from musterhall.store.units import units_library

        self.game = game
        self.battles = battles
        self.pack = pack_of(game, pack) if pack else None
        self.variants = chosen_variants(game, variant, self.pack.chosen_variants() if self.pack else {})
        name = as_named(setup)
        self.setup = require_setup(_scenario(self.pack, name, battles) if self.pack else name, battles.setups)
        self.library = units_library(game)
        usual = self.setup.forces if self.setup else battles.forces
        names = {"red": red or usual[0], "blue": blue or usual[1]}
        self._files = {side: (self._text(name), name) for side, name in names.items()}

    @property
    def setup_name(self) -> str:
        return self.setup.name if self.setup else ""

    def legal_forces(self, remedy: str) -> dict[str, Force]:
        """Two legal forces by their sides, by the event's rules where one is named."""
        from musterhall.problems import parse_toml

        forces = self._forces()
        readings = self.variants.as_data() if self.variants is not None else {}
        for side, (text, name) in self._files.items():
            checked = self.game.forces.check(parse_toml(text, name), name, self.pack, self.library, variants=readings)
            refuse(checked.problems, f"{side}'s force", remedy)
        self._refuse_who_cannot_fight(forces, "Name forces that can fight with --red and --blue.")
        return forces

    def unchecked_forces(self) -> dict[str, Force]:
        """Two forces that may be illegal, as long as it is known who fights."""
        forces = self._forces()
        self._refuse_who_cannot_fight(forces, "Mend that; --unchecked needs to know who fights, too.")
        return forces

    def _refuse_who_cannot_fight(self, forces: Mapping[str, Force], remedy: str) -> None:
        for side, force in forces.items():
            refuse(self.battles.cannot_fight(force), f"{side}'s force", remedy)

    def _forces(self) -> dict[str, Force]:
        return {side: self.game.forces.read(text, name, self.library) for side, (text, name) in self._files.items()}

    def _text(self, name: str) -> str:
        """The file of a shipped force, or the one that somebody names."""
        from musterhall.problems import BadInput

        known = self.game.forces.shipped()
        if name in known:
            return self.game.forces.shipped_text(name)
        path = Path(name)
        if not path.exists():
            able = [one for one in known if not self.battles.cannot_fight(self.game.forces.shipped_force(one))]
            shipped = f", or a shipped force: {', '.join(able)}" if able else ""
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


def _scenario(pack: Pack, wanted: str, battles: Battles) -> str:
    """The set-up for a scenario of a pack: the one that is wanted, or the only one; the usual one where it has none."""
    from musterhall.game.battles import as_named
    from musterhall.problems import BadInput

    known = {one.name for one in battles.setups}
    scenarios = pack.event.scenario if pack.event else ()
    named = [name for one in scenarios for name in (as_named(one.name), as_named(one.title))]
    names = [name for name in dict.fromkeys(named) if name in known]
    if wanted and wanted not in names:
        remedy = f"choose from {', '.join(names)}." if names else "leave it out."
        raise BadInput(f"scenario {wanted!r}: {pack.name} has none of this name; {remedy}")
    if not wanted and len(names) > 1:
        raise BadInput(f"pack {pack.name}: has several scenarios; name one with --scenario: {', '.join(names)}.")
    return wanted or (names[0] if names else "")
