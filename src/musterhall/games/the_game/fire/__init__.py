"""1.7 Shooting: sight, targets, volleys, barrages, prepared fire."""
