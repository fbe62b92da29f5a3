"""Age of Destruction: forces, and the constructed tournament's hand and set-up."""
