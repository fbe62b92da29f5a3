"""`muster units`: the units of a game, and how more of them come in: from a file, or from a public list itself.

What is imported is kept in one file a game in Musterhall's own folder (MUSTER_HOME), written whole or not at all.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from musterhall.cli import making
from musterhall.cli.shell import BAD_INPUT, AsJson, console, counted, read_file, say, say_json, show
from musterhall.cli.unit_filters import searching
from musterhall.cli.ways import with_command
from musterhall.game.units import Search
from musterhall.games import all_games, game_named
from musterhall.problems import BadInput
from musterhall.store.home import home_folder, write_whole
from musterhall.store.units import keep_units, kept_file, kept_library, unit_imports, units_library

if TYPE_CHECKING:
    from musterhall.game.game import Game
    from musterhall.game.units import ImportedUnits, Progress, UnitImports, Units

MOST_BYTES = 64_000_000
"""Some seven times the whole Master Unit List."""

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="The game: the-game, alpha-strike or age-of-destruction.")
]
GameOption = Annotated[str, typer.Option("--game", metavar="GAME", help="The game, where several take units in.")]
Faction = Annotated[str, typer.Option("--faction", metavar="NAME", help="The faction that the units are available to.")]
Era = Annotated[str, typer.Option("--era", metavar="NAME", help="The era in which they are.")]


class ListedByDefault(TyperGroup):
    """`muster units alpha-strike` lists the units of that game, with its own options; import and add are commands."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] == "list" and len(args) > 1 and not args[1].startswith("-"):
            args = args[1:]
        if args[0] in self.commands or args[0].startswith("-"):
            return super().resolve_command(ctx, args)
        return "list", searching(list_units, _units_of(game_named(args[0])).search_fields), args


app = typer.Typer(cls=ListedByDefault, no_args_is_help=True)
app.command("add")(making.add_units)
app.command("remove")(making.remove_unit)
app.command("export")(making.export_units)


@app.command("list")
def list_of_a_game(game: GameName) -> None:
    """List the units of a game, or print one of them; muster units GAME --help says what they can be searched by."""
    # Only stands in the list of commands: with a game, its own command is made.


