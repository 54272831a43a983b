"""Performs shows: cues, the stages that games hand to the table, and the conductor. The room is pure, and knows no
loudspeaker."""
