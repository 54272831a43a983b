"""Recording lines at the box, one after the other."""
