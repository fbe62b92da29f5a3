"""Attachment B: what a formation asks of its units, what it gives, and how units are split into the best."""
