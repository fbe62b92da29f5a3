"""Section 9: ECM and ECCM, stealth, probes, C3 nets, and what an electric shock does to a unit."""
