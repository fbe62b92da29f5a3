"""`muster event link`: links that give somebody without an account a role at an event."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from musterhall.cli.events.common import Database, EventName
from musterhall.cli.shell import AsJson, say, say_json
from musterhall.problems import BadInput

if TYPE_CHECKING:
    from musterhall.cli.accounts import Book
    from musterhall.web.invitations import Invitation

Address = Annotated[
    str, typer.Option("--address", metavar="URL", help="How the hall is reached, to be put before the link.")
]

app = typer.Typer(no_args_is_help=True)


@app.command()
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Who it is for; the journal tells it.")],
    role: Annotated[str, typer.Option("--role", metavar="ROLE", help="organiser, scorekeeper or guest.")] = "organiser",
    address: Address = "",
    event_name: EventName = "",
    db: Database = "",
    as_json: AsJson = False,
) -> None:
    """Make a link that gives a role until it is revoked."""
    from musterhall.web.accounts import Accounts
    from musterhall.web.invitations import Invitation, invite

    with _book(event_name, db) as (book, event):
        entry = invite(book.accounts, event, name, role)
        book.write([entry])
        accounts: Accounts = book.accounts
        one = Invitation(event, entry.data["invitation"], role, entry.data["name"])
        _tell([(one, _link(accounts, one, address))], as_json=as_json)


@app.command("list")
def list_(address: Address = "", event_name: EventName = "", db: Database = "", as_json: AsJson = False) -> None:
    """Show the links of an event."""
    from musterhall.web.invitations import invitations_of

    with _book(event_name, db) as (book, event):
        found = [(one, _link(book.accounts, one, address)) for one in invitations_of(book.accounts, event)]
    _tell(found, as_json=as_json)


@app.command()
def revoke(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Whose link, or its id.")],
    event_name: EventName = "",
    db: Database = "",
) -> None:
    """Let a link open nothing any more."""
    from musterhall.web.invitations import invitations_of
    from musterhall.web.invitations import revoke as command

    with _book(event_name, db) as (book, event):
        wanted = name.casefold()
        fits = [one for one in invitations_of(book.accounts, event) if wanted in (one.id, one.name.casefold())]
        if len(fits) != 1:
            what = "several links have this name; give the id" if fits else "no link has this name"
            raise BadInput(f"link {name!r}: {what}. `muster event link list` shows them.")
        book.write([command(book.accounts, event, fits[0].id)])
        say(f"The link of {fits[0].name} is revoked.")


@contextmanager
def _book(event_name: str, db: str) -> Iterator[tuple[Book, str]]:
    from musterhall.cli.accounts import book_of
    from musterhall.cli.events.common import event_named

    with book_of(db) as book:
        yield book, event_named(book.store, event_name)


def _link(accounts: object, one: Invitation, address: str) -> str:
    from musterhall.web.accounts import Accounts
    from musterhall.web.invitations import token_of

    assert isinstance(accounts, Accounts)
    return f"{address.rstrip('/')}/join/{token_of(accounts, one)}"


def _tell(found: list[tuple[Invitation, str]], *, as_json: bool) -> None:
    if as_json:
        say_json([{"id": one.id, "name": one.name, "role": one.role, "link": link} for one, link in found])
        return
    for one, link in found:
        say(f"{one.name}, {one.role} ({one.id}): {link}")
    if not found:
        say("No link gives a role here.")
