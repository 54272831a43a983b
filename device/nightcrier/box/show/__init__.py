"""Performs shows: cues, the stages that games hand to the table, and the conductor. All of it is pure, without a
loudspeaker."""
