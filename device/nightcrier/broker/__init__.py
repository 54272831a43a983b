"""Talks with a broker, for a table and for a hall: the topics, the messages, and the conversation itself."""
