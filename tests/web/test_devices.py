"""What a browser calls itself is told as people speak of it."""

from __future__ import annotations

import pytest

from musterhall.web.devices import device_told

CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (CHROME, "Chrome on Linux"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/141.0 Safari/537.36 Edg/141.0", "Edge on Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1", "Safari on an iPhone"),
        ("Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0", "Firefox on Android"),
        ("Mozilla/5.0", "A browser"),
        ("curl/8.5.0", "curl/8.5.0"),
        ("", "An unnamed device"),
    ],
)  # fmt: skip
def test_a_device_is_told_in_words(given: str, told: str) -> None:
    assert device_told(given) == told
