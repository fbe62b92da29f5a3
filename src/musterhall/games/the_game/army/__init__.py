"""5, 6.2, 6.3 Datasheets, army lists and forces: what a player may bring."""
