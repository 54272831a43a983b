"""Floor 2: cues, shows, the stages games hand to the table, and the conductor. Pure; knows no loudspeaker."""
