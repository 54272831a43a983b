"""Contains what shows consist of: cues, the stages that games hand to the table, and the conductor. This code is pure,
and plays no sound itself."""
