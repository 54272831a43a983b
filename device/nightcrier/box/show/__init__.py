"""Contains cues, the stages that games hand to the table, and the conductor. It is pure, and plays no sound itself."""
