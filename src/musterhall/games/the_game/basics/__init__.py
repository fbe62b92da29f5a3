"""1.1, 2 What every other part leans on: cohesion, halves, decisions about formations, special rules."""
