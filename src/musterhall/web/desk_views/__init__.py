"""What the organiser's desk shows.

Apart from the pages, because nothing here asks a request or answers one.
"""
