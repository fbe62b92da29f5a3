"""Sections 14 and 15: the scenarios, each with its table, its rules, how it ends and what it scores."""
