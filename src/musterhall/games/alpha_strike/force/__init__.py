"""What a player brings: the file, what an event says about it, the check, and what is printed."""
