"""Tests the installed box on a real kernel's pins, bus, sound and disk, in a virtual machine."""
