"""What the referee is asked."""
