"""Charts as SVG, whatever people have written into them."""

from __future__ import annotations

import re
from typing import Any

NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""The library that draws does not refuse these but ends the whole process, and the hall with it."""


def chart_svg(chart: Any) -> str:
    """A chart of altair's as SVG."""
    import vl_convert

    return str(vl_convert.vegalite_to_svg(drawable(chart.to_dict())))


def drawable(data: Any) -> Any:
    """Plain data without the characters that no SVG may have."""
    if isinstance(data, str):
        return NOT_IN_XML.sub("\ufffd", data)
    if isinstance(data, dict):
        return {drawable(key): drawable(value) for key, value in data.items()}
    if isinstance(data, list):
        return [drawable(value) for value in data]
    return data
