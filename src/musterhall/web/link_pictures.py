"""A link as a picture to be scanned."""

from __future__ import annotations

import segno


def picture_of(link: str) -> str:
    """The picture as an address that a page can show, white around it also where the page is dark."""
    uri: str = segno.make_qr(link, error="m").svg_data_uri(scale=5, border=4, dark="#000", light="#fff")
    return uri
