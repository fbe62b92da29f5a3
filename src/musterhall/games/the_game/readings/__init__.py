"""How open points are read: switches and their values, slips of the print, and how much is covered."""
