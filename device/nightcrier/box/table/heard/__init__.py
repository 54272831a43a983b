"""Talk, captions, reading aloud, and use with one switch or two: all that is said, or read instead."""
