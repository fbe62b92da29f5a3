"""Machine code for the rules of games: a word while it is made for the first time, and making it ahead of time.

It is kept, so this happens once on each computer and after each change of what is compiled. It takes some 20 seconds,
and whoever waits for a first battle without a word thinks that it hangs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

from musterhall.aside import start_aside, stay_aside
from musterhall.cli.shell import say
from musterhall.compiling import is_kept
from musterhall.game.game import Game
from musterhall.games import all_games
from musterhall.problems import BadInput

NOTICE = "Preparing the rules for this computer; that takes up to half a minute, and only this once."


@contextmanager
def told_of_compiling(game: Game) -> Iterator[None]:
    """Say so as soon as something has to be compiled, where somebody is watching."""
    if not game.compiled or not sys.stderr.isatty():
        yield
        return
    from numba.core import event

    class Teller(event.Listener):
        told = False

        def on_start(self, event: object) -> None:
            if not self.told:
                self.told = True
                say(NOTICE, error=True)

        def on_end(self, event: object) -> None: ...

    with event.install_listener("numba:compile", Teller()):
        yield


def warm_up_aside() -> None:
    """Make the machine code in a process of low priority, if it is not there yet; nobody waits for it."""
    try:
        if machine_code_is_kept(all_games()):
            return
    except BadInput:
        return  # a game that names a module which is not there keeps no hall from opening
    with suppress(OSError):
        start_aside("musterhall.cli.warming")


def machine_code_is_kept(games: Iterable[Game]) -> bool:
    """Whether it was made of the rules as they stand."""
    return all(is_kept(module) for game in games for module in game.compiled)


if __name__ == "__main__":
    stay_aside()
    for game in all_games():
        game.warm_up()
