"""The table companion in a browser: where players keep the sheets of a match that they play on a real table."""
