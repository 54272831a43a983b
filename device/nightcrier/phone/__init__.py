"""Runs a companion of the box, whose page phones open. The program sees the public record, and sends wishes."""
