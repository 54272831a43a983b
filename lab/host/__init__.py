"""Contains what this machine does for the lab: the virtual machine, its forgetful disk, and the judges outside."""
