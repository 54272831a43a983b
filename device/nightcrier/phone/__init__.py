"""Runs a companion of the box, whose page phones open in the home's network. The program sees the public record, and
sends wishes."""