def list_units(
    game: GameName,
    search: Search,
    name: Annotated[str | None, typer.Argument(help="Print this unit whole.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the units of a game, the shipped and the imported ones, or print one of them."""
    found = game_named(game)
    units = _units_of(found)
    library = units_library(found)
    if name is not None:
        try:
            listing = units.one(name, library)
        except BadInput as complaint:
            if units.imports is None:
                raise BadInput(f"{complaint} See `muster units {_typed(found)}`.") from None
            raise
    else:
        listing = units.found(search, library, console().width)
    if as_json:
        say_json(listing.data)
        return
    show(listing.shown)
    for note in listing.notes:
        say(note, error=True)
    if name is None and units.imports is None:
        say(f'\nAll about one: muster units {_typed(found)} "NAME".')


@app.command("import")
def import_units(
    file: Annotated[Path, typer.Argument(help="A Master Unit List QuickList, saved as JSON.")],
    game: GameOption = "",
    faction: Faction = "",
    era: Era = "",
    as_json: AsJson = False,
) -> None:
    """Take cards from a Master Unit List file; with faction and era, note them as available to it then."""
    into = _importing(game)
    imports = unit_imports(into)
    _require_readable_size(file)
    text = read_file(file)
    with _progress("Reading cards", quiet=as_json) as progress:
        found = imports.read(text, str(file), faction, era, progress)
    _keep_and_tell(into, found, str(file), as_json=as_json)


@app.command("fetch")
def fetch_units(
    address: Annotated[
        str, typer.Option(envvar="MUSTER_UNITS_ADDRESS", metavar="URL", help="Where the list is, if it has moved.")
    ] = "",
    game: GameOption = "",
    type_: Annotated[
        list[str] | None, typer.Option("--type", metavar="NAME", help="BattleMech, Infantry, ...; several, or all.")
    ] = None,
    faction: Faction = "",
    faction_id: Annotated[int | None, typer.Option(min=1, metavar="N", help="The list's number for it.")] = None,
    era: Era = "",
    era_id: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="The list's number, if it is not known.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Ask again, whatever was fetched this week.")] = False,
    pause: Annotated[float, typer.Option(min=0.0, max=60.0, metavar="SECONDS", help="Rest between requests.")] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Fetch cards from the Master Unit List, one request at a time, and keep them."""
    into = _importing(game)
    imports = unit_imports(into)
    place = address or imports.address
    queries = _queries(imports, type_ or list(imports.types), faction, faction_id, era, era_id)
    parts = []
    fetcher = Fetcher(place, imports.path, pause=pause, fresh=fresh)
    for number, (kind, query) in enumerate(queries.items(), start=1):
        say(f"{number} of {len(queries)}: {kind}", error=True)
        part = imports.read(fetcher.text(query), f"{kind} from {place}", faction, era)
        fetcher.keep(query)
        parts.append(part)
    _keep_and_tell(into, imports.joined(parts), place, as_json=as_json)


def _units_of(game: Game) -> Units:
    if game.units is None:
        raise BadInput(f"{game.words.title}: has no catalogue of units; a force file brings their figures.")
    return game.units


def _importing(name: str) -> Game:
    """The game that units are for: the one that is named, or else the first that takes some in."""
    if name:
        return game_named(name)
    return next(game for game in all_games() if game.units and game.units.imports)


def _typed(game: Game) -> str:
    """The game's name as people type it."""
    return game.name.replace("_", "-")


# Fetching

ATTEMPTS = 4
FIRST_WAIT = 1.0
LONGEST_WAIT = 60.0
TIMEOUT = 60.0
CACHED_SECONDS = 7 * 24 * 3600


class Fetcher:
    """Asks one address, one request at a time, with a rest between them, and remembers the replies for a week."""

    def __init__(self, address: str, path: str = "", *, pause: float = 1.0, fresh: bool = False) -> None:
        self._address = _checked_address(address)
        self._path = path
        self._pause = pause
        self._fresh = fresh
        self._asked = False
        self._replies: dict[str, str] = {}

    def text(self, query: str) -> str:
        """The reply to a query, from this week's memory or from the address."""
        url = self._url(query)
        cached = _cache_file(url)
        if not self._fresh and _is_recent(cached):
            return read_file(cached)
        if self._asked:
            time.sleep(self._pause)
        self._asked = True
        self._replies[query] = self._patiently(url)
        return self._replies[query]

    def keep(self, query: str) -> None:
        """Remember a reply once it has proved readable."""
        if query not in self._replies:
            return
        path = _cache_file(self._url(query))
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, self._replies.pop(query))

    def _url(self, query: str) -> str:
        return f"{self._address}{self._path}?{query}"

    def _patiently(self, url: str) -> str:
        """Ask, and ask again a little later if the other side is busy or out of reach."""
        wait = FIRST_WAIT
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return _asked_once(url)
            except _Busy as busy:
                if attempt == ATTEMPTS:
                    raise BadInput(f"{self._address}: {busy}, {ATTEMPTS} times over; try again later.") from None
                say(f"{self._address}: {busy}; asking again.", error=True)
                time.sleep(min(max(wait, busy.wait), LONGEST_WAIT))
                wait *= 2
        raise AssertionError("the last attempt returns or raises")


class _Busy(Exception):
    """An answer that may be another one a little later."""

    def __init__(self, why: str, wait: float = 0.0) -> None:
        super().__init__(why)
        self.wait = wait


def _asked_once(url: str) -> str:
    from http.client import HTTPException
    from urllib.error import HTTPError, URLError
    from urllib.request import Request

    import musterhall

    agent = f"musterhall/{musterhall.__version__} (unit import, one request at a time)"
    request = Request(url, headers={"User-Agent": agent, "Accept": "application/json"})
    try:
        with _opener().open(request, timeout=TIMEOUT) as reply:
            raw = reply.read(MOST_BYTES + 1)
    except HTTPError as error:
        with error:
            if error.code == 429 or error.code >= 500:
                raise _Busy(f"answers {error.code}", _seconds(error.headers.get("Retry-After"))) from None
            raise BadInput(f"{url}: answers {error.code}; check the address and the numbers in it.") from None
    except (URLError, HTTPException, OSError) as error:
        reason = getattr(error, "reason", None) or error
        raise _Busy(f"cannot be reached ({reason or type(reason).__name__})") from None
    if len(raw) > MOST_BYTES:
        raise BadInput(f"{url}: sends far more than the whole Master Unit List; check the address.")
    try:
        return bytes(raw).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{url}: does not answer in UTF-8; check the address.") from None


def _opener() -> Any:
    """Only the web: an address or a redirection never opens a file of this machine."""
    from urllib import request

    opener = request.OpenerDirector()
    for handler in (
        request.ProxyHandler,
        request.UnknownHandler,
        request.HTTPHandler,
        request.HTTPSHandler,
        request.HTTPDefaultErrorHandler,
        request.HTTPRedirectHandler,
        request.HTTPErrorProcessor,
    ):
        opener.add_handler(handler())
    return opener


def _checked_address(address: str) -> str:
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(address.strip())
        fine = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        fine = False
    if not fine or any(sign.isspace() for sign in address.strip()):
        raise BadInput(f"address {address!r}: is no web address; write it as https://example.org.")
    return address.strip().rstrip("/")


def _queries(
    imports: UnitImports, types: list[str], faction: str, faction_id: int | None, era: str, era_id: int | None
) -> dict[str, str]:
    """What to ask for each type of unit, of that faction and era."""
    from urllib.parse import urlencode

    if bool(faction.strip()) != bool(era.strip()):
        raise BadInput("A unit is available to a faction in an era: give both, or neither.")
    era_number = None
    if faction.strip():
        if faction_id is None:
            raise BadInput(f"faction {faction!r}: give the list's number for it too, with --faction-id.")
        era_number = era_id or _number_of(era, imports.eras, "era")
    elif faction_id is not None or era_id is not None:
        raise BadInput("A number of the list needs its name too: give --faction and --era.")
    numbers = {kind: _number_of(kind, imports.types, "type") for kind in types}
    return {kind: urlencode(imports.query(number, faction_id, era_number)) for kind, number in numbers.items()}


def _number_of(name: str, numbers: Mapping[str, int], what: str) -> int:
    plain = {key.casefold(): number for key, number in numbers.items()}
    number = plain.get(" ".join(name.split()).casefold())
    if number is None:
        raise BadInput(f"{what} {name!r}: the list's number for it is not known; it is for {', '.join(numbers)}.")
    return number


def _cache_file(url: str) -> Path:
    return home_folder() / "cache" / f"{hashlib.sha256(url.encode()).hexdigest()[:32]}.json"


def _is_recent(path: Path) -> bool:
    try:
        return 0 <= time.time() - path.stat().st_mtime < CACHED_SECONDS
    except OSError:
        return False


def _seconds(text: str | None) -> float:
    return float(text) if text and text.strip().isdecimal() and len(text) < 6 else 0.0


# Telling


def _keep_and_tell(game: Game, found: ImportedUnits, source: str, *, as_json: bool) -> None:
    new, kept = keep_units(game, found.cards) if found.cards else (0, len(kept_library(game)))
    if as_json:
        say_json({"source": source, **found.as_data(), "new": new, "kept": kept})
    else:
        for problem in found.problems:
            say(with_command(problem), error=True)
        for note in found.notes():
            say(note, error=True)
        figures = f"{counted(len(found.cards), 'card')}, {new} of them new"
        say(f"{source}: {figures}; {counted(kept, 'card')} kept in {kept_file(game)}.")
    if not found.cards:
        raise typer.Exit(BAD_INPUT)


@contextmanager
def _progress(title: str, *, quiet: bool) -> Iterator[Progress | None]:
    screen = console(error=True)
    if quiet or not screen.is_terminal:
        yield None
        return
    from rich.progress import Progress as Bar

    with Bar(console=screen, transient=True) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _require_readable_size(path: Path) -> None:
    with suppress(OSError):
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise BadInput(
                f"{path}: has {size / 1e6:.0f} MB, and the whole Master Unit List has under 20; "
                f"split it into files of at most {MOST_BYTES / 1e6:.0f} MB."
            )
