"""Controls the course of an evening: people, games, stages, scores."""
