"""A browser's name for itself, as people speak of it: Firefox on Windows."""

from __future__ import annotations

BROWSERS = (("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox/", "Firefox"),
            ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))  # fmt: skip
"""The first that fits, for most of them claim to be the later ones too."""
SYSTEMS = (("iPhone", "an iPhone"), ("iPad", "an iPad"), ("Android", "Android"), ("Windows", "Windows"),
           ("Mac OS X", "a Mac"), ("CrOS", "a Chromebook"), ("Linux", "Linux"))  # fmt: skip


def device_told(given: str) -> str:
    """What a device is called; what is no browser keeps the name that it gave itself."""
    if not given:
        return "An unnamed device"
    if not given.startswith("Mozilla/"):
        return given
    browser = next((name for sign, name in BROWSERS if sign in given), "A browser")
    system = next((name for sign, name in SYSTEMS if sign in given), "")
    return f"{browser} on {system}" if system else browser
