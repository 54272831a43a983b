"""Runs a companion of the box that serves a page for phones. The program gets the public record, and sends wishes to
the box."""
