"""What the service is on a machine, for whoever works beside it."""

SERVICE_GROUPS = ("gpio", "i2c", "audio")
"""Those the unit file names."""
