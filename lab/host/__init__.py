"""Contains this machine's part of the lab: the virtual machine, its forgetful disk, and the judges."""
