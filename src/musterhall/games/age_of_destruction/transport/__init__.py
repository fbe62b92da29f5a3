"""Passengers: who boards, who leaves, and what it costs the transport."""
