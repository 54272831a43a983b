"""Draws a view as the bytes of a screen, in ten languages. Every machine draws the same pixels."""
