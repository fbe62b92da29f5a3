"""What the rulebook leaves open or nobody here has seen in print: figures and readings, each with its alternatives."""
