"""`muster serve`: the web pages, for the organiser's browser and the players' phones."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from musterhall.cli.shell import say
from musterhall.cli.storing import Database
from musterhall.cli.warming import warm_up_aside


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 127.0.0.1 is this computer alone.")] = "0.0.0.0",
    port: Annotated[int, typer.Option(help="The port to listen on; 0 takes a free one.")] = 8000,
    db: Database = "",
    workers: Annotated[int, typer.Option(help="Processes that share the work; more than one need PostgreSQL.")] = 1,
    address: Annotated[
        str, typer.Option(metavar="URL", help="How phones reach this server, for codes; else it is found.")
    ] = "",
    certificate: Annotated[
        str, typer.Option(metavar="FILE", help="Speak https with this certificate (PEM, with its chain).")
    ] = "",
    key: Annotated[
        str, typer.Option(metavar="FILE", help="The certificate's key, if it is not in the same file.")
    ] = "",
    secure: Annotated[
        bool, typer.Option("--secure", help="Cookies only over https, behind a proxy that has it.")
    ] = False,
    limit: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=NUMBER", help="Another limit than the usual, as connections=4000; may be repeated."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="Believe this proxy where askers come from; else one on this computer."),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A name by which this computer is reached; its own are known."),
    ] = None,
    log_level: Annotated[
        str, typer.Option(help="debug, info, warning or error; else every request is logged, but not on a terminal.")
    ] = "",
) -> None:
    """Serve the web pages until stopped."""
    from musterhall.web.bounds import read_bounds
    from musterhall.web.entrance import PROXIES
    from musterhall.web.hosts import given_hosts
    from musterhall.web.serving import Https, run
    from musterhall.web.settings import Settings

    def opened(welcome: str) -> None:
        say(welcome)
        warm_up_aside()

    level = log_level or ("warning" if sys.stderr.isatty() else "info")
    # Phones keep a cookie that is for https alone from a neighbour who listens on the same network.
    bounds = read_bounds(limit or ())
    hosts = given_hosts(allow_host or ())
    settings = Settings(db=db or None, address=address, secure=secure or bool(certificate), bounds=bounds, hosts=hosts)
    run(settings, host, port, workers, level, opened, Https(certificate, key), proxy or PROXIES)
