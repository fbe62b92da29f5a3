"""Lists of other tools: read into forces, and written from them."""
