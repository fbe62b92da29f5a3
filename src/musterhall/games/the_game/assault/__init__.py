"""1.8 Assaults: charge, response, blows, and who runs."""
