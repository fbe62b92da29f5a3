"""How a person gives an answer on the table, whatever the game: the kinds of gestures, and a game's choice of them."""
