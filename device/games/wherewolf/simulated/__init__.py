"""Simulated games: simple ways to play, and how often who wins."""
