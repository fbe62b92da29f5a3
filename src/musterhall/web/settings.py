"""What the server is told when it starts."""

from __future__ import annotations

from dataclasses import dataclass

from musterhall.web.bounds import USUAL, Bounds


@dataclass(frozen=True, slots=True)
class Settings:
    db: str | None = None
    """The store's address; without one, the usual place."""
    address: str = ""
    """How phones reach this server, as http://192.168.1.20:8000; it is printed in codes."""
    secure: bool = False
    """Cookies only over https, also where our own address does not say that there is one."""
    bounds: Bounds = USUAL
    """How much anybody may ask of it."""
    hosts: tuple[str, ...] = ()
    """Names of this machine beside those it knows of itself."""
    private_hooks: bool = False
    """Let news go to addresses in the own network, which is otherwise refused: nobody is to use us against it."""

    bots: int | None = None
    """How many processes bots think in; one a core where nothing is said."""

    @property
    def secure_cookies(self) -> bool:
        return self.secure or self.address.casefold().startswith("https://")
