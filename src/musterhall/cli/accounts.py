"""`muster account`: the accounts of a hall from its own machine, for whoever cannot come in any more."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from musterhall.cli.shell import AsJson, say, say_json
from musterhall.cli.storing import Database
from musterhall.problems import BadInput

if TYPE_CHECKING:
    from musterhall.events.entries import NewEntry
    from musterhall.store.journals import Store
    from musterhall.web.accounts import Account, Accounts

app = typer.Typer(no_args_is_help=True)
Name = Annotated[str, typer.Argument(metavar="NAME", help="The name that they sign in with.")]
WHO = "the command line"


@dataclass(frozen=True, slots=True)
class Book:
    """The accounts as they stand, and the journal they stand in."""

    store: Store
    accounts: Accounts
    last: int

    def named(self, name: str) -> Account:
        found = self.accounts.account_named(name)
        if found is None:
            raise BadInput(f"account {name!r}: there is none of this name; `muster account list` shows them.")
        return found

    def write(self, entries: Sequence[NewEntry]) -> None:
        from dataclasses import replace

        from musterhall.store.writing import Conflict
        from musterhall.web.accounts import STREAM

        try:
            self.store.append(STREAM, [replace(one, who=WHO) for one in entries], expected=self.last)
        except Conflict:
            raise BadInput("accounts: somebody else changed them just now; try again.") from None


@contextmanager
def book_of(db: str) -> Iterator[Book]:
    from musterhall.store.opening import open_store
    from musterhall.web.accounts import KIND, STREAM, Accounts

    with open_store(db or None) as store:
        if not any(info.stream == STREAM for info in store.streams(KIND)):
            raise BadInput("accounts: there are none yet; start the server and make the first one.")
        accounts, entries = Accounts(), store.entries(STREAM)
        for entry in entries:
            accounts.apply(entry)
        yield Book(store, accounts, entries[-1].seq)


@app.command("list")
def list_(db: Database = "", as_json: AsJson = False) -> None:
    """All accounts."""
    with book_of(db) as book:
        found = list(book.accounts.accounts.values())
    if as_json:
        say_json([{"name": one.name, "owner": one.master, "disabled": one.disabled} for one in found])
        return
    for one in found:
        say(f"{one.name}{' (owns the hall)' if one.master else ''}{' (disabled)' if one.disabled else ''}")


@app.command()
def password(name: Name, db: Database = "") -> None:
    """Give somebody a new password, which is shown; whatever opened the account before does so no more."""
    from musterhall.web.accounts import new_password, reset_password

    with book_of(db) as book:
        account, made = book.named(name), new_password()
        book.write(reset_password(book.accounts, account, made))
    say(f"The new password of {account.name} is {made}")
    say("They change it on their account page. Everywhere else they are signed out, and their tokens are revoked.")


@app.command()
def disable(name: Name, db: Database = "") -> None:
    """Let nobody come in by an account any more."""
    from musterhall.web.accounts import disable_account

    _change(db, name, disable_account, "can no longer sign in.")


@app.command()
def enable(name: Name, db: Database = "") -> None:
    """Let somebody come in again."""
    from musterhall.web.accounts import enable_account

    _change(db, name, enable_account, "can sign in again.")


@app.command()
def log(db: Database = "", as_json: AsJson = False) -> None:
    """Who signed in and out, and who was given which role; the newest first."""
    from musterhall.web.account_log import account_log
    from musterhall.web.accounts import STREAM

    with book_of(db) as book:
        lines = account_log(book.store.entries(STREAM))
    if as_json:
        say_json([{"at": one.at, "who": one.who, "what": one.what} for one in lines])
        return
    for one in lines:
        say(f"{one.at[:16].replace('T', ' ')} UTC  {one.what}" + (f" ({one.who})" if one.who else ""))


@app.command("renew-secret")
def renew_secret(
    db: Database = "", yes: Annotated[bool, typer.Option("--yes", "-y", metavar="", help="Without asking.")] = False
) -> None:
    """Renew what sessions and players' links are signed with, when a database or a backup has come into wrong hands."""
    from musterhall.cli.events.common import confirm
    from musterhall.web.accounts import renew_secret as renewed

    confirm("Everybody is signed out, and every player needs a new slip; renew the secret?", yes)
    with book_of(db) as book:
        book.write([renewed()])
    say("The secret is renewed. Print the players' slips again.")


def _change(db: str, name: str, command: Callable[[Account], NewEntry], told: str) -> None:
    with book_of(db) as book:
        account = book.named(name)
        book.write([command(account)])
    say(f"{account.name} {told}")
