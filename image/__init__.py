"""Contains what starts the card in QEMU and looks at it. The script `build` makes the card."""
