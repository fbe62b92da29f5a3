"""Forces put together: proposed from what somebody owns, or by clicks on a page."""
