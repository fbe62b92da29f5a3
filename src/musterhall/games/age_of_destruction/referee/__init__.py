"""The referee: questions about a table, answered with every number and its rule."""
