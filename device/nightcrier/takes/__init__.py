"""Makes clips of what people speak, and holds what clips of all voices have in common."""
