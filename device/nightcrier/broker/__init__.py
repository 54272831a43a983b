"""Speaks at a broker, one kit for a table and a hall: topics, what stands in them, and the conversation itself."""
