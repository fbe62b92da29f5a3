"""Typing for whoever commands: one of one's own, what it does, and what that needs, in one line or step by step."""

from __future__ import annotations

from collections.abc import Sequence

from musterhall.playing.terminal.typing import Form, Opened, Sketch, form_of
from musterhall.playing.terminal.words import NUMBER, Data, Names, chosen, numbered
from musterhall.problems import BadInput


class Unfinished(BadInput):
    """Something is still to be said; the lines tell what there is to choose from."""


class CommandForm(Form):
    """`2 move to D7`: the second of one's own moves there. `2` alone lists what it can do, `2 move` what that needs."""

    def __init__(self, asked: Data, names: Names, opened: Opened) -> None:
        super().__init__(asked, names, opened)
        self._actors: Sequence[Data] = asked["actors"]
        self._instead: Sequence[Data] = asked["instead"]

    def offered(self) -> list[str]:
        actors = [
            {"words": one["words"], "help": f"cannot: {one['why_not']}" if one["why_not"] else one["help"]}
            for one in self._actors
        ]
        return numbered(actors) + numbered(self._instead, first=len(actors) + 1)

    def example(self) -> str:
        return "Type one of yours, what it does and where or at whom, as 2 move to D7; 2 alone lists what it can do."

    def sketch(self, line: str) -> Sketch:
        who, _, rest = line.strip().partition(" ")
        if NUMBER.fullmatch(who) and len(self._actors) < int(who) <= len(self._actors) + len(self._instead):
            return {"instead": int(who) - len(self._actors) - 1}
        actor = chosen(who, self._actors)
        deeds: Sequence[Data] = self.opened({"actor": actor})["deeds"]
        if not rest:
            raise Unfinished("\n".join([f"{self._actors[actor]['words']} can:", *_deed_lines(deeds)]))
        what, _, how = rest.strip().partition(" ")
        deed = deeds[chosen(what, deeds)]
        if not deed["can"]:
            raise BadInput(f"{deed['words']}: {deed['help']}.")
        asked = self.opened({"actor": actor, "deed": deed["name"]})
        form = form_of(asked, self.names, self.opened)
        if not how:
            raise Unfinished(
                "\n".join([f"{deed['words']}:", *form.offered(), f"{form.example()} Begin with {who} {what}."])
            )
        return {"actor": actor, "deed": deed["name"], "by": form.sketch(how)}


def _deed_lines(deeds: Sequence[Data]) -> list[str]:
    return numbered(
        [{"words": one["words"], "help": one["help"] if one["can"] else f"not now: {one['help']}"} for one in deeds]
    )
