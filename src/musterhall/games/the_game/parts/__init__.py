"""What commands, pages and events ask of THE GAME, each part loaded when it is asked for."""
