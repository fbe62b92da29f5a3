"""Section 2: how units move, in which order, how far, through what, and what that makes of them as targets."""
