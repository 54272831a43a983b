"""The table at a broker: what it says there to lights and to Home Assistant, and what may be asked of it."""
