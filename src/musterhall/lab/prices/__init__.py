"""Prices found by battles: forces are drawn, fought and weighed by a logistic model, then tried on others."""
