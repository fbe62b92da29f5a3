"""What happens to dials: damage, repair, elimination, heat."""
