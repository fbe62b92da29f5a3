"""6.1 The Meeting Engagement: maps, the march before the battle, victory."""
