"""Do the chores of root for a box: take what people bring, save, bring back, update and forget. The plug may be pulled
at any step of each chore."""
