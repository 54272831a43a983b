"""Talks with a broker, for a table and for a hall. Holds the topics, the messages, and the conversation itself."""
