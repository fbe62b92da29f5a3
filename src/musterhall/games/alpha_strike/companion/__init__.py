"""The table companion of Alpha Strike: what is marked on cards, and what the rules make of the marks."""
