"""Contains everything that is said, or read instead: talk, captions, reading aloud, and use with one switch or two."""
