"""Speed, measured against a yardstick that runs beside it: `make bench`."""
