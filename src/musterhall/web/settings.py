"""What the server is told when it starts."""

from __future__ import annotations

from dataclasses import dataclass

MOST_BODY = 1_000_000
"""Bytes of a request; a force or a card has a few thousand."""


MOST_IMPORT = 30_000_000
"""Bytes of an exported event; one of a thousand players and nine rounds has about ten million."""


@dataclass(frozen=True, slots=True)
class Settings:
    db: str | None = None
    """The store's address; without one, the usual place."""
    address: str = ""
    """How phones reach this server, as http://192.168.1.20:8000; it is printed in codes."""
    secure: bool = False
    """Cookies only over https, also where our own address does not say that there is one."""
    most_body: int = MOST_BODY
    most_import: int = MOST_IMPORT
    private_hooks: bool = False
    """Let news go to addresses in the own network, which is otherwise refused: nobody is to use us against it."""

    @property
    def secure_cookies(self) -> bool:
        return self.secure or self.address.casefold().startswith("https://")
