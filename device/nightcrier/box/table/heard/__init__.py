"""Talk, captions, reading aloud, and use with one switch or two: everything that is said, or read instead."""
