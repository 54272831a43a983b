"""Performs shows: cues, the stages that games hand to the table, and the conductor. This code is pure and silent."""
