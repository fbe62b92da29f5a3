"""Events: players, rounds, cards and standings, folded from a journal by the rules of a pack."""
