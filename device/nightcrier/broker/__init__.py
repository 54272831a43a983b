"""Talks with a broker, for a table and for a hall: the topics, what stands in the messages, and the conversation
itself."""
