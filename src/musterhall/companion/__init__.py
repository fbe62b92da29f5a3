"""Sheets of matches that are played on real tables: their journals, and what the marks on them come to."""
