"""The turn: command, order and clean-up stage, the orders, and how a battle begins and ends."""
