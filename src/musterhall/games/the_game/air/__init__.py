"""3 Aircraft: their commands, flight paths and sorties, fire from the ground, interception, paratroopers."""
