"""What this machine does for the lab: the virtual machine, its disk that forgets, and what is judged outside of it."""
