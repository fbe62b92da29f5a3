"""What commands, pages and events ask of Alpha Strike, each part loaded when it is asked for."""
