"""The card: `build` makes it, and what is here in Python starts it in QEMU and looks at it."""
