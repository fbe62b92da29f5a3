"""A table at one moment: everything that changes, what each side knows of it, and how it is kept."""
