"""Run the commands of `nightcrier`. Each command reads its arguments, calls another package, prints the result, and
returns the exit status."""
