"""What people look at in a browser."""
