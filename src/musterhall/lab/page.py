"""The pages that the lab leaves behind: one file each that needs nothing else, all in the same clothes."""

from __future__ import annotations

from typing import Any

from musterhall.data_files import DataFiles

FILES = DataFiles("musterhall.lab")


def page(name: str, **shown: Any) -> str:
    """The page that a template makes of what is to be shown."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    loader = FunctionLoader(lambda wanted: FILES.text("templates", wanted))
    return Environment(autoescape=True, undefined=StrictUndefined, loader=loader).get_template(name).render(**shown)
